/** The walk gives back the terminal as it was, however it ends, and draws anew what has become another size (issue: replays in the terminal). */
import { PassThrough, Writable } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { readReplay } from '../../src/cli/replay/read-replay.ts';
import { recordingOf } from '../../src/cli/replay/recording.ts';
import { walkOnTerminal } from '../../src/cli/replay/terminal-walk.ts';
import { ENTER, LEAVE, redraw } from '../../src/cli/terminal/screen.ts';
import { createStyle } from '../../src/cli/terminal/style.ts';
import { verifyReplay } from '../../src/replays/verify.ts';
import { finishedGame } from '../replays/finished-game.ts';

afterEach(() => vi.restoreAllMocks());

const { document } = finishedGame({
  preset: 'official',
  options: {},
  players: 4,
  hands: 1,
  seed: 2,
  humans: 0,
  overdue: 0,
});
const GAME = recordingOf(readReplay(document), verifyReplay(document));

class Keys extends PassThrough {
  /** Whether each key comes by itself, as the terminal was told, the last word last. */
  readonly raw: boolean[] = [];

  setRawMode(raw: boolean): void {
    this.raw.push(raw);
  }
}

class Window extends Writable {
  columns = 80;
  rows = 24;
  text = '';

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.text += String(chunk);
    done();
  }

  /** The lines of the last picture. */
  get lines(): readonly string[] {
    return (this.text.split('\u001b[H').at(-1) ?? '').split('\r\n');
  }
}

function begin() {
  const [keys, window] = [new Keys(), new Window()];
  const ended = walkOnTerminal(GAME, keys, window, createStyle(false));
  const shows = (part: string) => vi.waitFor(() => expect(window.lines.join('\n')).toContain(part));
  return { keys, window, ended, shows };
}

const gaveBack = ({ keys, window }: ReturnType<typeof begin>): void => {
  expect(keys.raw).toEqual([true, false]);
  expect(window.text.startsWith(ENTER)).toBe(true);
  expect(window.text.endsWith(LEAVE)).toBe(true);
};

test('keys come by themselves, on a screen of its own, until q', async () => {
  const walk = begin();
  const { keys, window, ended, shows } = walk;
  await shows(`event 1 of ${GAME.frames.length} `);
  expect(window.text.startsWith(`${ENTER}\u001b[H`)).toBe(true);
  expect(keys.raw).toEqual([true]);
  keys.write('\u001b[C');
  await shows(`event 2 of ${GAME.frames.length} `);
  keys.write('G');
  await shows(`event ${GAME.frames.length} of ${GAME.frames.length} `);
  keys.write('\u001b[D');
  await shows(`event ${GAME.frames.length - 1} of ${GAME.frames.length} `);
  keys.write('/12\r');
  await shows(`event 12 of ${GAME.frames.length} `);
  keys.write('q');
  expect(await ended).toBeNull();
  gaveBack(walk);
});

test.each(['\u0003', '\u0004'])('%j ends it', async (key) => {
  const walk = begin();
  walk.keys.write(key);
  expect(await walk.ended).toBeNull();
  gaveBack(walk);
});

test('it ends when there are no more keys, or no more screen', async () => {
  const closed = begin();
  closed.keys.end();
  expect(await closed.ended).toBe('SIGHUP');
  gaveBack(closed);
  const gone = begin();
  gone.window.destroy(new Error('EIO'));
  expect(await gone.ended).toBe('SIGHUP');
  expect(gone.keys.raw).toEqual([true, false]);
});

test('it gives the terminal back before it lets the shell have it, and takes it again', async () => {
  const walk = begin();
  const { keys, window, ended } = walk;
  const stopped = vi.spyOn(process, 'kill').mockImplementation(() => {
    gaveBack(walk);
    return true;
  });
  keys.write('\u001a');
  await vi.waitFor(() => expect(keys.raw).toEqual([true, false, true]));
  expect(stopped.mock.calls).toEqual([[process.pid, 'SIGTSTP']]);
  expect(window.text.split(ENTER)).toHaveLength(3);
  keys.write('q');
  await ended;
  expect(keys.raw).toEqual([true, false, true, false]);
  expect(window.text.endsWith(LEAVE)).toBe(true);
});

test('a window of another size is drawn anew', async () => {
  const { keys, window, ended } = begin();
  expect(window.lines).toHaveLength(24);
  Object.assign(window, { columns: 40, rows: 10 });
  window.emit('resize');
  expect(window.lines).toHaveLength(10);
  Object.assign(window, { columns: 0, rows: 0 });
  window.emit('resize');
  expect(window.lines).toHaveLength(24);
  keys.write('q');
  await ended;
});

test('nothing listens any more when it is over', async () => {
  const before = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGCONT', 'exit'].map((name) => process.listenerCount(name));
  const { keys, window, ended } = begin();
  keys.write('q');
  await ended;
  const after = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGCONT', 'exit'].map((name) => process.listenerCount(name));
  expect(after).toEqual(before);
  expect(window.listenerCount('resize')).toBe(0);
});

test('a line is wiped before it is written: behind a full one the cursor stands on its last letter', () => {
  expect(redraw(['ab', 'c', 'd'])).toBe('\u001b[H\u001b[Kab\r\n\u001b[Kc\r\n\u001b[Jd');
});
