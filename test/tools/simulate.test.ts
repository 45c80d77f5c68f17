/** The simulation counts what it has played, is the same for the same seed, and fails aloud on rules that break an invariant. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { UsageError } from '../../src/cli/command.ts';
import * as dalmuti from '../../src/rules/dalmuti.ts';
import type { GameEvent } from '../../src/rules/events.ts';
import type { State } from '../../src/rules/state.ts';
import { run } from '../../tools/simulate.ts';
import type { Outcome } from '../../tools/simulation/simulate.ts';
import { WORLD } from '../../tools/simulation/world.ts';

afterEach(() => vi.restoreAllMocks());

async function simulated(
  typed: string,
  rules = WORLD.rules,
): Promise<{ readonly status: number; readonly text: string }> {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const status = await run(typed.split(' '), { ...WORLD, rules });
  const text = written.mock.calls.map(([chunk]) => String(chunk)).join('');
  vi.restoreAllMocks();
  return { status, text };
}

const outcomeOf = async (typed: string): Promise<Outcome> => JSON.parse((await simulated(`${typed} --json`)).text);

/** Every play of a single card loses it, and another one with it. */
const lossy: typeof WORLD.rules = {
  ...dalmuti,
  evolve: loseCard,
  decide(state, command, context) {
    const decision = dalmuti.decide(state, command, context);
    return decision.ok ? { ...decision, state: decision.events.reduce(loseCard, state) } : decision;
  },
};

function loseCard(state: State, event: GameEvent): State {
  const after = dalmuti.evolve(state, event);
  if (event.type !== 'setPlayed' || event.cards.length > 1) return after;
  const hand = after.hands[event.seat] ?? [];
  return { ...after, hands: after.hands.with(event.seat, hand.slice(1)) };
}

describe('a run', () => {
  test('plays as many hands as it was asked to, breaks nothing, and its figures go together', async () => {
    const { figures, violation } = await outcomeOf('--hands 150');
    expect(violation).toBeNull();
    expect(figures.hands).toBe(150);
    expect(figures.plays).toBeGreaterThan(150 * 3);
    expect(figures.tricks).toBeLessThanOrEqual(figures.plays);
    expect(figures.passes).toBeGreaterThan(figures.tricks);
    expect(figures.taxExchanges).toBeGreaterThan(0);
    expect(figures.taxExchanges).toBeLessThanOrEqual(2 * figures.hands);
    expect(figures.revolutions.ordinary + figures.revolutions.greater).toBeLessThan(figures.hands);
    expect(figures.forcedDefaults).toBeGreaterThan(0);
    const ended = Object.values(figures.ends).reduce((sum, games) => sum + games, 0);
    // The last game may have been left before its end.
    expect([figures.games, figures.games - 1]).toContain(ended);
    expect(Object.values(figures.tables).reduce((sum, games) => sum + games, 0)).toBe(figures.games);
    expect(figures.optionValues.played + figures.optionValues.notPlayed.length).toBe(figures.optionValues.of);
  });

  test('meets every preset with every number of players, and every value of an option', async () => {
    const { figures } = await outcomeOf('--hands 500');
    const tables = ['official', 'official-scored', 'official-large', 'dutch', 'wikipedia'].flatMap((preset) =>
      [3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((players) => `${preset} ${players}`),
    );
    expect(Object.keys(figures.tables)).toEqual([...tables, 'corporate 4', 'corporate 5', 'corporate 6'].sort());
    expect(figures.optionValues.notPlayed).toEqual([]);
  });

  test('is the same for the same seed, and another for another', async () => {
    const [one, same, other] = [
      await simulated('--hands 40 --seed a'),
      await simulated('--hands 40 --seed a'),
      await simulated('--hands 40 --seed b'),
    ];
    expect(one).toEqual(same);
    expect(one.text).toMatch(/^Seed a\.\n {2}hands +40 in \d+ games/);
    expect(one.text).toMatch(/\n0 violations\n$/);
    expect(other.text.replace('Seed b', 'Seed a')).not.toBe(one.text);
  });

  test('keeps to one ruleset and one number of players', async () => {
    const { figures } = await outcomeOf('--hands 20 --ruleset corporate --players 5');
    expect(Object.keys(figures.tables)).toEqual(['corporate 5']);
    expect(figures.ratbertTakings).toBeGreaterThan(0);
  });
});

describe('rules that lose a card', () => {
  test('end the run with status 1, what is wrong, and how to see it again', async () => {
    const { status, text } = await simulated('--hands 100 --seed lost --players 7', lossy);
    expect(status).toBe(1);
    const [, game = ''] = /\n1 violation: R-INV-1 in game (\d+), version \d+\n/.exec(text) ?? [];
    expect(text).toContain('"players":7');
    expect(text).toContain(`  Again: npm run simulate -- --seed 'lost' --players 7 --game ${game}\n`);
    const again = await simulated(`--seed lost --players 7 --game ${game}`, lossy);
    expect(again.status).toBe(1);
    expect(violationIn(again.text)).toBe(violationIn(text));
  });

  test('are told as JSON too', async () => {
    const { status, text } = await simulated('--hands 100 --json', lossy);
    expect(status).toBe(1);
    expect(JSON.parse(text)).toMatchObject({
      seed: '1',
      violation: { source: 'R-INV-1', plan: { hands: expect.any(Number) } },
    });
  });
});

const violationIn = (text: string): string => text.slice(text.indexOf('1 violation'));

test.each([
  ['--hands 0', '--hands takes a whole number from 1 to 100000000, not "0".'],
  ['--hands many', '--hands takes a whole number from 1 to 100000000, not "many".'],
  ['--players 2', '--players takes a whole number from 3 to 12, not "2".'],
  ['--game 0', '--game takes a whole number from 1 to 100000000, not "0".'],
  [
    '--ruleset poker',
    '--ruleset is one of official, official-scored, official-large, dutch, wikipedia, corporate, not "poker".',
  ],
  ['--ruleset corporate --players 7', 'The ruleset corporate is for 4 to 6 players, not 7.'],
])('refuses %s', async (typed, message) => {
  const refused = run(typed.split(' '));
  await expect(refused).rejects.toThrow(UsageError);
  await expect(refused).rejects.toThrow(message);
});
