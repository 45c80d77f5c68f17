/** The chance of one game: a stream for each purpose, all from the seed, so that a deal can be computed again by anybody. */
import { createHmac } from 'node:crypto';
import type { Random } from '../rules/context.ts';
import type { Contribution } from '../rules/contribution.ts';
import type { Seed } from './seed.ts';
import { uniform } from './uniform.ts';

const STREAM_TAG = 'dalmuti stream v1\n';

/**
 * Chance for one decision (docs/FAIRNESS.md). Each call of this function begins all streams anew: make one for each
 * decision, so that deciding again, here or on another node, draws the same.
 */
export function randomOf(seed: Seed): Random {
  const streams = new Map<string, () => number>();
  return (purpose, bound, contributions) => {
    const label = labelOf(purpose, contributions);
    const stream = streams.get(label) ?? wordsOf(createHmac('sha256', seed).update(label).digest());
    streams.set(label, stream);
    return uniform(stream, bound);
  };
}

/**
 * What a stream is for, under the seed's key: a tag, the purpose, and what players contributed in the order of seats. They
 * can change the deals after the server has committed to its seed, so neither side alone decides them.
 */
function labelOf(purpose: string, contributions: readonly Contribution[]): string {
  const lines = [...contributions].sort((a, b) => a.seat - b.seat).map(({ seat, entropy }) => `${seat} ${entropy}\n`);
  return `${STREAM_TAG}${purpose}\n${lines.join('')}`;
}

/** 32-bit words, most significant byte first, of HMAC-SHA-256 over a block counter in decimal digits. */
function wordsOf(key: Buffer): () => number {
  let block = Buffer.alloc(0);
  let counter = 0;
  let offset = 0;
  return () => {
    if (offset >= block.length) {
      block = createHmac('sha256', key).update(`${counter}`).digest();
      counter += 1;
      offset = 0;
    }
    const word = block.readUInt32BE(offset);
    offset += 4;
    return word;
  };
}
