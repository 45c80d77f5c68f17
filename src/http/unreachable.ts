/** Tells a database that cannot be reached, which passes, from a bug, which does not. */
import { LogUnavailable } from '../ports/event-log.ts';

/** Of Node's sockets, Postgres (classes 08, 53 and 57P) and Prisma. */
const CODES =
  /^(ECONN(REFUSED|RESET|ABORTED)|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|08...|53[34]00|57014|57P0.|P10(01|02|08|17)|P2024|P2028)$/;

const NAMES: readonly string[] = ['NotConnected', 'PrismaClientInitializationError'];

/** What pg says where it gives no code, and what Prisma's adapter calls it. */
const WORDS =
  /Connection terminated|timeout exceeded when trying to connect|canceling statement due to statement timeout|Client has encountered a connection error|DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections/;

/** Seconds after which the caller may try again, or `null` when something else is wrong. */
export function unreachableFor(error: unknown): number | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth += 1) {
    if (cause instanceof LogUnavailable) return cause.retryAfterSeconds;
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    if (CODES.test(code) || NAMES.includes(cause.name) || WORDS.test(cause.message)) return 2;
  }
  return null;
}
