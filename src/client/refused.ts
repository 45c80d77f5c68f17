/** What the client throws: a refusal by the service, or something that is over. */
import type { Problem, UnsubscribedFrame } from './contract.ts';

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

/** The service tells no more of one topic: `forbidden` or `gone`. */
export class TopicEnded extends Error {
  readonly topic: string;
  readonly code: UnsubscribedFrame['code'];
  constructor(topic: string, code: UnsubscribedFrame['code']) {
    super(`Nothing more comes on ${topic}: ${code}`);
    this.name = 'TopicEnded';
    this.topic = topic;
    this.code = code;
  }
}

/** How long to wait before the same command may be sent again, under the same key; `null` when that is of no use. */
export function retryAfterMs(problem: Problem): number | null {
  switch (problem.code) {
    case 'unavailable':
    case 'rate_limited':
      return 1000 * (problem.retryAfterSeconds ?? 1);
    default:
      return null;
  }
}

/** The token will not do, in whatever way, and another one may: only a login that was ended is over for good. */
export function wantsToken({ status, code }: Problem): boolean {
  return status === 401 && code !== 'token_revoked';
}
