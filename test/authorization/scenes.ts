/** Where the matrix plays: a table or a game with everybody who may ask something of it, each scene with people of its own. */
import { v7 as uuid } from 'uuid';
import { systemClock } from '../../src/adapters/system.ts';
import { ADMIN_SCOPES, type Scope } from '../../src/http/identity.ts';
import { createAccessTokens } from '../../src/identity/access-tokens.ts';
import { createSigningKeys } from '../../src/identity/signing-keys.ts';
import type { TestApp } from '../support/app.ts';
import type { Actor, SceneName } from './matrix.ts';

export interface Person {
  readonly id: string;
  /** `null` for whoever sends none. */
  readonly token: string | null;
}

export interface Scene {
  readonly people: Readonly<Record<Actor, Person>>;
  /** Ids of what is asked for; in a scene without a table they name nothing. */
  readonly tableId: string;
  readonly gameId: string;
  readonly inviteCode: string;
  readonly invitationId: string;
  readonly matchId: string;
  /** A seat that the host may take from somebody. */
  readonly seat: number;
}

const ALL: readonly Scope[] = ['play', 'lobby', 'bots'];
const DAY_MS = 86_400_000;
/** So long that a game never moves by itself. */
const SLOW = {
  pauseSeconds: 86_400,
  turnSeconds: null,
  taxSeconds: null,
  revolutionSeconds: null,
  placementSeconds: null,
};

/** For which nobody else waits. */
const LONELY = { preset: 'corporate', players: { min: 6, max: 6 } };

export type Call = (who: Person, method: string, path: string, payload?: object) => Promise<unknown>;

export async function openScene(node: TestApp, name: SceneName | null): Promise<Scene> {
  const people = await gather(node);
  const call = caller(node);
  const ids = { tableId: uuid(), gameId: uuid(), invitationId: uuid(), matchId: uuid() };
  const nothing = { people, ...ids, inviteCode: 'NONE-NONE', seat: 0 };
  if (name === null) return nothing;
  const { host, seated, spectator, bot, other } = people;
  if (name === 'waiting') {
    const { id } = (await call(seated, 'POST', '/matchmaking', LONELY)) as { id: string };
    return { ...nothing, matchId: id };
  }
  const isPrivate = name !== 'open' && name !== 'playing';
  const table = await call(host, 'POST', '/tables', {
    visibility: isPrivate ? 'private' : 'public',
    ruleset: { preset: 'official', players: { min: 4, max: 12 } },
    clock: SLOW,
  });
  const { id: tableId, inviteCode } = table as { id: string; inviteCode: string };
  const elsewhere = (await call(other, 'POST', '/tables', {})) as { id: string };
  await call(other, 'POST', `/tables/${elsewhere.id}/seats`);
  const isOpen = name === 'open' || name === 'private';
  for (const who of isOpen ? [host, seated] : [host, seated, spectator]) {
    await call(who, 'POST', `/tables/${tableId}/seats`, { invite: inviteCode });
  }
  for (const _ of name === 'over' ? [] : ['one', 'two', 'three']) {
    await call(host, 'POST', `/tables/${tableId}/bots`, { kind: 'builtIn', level: 'random' });
  }
  await call(seated, 'PUT', `/tables/${tableId}/ready`, { ready: true });
  await call(host, 'POST', `/tables/${tableId}/bots`, { kind: 'remote', playerId: bot.id });
  const inbox = (await call(bot, 'GET', '/me/inbox')) as { invitations: readonly { id: string }[] };
  const invitationId = inbox.invitations[0]?.id ?? '';
  const scene = { ...nothing, tableId, inviteCode, invitationId, seat: 1 };
  if (isOpen) return scene;
  await call(spectator, 'PUT', `/tables/${tableId}/ready`, { ready: true });
  await call(bot, 'POST', `/invitations/${invitationId}/accept`);
  const { gameId } = (await call(host, 'POST', `/tables/${tableId}/start`)) as { gameId: string };
  await call(spectator, 'DELETE', `/tables/${tableId}/seats/me`);
  // Too few are left to deal, and so the host may end it (R-GAME-6).
  if (name === 'over') await call(host, 'POST', `/tables/${tableId}/end`);
  return { ...scene, gameId };
}

