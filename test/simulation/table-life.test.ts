/** Tables whose people join, leave, fall silent, come back on another node, vote and play again, over the API and by lot. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootApp, type TestApp } from '../support/app.ts';
import { openTestBus, type TestBus } from '../support/redis.ts';
import { type House, playEvening } from './table-life/evening.ts';
import { createFigures } from './table-life/figures.ts';

/** Kept: what they meet is said below. Another one, or more hands of each, by the environment. */
const SEEDS = process.env.TABLE_LIFE_SEEDS?.split(',') ?? ['a', 'b', 'c', 'd'];
const HANDS = Number(process.env.TABLE_LIFE_HANDS ?? 16);
const EACH = Math.ceil(HANDS / SEEDS.length);
/** Only how long a broken test takes to fail. */
const PATIENCE_MS = 240_000 + HANDS * 20_000;

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

describe('the life of tables', () => {
  const figures = SEEDS.map((seed) => ({ seed, counted: createFigures() }));

  it.concurrent.each(figures)('goes on whatever people do, from seed $seed', async ({ seed, counted }) => {
    await playEvening(house, seed, EACH, counted);
    console.log(seed, JSON.stringify(counted.all(), null, 1));
    expect(counted.of('hands')).toBeGreaterThanOrEqual(EACH);
  }, PATIENCE_MS);
});
