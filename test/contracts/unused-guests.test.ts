/** Guests who do not come back are removed, and nobody else is (docs/OPERATIONS.md, Keeping and removing games). */
import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { PrismaClient } from '../../src/generated/prisma/client.ts';
import { removeUnusedGuests } from '../../src/identity/unused-guests.ts';
import { describeOnEachDatabase, type TestDatabase } from '../support/database.ts';

const NO_NAMES = { forget: () => undefined };

const NOW = '2026-06-30T12:00:00Z';
const DAY_MS = 86_400_000;
const ago = (days: number, ms = 0) => new Date(Date.parse(NOW) - days * DAY_MS + ms);
const MONTH = ago(30);

describeOnEachDatabase('unused guests', (open) => {
  let database: TestDatabase;
  let prisma: PrismaClient;
  beforeAll(async () => {
    database = await open();
    prisma = database.prisma;
  });
  afterEach(() => database.pool.query('TRUNCATE players, lobby_tables, game_players CASCADE'));
  afterAll(() => database.close());

  const sweep = ({ days = 30 } = {}) => ({
    async remove(): Promise<number> {
      for (let all = 0; ; ) {
        const { count } = await prisma.$transaction((tx) =>
          removeUnusedGuests(days, NO_NAMES)(tx, Date.parse(NOW), 500),
        );
        all += count;
        if (count < 500) return all;
      }
    },
  });

  interface TokenTimes {
    readonly createdAt: Date;
    readonly usedAt?: Date;
  }
  const token = (playerId: string, { createdAt, usedAt }: TokenTimes) => ({
    id: uuid(),
    familyId: uuid(),
    playerId,
    hash: randomBytes(32),
    createdAt,
    usedAt: usedAt ?? null,
    expiresAt: new Date(createdAt.getTime() + 90 * DAY_MS),
  });

  /** A guest whose tokens were made and used then. */
  async function guest(tokens: readonly TokenTimes[] = [{ createdAt: MONTH }], kind = 'guest'): Promise<string> {
    const id = uuid();
    await prisma.player.create({ data: { id, name: 'Ada', kind, locale: 'en', createdAt: ago(100) } });
    await prisma.refreshToken.createMany({ data: tokens.map((times) => token(id, times)) });
    return id;
  }

  const table = (more: object = {}, seated: string | null = null) =>
    prisma.lobbyTable.create({
      data: {
        id: uuid(),
        visibility: 'public',
        hostId: uuid(),
        ruleset: {},
        clock: {},
        inviteCode: uuid(),
        ...more,
        ...(seated === null ? {} : { seats: { create: { seat: 0, playerId: seated, state: 'taken' } } }),
      },
    });
  const played = (playerId: string, endedAt: Date | null) =>
    prisma.gamePlayer.create({
      data: { gameId: uuid(), playerId, seat: 0, tableId: uuid(), startedAt: ago(90), endedAt },
    });
  const bot = (ownerId: string, revokedAt: Date | null) =>
    prisma.player.create({
      data: {
        id: uuid(),
        name: 'Ada’s bot',
        kind: 'bot',
        ownerId,
        botTokens: { create: { id: uuid(), hash: randomBytes(32), revokedAt } },
      },
    });
  const row = (id: string) => prisma.player.findUnique({ where: { id }, include: { refreshTokens: true } });

  async function expectUntouched(id: string, name = 'Ada'): Promise<void> {
    expect(await row(id)).toMatchObject({ name, erasedAt: null });
    expect((await row(id))?.refreshTokens.every(({ revokedAt }) => revokedAt === null)).toBe(true);
  }
  async function expectErased(id: string): Promise<void> {
    expect(await row(id)).toMatchObject({ name: 'Somebody', locale: null, erasedAt: new Date(NOW) });
    expect((await row(id))?.refreshTokens.every(({ revokedAt }) => revokedAt?.getTime() === Date.parse(NOW))).toBe(
      true,
    );
  }

  it('go 30 days after the last token was made or used, with their tokens', async () => {
    const [unused, young, came] = [
      await guest([{ createdAt: ago(60), usedAt: MONTH }, { createdAt: MONTH }]),
      await guest([{ createdAt: ago(60) }, { createdAt: ago(30, 1) }]),
      await guest([{ createdAt: ago(80), usedAt: ago(30, 1) }, { createdAt: ago(70) }]),
    ];
    expect(await sweep().remove()).toBe(1);
    expect(await row(unused)).toBeNull();
    expect(await prisma.refreshToken.count({ where: { playerId: unused } })).toBe(0);
    for (const id of [young, came]) await expectUntouched(id);
    expect(await sweep().remove()).toBe(0);
    expect(await sweep({ days: 29 }).remove()).toBe(2);
  });

  it('keep an id without a name when others may know it from a game, a table or an invitation', async () => {
    const [player, sitter, host, inviter, invited] = [
      await guest(),
      await guest(),
      await guest(),
      await guest(),
      await guest(),
    ];
    const history = await played(player, ago(40));
    await table({ state: 'closed' }, sitter);
    await table({ state: 'open', expiresAt: ago(0), hostId: host });
    const { id: tableId } = await table({ state: 'closed' });
    await prisma.invitation.create({
      data: { id: uuid(), tableId, fromId: inviter, forId: invited, state: 'lapsed', expiresAt: ago(50) },
    });
    expect(await sweep().remove()).toBe(5);
    for (const id of [player, sitter, host, inviter, invited]) await expectErased(id);
    expect(await prisma.gamePlayer.findMany()).toEqual([history]);
    expect(await prisma.tableSeat.count({ where: { playerId: sitter } })).toBe(1);
    expect(await sweep().remove()).toBe(0);
  });

  it('are none who play, sit at a table or host one', async () => {
    const [player, sitter, seated, host] = [await guest(), await guest(), await guest(), await guest()];
    await played(player, null);
    await played(player, ago(40));
    await table({ state: 'open', expiresAt: ago(0, 1) }, sitter);
    await table({ state: 'playing', gameId: uuid() }, seated);
    await table({ state: 'playing', gameId: uuid(), hostId: host });
    expect(await sweep().remove()).toBe(0);
    for (const id of [player, sitter, seated, host]) await expectUntouched(id);
  });

  it('are none who look for others to play with; tickets that wait no more are history, and go with them', async () => {
    const [waiting, lapsed, matched] = [await guest(), await guest(), await guest()];
    const wish = { preset: 'official', minPlayers: 4, maxPlayers: 4, waitingSince: ago(1) };
    const ticket = (playerId: string, expiresAt: Date, state = 'waiting') =>
      prisma.matchTicket.create({ data: { id: uuid(), playerId, ...wish, expiresAt, state } });
    await ticket(waiting, ago(0, 1));
    await ticket(lapsed, ago(0));
    await ticket(matched, ago(0, 1), 'matched');
    expect(await sweep().remove()).toBe(2);
    await expectUntouched(waiting);
    expect(await prisma.matchTicket.findMany()).toMatchObject([{ playerId: waiting }]);
  });

  it('are none whose bots have tokens; without any they go, and so do the names of their bots', async () => {
    const [owner, former] = [await guest(), await guest()];
    const [living, dead] = [await bot(owner, null), await bot(former, ago(1))];
    expect(await sweep().remove()).toBe(1);
    await expectUntouched(owner);
    await expectUntouched(living.id, 'Ada’s bot');
    await expectErased(former);
    await expectErased(dead.id);
  });

  it('are neither other kinds of players, nor people of games that were imported, who never had a token', async () => {
    const others = [
      await guest([], 'guest'),
      await guest(undefined, 'account'),
      await guest(undefined, 'bot'),
      await guest(undefined, 'builtIn'),
    ];
    expect(await sweep().remove()).toBe(0);
    for (const id of others) await expectUntouched(id);
  });

  it('are removed once by two nodes at once, however many there are', async () => {
    const ids = Array.from({ length: 1001 }, () => uuid());
    await prisma.player.createMany({
      data: ids.map((id) => ({ id, name: 'Ada', kind: 'guest', createdAt: ago(100) })),
    });
    await prisma.refreshToken.createMany({ data: ids.map((id) => token(id, { createdAt: MONTH })) });
    const counts = await Promise.all([sweep().remove(), sweep().remove()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1001);
    expect(await prisma.player.count()).toBe(0);
  });
});
