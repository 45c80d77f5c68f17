/** A long poll ends with its token: at once, and with the answer that a new request would get. */
import { describe, expect, it } from 'vitest';
import { createLongPolls } from '../../src/games/long-poll.ts';
import { authenticate } from '../../src/http/authenticate.ts';
import { BOUNDS } from '../../src/http/bounds.ts';
import type { Identity } from '../../src/http/identity.ts';
import { createOpenLines } from '../../src/http/open-lines.ts';
import { type Problem, problem } from '../../src/http/problem.ts';
import { problems } from '../../src/http/problems.ts';
import { createServer } from '../../src/http/server.ts';
import { manualClock } from '../streams/manual-clock.ts';
import { identity, START } from '../streams/stream-node.ts';
import { silentLogger } from '../support/logger.ts';

const EXPIRES = Date.parse(START) + 60_000;

/** One route whose poll waits until something ends it, with a token that the test ends. */
async function start() {
  const clock = manualClock(START);
  const lines = createOpenLines({ counts: true });
  const listeners = new Set<(id: string) => void>();
  const ada: Identity = identity('ada', { expiresAt: EXPIRES });
  const state: { ended: Problem | null; waiting: number; happen: () => void } = {
    ended: null,
    waiting: 0,
    happen: () => undefined,
  };
  const verify = async () => {
    if (state.ended !== null) throw state.ended;
    if (ada.expiresAt !== null && ada.expiresAt <= clock.now()) throw problem('token_expired', 'It has expired.');
    return ada;
  };
  const app = createServer({ logger: silentLogger(), trustProxy: false, origins: '*' });
  await app.register(problems);
  await app.register(authenticate, { verify, listen: (_, look) => look() });
  const onRevoked = (listener: (id: string) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const holdPoll = createLongPolls(app, { verify, onRevoked, lines, clock });
  app.get('/poll', { config: { auth: 'player' } }, async (request, reply) => {
    const wait = (signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        state.waiting += 1;
        state.happen = resolve;
        signal.addEventListener('abort', () => resolve());
      });
    await holdPoll({ request, reply, identity: ada, wait });
    return { cards: 'of the player' };
  });
  const poll = () => app.inject({ url: '/poll', headers: { authorization: 'Bearer ada-token' } });
  const held = async () => {
    const answer = poll();
    await expect.poll(() => state.waiting).toBe(1);
    return { answer };
  };
  const revoke = (id: string) => {
    for (const listener of [...listeners]) listener(id);
  };
  return { app, clock, lines, listeners, state, poll, held, revoke };
}

describe('a long poll', () => {
  it.each([
    ['its player is banned', 'id-of-ada', problem('player_banned', 'Banned.'), 403],
    ['its player is erased', 'id-of-ada', problem('token_revoked', 'Erased.'), 401],
    ['its login is revoked', 'token-ada', problem('token_revoked', 'Revoked.'), 401],
    ['the token of its bot is replaced', 'token-ada', problem('token_invalid', 'Replaced.'), 401],
  ] as const)('ends at once when %s, and answers what a new request gets', async (_, subject, ended, status) => {
    const { state, held, poll, revoke, listeners, lines, clock } = await start();
    const { answer } = await held();
    state.ended = ended;
    revoke('somebody-else');
    revoke(subject);
    const got = await answer;
    expect([got.statusCode, got.json().code]).toEqual([status, ended.code]);
    expect((await poll()).json().code).toBe(ended.code);
    expect([listeners.size, lines.count('127.0.0.1'), clock.pending()]).toEqual([0, 0, 0]);
  });

  it('ends at once when its token expires, with 401 token_expired', async () => {
    const { held, clock } = await start();
    const { answer } = await held();
    clock.forward(60_000);
    expect((await answer).json()).toMatchObject({ status: 401, code: 'token_expired' });
  });

  it('answers nothing of the game when the token ended and no news of it has come yet', async () => {
    const { held, state } = await start();
    const { answer } = await held();
    state.ended = problem('token_revoked', 'Revoked.');
    state.happen();
    expect((await answer).json()).toMatchObject({ status: 401, code: 'token_revoked' });
  });

  it('goes on when another player is banned, and answers when something happens', async () => {
    const { held, state, revoke, listeners, lines } = await start();
    const { answer } = await held();
    revoke('id-of-bob');
    expect(lines.count('127.0.0.1')).toBe(1);
    state.happen();
    expect((await answer).json()).toEqual({ cards: 'of the player' });
    expect([listeners.size, lines.count('127.0.0.1')]).toEqual([0, 0]);
  });

  it('beyond the number that its address may hold open is 429 rate_limited', async () => {
    const { poll, lines } = await start();
    const close = Array.from({ length: BOUNDS.lines.most }, () => lines.open('127.0.0.1'));
    const refused = await poll();
    expect(refused.json()).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(refused.headers['retry-after']).toBe('10');
    for (const one of close) one();
    expect(lines.count('127.0.0.1')).toBe(0);
  });
});
