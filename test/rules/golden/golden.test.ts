import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decide, evolve, replay, view } from '../../../src/rules/dalmuti.ts';
import type { State } from '../../../src/rules/state.ts';
import { openGame } from '../../../tools/simulation/play-game.ts';
import { digestOf, GOLDEN_WORLD, type GoldenGame, readDigests, readGolden } from './golden-game.ts';

const files = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.jsonl'));

/** Decides every move of the game again. */
function decideAgain({ plan, opening, moves }: GoldenGame): State {
  expect(openGame(plan, GOLDEN_WORLD)).toEqual(opening);
  return moves.reduce((state, { actor, now, command, events }) => {
    const decision = decide(state, command, { actor, now, random: GOLDEN_WORLD.random(plan) });
    const next = events.reduce(evolve, state);
    expect(decision).toEqual({ ok: true, events, state: next });
    return next;
  }, replay(opening));
}

describe('golden games', () => {
  it('are there for every preset and edge', () => {
    expect(files.length).toBeGreaterThanOrEqual(25);
  });

  it.each(files)('decision 14: %s is decided as it was once, and ends the same', (file) => {
    const game = readGolden(new URL(file, import.meta.url));
    const end = decideAgain(game);
    expect(end).toEqual(replay([...game.opening, ...game.moves.flatMap(({ events }) => events)]));
    expect(end.board.phase).toBe('ended');
    expect(view(end, 'spectator')).toBe(end.board);
  });

  it.each(files)('decisions 9, 13: states, views and disclosed events of %s keep their JSON text', (file) => {
    expect(digestOf(readGolden(new URL(file, import.meta.url)))).toBe(readDigests()[file]);
  });
});
