/** `dalmuti archive` as an operator runs it: to a folder and to a bucket, with what it says and how it ends. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, type TestContext, test } from 'vitest';
import { openPglite } from '../../src/adapters/pglite.ts';
import { run } from '../../src/cli/archive.ts';
import { readPlace } from '../../src/cli/archive-place.ts';
import { UsageError } from '../../src/cli/command.ts';
import { ConfigError } from '../../src/config/config.ts';
import { verifyReplay } from '../../src/replays/verify.ts';
import { TEST_SECRET } from '../support/app.ts';
import { makeRole } from '../support/archive-role.ts';
import { describeOnPostgres, openTestDatabase, type TestDatabase } from '../support/database.ts';
import { type KeptGame, keptGame, rowsOf } from '../support/kept-game.ts';
import { pgliteTemplate } from '../support/pglite-template.ts';
import { openS3Server } from '../support/s3-server.ts';

const PATIENCE = { timeout: 240_000 };
const KEYS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a secret/that+nobody logs', region: 'eu-central-2' };
const AWS = {
  AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
  AWS_REGION: KEYS.region,
};

describe('--to', () => {
  test.each(['/srv/games', 'games', './a b', 's3'])('%s is a folder', (to) => {
    expect(readPlace(to, {})).toEqual({ kind: 'folder', folder: to });
  });

  test.each([
    ['s3://games', {}, { bucket: 'games', prefix: '', endpoint: 'https://s3.eu-central-2.amazonaws.com' }],
    ['s3://games/', { AWS_SESSION_TOKEN: 't' }, { prefix: '', sessionToken: 't' }],
    [
      's3://my.games-1//old/dalmuti/',
      { AWS_ENDPOINT_URL: 'http://localhost:9000' },
      { bucket: 'my.games-1', prefix: 'old/dalmuti', endpoint: 'http://localhost:9000' },
    ],
    [
      's3://games/old',
      { AWS_ENDPOINT_URL: 'http://other', AWS_ENDPOINT_URL_S3: 'https://s3.test' },
      { prefix: 'old', endpoint: 'https://s3.test' },
    ],
    ['s3://games', { AWS_REGION: '' }, { region: 'us-east-1', endpoint: 'https://s3.us-east-1.amazonaws.com' }],
  ])('%s is a bucket (%j)', (to, more, wanted) => {
    expect(readPlace(to, { ...AWS, ...more })).toEqual({
      kind: 's3',
      bucket: 'games',
      prefix: '',
      endpoint: expect.any(String),
      region: KEYS.region,
      accessKeyId: KEYS.accessKeyId,
      secretAccessKey: KEYS.secretAccessKey,
      sessionToken: null,
      ...wanted,
    });
  });

  test.each(['s3://', 's3://A', 's3://a', 's3:///old', 'https://games', 'file:///srv'])('%s is neither', (to) => {
    expect(() => readPlace(to, AWS)).toThrow(UsageError);
  });

  test('names the variables that are missing or wrong, and no value', () => {
    const environment = { AWS_SECRET_ACCESS_KEY: 'a secret', AWS_ENDPOINT_URL_S3: 'ftp://a.secret.place' };
    const words = /AWS_ACCESS_KEY_ID: must be set for s3:\/\/\n {2}AWS_ENDPOINT_URL_S3: must be a URL$/;
    expect(() => readPlace('s3://games', environment)).toThrow(ConfigError);
    expect(() => readPlace('s3://games', environment)).toThrow(words);
    expect(() => readPlace('s3://games', environment)).not.toThrow(/secret/);
  });
});

test.each([
  [[], /--to/],
  [['--to', 'games', '--older-than', 'long'], '--older-than takes a whole number from 0 to 36500, not "long".'],
  [['--to', 'games', '--limit', '0'], '--limit takes a whole number from 1'],
  [['--to', 'games', 'more'], /more/],
])('says what is wrong with %j', async (args, words) => {
  await expect(run(args)).rejects.toThrow(UsageError);
  await expect(run(args)).rejects.toThrow(words);
});

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** @param said hears what has been written to standard output so far, and may kill */
function dalmuti(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  said: (out: string, kill: () => void) => void = () => undefined,
): Promise<Ended> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN, ...args], {
    env: { PATH, HOME, DALMUTI_SECRET: TEST_SECRET, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
    said(out, () => child.kill('SIGKILL'));
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, out, err })));
}

