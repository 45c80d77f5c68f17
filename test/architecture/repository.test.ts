/** What others rely on beside the code: script names, the image, and that the project stands alone. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { minVersion, satisfies } from 'semver';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${ROOT}/${path}`, 'utf8');

it('has the npm scripts that others call by name', () => {
  const { scripts } = JSON.parse(read('package.json'));
  for (const name of ['start', 'dev', 'build', 'test', 'lint', 'typecheck', 'demo', 'bench', 'openapi', 'docs']) {
    expect(scripts, name).toHaveProperty(name);
  }
});

it('installs on the oldest Node that it supports without a warning', () => {
  const { engines } = JSON.parse(read('package.json'));
  const oldest = minVersion(engines.node)?.version ?? '';
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { engines?: { node?: string } }>;
  };
  const refusing = Object.entries(packages).filter(([, { engines: own }]) => !satisfies(oldest, own?.node ?? '*'));
  expect(refusing.map(([name, { engines: own }]) => `${name} needs Node ${own?.node}`)).toEqual([]);
});

it('runs nothing where it is installed, linked, or called by npx: only where its own packages have changed', () => {
  const { scripts } = JSON.parse(read('package.json'));
  expect(scripts.dependencies).toBe('prisma generate');
  for (const name of ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare']) {
    expect(scripts, name).not.toHaveProperty(name);
  }
});

it('builds an image on Node 24 that runs as somebody who may do nothing else, and says how it feels', () => {
  const dockerfile = read('Dockerfile');
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
  expect(bases).toEqual(['node:24-slim', 'node:24-slim']);
  expect(dockerfile).toMatch(/^USER node$/m);
  expect(dockerfile).toMatch(/^HEALTHCHECK /m);
});

it('stands alone: no tracked file names a place on somebody’s machine or a registry', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
  const foreign = ['/wor' + 'k/', '/hom' + 'e/', '/tm' + 'p/studio', '../shar' + 'ed', '"resol' + 'ved": "http'];
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
