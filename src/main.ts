/** Starts the service, says where it is, and stops it so that no game notices. */
import { realpathSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { type Config, readConfig } from './config/config.ts';
import { connect, type Deps } from './deps.ts';
import { createLogDestination } from './http/log-destination.ts';
import { flushLog } from './http/logger.ts';

/** @throws ConfigError, and what `connect` throws */
export async function serve(environment: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(environment);
  const deps = await connect(config, { mayMake: true });
  const app = await buildApp(deps).catch(async (error: unknown) => {
    await deps.close();
    throw error;
  });
  stopOnSignal(app, deps, config);
  await app.listen({ host: config.HOST, port: config.PORT });
  createLogDestination(2).write(
    `The Great Dalmuti listens on ${addressOf(app, config)} - try it at ${addressOf(app, config)}/docs\n`,
  );
}

function addressOf(app: FastifyInstance, config: Config): string {
  const bound = app.addresses()[0];
  const port = typeof bound === 'object' ? bound.port : config.PORT;
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
  return `http://${host}:${port}`;
}

/** Sockets are told to come back elsewhere, requests under way get their answers; a second signal waits for nothing. */
function stopOnSignal(app: FastifyInstance, deps: Deps, config: Config): void {
  let stopping = false;
  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (stopping) process.exit(1);
    stopping = true;
    deps.logger.info({ signal }, 'stopping');
    const closed = app.close().then(() => deps.close());
    const inTime = await Promise.race([closed.then(() => true), sleep(config.SHUTDOWN_SECONDS * 1000, false)]);
    if (!inTime) deps.logger.warn('some requests did not end in time');
    await flushLog();
    process.exit(inTime ? 0 : 1);
  }
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** The command line imports this file; started as a program it serves. */
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === import.meta.filename) {
  serve(process.env).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${message}\n`);
    process.exit(1);
  });
}
