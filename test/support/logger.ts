/** A logger that says nothing, for parts that are tested without a server. */
import type { FastifyBaseLogger } from 'fastify';

export function silentLogger(): FastifyBaseLogger {
  const nothing = () => undefined;
  const logger = {
    level: 'silent',
    fatal: nothing,
    error: nothing,
    warn: nothing,
    info: nothing,
    debug: nothing,
    trace: nothing,
    silent: nothing,
    child: () => logger,
  };
  return logger;
}