async function temporary({ onTestFinished }: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dalmuti-archive-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('moves games out of the embedded database, to a folder and to a bucket', PATIENCE, async (t) => {
  const folder = await temporary(t);
  const data = join(folder, 'data');
  const withDatabase = async <T>(work: (database: TestDatabase) => Promise<T>): Promise<T> => {
    const database = await openPglite({ folder: data, template: await pgliteTemplate() });
    try {
      return await work({ ...database, url: null });
    } finally {
      await database.close();
    }
  };
  const s3 = await openS3Server('games', KEYS);
  t.onTestFinished(() => s3.close());
  const [first, second, running] = await withDatabase(async (database) => [
    await keptGame(database),
    await keptGame(database, { laterMs: 1000 }),
    await keptGame(database, { without: 'gameEnded' }),
  ]);
  const env = { DALMUTI_DATA_DIR: data, ...AWS, AWS_ENDPOINT_URL_S3: s3.endpoint };
  const games = join(folder, 'games');
  const name = (gameId: string) => `2026-01/${gameId}.json`;

  expect(await dalmuti(['archive', '--to', games, '--limit', '1'], env)).toEqual({
    status: 0,
    out: `${first.gameId} is in ${name(first.gameId)}\nGames: 1 moved to ${games}, 0 had to stay.\n`,
    err: '',
  });
  const document = JSON.parse(await readFile(join(games, name(first.gameId)), 'utf8'));
  expect(verifyReplay(document)).toMatchObject({ ok: true, gameId: first.gameId });

  expect(await dalmuti(['archive', '--to', 's3://games/old'], env)).toEqual({
    status: 0,
    out: `${second.gameId} is in ${name(second.gameId)}\nGames: 1 moved to s3://games/old, 0 had to stay.\n`,
    err: '',
  });
  expect([...s3.objects.keys()]).toEqual([`/games/old/${name(second.gameId)}`]);

  await withDatabase(async (database) => {
    expect((await rowsOf(database, first.gameId)).game_events).toBe(0);
    expect((await rowsOf(database, second.gameId)).game_events).toBe(0);
    expect((await rowsOf(database, running.gameId)).game_events).toBe(running.events.length);
  });
});

describeOnPostgres('dalmuti archive on Postgres', () => {
  const open = async ({ onTestFinished }: TestContext) => {
    const database = await openTestDatabase({ kind: 'postgres' });
    onTestFinished(() => database.close());
    return database;
  };

  test('says what to run when nobody may remove games here', PATIENCE, async (t) => {
    const [database, folder] = [await open(t), await temporary(t)];
    const game = await keptGame(database);
    const env = { DATABASE_URL: database.url ?? '' };
    const { status, out, err } = await dalmuti(['archive', '--to', folder], env);
    expect([status, out]).toEqual([1, '']);
    // Another test may have made the role, which belongs to the server; its rights here nobody has given.
    expect(err).toMatch(/^archive_role_(missing|rights): .*dalmuti_archive.*\n\n(.*\n)*GRANT .* TO dalmuti_archive;\n/);
    expect(err).not.toMatch(/^ +at /m);
    expect((await rowsOf(database, game.gameId)).game_events).toBe(game.events.length);
  });

  test('names a game that has to stay, and ends with status 1', PATIENCE, async (t) => {
    const [database, other, folder] = [await open(t), await open(t), await temporary(t)];
    await makeRole(database);
    await makeRole(other);
    const game = await keptGame(database);
    // What removes is pointed at another database than what reads.
    const env = { DATABASE_URL: database.url ?? '', ARCHIVE_DATABASE_URL: other.url ?? '' };
    expect(await dalmuti(['archive', '--to', folder, '--older-than', '0'], env)).toEqual({
      status: 1,
      out: `Games: 0 moved to ${folder}, 1 had to stay.\n`,
      err: `${game.gameId} stays: It could not be removed: ARCHIVE_DATABASE_URL leads to another database.\n`,
    });
    expect((await rowsOf(database, game.gameId)).game_events).toBe(game.events.length);
  });

  test('may be killed, and the next run finishes', PATIENCE, async (t) => {
    const [database, folder] = [await open(t), await temporary(t)];
    await makeRole(database);
    const games: KeptGame[] = [];
    for (let count = 0; count < 12; count += 1) games.push(await keptGame(database, { laterMs: count }));
    const env = { DATABASE_URL: database.url ?? '' };
    const killed = await dalmuti(['archive', '--to', folder], env, (out, kill) => {
      if (out.split('\n').length > 3) kill();
    });
    expect(killed.status).toBeNull();

    const isMoved = async ({ gameId, events }: KeptGame) => {
      const text = await readFile(join(folder, `2026-01/${gameId}.json`), 'utf8').catch(() => null);
      if (text !== null) expect(verifyReplay(JSON.parse(text))).toMatchObject({ ok: true, gameId });
      const rows = await rowsOf(database, gameId);
      const [all, none] = [
        { game_events: events.length, game_seeds: 1 },
        { game_events: 0, game_seeds: 0 },
      ];
      expect(rows).toMatchObject(text === null || rows.game_events !== 0 ? all : none);
      return rows.game_events === 0;
    };
    const before = await Promise.all(games.map(isMoved));
    expect(before.filter((moved) => moved).length).toBeGreaterThanOrEqual(3);

    const { status, err } = await dalmuti(['archive', '--to', folder], env);
    expect([status, err]).toEqual([0, '']);
    expect(await Promise.all(games.map(isMoved))).toEqual(games.map(() => true));
  });
});
