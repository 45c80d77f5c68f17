/** When a bot's token was last used: told to its owner, to the minute, and never at the cost of a request (PROTOCOL, Who you are). */
import { expect, it, vi } from 'vitest';
import { createTokenUse } from '../../src/identity/token-use.ts';
import { bootApp, type TestApp, type TestGuest } from '../support/app.ts';
import { shiftedClock } from '../support/shifted-clock.ts';

const WAIT = { timeout: 20_000, interval: 20 };
const MINUTE_MS = 60_000;

async function botOf(node: TestApp, { headers }: TestGuest) {
  const { id } = (await node.inject({ method: 'POST', url: '/v1/bots', headers, payload: { name: 'Robo' } })).json();
  const { token } = (await node.inject({ method: 'POST', url: `/v1/bots/${id}/token`, headers })).json();
  return { id, headers: { authorization: `Bearer ${token}` } };
}

it('is null until the token is used, moves once a minute, and begins anew with another token', async (t) => {
  const clock = shiftedClock();
  const node = await bootApp(t, { clock });
  const owner = await node.guest();
  const bot = await botOf(node, owner);
  const lastUsedAt = async (): Promise<string | null> =>
    (await node.inject({ method: 'GET', url: '/v1/bots', headers: owner.headers })).json().items[0].lastUsedAt;
  const use = () => node.inject({ method: 'GET', url: '/v1/me', headers: bot.headers });

  expect(await lastUsedAt()).toBeNull();
  await use();
  await vi.waitFor(async () => expect(await lastUsedAt()).not.toBeNull(), WAIT);
  const first = await lastUsedAt();
  clock.forward(MINUTE_MS / 2);
  await use();
  expect(await lastUsedAt()).toBe(first);
  clock.forward(MINUTE_MS);
  await use();
  await vi.waitFor(async () => expect(await lastUsedAt()).not.toBe(first), WAIT);

  await node.inject({ method: 'POST', url: `/v1/bots/${bot.id}/token`, headers: owner.headers });
  expect(await lastUsedAt()).toBeNull();
});

it('is written by one of many nodes that see it used in the same minute', async (t) => {
  const node = await bootApp(t);
  const bot = await botOf(node, await node.guest());
  const { id } = await node.database.prisma.botToken.findFirstOrThrow({ where: { playerId: bot.id } });
  const at = (now: number) => createTokenUse({ ...node.deps, clock: { ...node.deps.clock, now: () => now } });
  const now = Date.now();
  for (const uses of [at(now), at(now + 59_000), at(now + 61_000), at(now + 62_000)]) {
    uses.note(id);
    await uses.close();
  }
  const row = await node.database.prisma.botToken.findUniqueOrThrow({ where: { id } });
  expect(row.lastUsedAt?.getTime()).toBe(now + 61_000);
});

it('costs a request nothing when it cannot be written, and is written at the next use', async (t) => {
  const warnings: string[] = [];
  const logger = { warn: (_details: object, message: string) => void warnings.push(message) };
  const node = await bootApp(t);
  const bot = await botOf(node, await node.guest());
  const { id } = await node.database.prisma.botToken.findFirstOrThrow({ where: { playerId: bot.id } });
  const write = vi.spyOn(node.database.prisma.botToken, 'updateMany').mockRejectedValueOnce(new Error('away'));
  const uses = createTokenUse({ ...node.deps, logger });
  uses.note(id);
  await uses.close();
  expect(warnings).toHaveLength(1);
  uses.note(id);
  await uses.close();
  write.mockRestore();
  expect((await node.database.prisma.botToken.findUniqueOrThrow({ where: { id } })).lastUsedAt).not.toBeNull();
});
