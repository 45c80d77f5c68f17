/** Tokens without content: refresh tokens and bot tokens. Only their hashes are stored. */
import { createHash, createHmac } from 'node:crypto';
import type { Entropy } from '../ports/system.ts';
import { isWritten, writeToken } from './token-text.ts';

/** What a token begins with tells what it is, also to those who search leaked files for tokens (docs/OPERATIONS.md). */
export const PREFIXES = { bot: 'dalmuti_bot_', refresh: 'dalmuti_refresh_' } as const;

export type TokenKind = keyof typeof PREFIXES;

const BYTES = 32;

export function newToken(kind: TokenKind, entropy: Entropy): string {
  return writeToken(PREFIXES[kind], entropy(BYTES));
}

/** Whether it can be one of ours at all, which spares a look into the database. */
export function isToken(kind: TokenKind, token: string): boolean {
  return isWritten(PREFIXES[kind], token, BYTES);
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
  return writeToken(PREFIXES.refresh, createHmac('sha256', refreshKey).update(token).digest());
}
