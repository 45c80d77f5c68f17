/** What the client throws: a refusal by the service, or a stream that is over. */
import type { Problem } from './wire.ts';

/** The service said no; `problem.code` is stable and says why. */
export class Refused extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(`${problem.code}: ${problem.detail}`);
    this.name = 'Refused';
    this.problem = problem;
  }
}

/** The stream has ended for good and takes no more commands. */
export class StreamEnded extends Error {
  constructor(reason: string) {
    super(`The stream has ended: ${reason}`);
    this.name = 'StreamEnded';
  }
}

/** How long to wait before the same command may be sent again, under the same key; `null` when that is of no use. */
export function retryAfterMs(problem: Problem): number | null {
  switch (problem.code) {
    case 'unavailable':
    case 'rate_limited':
    case 'idempotency_in_progress':
      return 1000 * (problem.retryAfterSeconds ?? 1);
    default:
      return null;
  }
}
