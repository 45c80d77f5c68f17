/** A service of the demo's own: embedded database in a temporary folder, a free port, nobody else on it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { connect } from '../../deps.ts';
import { createLogger } from '../../http/logger.ts';

export interface Service {
  /** `http://127.0.0.1:40123` */
  readonly base: string;
  close(): Promise<void>;
}

/** @param seed makes deals reproducible; `null` for real chance */
export async function startService(seed: string | null): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'dalmuti-demo-'));
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    // The environment is left out on purpose: a demo touches no database of yours. Bots move as fast as they like.
    const config = readConfig({ DALMUTI_DATA_DIR: join(folder, 'data'), PORT: '0', RATE_LIMITS: 'false' });
    const deps = await connect(config, createLogger('warn', pino.destination(2)));
    undo.push(() => deps.close());
    const app = await buildApp(deps, seed === null ? {} : { demoSeed: seed });
    undo.push(() => app.close());
    return { base: await app.listen({ host: config.HOST, port: config.PORT }), close };
  } catch (error) {
    await close();
    throw error;
  }
}
