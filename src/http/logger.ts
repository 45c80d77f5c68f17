/** The log: JSON lines without queries, headers or bodies, since tokens travel in them. */
import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, pino } from 'pino';
import type { Config } from '../config/config.ts';
import { createLogDestination, type LogDestination } from './log-destination.ts';

let standardOutput: LogDestination | null = null;

/** Standard output, opened when first used: two writers of one process would each count what they drop. */
function openStandardOutput(): LogDestination {
  standardOutput ??= createLogDestination(1);
  return standardOutput;
}

/** Waits until the lines logged so far are written, a second at most; for the end of the process. */
export async function flushLog(): Promise<void> {
  await standardOutput?.flush();
}

/** @param destination standard output unless said otherwise */
export function createLogger(
  level: Config['LOG_LEVEL'],
  destination: DestinationStream = openStandardOutput(),
): FastifyBaseLogger {
  const options = {
    level,
    serializers: { err: pino.stdSerializers.errWithCause, req: nothing, res: nothing },
    redact: { paths: ['*.authorization', '*.headers', '*.token', '*.accessToken', '*.refreshToken'], remove: true },
  };
  return pino(options, destination);
}

/** Fastify adds whole requests to some of its own warnings; ours name what they need. */
function nothing(): undefined {
  return undefined;
}
