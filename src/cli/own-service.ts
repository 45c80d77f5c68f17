/** A service for one run of a command: embedded database in a temporary folder, on a free port if it is to be reached. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { buildApp } from '../app.ts';
import { readConfig } from '../config/config.ts';
import { connect } from '../deps.ts';
import { createLogger } from '../http/logger.ts';

export interface OwnService {
  readonly app: FastifyInstance;
  /** @returns its address, `http://127.0.0.1:40123` */
  listen(): Promise<string>;
  /** Ends it and removes everything that it has written. */
  close(): Promise<void>;
}

/** @param seed makes deals reproducible; `null` for real chance */
export async function openService(seed: string | null): Promise<OwnService> {
  const folder = await mkdtemp(join(tmpdir(), 'dalmuti-own-'));
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    // The environment is left out on purpose: no database but its own is touched. Bots move as fast as they like.
    const data = { DALMUTI_DATA_DIR: join(folder, 'data'), PORT: '0' };
    const config = readConfig({ ...data, RATE_LIMITS: 'false', MAX_BOT_GAME_HANDS: '1000', BOT_GAME_DELAY_MS: '0' });
    const deps = await connect(config, { logger: createLogger('warn', pino.destination(2)), mayMake: true });
    undo.push(() => deps.close());
    const app = await buildApp(deps, seed === null ? {} : { demoSeed: seed });
    undo.push(() => app.close());
    return { app, close, listen: () => app.listen({ host: config.HOST, port: config.PORT }) };
  } catch (error) {
    await close();
    throw error;
  }
}
