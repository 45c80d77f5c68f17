/** The log: JSON lines without queries, headers or bodies, since tokens travel in them. */
import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, pino } from 'pino';
import type { Config } from '../config.ts';

/** @param destination standard output unless said otherwise */
export function createLogger(level: Config['LOG_LEVEL'], destination?: DestinationStream): FastifyBaseLogger {
  const options = {
    level,
    serializers: { err: pino.stdSerializers.errWithCause, req: nothing, res: nothing },
    redact: { paths: ['*.authorization', '*.headers', '*.token', '*.accessToken', '*.refreshToken'], remove: true },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** Fastify adds whole requests to some of its own warnings; ours name what they need. */
function nothing(): undefined {
  return undefined;
}
