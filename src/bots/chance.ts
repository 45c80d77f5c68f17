/** Where bots take their chance from: the system's bytes in the service, a seed where a game must be repeatable. */
import { uniform } from '../fairness/uniform.ts';
import type { Entropy } from '../ports/system.ts';
import type { Random } from '../rules/context.ts';
import type { Chance } from './policy.ts';

/** Chance from random bytes. */
export function chanceFrom(entropy: Entropy): Chance {
  const word = (): number => new DataView(entropy(4).slice().buffer).getUint32(0);
  return (bound) => uniform(word, bound);
}

/** The same chance for the same seed, on every machine (sfc32 over a hash of the text). Worth nothing as a secret. */
export function seededChance(seed: string): Chance {
  let [a, b, c, counter] = [hash(seed, 1), hash(seed, 2), hash(seed, 3), 1];
  const next = (): number => {
    const word = (a + b + counter) >>> 0;
    counter = (counter + 1) >>> 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) >>> 0;
    c = (((c << 21) | (c >>> 11)) + word) >>> 0;
    return word;
  };
  for (let round = 0; round < 12; round += 1) next();
  return (bound) => uniform(next, bound);
}

/** The chance of a whole game from a seed: one stream for each purpose, begun anew by each call, as the service has it. */
export function purposeChance(seed: string): Random {
  const streams = new Map<string, Chance>();
  return (purpose, bound) => {
    const stream = streams.get(purpose) ?? seededChance(`${seed}/${purpose}`);
    streams.set(purpose, stream);
    return stream(bound);
  };
}

/** FNV-1a, with a different start for each `lane`. */
function hash(text: string, lane: number): number {
  let value = Math.imul(0x811c9dc5 ^ lane, 0x01000193);
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
