/** A call that meets a start is answered as just before or just after it, on two nodes. `RACE_ROUNDS` for more rounds. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEventLog } from '../../../src/adapters/event-log.ts';
import { bootApp, type TestApp } from '../../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';
import { openTestBus, type TestBus } from '../../support/redis.ts';
import { type Answer, CALLS, type Call, make, type People, type Person, type Scene, START } from './calls.ts';
import { type Gates, gatedLog } from './gated-log.ts';

const ROUNDS = Number(process.env.RACE_ROUNDS ?? 200);
const AT_ONCE = 4;
/** Tables of one host that are open at once: the lobby lists no more of one host. */
const SCENES_OF_PEOPLE = 3;

let bus: TestBus;
let database: TestDatabase;
let gates: Gates;
/** The host's start arrives at `starter`, everything else at `other`. */
let starter: TestApp;
let other: TestApp;

beforeAll(async () => {
  bus = openTestBus();
  database = await openTestDatabase();
  gates = gatedLog(createEventLog(database));
  starter = await bootApp(null, { database, bus: await bus.connect(), log: gates.log });
  other = await bootApp(null, { database, bus: await bus.connect() });
});
afterAll(async () => {
  await other.close();
  await starter.close();
  await bus.close();
  await database.close();
});

/** Nothing happens by itself, so a scene changes by calls alone. */
const clock = {
  turnSeconds: null,
  taxSeconds: null,
  revolutionSeconds: null,
  placementSeconds: null,
  pauseSeconds: 3600,
  graceSeconds: 3600,
};

let people: Promise<People> | null = null;
let scenes = 0;
function somePeople(): Promise<People> {
  if (people === null || scenes % SCENES_OF_PEOPLE === 0) people = newPeople();
  scenes += 1;
  return people;
}

async function newPeople(): Promise<People> {
  const [host, ben, cat, dan, eve] = await Promise.all(
    ['Host', 'Ben', 'Cat', 'Dan', 'Eve'].map((name) => other.guest(name)),
  );
  if (!host || !ben || !cat || !dan || !eve) throw new Error('five guests');
  const [robo, rita] = [await botOf(host, 'Robo'), await botOf(host, 'Rita')];
  return { host, ben, cat, dan, eve, robo, rita };
}

async function botOf(owner: Person, name: string): Promise<Person> {
  const { id } = (await call(owner, 'POST', '/bots', { name })).json();
  const { token } = (await call(owner, 'POST', `/bots/${id}/token`)).json();
  return { id, headers: { authorization: `Bearer ${token}` } };
}

async function call({ headers }: Person, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) {
  const answer = await other.inject({
    method,
    url: `/v1${path}`,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.body}`);
  return answer;
}

async function newScene(canJoin: boolean): Promise<Scene> {
  const people = await somePeople();
  const { host, ben, cat, dan, robo } = people;
  const ruleset = { preset: 'official', join: { allowed: canJoin } };
  const table = (await call(host, 'POST', '/tables', { visibility: 'public', clock, ruleset })).json();
  for (const player of [host, ben, cat, dan]) await call(player, 'POST', `/tables/${table.id}/seats`, {});
  for (const player of [ben, cat, dan]) await call(player, 'PUT', `/tables/${table.id}/ready`, { ready: true });
  const invited = (await call(host, 'POST', `/tables/${table.id}/invitations`, { playerId: robo.id })).json();
  const { id: invitationId } = invited.invitations[0];
  return { people, tableId: table.id, inviteCode: table.inviteCode, gameId: table.next.gameId, invitationId };
}

const AFTERWARDS: readonly Call[] = CALLS.filter(({ name }) =>
  ['the host reads the table', 'a spectator reads the table', 'a player reads their inbox'].includes(name),
);

interface Outcome {
  readonly answer: Answer;
  readonly start: Answer;
  readonly afterwards: readonly Answer[];
}

async function afterwards(scene: Scene): Promise<readonly Answer[]> {
  const read: Answer[] = [];
  for (const one of AFTERWARDS) read.push(await make(other, scene, one));
  return read;
}

/** What the call and the start answer when one follows the other. */
async function inOrder(one: Call, canJoin: boolean, order: 'call first' | 'start first'): Promise<Outcome> {
  const scene = await newScene(canJoin);
  if (order === 'call first') {
    const answer = await make(other, scene, one);
    const start = await make(starter, scene, START);
    return { answer, start, afterwards: await afterwards(scene) };
  }
  const start = await make(starter, scene, START);
  const answer = await make(other, scene, one);
  return { answer, start, afterwards: await afterwards(scene) };
}

const references = new Map<string, Promise<readonly Outcome[]>>();
function referencesOf(one: Call, canJoin: boolean): Promise<readonly Outcome[]> {
  const key = `${one.name} ${canJoin}`;
  const known =
    references.get(key) ?? Promise.all([inOrder(one, canJoin, 'call first'), inOrder(one, canJoin, 'start first')]);
  references.set(key, known);
  return known;
}

type Meeting = 'at once' | 'before the first event' | 'after the first event' | 'released at once';

async function race(one: Call, canJoin: boolean, meeting: Meeting): Promise<Outcome> {
  const scene = await newScene(canJoin);
  if (meeting === 'at once') {
    const [answer, start] = await Promise.all([make(other, scene, one), make(starter, scene, START)]);
    return { answer, start, afterwards: await afterwards(scene) };
  }
  const gate = gates.hold(scene.gameId, meeting === 'after the first event' ? 'after' : 'before');
  const starting = make(starter, scene, START);
  await gate.reached;
  const calling = make(other, scene, one);
  if (meeting === 'released at once') gate.open();
  const answer = await calling;
  gate.open();
  return { answer, start: await starting, afterwards: await afterwards(scene) };
}

/** Fails unless the outcome is that of one order or of the other. */
function expectOneOrder(outcome: Outcome, references: readonly Outcome[], about: string): void {
  const text = JSON.stringify;
  if (references.some((reference) => text(reference) === text(outcome))) return;
  const likely = references.find(
    ({ answer, start }) => text([answer, start]) === text([outcome.answer, outcome.start]),
  );
  expect(outcome, about).toEqual(likely ?? references[1]);
}

const VARIANTS = CALLS.flatMap((one) => (one.joins ? [true, false] : [true]).map((canJoin) => ({ one, canJoin })));

describe('a call during a start', () => {
  for (const { one, canJoin } of VARIANTS) {
    const where = `${one.name}, newcomers ${canJoin ? 'allowed' : 'refused'}`;
    it.concurrent(`PROTOCOL Tables: ${where}: a start held before and after its first event is invisible`, async () => {
      const references = await referencesOf(one, canJoin);
      expectOneOrder(await race(one, canJoin, 'before the first event'), references, 'before the first event');
      expectOneOrder(await race(one, canJoin, 'after the first event'), references, 'after the first event');
    });
  }

  it(`PROTOCOL Tables: in ${ROUNDS} races every call is answered as just before or just after the start`, async () => {
    const rounds = Array.from({ length: ROUNDS }, (_, round) => round);
    const next = async (): Promise<void> => {
      for (let round = rounds.shift(); round !== undefined; round = rounds.shift()) {
        const variant = VARIANTS[round % VARIANTS.length];
        if (variant === undefined) throw new Error('no call');
        const { one, canJoin } = variant;
        const meeting = Math.floor(round / VARIANTS.length) % 2 === 0 ? 'at once' : 'released at once';
        const references = await referencesOf(one, canJoin);
        expectOneOrder(await race(one, canJoin, meeting), references, `round ${round}: ${one.name}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  }, 600_000);
});
