/** A game's seed and the commitment to it: nobody can choose the deals, and everybody can check afterwards (promise 4). */
import { createHash } from 'node:crypto';

/** 256 bits; whoever knows it knows every deal of the game. Never logged, never in an event. */
export type Seed = Uint8Array;

const SEED_BYTES = 32;

const COMMITMENT_TAG = 'dalmuti commitment v1\n';

/** A fresh seed from `entropy`, which hands out bytes of the system's CSPRNG. */
export function newSeed(entropy: (bytes: number) => Uint8Array): Seed {
  return entropy(SEED_BYTES);
}

/**
 * What is published before the game begins: SHA-256 over a tag, the game's id, a line feed and the seed, in hexadecimal.
 * The id ties it to one game, the tag to this one use of the seed.
 *
 * @throws RangeError when the seed is not 32 bytes long
 */
export function commitmentTo(seed: Seed, gameId: string): string {
  if (seed.length !== SEED_BYTES) throw new RangeError(`A seed has ${SEED_BYTES} bytes, not ${seed.length}.`);
  return createHash('sha256').update(COMMITMENT_TAG).update(`${gameId}\n`).update(seed).digest('hex');
}
