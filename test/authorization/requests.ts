/** How each operation of the contract is asked for in the matrix. */
import type { Scene } from './scenes.ts';

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Its success changes what the next one would find. */
  readonly changes?: true;
  /** It goes on and on: only its beginning is read. */
  readonly streams?: true;
}

const WHY = { reason: 'the matrix' };
const KEY = { 'idempotency-key': 'a-key-of-the-matrix' };

const get =
  (path: (scene: Scene) => string) =>
  (scene: Scene): Request => ({ method: 'GET', path: path(scene) });

function changing(method: Request['method'], path: (scene: Scene) => string, body?: object) {
  return (scene: Scene): Request => ({
    method,
    path: path(scene),
    changes: true,
    ...(body === undefined ? {} : { body }),
  });
}

/** By the operation's id. */
export const REQUESTS: Readonly<Record<string, (scene: Scene) => Request>> = {
  createGuest: () => ({ method: 'POST', path: '/v1/guests', body: { name: 'Somebody new' } }),
  refreshTokens: () => ({ method: 'POST', path: '/v1/tokens/refresh', body: { refreshToken: 'none of ours' } }),
  exchangeToken: () => ({ method: 'POST', path: '/v1/tokens/exchange', body: { token: 'none of an issuer' } }),
  useDeviceCode: () => ({ method: 'POST', path: '/v1/tokens/device', body: { code: 'WRONGONE' } }),
  getJwks: get(() => '/.well-known/jwks.json'),
  getRulesets: get(() => '/v1/rulesets'),
  getLiveness: get(() => '/health/live'),
  getReadiness: get(() => '/health/ready'),
  openStream: get(() => '/v1/stream'),

  getMe: get(() => '/v1/me'),
  changeMe: () => ({ method: 'PATCH', path: '/v1/me', body: { locale: 'en' } }),
  eraseMe: changing('DELETE', () => '/v1/me'),
  createDeviceCode: () => ({ method: 'POST', path: '/v1/me/device-codes' }),
  createStreamTicket: () => ({ method: 'POST', path: '/v1/stream-tickets', body: { topic: 'me' } }),
  getInbox: get(() => '/v1/me/inbox'),
  streamLobby: () => ({ method: 'GET', path: '/v1/lobby/stream', streams: true }),
  streamInbox: () => ({ method: 'GET', path: '/v1/me/stream', streams: true }),

  createBot: () => ({ method: 'POST', path: '/v1/bots', body: { name: 'Another' } }),
  listBots: get(() => '/v1/bots'),
  createBotToken: changing('POST', ({ people }) => `/v1/bots/${people.bot.id}/token`),
  deleteBot: changing('DELETE', ({ people }) => `/v1/bots/${people.bot.id}`),

  getPlayer: get(({ people }) => `/v1/players/${people.seated.id}`),
  listPlayerGames: get(({ people }) => `/v1/players/${people.seated.id}/games`),

  createTable: () => ({ method: 'POST', path: '/v1/tables', body: {} }),
  listTables: get(() => '/v1/tables'),
  getTable: get(({ tableId }) => `/v1/tables/${tableId}`),
  getInvite: get(({ inviteCode }) => `/v1/invites/${inviteCode}`),
  takeSeat: changing('POST', ({ tableId }) => `/v1/tables/${tableId}/seats`, {}),
  leaveSeat: changing('DELETE', ({ tableId }) => `/v1/tables/${tableId}/seats/me`),
  removeFromSeat: changing('DELETE', ({ tableId, seat }) => `/v1/tables/${tableId}/seats/${seat}`),
  setReady: changing('PUT', ({ tableId }) => `/v1/tables/${tableId}/ready`, { ready: true }),
  seatBot: changing('POST', ({ tableId }) => `/v1/tables/${tableId}/bots`, { kind: 'builtIn', level: 'random' }),
  startTable: changing('POST', ({ tableId }) => `/v1/tables/${tableId}/start`),
  rematch: changing('POST', ({ tableId }) => `/v1/tables/${tableId}/rematch`),
  endTable: changing('POST', ({ tableId }) => `/v1/tables/${tableId}/end`),
  invitePlayer: ({ tableId, people }) => ({
    method: 'POST',
    path: `/v1/tables/${tableId}/invitations`,
    body: { playerId: people.bot.id },
  }),
  withdrawInvitation: changing(
    'DELETE',
    ({ tableId, invitationId }) => `/v1/tables/${tableId}/invitations/${invitationId}`,
  ),
  acceptInvitation: changing('POST', ({ invitationId }) => `/v1/invitations/${invitationId}/accept`),
  declineInvitation: changing('POST', ({ invitationId }) => `/v1/invitations/${invitationId}/decline`),

  findMatch: () => ({
    method: 'POST',
    path: '/v1/matchmaking',
    body: { preset: 'official', players: { min: 8, max: 8 } },
  }),
  getMatch: get(({ matchId }) => `/v1/matchmaking/${matchId}`),
  cancelMatch: changing('DELETE', ({ matchId }) => `/v1/matchmaking/${matchId}`),

  getGame: get(({ gameId }) => `/v1/games/${gameId}`),
  getEvents: get(({ gameId }) => `/v1/games/${gameId}/events`),
  getHands: get(({ gameId }) => `/v1/games/${gameId}/hands`),
  getFairness: get(({ gameId }) => `/v1/games/${gameId}/fairness`),
  getReplay: get(({ gameId }) => `/v1/games/${gameId}/replay`),
  streamGame: ({ gameId }) => ({ method: 'GET', path: `/v1/games/${gameId}/stream`, streams: true }),
  sendCommand: ({ gameId }) => ({
    method: 'POST',
    path: `/v1/games/${gameId}/commands`,
    body: { type: 'pass' },
    headers: KEY,
  }),

  findGames: get(() => '/v1/admin/games'),
  inspectGame: get(({ gameId }) => `/v1/admin/games/${gameId}`),
  endGame: changing('POST', ({ gameId }) => `/v1/admin/games/${gameId}/end`, WHY),
  closeTable: changing('POST', ({ tableId }) => `/v1/admin/tables/${tableId}/close`, WHY),
  findPlayers: get(() => '/v1/admin/players'),
  banPlayer: changing('PUT', ({ people }) => `/v1/admin/players/${people.seated.id}/ban`, WHY),
  unbanPlayer: changing('DELETE', ({ people }) => `/v1/admin/players/${people.seated.id}/ban`),
  grantScope: changing('PUT', ({ people }) => `/v1/admin/players/${people.seated.id}/scopes/admin`),
  withdrawScope: changing('DELETE', ({ people }) => `/v1/admin/players/${people.seated.id}/scopes/admin`),
  readAudit: get(() => '/v1/admin/audit'),
};

/** By the word before the colon, or `command`: the frames of a socket that are answered by topic or game. */
export const FRAMES: Readonly<Record<string, (scene: Scene) => object>> = {
  'topic:me': () => ({ type: 'subscribe', topic: 'me' }),
  'topic:lobby': () => ({ type: 'subscribe', topic: 'lobby' }),
  'topic:table': ({ tableId }) => ({ type: 'subscribe', topic: `table:${tableId}` }),
  'topic:game': ({ gameId }) => ({ type: 'subscribe', topic: `game:${gameId}` }),
  command: ({ gameId }) => ({ type: 'command', key: 'a-key-of-the-matrix', gameId, command: { type: 'pass' } }),
};
