import { describe, expect, it } from 'vitest';
import { verifyReplay } from '../../src/replays/verify.ts';
import { BUILT_PRESETS, type GamePlan, tableSizes } from '../../src/simulation/plan.ts';
import { finishedGame } from './finished-game.ts';

const plan = (preset: string, more: Partial<GamePlan> = {}): GamePlan => {
  const { min } = tableSizes(preset);
  return { preset, options: {}, players: min + 1, hands: 2, seed: 1, humans: 1, overdue: 5, restless: 0, ...more };
};

describe('a finished game is verified', () => {
  it.each(BUILT_PRESETS)('promise 4: every draw, deal and move of a game of %s', (preset) => {
    const { events, document } = finishedGame(plan(preset));
    const verdict = verifyReplay(document);
    expect(verdict).toMatchObject({ ok: true, started: { classesKept: false } });
    expect(verdict.ok && verdict.steps.flat()).toEqual(events);
  });

  it.each([1, 2, 3, 4, 5, 6])('promise 4: with people who come, go and are silent (%i)', (seed) => {
    const restless = { humans: 3, players: 5, hands: 4, overdue: 20, restless: 15, seed };
    const { events, document } = finishedGame(plan('official-scored', restless));
    const verdict = verifyReplay(document);
    expect(verdict).toMatchObject({ ok: true });
    expect(verdict.ok && verdict.steps.flat()).toEqual(events);
  });
});
