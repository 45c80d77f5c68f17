/** A log-in at another issuer becomes one here: on first sight a new account, or the guest who came along becomes one. */
import { v7 } from 'uuid';
import type { Prisma } from '../generated/prisma/client.ts';
import type { Identity, Player } from '../http/identity.ts';
import { type Problem, problem } from '../http/problem.ts';
import type { SystemClock } from '../ports/system.ts';
import type { Directory } from './directory.ts';
import type { Guests, Tokens } from './guests.ts';
import type { Issuers, Subject } from './issuers.ts';
import { fitName } from './names.ts';
import { type PlayerRow, playerOf } from './player-row.ts';

export interface Exchanged {
  /** Whether the account was made just now. */
  readonly isNew: boolean;
  readonly login: Tokens & { readonly player: Player };
}

export interface Exchange {
  /**
   * @param token of an issuer that is listed
   * @param along who sends it, when he is here already
   * @throws Problem `oidc_…`, `unavailable`, `identity_conflict`, `forbidden`, `token_revoked`
   */
  exchange(token: string, along: Identity | null): Promise<Exchanged>;
}

interface Needs {
  readonly issuers: Issuers;
  readonly guests: Guests;
  readonly clock: SystemClock;
  readonly directory: Directory;
  /** What this node remembers of his tokens says that he is a guest. */
  readonly forgetTokens: (playerId: string) => void;
}

/** Whoever is called nothing that could be a name here; he may take another. */
const NAMELESS = 'Player';

export function createExchange({ issuers, guests, clock, directory, forgetTokens }: Needs): Exchange {
  /** Who is meant; one after the other where several nodes ask for the same subject. */
  async function playerOfSubject(
    tx: Prisma.TransactionClient,
    { issuer, subject, names }: Subject,
    along: string | null,
  ): Promise<{ readonly row: PlayerRow; readonly isNew: boolean }> {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 0))`;
    const now = new Date(clock.now());
    const link = { issuer, subject };
    const linked = await tx.playerIdentity.findUnique({ where: { issuer_subject: link } });
    const rows = await lockedRows(tx, [linked?.playerId, along]);
    const mine = rows.find(({ id }) => id === along);
    if (along !== null && mine === undefined) throw problem('token_revoked', 'The player sent along is gone.');

    const theirs = rows.find(({ id }) => id === linked?.playerId);
    if (theirs !== undefined) {
      if (mine !== undefined && mine.id !== theirs.id) await mayBeLeft(tx, mine);
      await tx.playerIdentity.update({ where: { issuer_subject: link }, data: { lastUsedAt: now } });
      return { row: theirs, isNew: false };
    }

    if (mine !== undefined && mine.kind !== 'guest')
      throw conflict('The player of the Authorization header has a log-in already.');
    const row =
      mine === undefined
        ? await tx.player.create({ data: { id: v7(), name: nameFrom(names), kind: 'account', createdAt: now } })
        : await tx.player.update({ where: { id: mine.id }, data: { kind: 'account' } });
    await tx.playerIdentity.create({ data: { ...link, playerId: row.id, createdAt: now, lastUsedAt: now } });
    return { row, isNew: mine === undefined };
  }

  return {
    async exchange(token, along) {
      if (along?.kind === 'bot') throw problem('forbidden', 'A bot has no log-in but its token.');
      const subject = await issuers.verify(token);
      const found: { row: PlayerRow; isNew: boolean }[] = [];
      const tokens = await guests.onDevice(async (tx) => {
        const one = await playerOfSubject(tx, subject, along?.id ?? null);
        found.push(one);
        return one.row.id;
      });
      const { row, isNew } = found[0] ?? noLogin();
      if (along?.id === row.id) {
        directory.forget(row.id);
        forgetTokens(row.id);
      }
      return { isNew, login: { player: playerOf(row, row.id), ...tokens } };
    },
  };
}

/** Those who live, kept as they are until the end of the transaction: nobody erases them meanwhile. */
function lockedRows(tx: Prisma.TransactionClient, ids: readonly (string | null | undefined)[]): Promise<PlayerRow[]> {
  const wanted = ids.filter((id) => typeof id === 'string');
  return tx.$queryRaw<PlayerRow[]>`
    SELECT id, name, kind, level FROM players
     WHERE id = ANY(${wanted}::uuid[]) AND erased_at IS NULL
     ORDER BY id FOR NO KEY UPDATE`;
}

/**
 * A guest who has done nothing yet is what an app makes at its start; everybody else would lose something if his app
 * went on as another player.
 * @throws Problem `identity_conflict`
 */
async function mayBeLeft(tx: Prisma.TransactionClient, { id, kind }: PlayerRow): Promise<void> {
  if (kind !== 'guest') throw conflict('The log-in is that of another player than the one sent along.');
  const found = await tx.$queryRaw<{ readonly isKnown: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM game_players WHERE player_id = ${id}::uuid)
        OR EXISTS (SELECT 1 FROM table_seats WHERE player_id = ${id}::uuid)
        OR EXISTS (SELECT 1 FROM lobby_tables WHERE host_id = ${id}::uuid)
        OR EXISTS (SELECT 1 FROM invitations WHERE from_id = ${id}::uuid OR for_id = ${id}::uuid)
        OR EXISTS (SELECT 1 FROM match_tickets WHERE player_id = ${id}::uuid AND state = 'waiting')
        OR EXISTS (SELECT 1 FROM players WHERE owner_id = ${id}::uuid AND erased_at IS NULL) AS "isKnown"`;
  if (found.some(({ isKnown }) => isKnown)) {
    throw conflict(
      'The log-in is that of another player, and the guest sent along has games, a table or bots, or looks for a match.',
    );
  }
}

function conflict(detail: string): Problem {
  return problem('identity_conflict', detail);
}

function nameFrom(names: readonly string[]): string {
  return names.map(fitName).find((name) => name !== null) ?? NAMELESS;
}

function noLogin(): never {
  throw new Error('A login was begun without a player.');
}
