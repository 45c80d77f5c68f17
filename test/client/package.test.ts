/** The packed client: it needs nothing else, it is typed for strict readers, and plays whole games in Node. */
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bootApp } from '../support/app.ts';
import { type ClientProject, MODULES, openClientProject } from '../support/packed-client.ts';

const run = promisify(execFile);
/** Only how long a broken test takes to fail. */
vi.setConfig({ testTimeout: 240_000 });
let project: ClientProject;
beforeAll(async () => {
  project = await openClientProject('ws');
});
afterAll(() => project.remove());

test('it installs itself and nothing else, and imports nothing of Node', async () => {
  const { dependencies, scripts, exports } = JSON.parse(
    await readFile(join(project.folder, 'node_modules/dalmuti/package.json'), 'utf8'),
  );
  expect([dependencies, scripts]).toEqual([undefined, undefined]);
  expect(Object.keys(exports)).toEqual(['./client', './package.json']);
  const root = join(project.folder, 'node_modules/dalmuti/dist');
  const files = (await readdir(root, { recursive: true })).filter((file) => /\.(?:js|d\.ts)$/.test(file));
  expect(files).toContain(join('client', 'client.d.ts'));
  for (const file of files) {
    const text = await readFile(join(root, file), 'utf8');
    const targets = [...text.matchAll(/(?:\bfrom\s+|\bimport\(\s*)['"]([^'"]+)['"]/g)].map(
      ([, target]) => target ?? '',
    );
    expect(
      targets.filter((target) => !target.startsWith('.')),
      file,
    ).toEqual([]);
  }
});

test('the whole project can be packed as well: nothing of it runs where it is installed', async () => {
  const { scripts, exports, files } = JSON.parse(await readFile(join(MODULES, '../package.json'), 'utf8'));
  for (const name of ['preinstall', 'install', 'postinstall']) expect(scripts).not.toHaveProperty(name);
  expect(exports['./client'].default).toMatch(/^\.\/dist\//);
  expect(files).toEqual(expect.arrayContaining(['dist', 'bin', 'prisma/migrations']));
});

const READER = `
import { createClient, legal, type Command, type GameUpdate, type Turn, type contract } from 'dalmuti/client';

const client = createClient({ base: 'http://127.0.0.1:7575', token: (refused) => refused ?? 'token' });

export async function play(): Promise<void> {
  for await (const turn of client.turns({ signal: AbortSignal.timeout(1000) })) {
    const same: Turn = turn;
    const cards: readonly string[] = same.legal.flatMap((command) => (command.type === 'play' ? command.cards : []));
    const all: readonly Command[] = legal(turn.view);
    const sent = await turn.answer(all[0] ?? { type: 'pass' });
    console.log(cards, sent?.version);
    // @ts-expect-error there is no such card
    await turn.answer({ type: 'play', cards: ['13'] });
  }
}

export async function gather(): Promise<contract.Table> {
  const page = await client.call('listTables', { query: { state: 'open' } });
  const name: string | null | undefined = page.items[0]?.name;
  console.log(name);
  // @ts-expect-error a table cannot be had without saying which
  await client.call('getTable');
  // @ts-expect-error there is no such call
  await client.call('getNothing');
  return client.lobby.open({ ruleset: { preset: 'dutch' }, clock: { turnSeconds: null } });
}

export function told({ change }: GameUpdate): number | null {
  if (change?.type !== 'events') return null;
  const [event] = change.events;
  return event?.type === 'setPlayed' ? event.left : null;
}
`;

test.each([
  ['bundler', 'esnext'],
  ['nodenext', 'nodenext'],
])('its types hold under strict, for moduleResolution %s', async (moduleResolution, module) => {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
    target: 'es2023',
    lib: ['es2023', 'dom'],
    types: [],
    module,
    moduleResolution,
  };
  await writeFile(join(project.folder, 'reader.ts'), READER);
  await writeFile(join(project.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['reader.ts'] }));
  const tsc = join(MODULES, 'typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [tsc, '-p', project.folder]);
  expect(stdout).toBe('');
});

/** Opens a table for one hand, sits down, and plays it to its end; the last line says how it went. */
const PLAYER = `
import { createClient, loginAsGuest } from 'dalmuti/client';
const [base, line] = process.argv.slice(2);
const { WebSocket } = line === 'ws' ? await import('ws') : globalThis;
const login = await loginAsGuest(base, { name: 'Stranger' });
const client = createClient({ base, token: login.token, WebSocket: line === 'http' ? null : WebSocket });
const { id } = await client.lobby.open({ ruleset: { end: { hands: 1 } }, clock: { pauseSeconds: 0 } });
await client.lobby.sit(id);
for (let seat = 0; seat < 4; seat += 1) await client.lobby.addBot(id, 'greedy');
const { gameId } = await client.lobby.start(id);
let answers = 0;
const over = new AbortController();
const playing = (async () => {
  for await (const turn of client.turns({ signal: over.signal })) {
    await turn.answer(turn.legal[0]);
    answers += 1;
  }
})().catch((reason) => reason);
let result = null;
for await (const { game } of client.follow(gameId)) result = game.view.result;
over.abort('over');
console.log(JSON.stringify({ reason: result.reason, asked: answers > 0, ended: await playing }));
client.close();
`;

test.each(['http', 'ws'])('a program plays a whole game with it, by %s', async (line) => {
  const node = await bootApp();
  const base = await node.listen();
  await writeFile(join(project.folder, 'player.js'), PLAYER);
  const { stdout, stderr } = await run(process.execPath, ['player.js', base, line], { cwd: project.folder });
  await node.close();
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({ reason: 'hands', asked: true, ended: 'over' });
});
