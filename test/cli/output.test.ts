/** Nothing foreign that a command prints steers the terminal: documents, answers of services, file names and addresses. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { main } from '../../src/cli/command-line.ts';
import { printJson, printLines, printText } from '../../src/cli/terminal/output.ts';
import { redraw } from '../../src/cli/terminal/screen.ts';
import { createStyle } from '../../src/cli/terminal/style.ts';
import { runTool } from '../../tools/tools.ts';
import { finishedGame } from '../replays/finished-game.ts';

const EVIL = '\u001b[2J\u001b]0;title\u0007\u009b31m\u007f\u202e\u2066\u2028\u0085\rforged\nforged';
const STEERS = String.raw`[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]`;
const steering = new RegExp(STEERS, 'u');

const { document } = finishedGame({
  preset: 'official',
  options: {},
  players: 4,
  hands: 1,
  seed: 1,
  humans: 1,
  overdue: 0,
});

let directory: string;
let base: string;
let answer: (url: string) => { readonly status: number; readonly body: unknown };
const server = createServer((request, response) => {
  const { status, body } = answer(request.url ?? '');
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dalmuti-output-'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await rm(directory, { recursive: true, force: true });
});

/** What a command writes to stdout and stderr together. */
async function written(work: () => unknown): Promise<string> {
  const texts: string[] = [];
  const keep = (text: unknown, done?: unknown): boolean => {
    texts.push(String(text));
    if (typeof done === 'function') done();
    return true;
  };
  const spies = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')];
  for (const spy of spies) spy.mockImplementation(keep as typeof process.stdout.write);
  try {
    await work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return texts.join('');
}

/** The document with the same text added to every string in it, and to one at a time. */
function* spoilt(value: unknown, depth = 0): Generator<unknown> {
  if (typeof value === 'string') yield value + EVIL;
  else if (Array.isArray(value)) {
    for (const [at, one] of value.slice(0, 3).entries()) {
      for (const other of spoilt(one, depth + 1)) yield value.with(at, other);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      for (const other of spoilt(one, depth + 1)) yield { ...value, [key]: other };
      if (depth < 2) yield { ...value, [key + EVIL]: one };
    }
  }
}

function everywhere(value: unknown): unknown {
  if (typeof value === 'string') return value + EVIL;
  if (Array.isArray(value)) return value.map(everywhere);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, everywhere(one)]));
}

describe('a replay document with control characters in its strings does not steer the terminal', () => {
  const documents = [everywhere(document), ...spoilt(document)];

  test.each([['verify'], ['replay', '--plain'], ['replay', '--json']])(
    '%s %s',
    async (...command) => {
      for (const [at, each] of documents.entries()) {
        const file = join(directory, 'spoilt.json');
        await writeFile(file, JSON.stringify(each));
        const text = await written(() => main([...command, file].filter((one) => one !== undefined)));
        expect(text, `document ${at}`).not.toBe('');
        expect(text, `document ${at}`).not.toMatch(steering);
        expect(text, `document ${at}`).not.toMatch(/^forged/m);
      }
    },
    120_000,
  );
});

describe('an answer of a service with control characters does not steer the terminal', () => {
  const problem = {
    code: `x${EVIL}`,
    detail: EVIL,
    title: EVIL,
    errors: [{ pointer: `#/${EVIL}`, code: EVIL, detail: EVIL }],
  };

  test.each([
    ['verify', (url: string) => ['verify', url]],
    ['replay', (url: string) => ['replay', url]],
    ['admin audit', () => ['admin', 'audit', '--url', base]],
    ['admin games', () => ['admin', 'games', '--url', base]],
    ['admin games --json', () => ['admin', 'games', '--json', '--url', base]],
  ] as const)('%s', async (_name, args) => {
    vi.stubEnv('DALMUTI_TOKEN', 'x');
    const games = { items: [{ gameId: EVIL, tableName: EVIL, code: EVIL }], nextCursor: EVIL };
    for (const given of [
      { status: 400, body: problem },
      { status: 200, body: games },
      { status: 200, body: EVIL },
    ]) {
      answer = () => given;
      const text = await written(() => main(args(`${base}/${encodeURI('x')}`)));
      expect(text).not.toMatch(steering);
    }
    vi.unstubAllEnvs();
  });
});

describe('an argument with control characters does not steer the terminal', () => {
  test.each([
    [['verify', EVIL]],
    [['verify', `http://127.0.0.1:1/${EVIL}`]],
    [['replay', EVIL]],
    [['export', EVIL]],
    [['archive', EVIL]],
    [['keys', EVIL]],
    [['admin', EVIL]],
    [['admin', 'ban', EVIL]],
    [['admin', 'games', '--url', EVIL]],
    [['demo', '--seed', 'x', EVIL]],
    [['duel', EVIL]],
    [[EVIL]],
    [['verify', `--${EVIL}`]],
  ])('%j', async (args) => {
    const text = await written(() => main(args));
    expect(text).not.toBe('');
    expect(text).not.toMatch(steering);
  });
});

describe('an argument of a tool with control characters does not steer the terminal', () => {
  test.each([[['bench', '--seconds', EVIL]], [['simulate', '--hands', EVIL]], [[EVIL]]])('%j', async (args) => {
    const text = await written(() => runTool(args));
    expect(text).not.toBe('');
    expect(text).not.toMatch(steering);
  });
});

describe('the output functions', () => {
  test('keep the lines and colours of this program', async () => {
    const { bold } = createStyle(true);
    const text = await written(() => printLines([bold('a'), `b${EVIL.slice(0, 4)}`]));
    expect(text).toBe(`${bold('a')}\nb\ufffd[2J\n`);
    expect(await written(() => printText('a\nb\n'))).toBe('a\nb\n');
  });

  test('redrawn pictures contain no control sequence of their lines', () => {
    expect(redraw([`a${EVIL}`]).slice('\u001b[H\u001b[J'.length)).not.toMatch(steering);
  });

  test('JSON is escaped and parses to the same value', async () => {
    const text = await written(() => printJson({ name: EVIL }));
    expect(text).not.toMatch(steering);
    expect(JSON.parse(text)).toEqual({ name: EVIL });
  });
});
