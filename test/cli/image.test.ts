/** The command line in the layout and environment of the image: it works on the composition's database, or on none. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeOnPostgres, openTestDatabase } from '../support/database.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LINK = '/usr/local/bin/dalmuti';

let root: string;

/** What the last stage of the Dockerfile copies into /app, and the link that it makes. */
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'dalmuti-image-'));
  const stage = (await readFile(join(ROOT, 'Dockerfile'), 'utf8')).split(/^FROM /m).at(-1) ?? '';
  for (const [, from, what = ''] of stage.matchAll(/^COPY (--from=build )?(.+)$/gm)) {
    const names = what.split(' ');
    const to = names.pop() ?? '';
    for (const name of names) {
      const target = join(root, 'app', to === './' ? name : to);
      if (from === undefined) await cp(join(ROOT, name), target, { recursive: true });
      else if (name === '/app/dist') await build(target);
      else throw new Error(`The test builds no ${name}.`);
    }
  }
  await symlink(join(ROOT, 'node_modules'), join(root, 'app/node_modules'));
  const [, target = ''] = new RegExp(`^RUN ln -s (\\S+) ${LINK}$`, 'm').exec(stage) ?? [];
  await symlink(join(root, target), join(root, 'dalmuti'));
  expect(stage).toContain('CMD ["dalmuti", "serve"]');
}, 240_000);

afterAll(() => rm(root, { recursive: true, force: true }));

async function build(target: string): Promise<void> {
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  await promisify(execFile)(tsc, ['-p', join(ROOT, 'tsconfig.build.json'), '--outDir', target]);
}

interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** `docker compose exec api dalmuti …`: no entrypoint runs, and the environment is that of the composition. */
function dalmuti(args: string, environment: Readonly<Record<string, string>>): Promise<Ran> {
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    NODE_ENV: 'production',
    LOG_LEVEL: 'silent',
    DALMUTI_DATA_DIR: join(root, 'data'),
    ...environment,
  };
  return new Promise((resolve) => {
    execFile(join(root, 'dalmuti'), args.split(' '), { env, cwd: join(root, 'app') }, (error, out, err) =>
      resolve({ status: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

describe('dalmuti secrets', () => {
  it('makes secrets that only their owner reads, and keeps them', async () => {
    const secrets = join(root, 'secrets');
    const first = await dalmuti('secrets', { SECRETS_DIR: secrets });
    expect(first).toMatchObject({ status: 0, err: '' });
    const texts = await Promise.all(
      ['dalmuti_secret', 'postgres_password'].map((name) => readFile(join(secrets, name), 'utf8')),
    );
    expect(new Set(texts).size).toBe(2);
    for (const name of await readdir(secrets)) expect((await stat(join(secrets, name))).mode & 0o777).toBe(0o600);
    const again = await dalmuti('secrets', { SECRETS_DIR: secrets });
    expect([first.out.match(/made/g)?.length, again.out.match(/kept/g)?.length]).toEqual([2, 2]);
    expect(await readFile(join(secrets, 'dalmuti_secret'), 'utf8')).toBe(texts[0]);
    for (const text of texts) expect(first.out + again.out).not.toContain(text.trim());
  });

  it('says what is missing without SECRETS_DIR', async () => {
    expect(await dalmuti('secrets', {})).toMatchObject({
      status: 2,
      err: expect.stringContaining('SECRETS_DIR: not set'),
    });
  });
});

describe('a command without a database', () => {
  const SECRET = { DALMUTI_SECRET: 'x'.repeat(32) };

  it.each([
    'keys rotate',
    'keys list',
    'migrate',
    'export --all',
    'import replay.json',
    'archive --to elsewhere --older-than 1',
  ])('dalmuti %s refuses with the names of the variables, and makes nothing', async (args) => {
    const before = await readdir(root);
    const { status, err } = await dalmuti(args, SECRET);
    expect({ status, err }).toEqual({
      status: 2,
      err: expect.stringMatching(/DATABASE_URL: not set, nor is POSTGRES_HOST/),
    });
    expect(await readdir(root)).toEqual(before);
  });

  it.each(['keys rotate', 'admin games'])('dalmuti %s makes no secret either', async (args) => {
    const before = await readdir(root);
    const { status, err } = await dalmuti(args, { DATABASE_URL: 'postgres://127.0.0.1:1/none' });
    expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining('DALMUTI_SECRET: not set') });
    expect(await readdir(root)).toEqual(before);
  });
});

describeOnPostgres('a command in the composition', () => {
  it("works on the composition's database with the composition's secret", async (test) => {
    const database = await openTestDatabase({ kind: 'postgres' });
    test.onTestFinished(() => database.close());
    const { hostname, port, username, password, pathname } = new URL(database.url ?? '');
    const secrets = join(root, 'own-secrets');
    await dalmuti('secrets', { SECRETS_DIR: secrets });
    const composition = {
      SECRETS_DIR: secrets,
      POSTGRES_HOST: hostname,
      POSTGRES_PORT: port === '' ? '5432' : port,
      POSTGRES_USER: username === '' ? 'postgres' : decodeURIComponent(username),
      POSTGRES_DB: pathname.slice(1),
      ...(password === '' ? {} : { POSTGRES_PASSWORD: decodeURIComponent(password) }),
    };
    expect(await dalmuti('migrate', composition)).toMatchObject({ status: 0 });
    const rotated = await dalmuti('keys rotate --json', composition);
    expect(rotated).toMatchObject({ status: 0, err: '' });
    const { made } = JSON.parse(rotated.out);
    const kept = await database.prisma.signingKey.findMany({ select: { kid: true } });
    expect(kept).toEqual([{ kid: made }]);
    expect(await readdir(root)).not.toContain('data');

    // Into a file, and from there into an embedded database in another place.
    const file = join(root, 'backup.ndjson.gz');
    const written = await dalmuti(`backup ${file}`, composition);
    expect(written).toMatchObject({ status: 0, out: expect.stringMatching(/: \d+ rows\n$/), err: '' });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const elsewhere = { SECRETS_DIR: secrets, DALMUTI_DATA_DIR: join(root, 'elsewhere') };
    expect(await dalmuti(`restore ${file}`, elsewhere)).toMatchObject({
      status: 2,
      err: expect.stringContaining('DATABASE_URL: not set'),
    });
    expect(await dalmuti(`restore --embedded ${file}`, elsewhere)).toMatchObject({ status: 0, err: '' });
    expect(await dalmuti(`restore --embedded ${file}`, elsewhere)).toMatchObject({
      status: 1,
      err: expect.stringContaining('not empty'),
    });
    expect(JSON.parse((await dalmuti('keys list --json', elsewhere)).out).keys).toMatchObject([{ kid: made }]);
  }, 120_000);
});
