/** Each program in examples/ does what it says, against a real service, as a reader would run it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, type TestContext, test, vi } from 'vitest';
import { type Client, createClient, loginAsGuest } from '../../src/client/client.ts';
import { bootApp, type TestApp } from '../support/app.ts';
import { type ClientProject, MODULES, openClientProject } from '../support/packed-client.ts';

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));
/** Only how long a broken test takes to fail. */
vi.setConfig({ testTimeout: 240_000 });
const WAIT = { timeout: 100_000, interval: 50 };
const hasPython = isThere('python3');
if (!hasPython) console.warn('No python3: the tests of the bots in Python are skipped.');

let node: TestApp;
let base: string;
let project: ClientProject;
let host: Client;
beforeAll(async () => {
  node = await bootApp();
  base = await node.listen();
  project = await openClientProject();
  for (const file of ['bot.ts', 'spectator.ts']) await copyFile(join(EXAMPLES, file), join(project.folder, file));
  const login = await loginAsGuest(base, { name: 'Host' });
  host = createClient({ base, token: login.token, WebSocket: null });
});
afterAll(async () => {
  host.close();
  await node.close();
  await project.remove();
});

/** A program that runs until the test is over, and what it has said. */
function start(test: TestContext, command: readonly string[], env: Readonly<Record<string, string>>) {
  const [program = '', ...args] = command;
  const child: ChildProcess = spawn(program, args, { cwd: project.folder, env: { ...process.env, API: base, ...env } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += String(chunk)));
  test.onTestFinished(async () => {
    if (child.exitCode !== null) return;
    child.kill();
    await once(child, 'exit');
  });
  return { child, said: () => said };
}

const typescript = (file: string, ...args: readonly string[]) => [
  process.execPath,
  '--import',
  join('file://', MODULES, 'tsx/dist/loader.mjs'),
  file,
  ...args,
];

async function makeBot(): Promise<{ id: string; token: string }> {
  const { id } = await host.call('createBot', { body: { name: 'Robot' } });
  return { id, token: (await host.call('createBotToken', { path: { botId: id } })).token };
}

/** A game of the bot and three built-in ones, once the bot has accepted. */
async function gameWith(id: string, hands: number): Promise<string> {
  const table = await host.lobby.open({ ruleset: { end: { hands } }, clock: { pauseSeconds: 0 } });
  for (let seat = 0; seat < 3; seat += 1) await host.lobby.addBot(table.id, 'greedy');
  await host.lobby.invite(table.id, id);
  await vi.waitFor(async () => {
    const { seats } = await host.call('getTable', { path: { tableId: table.id } });
    expect(seats.filter(({ state }) => state === 'taken')).toHaveLength(4);
  }, WAIT);
  const { gameId } = await host.lobby.start(table.id);
  return gameId ?? '';
}

async function ended(gameId: string): Promise<void> {
  for await (const { game } of host.follow(gameId)) if (game.view.phase === 'ended') return;
}

describe.each([
  { name: 'bot.ts', isHere: true, most: 40, command: typescript('bot.ts') },
  { name: 'bot.py', isHere: hasPython, most: 80, command: ['python3', join(EXAMPLES, 'bot.py')] },
  { name: 'bot_ws.py', isHere: hasPython, most: 140, command: ['python3', join(EXAMPLES, 'bot_ws.py')] },
])('$name', ({ name, isHere, most, command }) => {
  test.skipIf(!isHere)('accepts, plays two hands through lost lines, and is there for the next game', async (t) => {
    const bot = await makeBot();
    const program = start(t, command, { BOT_TOKEN: bot.token });
    const first = await gameWith(bot.id, 2);
    await vi.waitFor(() => expect(program.said()).toContain(name === 'bot.ts' ? first : ''), WAIT);
    // All its lines at once, as a network does.
    for (const socket of node.app.websocketServer.clients) socket.terminate();
    node.app.server.closeAllConnections();
    await ended(first);
    await ended(await gameWith(bot.id, 1));
    expect(program.child.exitCode).toBe(null);
    expect(program.said()).not.toMatch(/Error|Traceback|rule_/);
    // Nobody had to play for it.
    const { items } = await host.call('getHands', { path: { gameId: first } });
    expect(items.flatMap(({ placings }) => placings).filter(({ standIn }) => standIn)).toEqual([]);
  });

  test(`has at most ${most} lines`, async () => {
    const text = await readFile(join(EXAMPLES, name), 'utf8');
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(most);
  });
});

test('spectator.ts draws the table, tells the result, and ends by itself', async (t) => {
  const bot = await makeBot();
  const table = await host.lobby.open({ ruleset: { end: { hands: 1 } }, clock: { pauseSeconds: 0 } });
  for (let seat = 0; seat < 3; seat += 1) await host.lobby.addBot(table.id, 'greedy');
  await host.lobby.invite(table.id, bot.id);
  const client = createClient({ base, token: bot.token, WebSocket: null });
  for await (const { invitations } of client.inbox()) {
    const [one] = invitations;
    if (one !== undefined) await client.call('acceptInvitation', { path: { invitationId: one.id }, body: {} });
    if (one !== undefined) break;
  }
  const { gameId } = await host.lobby.start(table.id);
  const program = start(t, typescript('spectator.ts', gameId ?? ''), {});
  await vi.waitFor(() => expect(program.said()).toMatch(/Hand \d, /), WAIT);
  const playing = (async () => {
    for await (const turn of client.turns()) if (turn.legal[0] !== undefined) await turn.answer(turn.legal[0]);
  })().catch(() => undefined);
  if (program.child.exitCode === null) await once(program.child, 'exit');
  client.close();
  await playing;
  expect(program.child.exitCode).toBe(0);
  expect(program.said()).toMatch(/Robot/);
  expect(program.said()).toMatch(/^[> ] GD \S/m);
  expect(program.said()).toMatch(/Hand \d, ended/);
  expect(program.said()).toMatch(/\n1\. .+/);
});

function isThere(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`]);
    return true;
  } catch {
    return false;
  }
}
