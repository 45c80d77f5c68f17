/** From the configuration to everything that reaches outside of this process; nothing else imports an adapter. */
import { hkdfSync } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { createFinishedGames, openRemover } from './adapters/archive.ts';
import { createFolderStore } from './adapters/archive-folder.ts';
import { createS3Store } from './adapters/archive-s3.ts';
import { backupLines, restoreLines } from './adapters/backup.ts';
import type { Database } from './adapters/database.ts';
import { createEventLog } from './adapters/event-log.ts';
import { createLocalBus } from './adapters/local-bus.ts';
import { migrate } from './adapters/migrate.ts';
import { openPglite } from './adapters/pglite.ts';
import { BATCH_TIMEOUTS, openPostgres, type PostgresTimeouts, SERVING_TIMEOUTS } from './adapters/postgres.ts';
import { createRedisBus } from './adapters/redis-bus.ts';
import { createRedisTally } from './adapters/redis-tally.ts';
import { createVault, systemClock, systemEntropy } from './adapters/system.ts';
import { createWakes } from './adapters/wakes.ts';
import type { Config } from './config/config.ts';
import { databaseUrlOf, existingUrlOf } from './config/database-url.ts';
import { readSecret } from './config/service-secret.ts';
import type { PrismaClient } from './generated/prisma/client.ts';
import { createLogger } from './http/logger.ts';
import { newOperatorToken, OPERATOR_ID } from './identity/operator.ts';
import type { DocumentStore, FinishedGames, Place } from './ports/archive.ts';
import type { Bus } from './ports/bus.ts';
import type { EventLog, Wakes } from './ports/event-log.ts';
import type { Entropy, SystemClock, Vault } from './ports/system.ts';
import type { Tally } from './ports/tally.ts';

export interface Deps {
  readonly config: Config;
  readonly clock: SystemClock;
  readonly entropy: Entropy;
  readonly vault: Vault;
  /** Makes successors of refresh tokens; derived from the service's secret. */
  readonly refreshKey: Uint8Array;
  /** Verifies tokens of the operator; derived from the service's secret. */
  readonly operatorKey: Uint8Array;
  /** Hashes the addresses of hosts; derived from the service's secret. */
  readonly addressKey: Uint8Array;
  readonly prisma: PrismaClient;
  readonly log: EventLog;
  readonly wakes: Wakes;
  readonly bus: Bus;
  /** `null`: this node counts for itself. */
  readonly tally: Tally | null;
  readonly logger: FastifyBaseLogger;
  close(): Promise<void>;
}

export interface ConnectOptions {
  readonly logger?: FastifyBaseLogger;
  /** Whether a missing embedded database and a missing secret are made: by the service, and by no command that works on it. */
  readonly mayMake?: boolean;
}

/**
 * Opens the database, brings it to the present schema, and opens the bus.
 * @throws ConfigError, FolderInUse, MigrationError, or what the database says
 */
export async function connect(config: Config, options: ConnectOptions = {}): Promise<Deps> {
  const { logger = createLogger(config.LOG_LEVEL), mayMake = false } = options;
  const url = mayMake ? await databaseUrlOf(config) : await existingUrlOf(config);
  const { secret, isNew } = await readSecret(config, mayMake);
  if (isNew && url !== null) {
    logger.warn('made a new secret; every other node needs the same DALMUTI_SECRET');
  }
  const database = await openMigrated(config, url, logger);
  const bus = openBus(config, logger);
  const tally = openTally(config, logger);
  return {
    config,
    logger,
    bus,
    tally,
    ...fromDatabase(database),
    ...fromSecret(secret),
    clock: systemClock,
    entropy: systemEntropy,
    close: async () => {
      await tally?.close();
      await bus.close();
      await database.close();
    },
  };
}

/** What moving finished games out needs, and nothing that serves. */
export interface ArchiveDeps extends Pick<Deps, 'clock' | 'entropy' | 'vault' | 'prisma' | 'log'> {
  readonly games: FinishedGames;
  readonly store: DocumentStore;
  close(): Promise<void>;
}

