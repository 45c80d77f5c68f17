/** Finds the services that a test run may use: those it is told of, else Docker's, else none (embedded ones then). */
import { request } from 'node:http';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A Postgres server on which tests may create databases; `null`: none was found. */
    databaseUrl: string | null;
    redisUrl: string | null;
  }
}

type Stop = () => Promise<unknown>;
interface Service {
  readonly url: string;
  readonly stop: Stop;
}

/** Called by vitest once for each run. @returns what ends the services that it started */
export default async function setup(project: TestProject): Promise<Stop> {
  const given = { database: process.env.DATABASE_URL || null, redis: process.env.REDIS_URL || null };
  const mayStart = (given.database === null || given.redis === null) && (await dockerAnswers());
  const [postgres, redis] = await Promise.all([
    mayStart && given.database === null ? startPostgres() : null,
    mayStart && given.redis === null ? startRedis() : null,
  ]);
  const databaseUrl = given.database ?? postgres?.url ?? null;
  const redisUrl = given.redis ?? redis?.url ?? null;
  if (databaseUrl === null)
    console.warn('No DATABASE_URL and no Docker: suites that need a Postgres server are skipped.');
  if (redisUrl === null) console.warn('No REDIS_URL and no Docker: suites that need a Redis server are skipped.');
  project.provide('databaseUrl', databaseUrl);
  project.provide('redisUrl', redisUrl);
  return () => Promise.all([postgres?.stop(), redis?.stop()]);
}

async function startPostgres(): Promise<Service> {
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  const container = await new PostgreSqlContainer('postgres:17-alpine').start();
  return { url: container.getConnectionUri(), stop: () => container.stop() };
}

async function startRedis(): Promise<Service> {
  const { RedisContainer } = await import('@testcontainers/redis');
  const container = await new RedisContainer('redis:7-alpine').start();
  return { url: container.getConnectionUrl(), stop: () => container.stop() };
}

/** Whether a Docker engine answers within a second. */
function dockerAnswers(): Promise<boolean> {
  const host = new URL(process.env.DOCKER_HOST ?? 'unix:///var/run/docker.sock');
  const where = host.protocol === 'unix:' ? { socketPath: host.pathname } : { host: host.hostname, port: host.port };
  return new Promise((resolve) => {
    const ping = request({ ...where, path: '/_ping', timeout: 1_000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    ping.on('timeout', () => ping.destroy());
    ping.on('error', () => resolve(false));
    ping.on('close', () => resolve(false));
    ping.end();
  });
}
