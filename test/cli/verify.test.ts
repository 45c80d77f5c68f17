/** `dalmuti verify` says of each document whether it is true, and why not. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { UsageError } from '../../src/cli/command.ts';
import { run } from '../../src/cli/verify.ts';
import { finishedGame, GAME_ID } from '../replays/finished-game.ts';

let folder: string;
const { document } = finishedGame({
  preset: 'official-scored',
  options: {},
  players: 4,
  hands: 1,
  seed: 1,
  humans: 1,
  overdue: 0,
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dalmuti-verify-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

async function verified(...args: readonly string[]) {
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const status = await run(args);
  const said = { status, out: out.mock.calls.join(''), err: err.mock.calls.join('') };
  vi.restoreAllMocks();
  return said;
}

describe('dalmuti verify', () => {
  test('promise 4: a true game, status 0', async () => {
    const path = await file('true.json', JSON.stringify(document));
    const { status, out, err } = await verified(path);
    expect([status, err]).toEqual([0, '']);
    expect(out).toContain(`${path}: true.\n`);
    expect(out).toContain(`Game ${GAME_ID}, official-scored, 4 players, 1 hand.`);
    expect(out).toContain(document.proof.commitment);
  });

  test('promise 4: the commitment that somebody noted down, however it is written', async () => {
    const path = await file('noted.json', JSON.stringify(document));
    expect((await verified(path, '--commitment', document.proof.commitment.toUpperCase())).status).toBe(0);
    const { status, err } = await verified(path, '--commitment', '0'.repeat(64));
    expect([status, err]).toEqual([1, `${path}: not true. The table showed another commitment before the game.\n`]);
  });

  test('promise 4: a changed game, status 1, with the event and the reason; others are checked all the same', async () => {
    const copy = structuredClone(document);
    const dealt = copy.events.findIndex(({ type }: { type: string }) => type === 'handDealt');
    copy.events[dealt].hands[0].cards.reverse();
    const [bad, good] = [
      await file('bad.json', JSON.stringify(copy)),
      await file('good.json', JSON.stringify(document)),
    ];
    const { status, out, err } = await verified(bad, good);
    expect(status).toBe(1);
    expect(err).toBe(
      `${bad}: not true. Event ${dealt + 1}: Hand 1 was not dealt as the seed and the contributions give.\n`,
    );
    expect(out).toContain(`${good}: true.`);
  });

  test('what cannot be read is told in a sentence, status 1', async () => {
    const torn = await file('torn.json', '{"format":');
    expect(await verified(torn)).toEqual({ status: 1, out: '', err: `${torn} is not JSON.\n` });
    const nowhere = join(folder, 'nowhere.json');
    expect((await verified(nowhere)).err).toBe(`${nowhere} cannot be read: there is no such file.\n`);
    expect((await verified(folder)).err).toBe(`${folder} cannot be read: it is a folder.\n`);
    expect((await verified('http://127.0.0.1:9/replay')).err).toBe('http://127.0.0.1:9/replay cannot be reached.\n');
  });

  test('without a document, or with one commitment for two, it says how it is called', async () => {
    await expect(run([])).rejects.toThrow(UsageError);
    await expect(run(['a', 'b', '--commitment', 'c'])).rejects.toThrow(UsageError);
  });
});
