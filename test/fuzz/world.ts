/** Where the fuzzer asks: tables and games of the matrix and one that is played, made anew when requests have used them up. */
import { randomUUID } from 'node:crypto';
import { newOperatorToken } from '../../src/identity/operator.ts';
import { ACTORS, type Actor, type SceneName } from '../authorization/matrix.ts';
import { headersOf, openScene, type Person, type Scene } from '../authorization/scenes.ts';
import type { TestApp, TestGuest } from '../support/app.ts';
import type { TestIssuer } from '../support/test-issuer.ts';

/** A game in which it is always somebody's turn. */
export interface Play {
  readonly gameId: string;
  readonly tableId: string;
  readonly guests: readonly TestGuest[];
}

export interface Turn {
  readonly gameId: string;
  readonly headers: TestGuest['headers'];
  readonly command: object;
}

export interface World {
  readonly node: TestApp;
  readonly issuer: TestIssuer;
  scene(name: SceneName | null): Promise<Scene>;
  /** The next who asks for it finds a new one; the ids of the old one stay known. */
  wornOut(name: SceneName | null): void;
  /** A command that the rules allow now. */
  turn(): Promise<Turn>;
  operator(): { readonly authorization: string };
  /** Ids of everything there ever was, whoever's and of whatever kind. */
  readonly ids: readonly string[];
  /** How many scenes were made. */
  readonly made: number;
}

/** So long that the clock never plays: only the one who is asked does. */
const PATIENT = {
  pauseSeconds: 0,
  revolutionSeconds: null,
  taxSeconds: null,
  turnSeconds: null,
  placementSeconds: null,
};

export function createWorld(node: TestApp, issuer: TestIssuer): World {
  const scenes = new Map<SceneName | null, Promise<Scene>>();
  const ids: string[] = [];
  let made = 0;
  let play: Play | null = null;

  async function openNew(name: SceneName | null): Promise<Scene> {
    made += 1;
    const scene = await openScene(node, name);
    const { tableId, gameId, invitationId, people } = scene;
    ids.push(tableId, gameId, invitationId, ...ACTORS.map((actor) => people[actor].id));
    return scene;
  }

  return {
    node,
    issuer,
    ids,
    get made() {
      return made;
    },
    scene(name) {
      const known = scenes.get(name) ?? openNew(name);
      scenes.set(name, known);
      return known;
    },
    wornOut(name) {
      scenes.delete(name);
    },
    async turn() {
      const found = play === null ? null : await turnOf(node, play);
      if (found !== null) return found;
      play = await begin(node);
      ids.push(play.gameId, play.tableId);
      const first = await turnOf(node, play);
      if (first === null) throw new Error('A game has begun in which it is nobody’s turn.');
      return first;
    },
    operator() {
      const { operatorKey, entropy, clock } = node.deps;
      return { authorization: `Bearer ${newOperatorToken(operatorKey, entropy, clock)}` };
    },
  };
}

async function begin(node: TestApp): Promise<Play> {
  const guests = await Promise.all(['Ann', 'Ben', 'Cid', 'Dot'].map((name) => node.guest(name)));
  const call = async ({ headers }: TestGuest, method: 'POST' | 'PUT', path: string, payload: object) => {
    const answer = await node.inject({ method, url: `/v1/tables${path}`, headers, payload });
    if (answer.statusCode >= 400) throw new Error(`${method} ${path}: ${answer.body}`);
    return answer.json();
  };
  const [host] = guests;
  if (host === undefined) throw new Error('nobody came');
  const { id, inviteCode } = await call(host, 'POST', '', { visibility: 'private', clock: PATIENT });
  for (const guest of guests) {
    await call(guest, 'POST', `/${id}/seats`, { invite: inviteCode });
    await call(guest, 'PUT', `/${id}/ready`, { ready: true });
  }
  const { gameId } = await call(host, 'POST', `/${id}/start`, {});
  const { headers } = host;
  await node.inject({ method: 'GET', url: `/v1/games/${gameId}/events?after=2&wait=25`, headers });
  return { gameId, tableId: id, guests };
}

async function turnOf(node: TestApp, { gameId, guests }: Play): Promise<Turn | null> {
  for (const { headers } of guests) {
    const { you } = (await node.inject({ method: 'GET', url: `/v1/games/${gameId}`, headers })).json();
    const [command] = you?.legal ?? [];
    if (command !== undefined) return { gameId, headers, command };
  }
  return null;
}

const GARBAGE: readonly string[] = ['Bearer', 'Bearer ', 'Basic YTpi', 'Bearer a b', 'bearer none', 'Bearer a.b.c', ''];

/** Everybody of the matrix, the operator, and who sends something that is no token. */
export const ASKERS = [...ACTORS, 'operator', 'garbage'] as const;
export type Asker = (typeof ASKERS)[number];

/** Whoever needs a token and comes as one of these is not let in. */
export const STRANGERS: ReadonlySet<Asker> = new Set(['anonymous', 'revoked', 'expired', 'garbage']);

/** @param lot chooses among several kinds of garbage */
export function headersOfAsker(world: World, scene: Scene, who: Asker, choose: (of: readonly string[]) => string) {
  if (who === 'operator') return world.operator();
  if (who === 'garbage') return { authorization: choose(GARBAGE) };
  return headersOf(scene.people[who]);
}

/** Somebody new, who has nothing to do with anything. */
export async function newcomer(node: TestApp): Promise<TestGuest> {
  return node.guest(`Newcomer ${randomUUID().slice(0, 8)}`);
}

export type { Actor, Person };
