/** Requests by lot, from the committed document alone: nothing breaks the service, and every answer is one that it promised. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bootApp, type TestApp } from '../support/app.ts';
import { checkResponses } from '../support/checked-responses.ts';
import { openIssuer, type TestIssuer } from '../support/test-issuer.ts';
import { ask, type Told } from './ask.ts';
import { type Draft, draftOf, MANNERS, type Manner } from './draft.ts';
import { type Lot, lotOf } from './lot.ts';
import { type Operation, readOperations } from './operations.ts';
import { createTally } from './tally.ts';
import { faultsOf } from './verdict.ts';
import { createWorld, type World } from './world.ts';

const KEPT: readonly string[] = ['jester'];
/** For longer runs: `FUZZ_REQUESTS=5000 FUZZ_SEED=abc`; of another seed than the kept ones if one is given. */
const { FUZZ_REQUESTS: many, FUZZ_SEED: other } = process.env;
const seeds = other === undefined ? KEPT : [other];
const EACH = Number(many ?? 250);
const PATIENCE_MS = 300_000 + EACH * 200;

const operations = readOperations();
const tally = createTally();
let node: TestApp;
let issuer: TestIssuer;
let base: string;
/** What the document does not know of the answers since it was last emptied. */
const breaches: string[] = [];
/** What was wrong, in words: the run goes on, since one fault is seldom alone. */
const found: string[] = [];

beforeAll(async () => {
  issuer = await openIssuer(Date.now);
  const listed = [{ issuer: issuer.issuer, audience: issuer.audience }];
  node = await bootApp(null, {
    env: { OIDC_ISSUERS: JSON.stringify(listed), ACCESS_TOKEN_MINUTES: '1440' },
    extend: (app) => checkResponses(app, breaches),
  });
  base = await node.listen();
});
afterAll(async () => {
  if (many !== undefined) console.log(tally.told());
  await node.close();
  await issuer.close();
});

it.each(seeds)(
  'survives whatever comes from seed %s',
  async (seed) => {
    const world = createWorld(node, issuer);
    for (let number = 0; number < EACH; number += 1) {
      const lot = lotOf(seed, number);
      const { operation, manner } = planOf(lot, number);
      let draft = await draftOf(world, lot, operation, manner);
      let told = await judged(world, draft, `${seed}, request ${number}`);
      if (manner === 'meant' && told >= 400 && draft.scene !== null) {
        world.wornOut(draft.sceneName);
        draft = await draftOf(world, lot, operation, manner);
        told = await judged(world, draft, `${seed}, request ${number} again`);
      }
    }
    if (many !== undefined) console.log(`${world.made} scenes`);
    await expectService(world);
    expect(found.splice(0).join('\n\n')).toBe('');
  },
  PATIENCE_MS,
);

it('was let in and refused by every operation', () => {
  const missing = operations.map((operation) => [operation.id, tally.missing(operation)] as const);
  expect(missing.filter(([, ways]) => ways.length > 0)).toEqual([]);
});

/** Each operation is meant once and spoiled once; then chance says which and how, with an eye on what has not been seen. */
function planOf(lot: Lot, number: number): { readonly operation: Operation; readonly manner: Manner } {
  const round = Math.floor(number / operations.length);
  const next = operations[number % operations.length] ?? lot.one(operations);
  if (round < 2) return { operation: next, manner: round === 0 ? 'meant' : 'spoiled' };
  const missing = operations.filter((operation) => tally.missing(operation).length > 0);
  if (missing.length === 0 || lot.happens(50)) return { operation: lot.one(operations), manner: lot.one(MANNERS) };
  const operation = lot.one(missing);
  return { operation, manner: tally.missing(operation).includes('success') ? 'meant' : 'spoiled' };
}

async function judged(world: World, draft: Draft, where: string): Promise<number> {
  breaches.length = 0;
  const told = await ask(world, base, draft);
  if (told.status !== null) tally.count(draft.operation, told.status);
  const faults = faultsOf(draft, told, breaches);
  breaches.length = 0;
  if (faults.length > 0) found.push([`FUZZ_SEED=${where}`, ...faults, inWords(draft), answerOf(told)].join('\n'));
  return told.status ?? 0;
}

const answerOf = ({ status, body }: Told): string => `${status ?? 'no answer'} ${body.slice(0, 2_000)}`;

/** Without its token. */
function inWords({ operation, manner, who, method, url, headers, payload }: Draft): string {
  const { authorization, ...others } = headers;
  const named = { ...others, ...(authorization === undefined ? {} : { authorization: '…' }) };
  const body = payload === null ? 'without a body' : payload.slice(0, 2_000);
  return `${operation.id}, ${manner}, by ${who}: ${method} ${url.slice(0, 2_000)}\n${JSON.stringify(named)}\n${body}`;
}

async function expectService(world: World): Promise<void> {
  const health = await node.inject({ method: 'GET', url: '/health/ready' });
  expect(health.statusCode).toBe(200);
  const { gameId, headers, command } = await world.turn();
  const key = { 'idempotency-key': `after-all-of-that-${gameId}` };
  const url = `/v1/games/${gameId}/commands`;
  const moved = await node.inject({ method: 'POST', url, headers: { ...headers, ...key }, payload: command });
  expect(moved.statusCode, moved.body).toBe(200);
}
