/** From a token to whoever holds it; remembers what it has verified until there is news about it. */
import { LRUCache } from 'lru-cache';
import { ADMIN_SCOPES, type Identity, type Scope, type Verify } from '../http/identity.ts';
import { problem } from '../http/problem.ts';
import type { SystemClock } from '../ports/system.ts';
import { type AccessTokens, expired } from './access-tokens.ts';
import type { Holder, Living } from './living.ts';
import { hashOf, isToken } from './opaque-tokens.ts';
import { isOperatorToken, verifyOperator } from './operator.ts';
import { playerOf } from './player-row.ts';
import type { Revocations } from './revocations.ts';
import type { TokenUse } from './token-use.ts';

interface Needs {
  readonly living: Living;
  readonly access: AccessTokens;
  readonly revocations: Pick<Revocations, 'onNews'>;
  readonly use: TokenUse;
  readonly clock: SystemClock;
  readonly operatorKey: Uint8Array;
}

const IS_REFRESH_TOKEN =
  'This is a refresh token. Exchange it at POST /v1/tokens/refresh and send the access token of the answer.';

const MOST = 20_000;
/** Names are known anew after that; and should this node be cut off from the database, no token is good for longer. */
const REMEMBERED_MS = 60_000;

export interface Verifying {
  readonly verify: Verify;
  /** The player has another name from now on. */
  forget(playerId: string): void;
}

export function createVerify({ living, access, revocations, use, clock, operatorKey }: Needs): Verifying {
  const verified = new LRUCache<string, Identity>({ max: MOST, ttl: REMEMBERED_MS });
  revocations.onNews((rows) => {
    const subjects = new Set(rows.map(({ subject }) => subject));
    forget(({ id, tokenId }) => subjects.has(id) || subjects.has(tokenId));
  });

  function forget(isMeant: (identity: Identity) => boolean): void {
    for (const [token, identity] of verified.entries()) if (isMeant(identity)) verified.delete(token);
  }

  const verify: Verify = async (token) => {
    if (isOperatorToken(token)) return verifyOperator(token, operatorKey, clock);
    if (isToken('refresh', token)) throw problem('token_invalid', IS_REFRESH_TOKEN);
    const known = verified.get(token);
    const identity = known ?? (await (isToken('bot', token) ? ofBot(token) : ofAccess(token)));
    if (identity.expiresAt !== null && identity.expiresAt <= clock.now()) throw expired(identity.expiresAt);
    if (known === undefined) verified.set(token, identity);
    if (identity.kind === 'bot') use.note(identity.tokenId);
    return identity;
  };

  return {
    verify,
    forget: (playerId) => forget(({ id }) => id === playerId),
  };

  async function ofAccess(token: string): Promise<Identity> {
    const { playerId, scopes, family, expiresAt } = await access.verify(token);
    const holder = await living.login(playerId, family);
    return { ...playerOf(holder, playerId), scopes: [...scopes, ...granted(holder)], expiresAt, tokenId: family };
  }

  async function ofBot(token: string): Promise<Identity> {
    const found = await living.botToken({ hash: hashOf(token) });
    if (found === null) throw problem('token_invalid', 'This is not a token of this service.');
    const { id, player } = found;
    const owner = player.ownerId === null ? {} : { ownerId: player.ownerId };
    const scopes: readonly Scope[] = ['play', ...granted(player)];
    return { ...playerOf(player, player.id), scopes, expiresAt: null, tokenId: id, ...owner };
  }
}

function granted({ adminScopes }: Holder): readonly Scope[] {
  return ADMIN_SCOPES.filter((known) => adminScopes.some(({ scope }) => scope === known));
}
