/** The retention job removes what no request can ask for any more, in batches, and nothing else (docs/OPERATIONS.md). */
import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { PrismaClient } from '../../src/generated/prisma/client.ts';
import * as identityRows from '../../src/identity/old-rows.ts';
import * as lobbyRows from '../../src/lobby/old-rows.ts';
import { createRetention, MAX_BATCH, type Purge, RETENTION_LOCK } from '../../src/ops/retention.ts';
import { manualClock } from '../streams/manual-clock.ts';
import {
  describeOnEachDatabase,
  describeOnPostgres,
  openTestDatabase,
  type TestDatabase,
} from '../support/database.ts';

const NOW = Date.parse('2026-06-30T12:00:00Z');
const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(NOW - days * DAY_MS);
const TABLES = 'players, lobby_tables, game_players, game_seeds, refresh_tokens, bot_tokens, signing_keys';

type Remove = Purge['remove'];

function tableRow(more: object = {}) {
  const common = { id: uuid(), visibility: 'public', hostId: uuid(), ruleset: {}, clock: {}, inviteCode: uuid() };
  return { ...common, ...more };
}

const seed = (gameId: string) => ({ gameId, sealed: randomBytes(32), commitment: 'c' });

describeOnEachDatabase('retention', (open) => {
  let database: TestDatabase;
  let prisma: PrismaClient;
  beforeAll(async () => {
    database = await open();
    prisma = database.prisma;
  });
  afterEach(() => database.pool.query(`TRUNCATE ${TABLES} CASCADE`));
  afterAll(() => database.close());

  const run = (remove: Remove, limit = 500) => prisma.$transaction((tx) => remove(tx, NOW, limit));
  const player = async (kind = 'guest') => {
    const { id } = await prisma.player.create({ data: { id: uuid(), name: 'Ada', kind, createdAt: ago(200) } });
    return id;
  };
  const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id).sort();

  it('removes closed tables after their time with seats, unused built-in bots and the seed of the unstarted game', async () => {
    const [person, unused, played] = [await player(), await player('builtIn'), await player('builtIn')];
    const [next, past] = [uuid(), uuid()];
    await prisma.gameSeed.createMany({ data: [seed(next), seed(past)] });
    await prisma.gamePlayer.create({
      data: { gameId: past, playerId: played, seat: 0, tableId: uuid(), startedAt: ago(90), endedAt: ago(89) },
    });
    const sitters = [person, unused, played].map((playerId, place) => ({ seat: place, playerId, state: 'taken' }));
    const old = { state: 'closed', removeAfter: ago(0), nextGameId: next, pastGameIds: [past] };
    await prisma.lobbyTable.create({ data: { ...tableRow(old), seats: { createMany: { data: sitters } } } });
    expect(await run(lobbyRows.removeClosedTables)).toBe(1);
    expect(await prisma.lobbyTable.count()).toBe(0);
    expect(ids(await prisma.player.findMany({ where: { name: 'Ada' } }))).toEqual([person, played].sort());
    expect((await prisma.gameSeed.findMany()).map(({ gameId }) => gameId)).toEqual([past]);
    expect(await prisma.gamePlayer.count()).toBe(1);
  });

  it('keeps tables that play, that are open, that await a rematch, or whose time has not come', async () => {
    const later = new Date(NOW + 1);
    const kept = [
      tableRow({ state: 'playing', gameId: uuid(), removeAfter: ago(1) }),
      tableRow({ state: 'open', expiresAt: later, removeAfter: ago(1) }),
      tableRow({ state: 'closed', expiresAt: later, removeAfter: ago(1) }),
      tableRow({ state: 'closed', removeAfter: later }),
    ];
    await prisma.lobbyTable.createMany({ data: kept });
    expect(await run(lobbyRows.removeClosedTables)).toBe(0);
    expect(await run(lobbyRows.closeExpiredTables)).toBe(0);
    expect(ids(await prisma.lobbyTable.findMany())).toEqual(ids(kept));
  });

  it('closes expired open tables with their address, invitations, kept seats and the seed of the next game', async () => {
    const [gameId, invited] = [uuid(), await player()];
    await prisma.gameSeed.create({ data: seed(gameId) });
    const expired = { state: 'open', expiresAt: ago(0), nextGameId: gameId, hostAddress: randomBytes(16) };
    const invitation = { id: uuid(), fromId: uuid(), forId: invited, expiresAt: ago(-1) };
    const row = { ...tableRow(expired), seats: { create: { seat: 0, playerId: invited, state: 'invited' } } };
    await prisma.lobbyTable.create({ data: { ...row, invitations: { create: invitation } } });
    expect(await run(lobbyRows.closeExpiredTables)).toBe(1);
    const [table] = await prisma.lobbyTable.findMany({ include: { seats: true, invitations: true } });
    expect(table).toMatchObject({ state: 'closed', nextGameId: null, expiresAt: null, hostAddress: null, seats: [] });
    expect(table?.invitations).toMatchObject([{ state: 'lapsed' }]);
    expect(await prisma.gameSeed.count()).toBe(0);
    expect(await run(lobbyRows.closeExpiredTables)).toBe(0);
  });

  it('removes refresh tokens a day after they expire, but the newest one of a guest', async () => {
    const [guest, account] = [await player(), await player('account')];
    const token = (playerId: string, expiresAt: Date, usedAt: Date | null = null) => ({
      ...{ id: uuid(), familyId: uuid(), playerId, hash: randomBytes(32), createdAt: ago(100), expiresAt, usedAt },
    });
    const kept = [token(guest, ago(2)), token(account, ago(0)), token(account, ago(-50), ago(40))];
    await prisma.refreshToken.createMany({ data: [...kept, token(guest, ago(3)), token(account, ago(1))] });
    expect(await run(identityRows.removeExpiredRefreshTokens)).toBe(2);
    expect(ids(await prisma.refreshToken.findMany())).toEqual(ids(kept));
  });

  it('removes old invitations, settled tickets, device codes, revoked bot tokens and retired keys, and keeps young ones', async () => {
    const playerId = await player();
    const { id: tableId } = await prisma.lobbyTable.create({ data: tableRow({ state: 'closed' }) });
    const invitation = { tableId, fromId: uuid(), forId: playerId, state: 'declined' };
    const ticket = {
      playerId,
      preset: 'official',
      minPlayers: 4,
      maxPlayers: 4,
      waitingSince: ago(3),
      expiresAt: ago(3),
    };
    const code = { playerId, createdAt: ago(1) };
    const key = { publicJwk: {}, sealedPrivate: randomBytes(8) };
    for (const young of [false, true]) {
      const shift = young ? 0.5 : 0;
      await prisma.invitation.create({ data: { ...invitation, id: uuid(), expiresAt: ago(1 - shift) } });
      const settledAt = ago(1.1 - shift);
      await prisma.matchTicket.create({ data: { ...ticket, id: uuid(), state: 'expired', settledAt } });
      await prisma.deviceCode.create({ data: { ...code, id: uuid(), hash: randomBytes(32), expiresAt: ago(-shift) } });
      await prisma.botToken.create({
        data: { id: uuid(), playerId, hash: randomBytes(32), revokedAt: ago(30 - shift) },
      });
      await prisma.signingKey.create({ data: { ...key, kid: uuid(), retiredAt: ago(32 - shift) } });
    }
    await prisma.signingKey.create({ data: { ...key, kid: uuid() } });
    await prisma.botToken.create({ data: { id: uuid(), playerId, hash: randomBytes(32) } });
    expect(await run(lobbyRows.removeOldInvitations)).toBe(1);
    expect(await run(lobbyRows.removeSettledTickets)).toBe(1);
    expect(await run(identityRows.removeExpiredDeviceCodes)).toBe(1);
    expect(await run(identityRows.removeRevokedBotTokens)).toBe(1);
    expect(await run(identityRows.removeRetiredKeys)).toBe(1);
    expect([await prisma.botToken.count(), await prisma.signingKey.count()]).toEqual([2, 2]);
  });

  it('works in batches with a pause between, and logs counts only', async () => {
    await prisma.lobbyTable.createMany({
      data: Array.from({ length: MAX_BATCH + 1 }, () => tableRow({ state: 'closed', removeAfter: ago(1) })),
    });
    const [clock, logged, counts]: [ReturnType<typeof manualClock>, object[], number[]] = [
      manualClock(new Date(NOW).toISOString()),
      [],
      [],
    ];
    const remove: Remove = async (tx, now, limit) => {
      const count = await lobbyRows.removeClosedTables(tx, now, limit);
      counts.push(count);
      return count;
    };
    const logger = {
      info: (details: object) => void logged.push(details),
      warn: (details: object) => void logged.push(details),
    };
    const fails: Purge = { name: 'broken', remove: () => Promise.reject(new Error('away')) };
    const job = createRetention({ prisma, clock, logger, purges: [fails, { name: 'tables', remove }] });
    job.start();
    clock.forward(60_000);
    await vi.waitFor(() => expect(clock.pending()).toBe(1), { timeout: 20_000 });
    expect(counts).toEqual([MAX_BATCH]);
    expect(await prisma.lobbyTable.count()).toBe(1);
    clock.forward(200);
    await vi.waitFor(() => expect(clock.pending()).toBe(1), { timeout: 20_000 });
    expect(counts).toEqual([MAX_BATCH, 1]);
    expect(logged).toEqual([expect.objectContaining({ purge: 'broken' }), { removed: { tables: MAX_BATCH + 1 } }]);
    await job.stop();
    expect(clock.pending()).toBe(0);
  });
});

