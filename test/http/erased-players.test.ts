/** A player is erased, and the games of the others stay readable, under an anonymous name (decision 9). */
import { expect, test, vi } from 'vitest';
import { POLICIES } from '../../src/bots/levels.ts';
import { createHttp } from '../../src/client/http.ts';
import { playGame } from '../../src/client/play.ts';
import { openStream } from '../../src/client/stream.ts';
import type { SystemClock } from '../../src/ports/system.ts';
import { verifyReplay } from '../../src/replays/verify.ts';
import { bootApp } from '../support/app.ts';
import { shiftedClock } from '../support/shifted-clock.ts';

const WAIT = { timeout: 60_000, interval: 50 };
const DAY_MS = 86_400_000;

/** The service looks for unused guests a minute after its start: here when the test says so. */
function clockOfTheTest() {
  const clock = shiftedClock();
  const looks: (() => void)[] = [];
  const after: SystemClock['after'] = (ms, run) => {
    if (ms !== 60_000) return clock.after(ms, run);
    looks.push(run);
    return () => undefined;
  };
  return { clock: { ...clock, after }, look: () => looks.shift()?.(), forward: clock.forward };
}

test('decision 9: who does not come back is erased, and his games can be read, watched and verified', async (t) => {
  const { clock, look, forward } = clockOfTheTest();
  const node = await bootApp(t, { clock });
  const base = await node.listen();
  const guest = await node.guest('Ada Lovelace');
  const host = createHttp(base, guest.token);
  const table = await host<{ id: string }>('POST', '/v1/tables', {
    ruleset: { end: { hands: 1 } },
    clock: { pauseSeconds: 0 },
  });
  await host('POST', `/v1/tables/${table.id}/seats`, {});
  for (let bot = 0; bot < 4; bot += 1) {
    await host('POST', `/v1/tables/${table.id}/bots`, { kind: 'builtIn', level: 'greedy' });
  }
  await host('PUT', `/v1/tables/${table.id}/ready`, { ready: true });
  const { gameId } = await host<{ gameId: string }>('POST', `/v1/tables/${table.id}/start`);
  const stream = openStream({ base, token: guest.token });
  await playGame(stream, gameId, { choose: (view) => POLICIES.greedy(view, () => 0) });
  stream.close();
  await vi.waitFor(
    async () => expect(await host('GET', `/v1/tables/${table.id}`)).toMatchObject({ state: 'closed' }),
    WAIT,
  );
  const paths = ['', '/events', '/hands', '/replay'];
  const stories = async (headers: { readonly authorization: string }) =>
    Promise.all(
      paths.map(async (path) => {
        const { statusCode, body } = await node.inject({ method: 'GET', url: `/v1/games/${gameId}${path}`, headers });
        return { path, statusCode, body };
      }),
    );
  for (const { path, statusCode, body } of await stories(guest.headers)) {
    expect([path, statusCode, body.includes('Ada Lovelace')]).toEqual([path, 200, true]);
  }

  forward(30 * DAY_MS);
  look();
  const { prisma } = node.database;
  await vi.waitFor(
    async () => expect(await prisma.player.findUnique({ where: { id: guest.id } })).toMatchObject({ name: 'Somebody' }),
    WAIT,
  );

  const reader = await node.guest('Grace');
  const read = await stories(reader.headers);
  for (const { path, statusCode, body } of read) {
    expect([path, statusCode, body.includes('Ada')]).toEqual([path, 200, false]);
    expect(body).toContain('"Somebody"');
    expect(path === '/hands' || body.includes(guest.id)).toBe(true);
  }
  expect(verifyReplay(JSON.parse(read.at(-1)?.body ?? ''))).toMatchObject({ ok: true, gameId });
  const refresh = { method: 'POST', url: '/v1/tokens/refresh', payload: { refreshToken: guest.refreshToken } } as const;
  expect((await node.inject(refresh)).json()).toMatchObject({ status: 401, code: 'token_revoked' });
});
