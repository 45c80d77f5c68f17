/** `dalmuti replay` as it is typed: what it says of a game, what it prints, and how it ends (issue: replays in the terminal). */
import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { UsageError } from '../../src/cli/command.ts';
import { run } from '../../src/cli/replay/replay.ts';
import { type Document, finishedGame, GAME_ID } from '../replays/finished-game.ts';

const { document: GAME, events: EVENTS } = finishedGame({
  preset: 'official-scored',
  options: {},
  players: 4,
  hands: 2,
  seed: 3,
  humans: 1,
  overdue: 5,
});
const NAMES = ['Agnes', '王小明', 'Bob\u001b[2J\u009b', 'Agnes'];
GAME.events[0].seats.forEach((seat: Document, index: number) => {
  seat.player.name = NAMES[index];
});
const DEALS = EVENTS.filter(({ type }) => type === 'handDealt').length;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dalmuti-replay-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

async function file(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

async function replayed(...args: readonly string[]): Promise<Ran> {
  const written = { out: '', err: '' };
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk, ...more) => {
    written.out += String(chunk);
    for (const done of more) if (typeof done === 'function') done();
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    written.err += String(chunk);
    return true;
  });
  const status = await run(args);
  vi.restoreAllMocks();
  return { status, ...written };
}

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

const changed = (change: (document: Document) => void): Document => {
  const document = structuredClone(GAME);
  change(document);
  return document;
};