describeOnPostgres('retention on two nodes', () => {
  it('leaves a look to the node at work, and goes on when the connection of that node has ended', async () => {
    const database = await openTestDatabase({ kind: 'postgres' });
    await database.prisma.lobbyTable.create({ data: tableRow({ state: 'closed', removeAfter: ago(1) }) });
    const logger = { info: () => undefined, warn: () => undefined };
    const purges = [{ name: 'tables', remove: lobbyRows.removeClosedTables }];
    const clock = manualClock(new Date(NOW).toISOString());
    const job = createRetention({ prisma: database.prisma, clock, logger, purges });
    const other = await database.pool.connect();
    await other.query('BEGIN');
    await other.query('SELECT pg_advisory_xact_lock($1::bigint)', [RETENTION_LOCK]);
    await job.look();
    expect(await database.prisma.lobbyTable.count()).toBe(1);
    other.release(true);
    await vi.waitFor(async () => {
      await job.look();
      expect(await database.prisma.lobbyTable.count()).toBe(0);
    });
    await database.close();
  });

  it('finds the rows of a batch by an index among 100,000 tables', async () => {
    const database = await openTestDatabase({ kind: 'postgres' });
    for (let first = 1; first <= 100_000; first += 10_000) {
      await database.pool.query(`
        INSERT INTO lobby_tables (id, state, visibility, host_id, ruleset, clock, invite_code, remove_after)
        SELECT gen_random_uuid(), 'closed', 'public', gen_random_uuid(), '{}', '{}', n::text, now() + n * interval '1 second'
          FROM generate_series(${first}, ${first + 9_999}) AS n`);
    }
    await database.pool.query('ANALYZE lobby_tables');
    const { rows } = await database.pool.query<{ readonly 'QUERY PLAN': string }>(`
      EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) SELECT id FROM lobby_tables
       WHERE remove_after <= now() + interval '500 seconds' AND state <> 'playing'
         AND (expires_at IS NULL OR expires_at <= now()) ORDER BY remove_after LIMIT 500 FOR UPDATE SKIP LOCKED`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('Index Scan using lobby_tables_remove_after_idx');
    expect(plan).not.toMatch(/Seq Scan|Rows Removed/);
    await database.close();
  }, 60_000);
});

describe('retention', () => {
  it('starts no batch after it was stopped', async () => {
    const clock = manualClock(new Date(NOW).toISOString());
    const $transaction = vi.fn();
    const logger = { info: () => undefined, warn: () => undefined };
    const job = createRetention({
      prisma: { $transaction },
      clock,
      logger,
      purges: [{ name: 'tables', remove: vi.fn() }],
    });
    job.start();
    await job.stop();
    await job.look();
    clock.forward(DAY_MS);
    expect($transaction).not.toHaveBeenCalled();
  });
});
