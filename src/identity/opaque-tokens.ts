/** Tokens without content: refresh tokens and bot tokens. Only their hashes are stored. */
import { createHash, createHmac } from 'node:crypto';
import type { Entropy } from '../ports/system.ts';

/** What a token begins with tells what it is, also to those who search leaked files for tokens. */
export type Prefix = 'dbt_' | 'drt_';

const BYTES = 32;

export function newToken(prefix: Prefix, entropy: Entropy): string {
  return prefix + Buffer.from(entropy(BYTES)).toString('base64url');
}

/** Whether it can be one of ours at all, which spares a look into the database. */
export function isToken(prefix: Prefix, token: string): boolean {
  return token.startsWith(prefix) && /^[A-Za-z0-9_-]{43}$/.test(token.slice(prefix.length));
}

/** SHA-256; such tokens are random, so nothing slower is needed. */
export function hashOf(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(token).digest());
}

/**
 * The token that a refresh token is exchanged for: always the same, so that it can be given again when its answer was
 * lost, and known to nobody who lacks either the token or the service's key.
 */
export function successorOf(token: string, refreshKey: Uint8Array): string {
  return `drt_${createHmac('sha256', refreshKey).update(token).digest('base64url')}`;
}
