/** `dalmuti admin` against a running service: as its operator, who has the secret, and as a player with a token. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { run } from '../../src/cli/admin/admin.ts';
import { bootApp, TEST_SECRET, type TestApp } from '../support/app.ts';
import { adminOf } from '../support/order.ts';

let node: TestApp;
let port: string;
let folder: string;
beforeAll(async () => {
  node = await bootApp();
  port = new URL(await node.listen()).port;
  folder = await mkdtemp(join(tmpdir(), 'dalmuti-admin-'));
});
afterAll(async () => {
  await node.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  vi.stubEnv('PORT', port);
  vi.stubEnv('HOST', '0.0.0.0');
  vi.stubEnv('DALMUTI_DATA_DIR', folder);
  vi.stubEnv('DALMUTI_SECRET', TEST_SECRET);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Runs one act in this process. */
async function admin(...args: string[]) {
  const heard = { out: '', err: '' };
  const hear = (to: 'out' | 'err') => (text: string | Uint8Array) => {
    heard[to] += String(text);
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(hear('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(hear('err')),
  ];
  try {
    const code = await run(args);
    return { code, ...heard };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

it('finds, bans and lets in again as the operator, and the log tells of it', async () => {
  const ada = await node.guest('Ada of the terminal');
  const found = await admin('players', '--name', 'of the TERM');
  expect(found.code).toBe(0);
  expect(found.out).toMatch(/^player +name +kind +since +bot of\n/);
  expect(found.out).toContain(`${ada.id}  Ada of the terminal  guest`);
  expect((await admin('ban', ada.id, '--reason', 'noise')).out).toContain('banned: noise');
  expect((await node.inject({ url: '/v1/me', headers: ada.headers })).json().code).toBe('player_banned');
  expect(JSON.parse((await admin('players', '--banned', '--json')).out).items).toMatchObject([{ id: ada.id }]);
  expect((await admin('unban', ada.id)).out).not.toContain('banned');
  const log = (await admin('audit', '--subject', ada.id)).out.trim().split('\n');
  expect(log).toHaveLength(3);
  expect(log[1]).toMatch(/Operator +unban/);
  expect(log[2]).toMatch(new RegExp(`Operator +ban +${ada.id} +reason: noise`));
});

it('grants and withdraws; with DALMUTI_TOKEN it acts as a player, who may do less', async () => {
  const keeper = await adminOf(node, 'admin');
  const ada = await node.guest('Ada');
  expect((await admin('grant', ada.id, '--scope', 'admin:secrets')).out).toContain('admin:secrets');
  expect((await admin('withdraw', ada.id, '--scope', 'admin:secrets')).out).not.toContain('admin:secrets');

  vi.stubEnv('DALMUTI_TOKEN', keeper.token);
  expect((await admin('players', '--id', ada.id)).out).toContain(ada.id);
  const refused = await admin('grant', ada.id);
  expect([refused.code, refused.out]).toEqual([1, '']);
  expect(refused.err).toMatch(/^forbidden: /);
  vi.stubEnv('DALMUTI_TOKEN', ada.token);
  expect((await admin('games')).err).toBe('scope_missing: This call needs the scope admin.\n');
});

it('lists, shows and ends games, and closes tables', async () => {
  const host = await node.guest('Host');
  const call = async (method: 'POST', url: string, payload: object = {}) =>
    (await node.inject({ method, url, headers: host.headers, payload })).json();
  const table = await call('POST', '/v1/tables', {
    ruleset: { end: { hands: 1 } },
    clock: { revolutionSeconds: null },
  });
  await call('POST', `/v1/tables/${table.id}/seats`);
  for (let bot = 0; bot < 4; bot++) {
    await call('POST', `/v1/tables/${table.id}/bots`, { kind: 'builtIn', level: 'random' });
  }
  const { gameId } = await call('POST', `/v1/tables/${table.id}/start`);
  expect((await admin('games', '--state', 'running')).out).toContain(`${gameId}  running`);
  const plain = await admin('game', gameId);
  expect(plain.out).toContain(`game        ${gameId}`);
  expect(plain.out).toMatch(/\nseat +name +kind +now +title +cards +player\n/);
  expect((await admin('game', gameId, '--secrets')).out).toMatch(/player +hand\n/);
  const refused = await admin('close-table', table.id, '--reason', 'its name');
  expect([refused.code, refused.err]).toEqual([1, 'table_playing: A game runs at this table.\n']);
  expect((await admin('end-game', gameId, '--reason', 'it hung')).out).toContain('phase       ended (admin)');
  const closed = await admin('close-table', table.id, '--reason', 'its name', '--end-game');
  expect(closed.out).toMatch(new RegExp(`^table +${table.id}\nstate +closed\nhost +${host.id}\n$`));
});

it('says what is wrong with what was typed, before it calls anybody', async () => {
  await expect(admin('forget')).rejects.toThrow('There is no "dalmuti admin forget".');
  await expect(admin('ban', 'Ada')).rejects.toThrow('Name one player by its id.');
  await expect(admin('game')).rejects.toThrow('Name one game by its id.');
  await expect(admin('games', '--color')).rejects.toThrow(/--color/);
  await expect(admin('games', '--url', 'http://example.org')).rejects.toThrow(/https/);
  const fault = await admin('games', '--state', 'lost');
  expect([fault.code, fault.err]).toEqual([1, expect.stringContaining('--state: Must be one of')]);
  const { id } = await node.guest();
  expect((await admin('ban', id)).err).toContain('--reason: ');
});

it('tells its acts and the options of each', async () => {
  expect((await admin()).out).toMatch(/games .*\n.*game .*\n.*end-game/);
  const help = await admin('ban', '--help');
  expect([help.code, help.out]).toEqual([0, expect.stringContaining('Usage: dalmuti admin ban <id of the player>')]);
});

it('says so where no service answers, and where the secret is not', async () => {
  vi.stubEnv('PORT', '1');
  await expect(admin('games')).rejects.toThrow('No service answers at http://127.0.0.1:1.');
  vi.stubEnv('DALMUTI_SECRET', '');
  await expect(admin('games')).rejects.toThrow(/DALMUTI_SECRET: not set/);
});