describe('a game that is true', () => {
  test('promise 4: is said to be so in the first line, and the status is 0', async () => {
    const { status, out, err } = await replayed(await file('good.json', GAME));
    expect({ status, err }).toEqual({ status: 0, err: '' });
    const [line] = out.split('\n');
    const game = `Game ${GAME_ID}: official-scored, 2 hands, ${EVENTS.length} events`;
    // Players of one name are told apart, and no name steers the terminal.
    const players = 'played by Agnes 1, 王小明, Bob\ufffd[2J\ufffd, Agnes 4.';
    expect(line).toMatch(/ Verified: the commitment, 1 draw for seats, \d deals, \d+ moves\.$/);
    expect(line).toContain(`${game}, ${players} Verified: the commitment, 1 draw for seats, ${DEALS} deals, `);
  });

  test('is told hand by hand, every event by its number, with the hands as they were dealt', async () => {
    const { out } = await replayed(await file('good.json', GAME));
    const numbers = [...out.matchAll(/^ +(\d+) {2}\S/gm)].map(([, number]) => Number(number));
    expect(numbers).toEqual(EVENTS.map(({ version }) => version));
    expect([...out.matchAll(/^(Before the first hand|Hand \d)$/gm)].map(([head]) => head)).toEqual([
      'Before the first hand',
      'Hand 1',
      'Hand 2',
    ]);
    for (const event of EVENTS) {
      if (event.type !== 'handDealt') continue;
      for (const { cards } of event.hands) expect(out).toContain(`: ${cards.join(' ')}\n`);
    }
    expect(out.match(/^ +Points: /gm)).toHaveLength(2);
    expect(out.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect((await replayed(await file('good.json', GAME))).out).toBe(out);
  });

  test('is told for one hand alone with --hand', async () => {
    const path = await file('good.json', GAME);
    const { out } = await replayed(path, '--hand', '2');
    const whole = (await replayed(path)).out;
    expect(out).toContain('\nHand 2\n');
    expect(out).not.toContain('\nHand 1\n');
    expect(whole.endsWith(out.slice(out.indexOf('\nHand 2\n')))).toBe(true);
    expect(await replayed(path, '--hand', '3')).toEqual({
      status: 2,
      out: '',
      err: 'This game has no hand 3, only 2.\n',
    });
  });

  test('is one line of JSON for each event with --json, the state after it beside it', async () => {
    const { status, out, err } = await replayed(await file('good.json', GAME), '--json');
    expect(status).toBe(0);
    expect(err).toMatch(/^Game .* Verified: /);
    const lines = out.trimEnd().split('\n');
    const parsed = lines.map((line): Document => JSON.parse(line));
    expect(parsed.map(({ event }) => event)).toEqual(GAME.events);
    expect(lines.join('')).not.toMatch(/[\p{C}]/u);
    const dealt = parsed.find(({ event }) => event.type === 'handDealt');
    expect(dealt).toMatchObject({ hand: 1, state: { phase: 'revolution', turn: null, awaiting: [0, 1, 2, 3] } });
    const hands = dealt.event.hands.map(({ seat, cards }: Document) => ({ seat, cards }));
    expect(dealt.state.hands).toEqual(hands.sort((a: Document, b: Document) => a.seat - b.seat));
    expect(parsed.at(-1)).toMatchObject({ hand: 2, state: { phase: 'ended' } });
    const second = await replayed(await file('good.json', GAME), '--json', '--hand', '2');
    expect(second.out).toBe(`${lines.filter((_, at) => parsed[at].hand === 2).join('\n')}\n`);
  });
});

describe('a game that is not true', () => {
  const wrongPlay = changed(({ events }) => {
    events.find((event: Document) => event.type === 'setPlayed').left += 1;
  });
  const at = EVENTS.findIndex(({ type }) => type === 'setPlayed') + 1;

  test('promise 4: is shown all the same; the event is named, and the status is 1', async () => {
    const { status, out, err } = await replayed(await file('bad.json', wrongPlay));
    expect({ status, err }).toEqual({ status: 1, err: '' });
    expect(out).toContain(` NOT VERIFIED at event ${at}: setPlayed is not what the rules make of it: left differs.\n`);
    expect(out).toMatch(new RegExp(`\\n {2}NOT VERIFIED from here on:\\n +${at} {2}`));
    expect(out).toContain(` ${EVENTS.length}  The game is over`);
    expect((await replayed(await file('bad.json', wrongPlay), '--json')).status).toBe(1);
  });

  test('promise 4: with another seed has no event to be named', async () => {
    const other = changed(({ proof }) => {
      proof.seed = '00'.repeat(32);
    });
    const { status, out } = await replayed(await file('seed.json', other));
    expect(status).toBe(1);
    expect(out).toContain(' NOT VERIFIED: The seed is not the one that the server committed to.\n');
    expect(out).not.toContain('from here on');
  });

  test('that cannot even begin has nothing to be shown, and says so', async () => {
    const headless = changed(({ events }) => events.shift());
    const { status, out } = await replayed(await file('headless.json', headless));
    expect(status).toBe(1);
    expect(out).toMatch(/^Game .* NOT VERIFIED at event 1: .* Only 0 events can be shown\.\n$/);
  });
});

describe('what is no replay is told in one sentence, with status 2', () => {
  const running = {
    type: 'https://example.org/problems#game_not_over',
    title: 'The game is not over',
    status: 409,
    code: 'game_not_over',
    detail: 'The replay is there when the game is over.',
    requestId: 'r',
  };
  test.each([
    ['text', 'Dear Agnes,', 'no.json is not JSON.'],
    ['a list', [1], 'This is JSON, but not the document of a finished game.'],
    ['nothing', 'null', 'This is JSON, but not the document of a finished game.'],
    ['another document', { format: 'x' }, 'This is not the document of a finished game: #/'],
    ['another version', { ...GAME, version: 2 }, 'This replay has version 2; this release reads version 1.'],
    [
      'the answer of a running game',
      running,
      'This is no replay but the answer game_not_over of a service: The replay is',
    ],
    ['the view of a running game', { phase: 'play' }, 'This is the view of a game, not its replay: GET /v1/games/'],
    ['half a replay', { ...GAME, events: [] }, 'This is not the document of a finished game: #/events: '],
    [
      'what would steer the terminal',
      { code: '\u001b[2J', detail: '\u009b' },
      'This is no replay but the answer \ufffd[2J',
    ],
  ])('%s', async (_name, content, sentence) => {
    const { status, out, err } = await replayed(await file('no.json', content));
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toContain(sentence);
    expect(err).toMatch(/^[^\n]+\n$/);
    expect(err).not.toContain('\u001b');
  });

  test('a file that is not there, and a folder', async () => {
    const missing = join(folder, 'none.json');
    expect(await replayed(missing)).toEqual({
      status: 2,
      out: '',
      err: `${missing} cannot be read: there is no such file.\n`,
    });
    expect(await replayed(folder)).toEqual({ status: 2, out: '', err: `${folder} cannot be read: it is a folder.\n` });
  });
});

test.each([
  [[], 'Name the file of a finished game, or - for standard input.'],
  [['a', 'b'], 'One game at a time, please.'],
  [['a', '--hand', 'two'], '--hand takes a whole number from 0 to 1000000, not "two".'],
  [['a', '--fast'], /--fast/],
])('refuses to be typed as %j', async (args, message) => {
  await expect(run(args)).rejects.toThrow(UsageError);
  await expect(run(args)).rejects.toThrow(message);
});

describe('the command itself', () => {
  const start = (args: readonly string[]) =>
    spawn(process.execPath, ['--import', 'tsx', MAIN, 'replay', ...args], { stdio: ['pipe', 'pipe', 'pipe'] });

  test('reads standard input, and prints where there is no terminal', async () => {
    const path = await file('good.json', GAME);
    const child = start(['-']);
    createReadStream(path).pipe(child.stdin);
    const ended = new Promise((resolve) => child.once('close', resolve));
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect({ code: await ended, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe((await replayed(path)).out);
  });

  test('ends in peace when its reader has seen enough', async () => {
    const child = start([await file('good.json', GAME)]);
    child.stdout.destroy();
    const ended = new Promise((resolve) => child.once('close', resolve));
    expect({ err: await text(child.stderr), code: await ended }).toEqual({ err: '', code: 0 });
  });
});
