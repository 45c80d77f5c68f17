/** Tokens that are none of ours cannot be tried without end: an address that sends too many is not listened to for a while. */
import type { Identity } from './identity.ts';
import { type Limiter, tooMany } from './limiter.ts';
import { Problem, type ServiceCode } from './problem.ts';

/** What is said of a token that this service has never given. Those that were good once, or for something else, are no guesses. */
const NOT_OURS: ReadonlySet<string> = new Set<ServiceCode>([
  'token_invalid',
  'token_unsigned',
  'token_signature_invalid',
]);

/**
 * Looks at a token, and counts it against the address it came from when it is none of ours.
 * @throws Problem `rate_limited` without looking, once there were too many; or what `look` throws
 */
export type Listen = (address: string, look: () => Promise<Identity>) => Promise<Identity>;

export function createListen(limiter: Limiter): Listen {
  return async (address, look) => {
    const spent = limiter.look('failures', address);
    if (spent.left <= 0) throw tooMany(limiter.rules.failures, spent);
    try {
      return await look();
    } catch (error) {
      if (error instanceof Problem && NOT_OURS.has(error.code)) limiter.count('failures', address);
      throw error;
    }
  };
}
