/** Whole games of the built-in bots straight on the rules: nothing is refused, nothing stands still, every game ends. */
import { describe, expect, test } from 'vitest';
import { POLICIES } from '../../src/bots/levels.ts';
import { playWholeGame } from '../../src/bots/whole-game.ts';
import { PRESETS, PRESETS_NOT_BUILT, resolveRuleset } from '../../src/rules/dalmuti.ts';
import type { EventType } from '../../src/rules/events.ts';

const presets = Object.values(PRESETS).filter(({ preset }) => !PRESETS_NOT_BUILT.includes(preset));
const HANDS = 4;

function rulesetOf(wanted: object) {
  const resolved = resolveRuleset({ end: { hands: HANDS }, ...wanted });
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.faults));
  return resolved.ruleset;
}

describe.each(presets)('R-GAME-2, R-TITLE-4, R-CORP-2: $preset', ({ preset, edition }) => {
  const tables = edition === 'corporate' ? [4, 5, 6] : [3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
  test.each(tables)('a game of %i ends after its hands', (players) => {
    const ruleset = rulesetOf({ preset, players: { min: players, max: players } });
    for (const seed of ['one', 'two', 'three']) {
      const policies = Array.from({ length: players }, (_, seat) => POLICIES[seat % 2 === 0 ? 'greedy' : 'random']);
      const { board } = playWholeGame({ ruleset, policies, seed: `${preset}/${players}/${seed}` });
      expect(board).toMatchObject({ phase: 'ended', handNumber: HANDS, result: { reason: 'hands' } });
      expect(board.lastHand?.placings.map(({ seat }) => seat).sort((a, b) => a - b)).toEqual([
        ...Array(players).keys(),
      ]);
    }
  });
});

const house = [
  { deck: 'auto', players: { min: 4, max: 4 } },
  { deck: 'strip12', play: { passLock: true } },
  { jesters: { pair: 'forbidden' }, revolution: { enabled: false } },
  { tax: { enabled: false }, revolution: { firstDeal: true } },
  { tax: { visibility: 'public', dalmutiMayGiveWilds: false }, history: { discards: 'closed' } },
  { scoring: { mode: 'points', bonus: 'democratic' }, end: { hands: HANDS, tieBreak: 'countback' } },
  { mex: { enabled: true } },
  { mex: { enabled: true, give: 'choice', take: 'target-choice' }, players: { min: 8, max: 8 } },
  { tax: { timing: 'sequential', peonPayment: 'manual' } },
  { misdeal: { mode: 'simulated', rate: 0.05 } },
  { preset: 'corporate', corp: { wildAlone: 'rank13', rulerMayLead: false, wedgieInSets: false } },
];

test.each(house)('house rules %j are played without a refusal', (wanted) => {
  const policies = Array.from(
    { length: wanted.players?.max ?? 6 },
    (_, seat) => POLICIES[seat % 3 === 0 ? 'random' : 'greedy'],
  );
  const { board } = playWholeGame({ ruleset: rulesetOf(wanted), policies, seed: JSON.stringify(wanted) });
  expect(board.phase).toBe('ended');
});

test('R-REV-6, R-REV-8: revolutions of both kinds happen, and taxes are paid where there is none', () => {
  const seen = new Map<EventType, number>();
  let greater = 0;
  for (let game = 0; game < 40; game += 1) {
    playWholeGame({
      ruleset: rulesetOf({}),
      policies: Array(6).fill(POLICIES.greedy),
      seed: `revolutions ${game}`,
      watch: (event) => {
        seen.set(event.type, (seen.get(event.type) ?? 0) + 1);
        if (event.type === 'revolutionDeclared' && event.greater) greater += 1;
      },
    });
  }
  const hands = 40 * HANDS;
  const declared = seen.get('revolutionDeclared') ?? 0;
  expect(greater).toBeGreaterThan(0);
  expect(declared).toBeGreaterThan(greater);
  expect(seen.get('seatsReversed')).toBe(greater);
  expect(seen.get('taxesExchanged')).toBe(hands - declared);
});

test('R-INV-5: the same seed plays the same game, another seed another', () => {
  const play = (seed: string) => {
    const events: unknown[] = [];
    const policies = Array(6).fill(POLICIES.random);
    playWholeGame({ ruleset: rulesetOf({}), policies, seed, watch: (event) => events.push({ ...event, gameId: '' }) });
    return JSON.stringify(events.slice(1));
  };
  expect(play('same')).toBe(play('same'));
  expect(play('same')).not.toBe(play('other'));
});
