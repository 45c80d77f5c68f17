/** The whole service on a test database, every answer held to the contract. */
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { createLocalBus } from '../../src/adapters/local-bus.ts';
import { systemClock, systemEntropy } from '../../src/adapters/system.ts';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { type Deps, fromDatabase, fromSecret } from '../../src/deps.ts';
import { checkFrames } from './checked-frames.ts';
import { checkResponses } from './checked-responses.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { rememberSecrets, runLogger } from './run-log/run-log.ts';
import { UNCAPPED } from './uncapped.ts';

export interface BootOptions extends Partial<Omit<Deps, 'config' | 'close'>> {
  /** Variables of the environment; limits are off unless said otherwise. */
  readonly env?: Readonly<Record<string, string>>;
  /** Already open, for a second node on it: whoever opened it closes it. */
  readonly database?: TestDatabase;
  readonly demoSeed?: string;
  /** Adds routes of the test's own before the app is ready. */
  readonly extend?: (app: FastifyInstance) => void;
}

export interface TestGuest {
  readonly id: string;
  readonly name: string;
  readonly token: string;
  readonly refreshToken: string;
  /** For `inject`. */
  readonly headers: { readonly authorization: string };
}

export interface TestApp {
  readonly app: FastifyInstance;
  readonly deps: Deps;
  readonly database: TestDatabase;
  inject(request: InjectOptions): Promise<LightMyRequestResponse>;
  guest(name?: string): Promise<TestGuest>;
  /** Listens on a free port, for sockets and other processes. */
  listen(): Promise<string>;
  /** Fails when an answer did not keep the contract. */
  close(): Promise<void>;
}

/** What closes the app when a test or a suite ends: vitest's context, or nothing when the caller closes it. */
interface Ending {
  onTestFinished(close: () => Promise<void>): void;
}

export const TEST_SECRET = 'a secret that only tests may know, long enough';

export async function bootApp(test: Ending | null = null, options: BootOptions = {}): Promise<TestApp> {
  const { env = {}, database: shared, demoSeed, extend, ...given } = options;
  const database = shared ?? (await openTestDatabase());
  const bus = given.bus ?? createLocalBus();
  const deps: Deps = {
    config: readConfig({ ...UNCAPPED, RATE_LIMITS: 'false', LOG_LEVEL: 'silent', BOT_DELAY_MS: '0', ...env }),
    clock: systemClock,
    entropy: systemEntropy,
    logger: runLogger(),
    tally: null,
    ...fromDatabase(database),
    ...fromSecret(TEST_SECRET),
    ...given,
    bus,
    close: async () => {
      if (given.bus === undefined) await bus.close();
      if (shared === undefined) await database.close();
    },
  };
  const app = await buildApp(deps, demoSeed === undefined ? {} : { demoSeed });
  extend?.(app);
  rememberSecrets(app);
  const broken: string[] = [];
  checkResponses(app, broken);
  checkFrames(app, broken);
  await app.ready();

  const inject = (request: InjectOptions): Promise<LightMyRequestResponse> => app.inject(request);
  async function close(): Promise<void> {
    await app.close();
    await deps.close();
    if (broken.length > 0) throw new Error(`Answers did not keep the contract:\n${broken.join('\n')}`);
  }
  test?.onTestFinished(close);
  return {
    app,
    deps,
    database,
    inject,
    close,
    guest: (name = 'Ada') => guestOf(inject, name),
    listen: () => app.listen({ host: '127.0.0.1', port: 0 }),
  };
}

async function guestOf(inject: TestApp['inject'], name: string): Promise<TestGuest> {
  const answer = await inject({ method: 'POST', url: '/v1/guests', payload: { name } });
  if (answer.statusCode !== 201) throw new Error(`no guest: ${answer.body}`);
  const { player, accessToken, refreshToken } = answer.json();
  return { ...player, token: accessToken, refreshToken, headers: { authorization: `Bearer ${accessToken}` } };
}
