/** Where documents of removed games lie: whole or not at all, never one in place of another. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFolderStore } from '../../src/adapters/archive-folder.ts';
import { createS3Store, type S3Place } from '../../src/adapters/archive-s3.ts';
import type { DocumentStore } from '../../src/ports/archive.ts';
import { openS3Server, type S3Server, signatureOf } from '../support/s3-server.ts';

const NAME = '2026-01/game.json';
const TEXT = '{"name":"Zoë 👑"}\n';
const KEYS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a secret/that+nobody logs', region: 'eu-central-2' };

interface Bench {
  readonly store: DocumentStore;
  /** What lies there under a name. */
  lies(name: string): Promise<string | null>;
  lay(name: string, text: string): Promise<void>;
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dalmuti-archive-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

let s3: S3Server;
beforeAll(async () => {
  s3 = await openS3Server('games', KEYS);
});
beforeEach(() => {
  s3.objects.clear();
  s3.requests.length = 0;
  s3.instead = null;
  s3.kept = (body) => body;
});
afterAll(() => s3.close());

const place = (more: Partial<S3Place> = {}): S3Place => ({
  kind: 's3',
  bucket: 'games',
  prefix: 'old/dalmuti',
  endpoint: s3.endpoint,
  sessionToken: null,
  ...KEYS,
  ...more,
});

const benches: Readonly<Record<string, () => Bench>> = {
  'a folder': () => ({
    store: createFolderStore(join(folder, 'new', 'games')),
    lies: (name) => readFile(join(folder, 'new', 'games', name), 'utf8').catch(() => null),
    lay: async (name, text) => {
      await mkdir(join(folder, 'new', 'games', '2026-01'), { recursive: true });
      await writeFile(join(folder, 'new', 'games', name), text);
    },
  }),
  'a bucket': () => ({
    store: createS3Store(place()),
    lies: async (name) => s3.objects.get(`/games/old/dalmuti/${name}`) ?? null,
    lay: async (name, text) => void s3.objects.set(`/games/old/dalmuti/${name}`, text),
  }),
};

describe.each(Object.entries(benches))('%s', (_, open) => {
  it('keeps a document as it is', async () => {
    const { store, lies } = open();
    expect(await store.keep(NAME, TEXT)).toBe('kept');
    expect(await lies(NAME)).toBe(TEXT);
  });

  it('takes the same document again, and leaves it', async () => {
    const { store, lies } = open();
    await store.keep(NAME, TEXT);
    expect(await store.keep(NAME, TEXT)).toBe('there');
    expect(await lies(NAME)).toBe(TEXT);
  });

  it.each(['', '{}', TEXT.trimEnd()])('never writes over another document (%j)', async (other) => {
    const { store, lies, lay } = open();
    await lay(NAME, other);
    expect(await store.keep(NAME, TEXT)).toBe('other');
    expect(await lies(NAME)).toBe(other);
  });
});

describe('a folder', () => {
  it('takes nothing from a run that was cut off, and leaves nothing of its own beside the document', async () => {
    const store = createFolderStore(folder);
    await mkdir(join(folder, '2026-01'));
    await writeFile(join(folder, `${NAME}.cut-off.part`), TEXT.slice(0, 5));
    expect(await store.keep(NAME, TEXT)).toBe('kept');
    expect((await readdir(join(folder, '2026-01'))).sort()).toEqual(['game.json', 'game.json.cut-off.part']);
    expect(await readFile(join(folder, NAME), 'utf8')).toBe(TEXT);
  });

  it('says what the disk says, and leaves nothing behind', async () => {
    await writeFile(join(folder, '2026-01'), 'in the way');
    await expect(createFolderStore(folder).keep(NAME, TEXT)).rejects.toMatchObject({ code: 'ENOTDIR' });
    expect(await readdir(folder)).toEqual(['2026-01']);
  });
});

describe('a bucket', () => {
  it('is asked before and after, with signatures that hold', async () => {
    await createS3Store(place()).keep(NAME, TEXT);
    const key = `/games/old/dalmuti/${NAME}`;
    expect(s3.requests).toEqual([`GET ${key}`, `PUT ${key}`, `GET ${key}`]);
  });

  it('needs no prefix, and takes temporary keys', async () => {
    const tokens = new Set<unknown>();
    s3.instead = ({ headers }) => {
      tokens.add(headers['x-amz-security-token']);
      return null;
    };
    const store = createS3Store(place({ prefix: '', sessionToken: 'a token' }));
    expect(store.place).toBe('s3://games');
    expect(await store.keep(NAME, TEXT)).toBe('kept');
    expect([...s3.objects.keys()]).toEqual([`/games/${NAME}`]);
    expect([...tokens]).toEqual(['a token']);
  });

  it('that does not give back what it was given is told of', async () => {
    s3.kept = (body) => body.slice(1);
    const kept = createS3Store(place()).keep(NAME, TEXT);
    await expect(kept).rejects.toThrow(`s3://games/old/dalmuti/${NAME} does not read back as it was written.`);
  });

  it.each([
    ['wrong keys', { secretAccessKey: 'another secret' }, /answers 403 SignatureDoesNotMatch/],
    ['a key that is not there', { accessKeyId: 'SOMEBODY' }, /answers 403 InvalidAccessKeyId/],
    ['another region', { region: 'us-east-1' }, /answers 403 AuthorizationHeaderMalformed/],
    ['a bucket that is not there', { bucket: 'gone' }, /answers 404 NoSuchBucket/],
  ])('refuses %s, and what is told has no secret in it', async (_, wrong, words) => {
    const settings = place(wrong);
    const error: Error = await createS3Store(settings)
      .keep(NAME, TEXT)
      .then(
        () => new Error('kept'),
        (reason) => reason,
      );
    expect(error).toMatchObject({ code: 'archive_store_fault', message: expect.stringMatching(words) });
    expect(JSON.stringify([error.message, error.cause])).not.toContain(settings.secretAccessKey);
    expect(s3.objects.size).toBe(0);
  });

  it.each([
    ['fails', { status: 500, code: 'InternalError' } as const, /answers 500 InternalError/],
    ['is cut off', 'cut' as const, /cannot be reached/],
  ])('that %s while it is written to has kept nothing', async (_, what, words) => {
    s3.instead = ({ method }) => (method === 'PUT' ? what : null);
    await expect(createS3Store(place()).keep(NAME, TEXT)).rejects.toThrow(words);
    expect(s3.objects.size).toBe(0);
    s3.instead = null;
    expect(await createS3Store(place()).keep(NAME, TEXT)).toBe('kept');
  });
});

describe('the signatures of the test', () => {
  // Amazon S3 API Reference, "Signature Calculations: Examples", GET Object.
  it('are those of the published example', () => {
    const headers = {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
    };
    const keys = {
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      region: 'us-east-1',
    };
    expect(signatureOf({ method: 'GET', path: '/test.txt', headers }, Object.keys(headers), keys)).toBe(
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    );
  });
});
