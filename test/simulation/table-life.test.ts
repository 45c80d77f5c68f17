/** Tables whose people join, leave, fall silent, come back on another node, vote and play again, over the API and by lot. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootApp, type TestApp } from '../support/app.ts';
import { openTestBus, type TestBus } from '../support/redis.ts';
import { dealt, type House, playEvening } from './table-life/evening.ts';
import { createFigures } from './table-life/figures.ts';
import { wishesOf } from './table-life/wish.ts';

const KEPT: readonly string[] = ['five', 'birch', 'spades'];
/** For longer runs, which tell their figures: `TABLE_LIFE_HANDS=300`, of all seeds together, and other seeds. */
const { TABLE_LIFE_HANDS: hands, TABLE_LIFE_SEEDS: others } = process.env;
const seeds = others?.split(',') ?? KEPT;
const handsOfEach = hands === undefined ? 2 : Math.ceil(Number(hands) / seeds.length);
/** Only how long a broken test takes to fail: what hangs is noticed long before. */
const PATIENCE_MS = 300_000 + handsOfEach * 60_000;

let bus: TestBus;
let nodes: readonly TestApp[] = [];
let house: House;

beforeAll(async () => {
  bus = openTestBus();
  const env = { ACCESS_TOKEN_MINUTES: '1440' };
  const node = await bootApp(null, { bus: await bus.connect(), env });
  const other = await bootApp(null, { bus: await bus.connect(), env, database: node.database });
  nodes = [other, node];
  house = { bases: [await node.listen(), await other.listen()], log: node.deps.log, guest: node.guest };
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  await bus.close();
});

describe('tables of changing people', () => {
  it('are of every kind among the kept seeds', () => {
    const rulesets = KEPT.map((seed) => wishesOf(seed).next().value);
    const met = (of: (wish: (typeof rulesets)[number]) => unknown) => new Set(rulesets.map(of));
    expect(met(({ ruleset }) => ruleset.leave.midHand)).toEqual(new Set(['bot', 'fold', 'void']));
    expect(met(({ ruleset }) => ruleset.end.consent)).toEqual(new Set(['unanimous', 'majority']));
    expect(met(({ ruleset }) => ruleset.preset === 'corporate')).toEqual(new Set([true, false]));
    expect(met(({ keepClasses }) => keepClasses)).toEqual(new Set([true, false]));
    expect(met(({ ruleset }) => ruleset.join.choice)).toContain('gd');
  });

  it.concurrent.each(seeds)(
    'go on, and nothing is lost, from seed %s',
    async (seed) => {
      const figures = createFigures();
      await playEvening(house, seed, handsOfEach, figures);
      if (hands !== undefined) console.log(seed, JSON.stringify(figures.all()));
      expect(dealt(figures)).toBeGreaterThanOrEqual(handsOfEach);
    },
    PATIENCE_MS,
  );
});