export const headersOf = ({ token }: Person): Record<string, string> =>
  token === null ? {} : { authorization: `Bearer ${token}` };

function caller(node: TestApp): Call {
  return async (who, method, path, payload) => {
    const answer = await node.inject({
      method: method as 'GET',
      url: `/v1${path}`,
      headers: headersOf(who),
      ...(payload === undefined ? {} : { payload }),
    });
    if (answer.statusCode >= 400) throw new Error(`${method} ${path}: ${answer.body}`);
    return answer.body === '' ? null : answer.json();
  };
}

/** Straight into the rows, since they are many; their tokens are signed with the service's own keys. */
async function gather({ deps, app }: TestApp): Promise<Readonly<Record<Actor, Person>>> {
  const { prisma, vault, clock, config } = deps;
  const signed = {
    keys: createSigningKeys({ prisma, vault, clock }),
    issuer: config.PUBLIC_URL ?? 'dalmuti',
    minutes: 60,
  };
  const access = createAccessTokens({ ...signed, clock });
  const anHourAgo = createAccessTokens({
    ...signed,
    clock: { ...systemClock, now: () => clock.now() - 2 * 3_600_000 },
  });

  async function login(player: { id: string; name: string; kind: 'guest' }, revoked: boolean): Promise<string> {
    const familyId = uuid();
    const expiresAt = new Date(clock.now() + DAY_MS);
    const row = { id: uuid(), familyId, playerId: player.id, hash: Buffer.from(uuid()), expiresAt };
    await prisma.refreshToken.create({ data: { ...row, ...(revoked ? { revokedAt: new Date(clock.now()) } : {}) } });
    return familyId;
  }

  async function person(name: string): Promise<{ id: string; name: string; kind: 'guest'; family: string }> {
    const player = { id: uuid(), name, kind: 'guest' as const };
    await prisma.player.create({ data: player });
    return { ...player, family: await login(player, false) };
  }

  const signedIn = async (name: string): Promise<Person> => {
    const player = await person(name);
    return { id: player.id, token: await access.sign(player, ALL, player.family) };
  };

  const host = await person('Host');
  const admin = await signedIn('Admin');
  await prisma.adminScope.createMany({
    data: ADMIN_SCOPES.map((scope) => ({ playerId: admin.id, scope })),
  });
  const owner = await person('Owner');
  const ownersToken = await access.sign(owner, ALL, owner.family);
  return {
    anonymous: { id: uuid(), token: null },
    guest: await signedIn('Guest'),
    other: await signedIn('Other'),
    seated: await signedIn('Seated'),
    host: { id: host.id, token: await access.sign(host, ALL, host.family) },
    spectator: await signedIn('Spectator'),
    bot: await botOf(app, ownersToken),
    owner: { id: owner.id, token: ownersToken },
    admin,
    revoked: { id: host.id, token: await access.sign(host, ALL, await login(host, true)) },
    expired: { id: host.id, token: await anHourAgo.sign(host, ALL, host.family) },
    scopeless: { id: host.id, token: await access.sign(host, [], host.family) },
  };
}

async function botOf(app: TestApp['app'], ownersToken: string): Promise<Person> {
  const headers = { authorization: `Bearer ${ownersToken}` };
  const payload = { name: 'Bot', acceptFrom: 'anyone' };
  const { id } = (await app.inject({ method: 'POST', url: '/v1/bots', headers, payload })).json();
  const { token } = (await app.inject({ method: 'POST', url: `/v1/bots/${id}/token`, headers })).json();
  return { id, token };
}
