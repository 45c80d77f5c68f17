/** Every call that a client can make of a table while its game starts, each as one request of one player. */
import type { TestApp, TestGuest } from '../../support/app.ts';

export type Role = 'host' | 'ben' | 'cat' | 'dan' | 'eve' | 'robo' | 'rita';
export type Person = Pick<TestGuest, 'id' | 'headers'>;
export type People = Readonly<Record<Role, Person>>;

/** Four players sit and are ready, bot robo is invited, eve has no seat, bot rita may be invited. */
export interface Scene {
  readonly people: People;
  readonly tableId: string;
  readonly inviteCode: string;
  readonly gameId: string;
  readonly invitationId: string;
}

export interface Call {
  readonly name: string;
  readonly by: Role;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: (scene: Scene) => string;
  readonly payload?: (scene: Scene) => object;
  /** What of the body counts; all of it unless said otherwise. */
  readonly part?: (body: unknown, scene: Scene) => unknown;
  /** Whether its answer depends on whether the ruleset admits newcomers. */
  readonly joins?: true;
}

const at = (rest: string) => (scene: Scene) => `/tables/${scene.tableId}${rest}`;

/** Other tables of the same database are in the lists as well. */
const ownTable = (body: unknown, { tableId }: Scene) =>
  (body as { items: { id: string }[] }).items.filter(({ id }) => id === tableId);
const nothing = () => null;

/** People play at other tables as well. Whom a game asks first depends on its deal. */
const ownInbox = (body: unknown, { tableId }: Scene) => {
  const { games, tables, invitations } = body as {
    games: { tableId: string }[];
    tables: { id: string }[];
    invitations: { table: { id: string } }[];
  };
  return {
    games: games.filter((game) => game.tableId === tableId).map((game) => ({ ...game, awaited: null })),
    tables: tables.filter(({ id }) => id === tableId),
    invitations: invitations.filter(({ table }) => table.id === tableId),
  };
};

