/** From a token to whoever holds it; remembers what it has verified, and asks at each hit whether that still holds. */
import { LRUCache } from 'lru-cache';
import type { Identity, Verify } from '../http/identity.ts';
import { problem } from '../http/problem.ts';
import type { SystemClock } from '../ports/system.ts';
import { type AccessTokens, expired } from './access-tokens.ts';
import { type Living, revoked } from './living.ts';
import { hashOf, isToken } from './opaque-tokens.ts';
import { playerOf } from './player-row.ts';
import type { Revocations } from './revocations.ts';

interface Needs {
  readonly living: Living;
  readonly access: AccessTokens;
  readonly revocations: Revocations;
  readonly clock: SystemClock;
}

const MOST = 20_000;
/** Should the news of a revocation be lost, it holds from then on. */
const REMEMBERED_MS = 60_000;

export interface Verifying {
  readonly verify: Verify;
  /** The player has another name from now on. */
  forget(playerId: string): void;
}

export function createVerify({ living, access, revocations, clock }: Needs): Verifying {
  const verified = new LRUCache<string, Identity>({ max: MOST, ttl: REMEMBERED_MS });
  revocations.onGap(() => verified.clear());

  const verify: Verify = async (token) => {
    const known = verified.get(token);
    const identity = known ?? (await (isToken('dbt_', token) ? ofBot(token) : ofAccess(token)));
    if (identity.expiresAt !== null && identity.expiresAt <= clock.now()) throw expired(identity.expiresAt);
    if (revocations.has(identity.tokenId) || revocations.has(identity.id)) throw revoked();
    if (known === undefined) verified.set(token, identity);
    return identity;
  };

  return {
    verify,
    forget(playerId) {
      for (const [token, { id }] of verified.entries()) if (id === playerId) verified.delete(token);
    },
  };

  async function ofAccess(token: string): Promise<Identity> {
    const { playerId, scopes, family, expiresAt } = await access.verify(token);
    return { ...playerOf(await living.login(playerId, family), playerId), scopes, expiresAt, tokenId: family };
  }

  async function ofBot(token: string): Promise<Identity> {
    const found = await living.botToken({ hash: hashOf(token) });
    if (found === null) throw problem('token_invalid', 'This is not a token of this service.');
    const { id, player } = found;
    return { ...playerOf(player, player.id), scopes: ['play'], expiresAt: null, tokenId: id };
  }
}
