/** The chance of one game: a stream for each purpose, all from the seed, so that a deal can be computed again by anybody. */
import { createHmac } from 'node:crypto';
import type { Random } from '../rules/context.ts';
import type { Seed } from './seed.ts';
import { uniform } from './uniform.ts';

/** What one player adds to the chance of the game; mixed into the key in the order of seats. */
export interface Contribution {
  readonly seat: number;
  readonly entropy: string;
}

const KEY_TAG = 'dalmuti key v1\n';
const STREAM_TAG = 'dalmuti stream v1\n';

/**
 * `random(purpose, bound)` of one game. Each call of this function begins all streams anew: make one for each decision, so
 * that deciding again, here or on another node, draws the same.
 */
export function randomOf(seed: Seed, gameId: string, contributions: readonly Contribution[] = []): Random {
  const streams = new Map<string, () => number>();
  // Most decisions ask for no chance at all.
  let key: Buffer | null = null;
  return (purpose, bound) => {
    key ??= gameKey(seed, gameId, contributions);
    const stream = streams.get(purpose) ?? wordsOf(key, purpose);
    streams.set(purpose, stream);
    return uniform(stream, bound);
  };
}

/**
 * HMAC-SHA-256, keyed by the seed, over a tag, the game's id and what players contributed: they can change the deals after
 * the server has committed to its seed, so neither side alone decides them.
 */
function gameKey(seed: Seed, gameId: string, contributions: readonly Contribution[]): Buffer {
  const hmac = createHmac('sha256', seed).update(KEY_TAG).update(`${gameId}\n`);
  for (const { seat, entropy } of [...contributions].sort((a, b) => a.seat - b.seat)) {
    hmac.update(`${JSON.stringify([seat, entropy])}\n`);
  }
  return hmac.digest();
}

/** 32-bit words, most significant byte first, of HMAC-SHA-256 over a tag, the purpose, a line feed and a block counter. */
function wordsOf(key: Buffer, purpose: string): () => number {
  let block = Buffer.alloc(0);
  let counter = 0;
  let offset = 0;
  return () => {
    if (offset >= block.length) {
      block = createHmac('sha256', key).update(STREAM_TAG).update(`${purpose}\n${counter}`).digest();
      counter += 1;
      offset = 0;
    }
    const word = block.readUInt32BE(offset);
    offset += 4;
    return word;
  };
}
