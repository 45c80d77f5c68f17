/** `npm run pack:client`: the client as a package of its own, which has no dependency and installs nothing but itself. */
import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** @param folder what is there is replaced */
export async function writeClientPackage(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const dist = join(folder, 'dist');
  execFileSync(process.execPath, [tsc, '-p', join(ROOT, 'tsconfig.client.json'), '--outDir', dist], {
    stdio: 'inherit',
  });
  const whole = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const manifest = {
    name: whole.name,
    version: whole.version,
    description: 'The client of an open game service for The Great Dalmuti: bots and tables, in browsers and Node.',
    license: whole.license,
    type: 'module',
    sideEffects: false,
    engines: whole.engines,
    exports: { './client': whole.exports['./client'], './package.json': './package.json' },
  };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const [from, to] of [
    ['LICENSE', 'LICENSE'],
    ['NOTICE', 'NOTICE'],
    ['src/client/README.md', 'README.md'],
  ] as const) {
    await copyFile(join(ROOT, from), join(folder, to));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = join(ROOT, 'dist-client');
  await writeClientPackage(folder);
  execFileSync('npm', ['pack', folder], { cwd: ROOT, stdio: 'inherit' });
}
