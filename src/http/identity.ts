/** Who is asking, once a token has been verified. */

export type PlayerKind = 'guest' | 'account' | 'bot' | 'builtIn';

/** A player as others see him. */
export interface Player {
  readonly id: string;
  readonly name: string;
  readonly kind: PlayerKind;
}

export type Scope = 'play' | 'lobby' | 'bots' | 'admin' | 'admin:secrets';

export interface Identity extends Player {
  readonly scopes: readonly Scope[];
  /** Milliseconds since 1970; `null` for a bot token, which ends only by being revoked. */
  readonly expiresAt: number | null;
  /** Names the token or its family, so that a revocation finds the sockets that it opened. */
  readonly tokenId: string;
  /** Of a bot: the player whose bot it is. */
  readonly ownerId?: string;
}

/** Against whom the hourly limits count: a player and all their bots are one. */
export function ownerOf({ id, ownerId }: Identity): string {
  return ownerId ?? id;
}

/** What the operator grants to a player; no token says it. */
export const ADMIN_SCOPES = ['admin', 'admin:secrets'] as const satisfies readonly Scope[];
export type AdminScope = (typeof ADMIN_SCOPES)[number];

/** @throws Problem `token_…`, status 401, or `player_banned` */
export type Verify = (token: string) => Promise<Identity>;
