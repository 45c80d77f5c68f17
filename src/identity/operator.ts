/** Whoever has the service's secret is its operator: how he shows it, and as which player everything knows him (record 0015). */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Identity } from '../http/identity.ts';
import { problem } from '../http/problem.ts';
import type { Entropy, SystemClock } from '../ports/system.ts';
import { expired } from './access-tokens.ts';
import { isWritten, readToken, writeToken } from './token-text.ts';

/** A row that a migration makes; it has no login, so nothing but such a token acts as it. */
export const OPERATOR_ID = '00000000-0000-7000-8000-000000000001';

export const OPERATOR_PREFIX = 'dalmuti_operator_';

const TIME_BYTES = 6;
const NONCE_BYTES = 16;
const MAC_BYTES = 32;
const BYTES = TIME_BYTES + NONCE_BYTES + MAC_BYTES;

/** Long enough for one command, so that a token in somebody's history is worth nothing. */
const LIFE_MS = 60_000;
/** So far the clock of whoever made it may be ahead. */
const SKEW_MS = 30_000;

/** @param operatorKey derived from the service's secret */
export function newOperatorToken(operatorKey: Uint8Array, entropy: Entropy, clock: Pick<SystemClock, 'now'>): string {
  const head = Buffer.alloc(TIME_BYTES + NONCE_BYTES);
  head.writeUIntBE(clock.now() + LIFE_MS, 0, TIME_BYTES);
  head.set(entropy(NONCE_BYTES), TIME_BYTES);
  return writeToken(OPERATOR_PREFIX, Buffer.concat([head, macOf(head, operatorKey)]));
}

export function isOperatorToken(token: string): boolean {
  return isWritten(OPERATOR_PREFIX, token, BYTES);
}

/**
 * He keeps order and does not play: without `play` and `lobby` there is no seat, no table and no erasure for him.
 * @throws Problem `token_invalid` or `token_expired`
 */
export function verifyOperator(token: string, operatorKey: Uint8Array, clock: Pick<SystemClock, 'now'>): Identity {
  const bytes = readToken(OPERATOR_PREFIX, token, BYTES) ?? new Uint8Array(BYTES);
  const [head, mac] = [Buffer.from(bytes.subarray(0, -MAC_BYTES)), bytes.subarray(-MAC_BYTES)];
  const expiresAt = head.readUIntBE(0, TIME_BYTES);
  const isOurs = timingSafeEqual(mac, macOf(head, operatorKey));
  if (!isOurs || expiresAt > clock.now() + LIFE_MS + SKEW_MS) {
    throw problem('token_invalid', 'This is not a token of this service.');
  }
  if (expiresAt <= clock.now()) throw expired(expiresAt);
  return {
    id: OPERATOR_ID,
    name: 'Operator',
    kind: 'account',
    scopes: ['admin', 'admin:secrets'],
    expiresAt,
    tokenId: OPERATOR_ID,
  };
}

function macOf(head: Uint8Array, operatorKey: Uint8Array): Buffer {
  return createHmac('sha256', operatorKey).update(head).digest();
}