export const CALLS: readonly Call[] = [
  { name: 'a newcomer takes a seat', by: 'eve', method: 'POST', path: at('/seats'), payload: () => ({}), joins: true },
  { name: 'a player takes their seat again', by: 'ben', method: 'POST', path: at('/seats'), payload: () => ({}) },
  { name: 'a player adds entropy', by: 'ben', method: 'POST', path: at('/seats'), payload: () => ({ entropy: 'b' }) },
  { name: 'a player leaves', by: 'ben', method: 'DELETE', path: at('/seats/me') },
  { name: 'the host leaves', by: 'host', method: 'DELETE', path: at('/seats/me') },
  { name: 'a spectator leaves', by: 'eve', method: 'DELETE', path: at('/seats/me') },
  { name: 'the invited bot leaves', by: 'robo', method: 'DELETE', path: at('/seats/me') },
  { name: 'the host removes a player', by: 'host', method: 'DELETE', path: at('/seats/3') },
  { name: 'a player removes another', by: 'ben', method: 'DELETE', path: at('/seats/3') },
  { name: 'a player is ready', by: 'ben', method: 'PUT', path: at('/ready'), payload: () => ({ ready: true }) },
  { name: 'a player is not ready', by: 'ben', method: 'PUT', path: at('/ready'), payload: () => ({ ready: false }) },
  { name: 'a spectator is ready', by: 'eve', method: 'PUT', path: at('/ready'), payload: () => ({ ready: true }) },
  {
    name: 'the host seats a built-in bot',
    joins: true,
    by: 'host',
    method: 'POST',
    path: at('/bots'),
    payload: () => ({ kind: 'builtIn', level: 'greedy' }),
  },
  {
    name: 'the host invites a remote bot',
    joins: true,
    by: 'host',
    method: 'POST',
    path: at('/bots'),
    payload: ({ people }) => ({ kind: 'remote', playerId: people.rita.id }),
  },
  {
    name: 'the host invites a player',
    joins: true,
    by: 'host',
    method: 'POST',
    path: at('/invitations'),
    payload: ({ people }) => ({ playerId: people.rita.id }),
  },
  {
    name: 'the host invites the same player again',
    by: 'host',
    method: 'POST',
    path: at('/invitations'),
    payload: ({ people }) => ({ playerId: people.robo.id }),
  },
  {
    name: 'the host withdraws an invitation',
    by: 'host',
    method: 'DELETE',
    path: (scene) => `/tables/${scene.tableId}/invitations/${scene.invitationId}`,
  },
  {
    name: 'a bot accepts its invitation',
    by: 'robo',
    method: 'POST',
    path: ({ invitationId }) => `/invitations/${invitationId}/accept`,
    payload: () => ({}),
  },
  {
    name: 'a bot declines its invitation',
    by: 'robo',
    method: 'POST',
    path: ({ invitationId }) => `/invitations/${invitationId}/decline`,
    payload: () => ({}),
  },
  { name: 'the host ends the table', by: 'host', method: 'POST', path: at('/end') },
  { name: 'a player ends the table', by: 'ben', method: 'POST', path: at('/end') },
  { name: 'the host asks for a rematch', by: 'host', method: 'POST', path: at('/rematch') },
  { name: 'a player starts the game', by: 'ben', method: 'POST', path: at('/start') },
  { name: 'the host reads the table', by: 'host', method: 'GET', path: at('') },
  { name: 'a player reads the table', by: 'ben', method: 'GET', path: at('') },
  { name: 'a spectator reads the table', by: 'eve', method: 'GET', path: at('') },
  {
    name: 'a spectator uses the invite code',
    by: 'eve',
    method: 'GET',
    path: ({ inviteCode }) => `/invites/${inviteCode}`,
  },
  { name: 'a player reads their inbox', by: 'ben', method: 'GET', path: () => '/me/inbox', part: ownInbox },
  { name: 'the host reads their inbox', by: 'host', method: 'GET', path: () => '/me/inbox', part: ownInbox },
  { name: 'the invited bot reads its inbox', by: 'robo', method: 'GET', path: () => '/me/inbox', part: ownInbox },
  { name: 'open tables', by: 'eve', method: 'GET', path: () => '/tables?limit=100', part: ownTable },
  { name: 'playing tables', by: 'eve', method: 'GET', path: () => '/tables?state=playing&limit=100', part: ownTable },
  {
    name: 'a player reads the game',
    by: 'ben',
    method: 'GET',
    path: ({ gameId }) => `/games/${gameId}`,
    part: nothing,
  },
];

/** The game's own start, which races with all of them. */
export const START: Call = { name: 'start', by: 'host', method: 'POST', path: at('/start'), part: nothing };

/** An answer, and what the players find afterwards, without what differs between two tables. */
export interface Answer {
  readonly status: number;
  readonly code: unknown;
  readonly body: unknown;
}

export async function make(node: TestApp, scene: Scene, call: Call): Promise<Answer> {
  const payload = call.payload === undefined ? {} : { payload: call.payload(scene) };
  const { headers } = scene.people[call.by];
  const { statusCode, body } = await node.inject({
    method: call.method,
    url: `/v1${call.path(scene)}`,
    headers,
    ...payload,
  });
  const read: unknown = body === '' ? null : JSON.parse(body);
  const part = statusCode < 300 && call.part !== undefined ? call.part(read, scene) : read;
  const code = statusCode < 300 ? null : (read as { code: string }).code;
  return { status: statusCode, code, body: nameless(part, scene) };
}

/** What of a table is equal in every scene that took the same calls in the same order. */
function nameless(body: unknown, { people, tableId, gameId }: Scene): unknown {
  const names = new Map([
    [tableId, 'table'],
    [gameId, 'game'],
    ...Object.entries(people).map(([role, { id }]) => [id, role] as const),
  ]);
  const text = JSON.stringify(body, (key, value: unknown) => (VARIES.has(key) && value !== null ? key : value));
  return JSON.parse(
    text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => names.get(id) ?? 'another id'),
  );
}

const VARIES = new Set([
  'version',
  'inviteCode',
  'commitment',
  'createdAt',
  'startedAt',
  'expiresAt',
  'requestId',
  'instance',
]);
