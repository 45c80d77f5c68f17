/** Rows of tokens, codes and keys that no request can ask for any more, removed by the retention job (docs/OPERATIONS.md). */
import type { Prisma } from '../generated/prisma/client.ts';
import { KEPT_NEWS_DAYS } from './revocation-rows.ts';
import { VERIFIES_FOR_MS } from './signing-keys.ts';

const DAY_MS = 86_400_000;
/** Revoked bot tokens and retired keys stay readable this long, so that a late caller learns why it is refused. */
const KEPT_MS = 30 * DAY_MS;

/**
 * Each removes at most `limit` rows and skips rows that a request holds.
 *
 * @param now milliseconds since 1970
 * @returns how many rows it removed
 */
type Remove = (tx: Prisma.TransactionClient, now: number, limit: number) => Promise<number>;

/**
 * Used and revoked tokens stay until they expire, because a token that is sent again ends its family. A guest's newest token
 * stays until the guest is removed: it says when they were last here.
 */
export const removeExpiredRefreshTokens: Remove = (tx, now, limit) => tx.$executeRaw`
  DELETE FROM refresh_tokens WHERE id IN (
    SELECT old.id FROM refresh_tokens AS old JOIN players AS player ON player.id = old.player_id
     WHERE old.expires_at <= ${new Date(now - DAY_MS)}
       AND (player.kind <> 'guest' OR player.erased_at IS NOT NULL
            OR EXISTS (SELECT 1 FROM refresh_tokens AS newer
                        WHERE newer.player_id = old.player_id AND newer.expires_at > old.expires_at))
     ORDER BY old.expires_at LIMIT ${limit} FOR UPDATE OF old SKIP LOCKED)`;

export const removeRevokedBotTokens: Remove = (tx, now, limit) => tx.$executeRaw`
  DELETE FROM bot_tokens WHERE id IN (
    SELECT id FROM bot_tokens WHERE revoked_at <= ${new Date(now - KEPT_MS)}
     ORDER BY revoked_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;

export const removeExpiredDeviceCodes: Remove = (tx, now, limit) => tx.$executeRaw`
  DELETE FROM device_codes WHERE id IN (
    SELECT id FROM device_codes WHERE expires_at <= ${new Date(now)}
     ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;

/** By the database's clock, which wrote them. */
export const removeOldNews: Remove = (tx, _now, limit) => tx.$executeRaw`
  DELETE FROM revocations WHERE id IN (
    SELECT id FROM revocations WHERE at < now() - ${KEPT_NEWS_DAYS} * interval '1 day'
     ORDER BY at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;

/** One row for each rotation: the table is too small for an index. */
export const removeRetiredKeys: Remove = (tx, now, limit) => tx.$executeRaw`
  DELETE FROM signing_keys WHERE kid IN (
    SELECT kid FROM signing_keys WHERE retired_at <= ${new Date(now - VERIFIES_FOR_MS - KEPT_MS)}
     ORDER BY retired_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
