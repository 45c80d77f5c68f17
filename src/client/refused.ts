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
  /** The code of the refusal that ended it (`token_revoked`, …), `closed` by this client, or `closed_<close code>`. */
  readonly code: string;
  /** The refusal that ended it, where there was one. */
  readonly problem: Problem | null;
  constructor(reason: string, code = 'closed', problem: Problem | null = null) {
    super(`The stream has ended: ${reason}`);
    this.name = 'StreamEnded';
    this.code = code;
    this.problem = problem;
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

/** The refusal, when asking the same again cannot help. */
export function finalProblem(error: unknown): Problem | null {
  return error instanceof Refused && retryAfterMs(error.problem) === null ? error.problem : null;
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
