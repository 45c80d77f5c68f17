/** Who may do what: every operation and topic, asked by everybody, gets what the matrix says; what is hidden answers like what is missing. */
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openapiDocument } from '../../src/http/openapi.ts';
import { ClientFrameSchema } from '../../src/streams/frames.ts';
import { TOPIC_NAMES } from '../../src/streams/topics.ts';
import { connect } from '../streams/client.ts';
import { bootApp, type TestApp } from '../support/app.ts';
import { statementsOf, watchStatements } from './lookups.ts';
import { ACTORS, type Actor, type Line, readMatrix } from './matrix.ts';
import { FRAMES, REQUESTS, type Request } from './requests.ts';
import { headersOf, openScene, type Person, type Scene } from './scenes.ts';

const LINES = readMatrix();

let node: TestApp;
let base: string;
beforeAll(async () => {
  node = await bootApp();
  base = await node.listen();
});
afterAll(() => node.close());

/** Asked by many: whatever changes it for the others gets a scene of its own. */
const scenes = new Map<Line['scene'], Promise<Scene>>();
async function sharedScene(name: Line['scene']): Promise<Scene> {
  const known = scenes.get(name) ?? openScene(node, name);
  scenes.set(name, known);
  return known;
}

interface Told {
  readonly status: number;
  /** Everything that is told but what differs from request to request. */
  readonly told: unknown;
}

async function ask({ method, path, body, headers = {}, streams }: Request, who: Person): Promise<Told> {
  const stop = new AbortController();
  const answer = await fetch(base + path, {
    method,
    headers: { ...headersOf(who), ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    signal: stop.signal,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const goesOn = streams === true && answer.ok;
  const text = goesOn ? '' : await answer.text();
  if (goesOn) stop.abort();
  const kept = [...answer.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
  return { status: answer.status, told: { headers: kept, body: withoutRequestId(text) } };
}

function withoutRequestId(text: string): unknown {
  if (!text.startsWith('{')) return text;
  return { ...JSON.parse(text), requestId: null };
}

async function send(frame: object, { token }: Person): Promise<Told> {
  const client = await connect({ url: base.replace('http://', '') }, { token });
  client.send({ id: '1', ...frame });
  const first = client.wait('subscribed').then(() => ({ status: 200, told: null }));
  const refused = client.wait('rejected').then(({ problem }) => {
    const { status } = problem as { status: number };
    return { status, told: { ...(problem as object), requestId: null } };
  });
  const closed = client.closed.then(({ code }) => ({
    status: code === 4001 || code === 4003 ? 401 : code,
    told: code,
  }));
  const told = await Promise.any([first, refused, closed]);
  client.socket.terminate();
  await Promise.allSettled([first, refused]);
  return told;
}

async function answerTo(line: Line, scene: Scene, who: Person): Promise<Told> {
  const frame = FRAMES[line.operation];
  return frame === undefined ? ask(requestOf(line, scene), who) : send(frame(scene), who);
}

function requestOf({ operation }: Line, scene: Scene): Request {
  const request = REQUESTS[operation];
  if (request === undefined) throw new Error(`Nobody knows how to ask for ${operation}.`);
  return request(scene);
}

/** The same address with ids that name nothing. */
function missing(scene: Scene): Scene {
  const bot = { ...scene.people.bot, id: uuid() };
  const ids = { tableId: uuid(), gameId: uuid(), invitationId: uuid(), matchId: uuid() };
  return { ...scene, people: { ...scene.people, bot }, ...ids };
}

async function sceneFor(line: Line, actor: Actor): Promise<Scene> {
  const shared = await sharedScene(line.scene);
  const changes = FRAMES[line.operation] === undefined && requestOf(line, shared).changes === true;
  return changes && line.expected[actor] < 400 ? openScene(node, line.scene) : shared;
}

describe('the matrix', () => {
  test('has a line for every operation of the contract, and no other', () => {
    const document: { readonly paths?: Readonly<Record<string, object>> } = JSON.parse(
      JSON.stringify(openapiDocument(node.app)),
    );
    const declared = Object.values(document.paths ?? {}).flatMap((path) =>
      Object.values(path).map((operation: { readonly operationId: string }) => operation.operationId),
    );
    const asked = new Set(
      LINES.map(({ operation }) => operation).filter((operation) => FRAMES[operation] === undefined),
    );
    expect([...asked].sort()).toEqual(declared.sort());
  });

  test('has a line for every topic, and for every frame that asks for more than to be heard', () => {
    const asked = new Set(
      LINES.map(({ operation }) => operation).filter((operation) => FRAMES[operation] !== undefined),
    );
    const frames = ClientFrameSchema.options.map(({ shape }) => shape.type.value);
    const ofTheSocket = ['authenticate', 'unsubscribe', 'ping'];
    const others = frames.filter((type) => type !== 'subscribe' && !ofTheSocket.includes(type));
    expect([...asked].sort()).toEqual([...TOPIC_NAMES.map((name) => `topic:${name}`), ...others].sort());
  });

  test('asks what is asked of a table or a game of a private one, too', () => {
    const scenesOf = (operation: string) =>
      LINES.filter((line) => line.operation === operation).map(({ scene }) => scene);
    const hidden: readonly Line['scene'][] = ['private', 'hidden', 'over', 'waiting'];
    const isHidden = (scene: Line['scene']) => hidden.includes(scene);
    const onlyInPublic = LINES.filter(({ operation, scene }) => scene !== null && !scenesOf(operation).some(isHidden));
    expect(onlyInPublic).toEqual([]);
  });
});

describe.each(LINES)('$name', (line) => {
  test('gives everybody what the matrix says', async () => {
    const got: Partial<Record<Actor, number>> = {};
    for (const actor of ACTORS) {
      const scene = await sceneFor(line, actor);
      const answer = await answerTo(line, scene, scene.people[actor]);
      got[actor] = answer.status;
      if (line.expected[actor] !== 404) continue;
      expect(answer.told, `to ${actor}, like what does not exist`).toEqual(
        (await answerTo(line, missing(scene), scene.people[actor])).told,
      );
    }
    expect(got).toEqual(line.expected);
  });
});

describe('what is hidden', () => {
  let unwatch: () => void;
  beforeAll(() => {
    unwatch = watchStatements();
  });
  afterAll(() => unwatch());

  const hidden = LINES.filter(({ operation, scene, expected }) => {
    const isOwn = scene === null || FRAMES[operation] !== undefined;
    return !isOwn && expected.guest === 404 && operation !== 'streamGame';
  });

  test.each(hidden)('is looked up as what is missing: $name', async (line) => {
    const scene = await sharedScene(line.scene);
    const { guest } = scene.people;
    const lookups = (of: Scene) => statementsOf(() => inject(requestOf(line, of), guest));
    // Whose token it is, is asked once.
    await lookups(scene);
    const found = await lookups(scene);
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(await lookups(missing(scene)));
  });

  const inject = ({ method, path, body, headers = {} }: Request, who: Person) =>
    node.inject({
      method,
      url: path,
      headers: { ...headersOf(who), ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });
});
