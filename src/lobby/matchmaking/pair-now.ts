/** Where tickets become tables: one node at a time for a ruleset, in one transaction (docs/decisions/0013). */
import { v7 as uuid } from 'uuid';
import type { Seeds } from '../../games/seeds.ts';
import type { MatchTicket, PrismaClient } from '../../generated/prisma/client.ts';
import type { SystemClock } from '../../ports/system.ts';
import { builtInName } from '../bots.ts';
import { DEFAULT_CLOCK } from '../clock.ts';
import { inviteCode } from '../invite-code.ts';
import type { Transaction } from '../rows.ts';
import { type Group, pair, type WaitingTicket } from './pairing.ts';
import { PATIENCE } from './tickets.ts';
import { rulesetOfMatch } from './wish.ts';

/** As pairing sees a ticket, with its row. */
export interface Queued extends WaitingTicket {
  readonly ticket: MatchTicket;
}

export interface PairNowNeeds {
  readonly prisma: PrismaClient;
  readonly clock: SystemClock;
  readonly seeds: Seeds;
}

/**
 * Pairs those who wait for a preset, unless another node is at it: that one looks again when it has done.
 *
 * @returns ids of the games that are to begin; some more may be left to pair
 */
export type PairNow = (preset: string) => Promise<readonly string[]>;

/** So many in one transaction, that it stays short. */
const MOST_GROUPS = 20;

/** @param tickets that wait; those that have lapsed are left out */
export function queued(tickets: readonly MatchTicket[], now: number): readonly Queued[] {
  return tickets
    .filter(({ expiresAt }) => expiresAt.getTime() > now)
    .map((ticket) => {
      const { id, playerId, minPlayers, maxPlayers, botsAfterSeconds } = ticket;
      const waitingSince = ticket.waitingSince.getTime();
      const botsFrom = botsAfterSeconds === null ? null : waitingSince + botsAfterSeconds * 1000;
      return { id, playerId, players: { min: minPlayers, max: maxPlayers }, waitingSince, botsFrom, ticket };
    });
}

export function createPairNow({ prisma, clock, seeds }: PairNowNeeds): PairNow {
  return (preset) =>
    prisma.$transaction(async (tx) => {
      const [lock] = await tx.$queryRaw<{ readonly mine: boolean }[]>`
        SELECT pg_try_advisory_xact_lock(hashtextextended(${`matchmaking ${preset}`}, 0)) AS mine`;
      if (lock?.mine !== true) return [];
      // Whoever cancels or asks for something else at this moment has done so, or comes too late.
      const locked = await tx.$queryRaw<readonly { readonly id: string }[]>`
        SELECT id FROM match_tickets WHERE preset = ${preset} AND state = 'waiting' ORDER BY id FOR UPDATE`;
      const waiting = await tx.matchTicket.findMany({ where: { id: { in: locked.map(({ id }) => id) } } });
      const now = clock.now();
      const groups = pair(queued(waiting, now), now).slice(0, MOST_GROUPS);
      const games: string[] = [];
      for (const group of groups) games.push(await seat(tx, seeds, preset, group, now));
      return games;
    }, PATIENCE);
}

/** A table that plays, though its game has no event yet: as a start leaves it that was cut off. @returns the game's id */
async function seat(
  tx: Transaction,
  seeds: Seeds,
  preset: string,
  { members, bots }: Group<Queued>,
  now: number,
): Promise<string> {
  const [host] = members;
  if (host === undefined) throw new Error('a group has no members');
  const [id, gameId] = [uuid(), uuid()];
  await seeds.prepare(gameId, tx);
  const fillers = Array.from({ length: bots }, (_, index) => {
    const name = builtInName(members.length + index, 'greedy');
    return { id: uuid(), name, kind: 'builtIn', level: 'greedy' };
  });
  if (bots > 0) await tx.player.createMany({ data: fillers });
  const sitters = [
    ...members.map(({ ticket: { playerId, entropy } }) => ({ playerId, entropy })),
    ...fillers.map((bot) => ({ playerId: bot.id, entropy: null })),
  ];
  await tx.lobbyTable.create({
    data: {
      id,
      state: 'playing',
      visibility: 'unlisted',
      hostId: host.playerId,
      hostAddress: host.ticket.address,
      ruleset: { ...rulesetOfMatch(preset, Math.min(...members.map(({ players }) => players.max))) },
      clock: { ...DEFAULT_CLOCK },
      inviteCode: inviteCode(),
      gameId,
      begun: false,
      createdAt: new Date(now),
      seats: {
        createMany: { data: sitters.map((sitter, place) => ({ seat: place, state: 'taken', ready: true, ...sitter })) },
      },
    },
  });
  await tx.matchTicket.updateMany({
    where: { id: { in: members.map((member) => member.id) } },
    data: { state: 'matched', gameId, settledAt: new Date(now), address: null },
  });
  return gameId;
}
