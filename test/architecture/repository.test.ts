/** What others rely on beside the code: script names, the image, the compose file, and that the project stands alone. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${ROOT}/${path}`, 'utf8');

it('has the npm scripts that others call by name', () => {
  const { scripts } = JSON.parse(read('package.json'));
  for (const name of ['start', 'dev', 'build', 'test', 'lint', 'typecheck', 'demo', 'bench', 'openapi']) {
    expect(scripts, name).toHaveProperty(name);
  }
});

it('builds an image on Node 24 that runs as somebody who may do nothing else, and says how it feels', () => {
  const dockerfile = read('Dockerfile');
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
  expect(bases).toEqual(['node:24-slim', 'node:24-slim']);
  expect(dockerfile).toMatch(/^USER node$/m);
  expect(dockerfile).toMatch(/^HEALTHCHECK /m);
});

it('composes the service, Postgres and Redis from fixed images, each waiting for what it needs', () => {
  const compose = parse(read('docker-compose.yml'));
  expect(Object.keys(compose.services).sort()).toEqual(['api', 'postgres', 'redis', 'secrets']);
  for (const [name, service] of Object.entries<Record<string, unknown>>(compose.services)) {
    expect(service.build !== undefined || /^[a-z]+:\d+(-[a-z]+)?$/.test(String(service.image)), name).toBe(true);
    for (const volume of (service.volumes ?? []) as string[]) {
      expect(Object.keys(compose.volumes), name).toContain(volume.split(':')[0]);
    }
    for (const needed of Object.keys(service.depends_on ?? {})) expect(Object.keys(compose.services)).toContain(needed);
  }
  expect(compose.services.api.ports).toEqual(['7575:7575']);
  expect(compose.services.api.depends_on).toEqual({
    secrets: { condition: 'service_completed_successfully' },
    postgres: { condition: 'service_healthy' },
    redis: { condition: 'service_healthy' },
  });
  for (const name of ['postgres', 'redis']) expect(compose.services[name]).toHaveProperty('healthcheck.test');
  // Nothing for an operator to fill in.
  expect(read('docker-compose.yml')).not.toMatch(/\$\{/);
});

it('stands alone: no tracked file names a place on somebody’s machine or a registry', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
  const foreign = ['/wor' + 'k/', '/hom' + 'e/', '../shar' + 'ed', '"resol' + 'ved"'];
  const faults = files.flatMap((file) => {
    let text: string;
    try {
      text = read(file);
    } catch {
      return [];
    }
    return foreign.filter((word) => text.includes(word)).map((word) => `${file}: ${word}`);
  });
  expect(faults).toEqual([]);
});