/** @throws what `connect` throws */
export async function connectArchive(
  config: Config,
  place: Place,
  logger = createLogger(config.LOG_LEVEL),
): Promise<ArchiveDeps> {
  const url = await existingUrlOf(config);
  const { secret } = await readSecret(config, false);
  const database = await openMigrated(config, url, logger, BATCH_TIMEOUTS);
  const removerUrl = config.ARCHIVE_DATABASE_URL;
  const remover = removerUrl === undefined ? null : openRemover(removerUrl, connectionBroke(logger));
  const { prisma, log } = fromDatabase(database);
  return {
    prisma,
    log,
    vault: createVault(secret),
    clock: systemClock,
    entropy: systemEntropy,
    games: createFinishedGames(database, remover ?? database.pool),
    store: place.kind === 's3' ? createS3Store(place) : createFolderStore(place.folder),
    close: async () => {
      await remover?.end();
      await database.close();
    },
  };
}

/** Brings the database to the present schema. @throws what `connect` throws */
export async function migrateDatabase(config: Config, logger = createLogger(config.LOG_LEVEL)): Promise<void> {
  const url = await existingUrlOf(config);
  await (await openMigrated(config, url, logger)).close();
}

/** Hands the lines of a backup to a writer. @returns what the writer does @throws what `connect` throws */
export async function backUp<T>(config: Config, write: (lines: AsyncIterable<string>) => Promise<T>): Promise<T> {
  const url = await existingUrlOf(config);
  const database = await openMigrated(config, url, createLogger(config.LOG_LEVEL), BATCH_TIMEOUTS);
  try {
    return await write(backupLines(database));
  } finally {
    await database.close();
  }
}

/**
 * Fills an empty database from the lines of a backup.
 * @param isEmbedded whether to make an embedded database
 * @returns how many rows @throws BackupRefused, and what `connect` throws
 */
export async function restore(config: Config, isEmbedded: boolean, lines: AsyncIterable<string>): Promise<number> {
  const url = isEmbedded ? null : await existingUrlOf(config);
  const database = await openMigrated(config, url, createLogger(config.LOG_LEVEL), BATCH_TIMEOUTS);
  try {
    return await restoreLines(database, lines, OPERATOR_ID);
  } finally {
    await database.close();
  }
}

async function openMigrated(
  config: Config,
  url: string | null,
  logger: FastifyBaseLogger,
  timeouts: PostgresTimeouts = SERVING_TIMEOUTS,
): Promise<Database> {
  const onError = connectionBroke(logger);
  const database =
    url === null
      ? await openPglite({ folder: config.DALMUTI_DATA_DIR, onError })
      : openPostgres({ url, poolSize: config.POOL_SIZE, onError, timeouts });
  try {
    const { ahead } = await migrate(database.pool);
    if (ahead.length > 0) logger.warn({ ahead }, 'a newer release has migrated this database');
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** What features see of a database that has been migrated. */
export function fromDatabase(database: Database): Pick<Deps, 'prisma' | 'log' | 'wakes'> {
  return { prisma: database.prisma, log: createEventLog(database), wakes: createWakes(database) };
}

/** @param secret at least 32 characters; each use has a key of its own */
export function fromSecret(secret: string): Pick<Deps, 'vault' | 'refreshKey' | 'operatorKey' | 'addressKey'> {
  const key = (use: string) => new Uint8Array(hkdfSync('sha256', secret, '', use, 32));
  return {
    vault: createVault(secret),
    refreshKey: key('dalmuti refresh 1'),
    operatorKey: key('dalmuti operator 1'),
    addressKey: key('dalmuti address 1'),
  };
}

/** Makes tokens of the operator, each good for a minute. @param secret the service's */
export function operatorTokens(secret: string): () => string {
  const { operatorKey } = fromSecret(secret);
  return () => newOperatorToken(operatorKey, systemEntropy, systemClock);
}

const connectionBroke =
  (logger: FastifyBaseLogger) =>
  (err: unknown): void =>
    logger.warn({ err }, 'a connection to the database broke');

function openBus(config: Config, logger: FastifyBaseLogger): Bus {
  const onError = (err: unknown): void => logger.warn({ err }, 'the bus has trouble');
  return config.REDIS_URL === undefined ? createLocalBus(onError) : createRedisBus({ url: config.REDIS_URL, onError });
}

function openTally({ REDIS_URL: url, RATE_LIMITS: counts }: Config, logger: FastifyBaseLogger): Tally | null {
  if (url === undefined || !counts) return null;
  return createRedisTally({ url, onError: (err) => logger.warn({ err }, 'limits are counted by this node alone') });
}
