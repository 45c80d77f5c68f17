/** The client keeps what it was promised, also when the service loses, repeats or refuses (PROTOCOL "The WebSocket"). */
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { fromSnapshot } from '../../src/client/game-view.ts';
import { Refused, StreamEnded, TopicEnded } from '../../src/client/refused.ts';
import { openStream, type Stream } from '../../src/client/stream.ts';
import type { EventsFrame, Problem, ServerFrame, WireView } from '../../src/client/wire.ts';
import type { View } from '../../src/rules/view.ts';
import { stateIn } from '../bots/situations.ts';
import { type FakeService, type Line, openFakeService } from './fake-service.ts';

const GAME = 'the-game';
const TOPIC = `game:${GAME}`;
const player = { id: 'p', name: 'Ada', kind: 'guest' } as const;
const welcome: ServerFrame = {
  type: 'welcome',
  serverTime: '2026-01-05T19:00:00.000Z',
  player,
  heartbeatSeconds: 15,
  limits: [],
  maxFrameBytes: 16_384,
  maxTopics: 200,
  maxSockets: 20,
  maxEventStreams: 50,
};

let service: FakeService;
let stream: Stream;
let seen: View[];
let tokens: number;
beforeEach(async () => {
  service = await openFakeService();
  seen = [];
  tokens = 0;
  stream = openStream({ base: service.base, token: () => `token ${++tokens}`, WebSocket });
});
afterEach(() => {
  stream.close();
  service.close();
});

/** A spectator's view at some version of a real game, as the wire has it. */
function wireView(version: number): WireView {
  const { board } = stateIn('play');
  const seats = board.seats.map((seat) => ({ ...seat, player: { ...player, id: seat.player }, connected: true }));
  return { ...board, version, seats, you: null, serverTime: '2026-01-05T19:00:00.000Z' };
}

const snapshot = (version: number): ServerFrame => ({
  type: 'snapshot',
  topic: TOPIC,
  version,
  view: wireView(version),
});

/** The frame of one pass, which leads from `after` to the next version. */
function passed(after: number): EventsFrame {
  const { board } = stateIn('play');
  const { phase, turn, awaiting, deadline } = board;
  const at = '2026-01-05T19:00:01.000Z';
  const event = { version: after + 1, type: 'forcedPass', at, cause: 'rule', seat: 0 } as const;
  return {
    type: 'events',
    topic: TOPIC,
    after,
    version: after + 1,
    events: [event],
    state: { phase, turn, awaiting, deadline },
    you: null,
  };
}

const problem = (code: string, retryAfterSeconds?: number): Problem => ({
  type: `urn:dalmuti:problem:${code}`,
  title: code,
  status: 503,
  detail: code,
  code,
  requestId: 'r',
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
});

/** Lets the client read what was said: a command goes there and an answer comes back. */
async function settled(line: Line): Promise<void> {
  const sent = stream.send(GAME, { type: 'pass' });
  const frame = await line.next();
  line.say({ type: 'ack', id: frame.id, version: 1, replayed: false });
  await sent;
}

async function following(): Promise<Line> {
  const line = await service.line();
  line.say(welcome);
  stream.follow(GAME, ({ view }) => seen.push(view));
  expect(await line.next()).toMatchObject({ type: 'subscribe', topic: TOPIC });
  line.say(snapshot(20));
  return line;
}

const versions = (): readonly number[] => seen.map(({ version }) => version);

describe('following a game', () => {
  test('frames that follow are applied, repeated ones are dropped', async () => {
    const line = await following();
    for (const after of [20, 20, 21, 20]) line.say(passed(after));
    await settled(line);
    expect(versions()).toEqual([20, 21, 22]);
  });

  test('a gap is filled by asking from the own version on, not by guessing', async () => {
    const line = await following();
    line.say(passed(24));
    expect(await line.next()).toMatchObject({ type: 'subscribe', topic: TOPIC, after: 20 });
    for (const after of [20, 21]) line.say(passed(after));
    await settled(line);
    expect(versions()).toEqual([20, 21, 22]);
  });

  test('a heartbeat with a later head shows what was lost', async () => {
    const line = await following();
    line.say({ type: 'heartbeat', serverTime: '2026-01-05T19:00:15.000Z', heads: [{ topic: TOPIC, version: 23 }] });
    expect(await line.next()).toMatchObject({ type: 'subscribe', after: 20 });
  });

  test('a snapshot at any time replaces all', async () => {
    const line = await following();
    line.say(snapshot(40));
    await settled(line);
    expect(versions()).toEqual([20, 40]);
    expect(seen[1]).toEqual(fromSnapshot(wireView(40)).view);
  });

  test('promise 6: after a loss it resumes with `after`, with a token that it asks for anew', async () => {
    const line = await following();
    line.say(passed(20));
    await settled(line);
    line.cut();
    const again = await service.line();
    expect([line.token, again.token]).toEqual(['token 1', 'token 2']);
    expect(await again.next()).toMatchObject({ type: 'subscribe', topic: TOPIC, after: 21 });
  });
});

describe('commands', () => {
  test('promise 1: a command whose socket was lost is sent again under the same key', async () => {
    const line = await service.line();
    line.say(welcome);
    const sent = stream.send(GAME, { type: 'pass' });
    const first = await line.next();
    line.cut();
    const again = await service.line();
    const second = await again.next();
    expect(second).toEqual(first);
    expect(first).toMatchObject({ type: 'command', key: expect.stringMatching(/^.{16,}$/) });
    again.say({ type: 'ack', id: second.id, version: 9, replayed: true });
    expect(await sent).toEqual({ version: 9, replayed: true });
  });

  test('a command without an ack for 5 seconds is repeated on a new socket under the same key', async () => {
    const line = await service.line();
    line.say(welcome);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const sent = stream.send(GAME, { type: 'pass' });
    const first = await line.next();
    vi.advanceTimersByTime(5000);
    // The wait before the new socket.
    vi.advanceTimersByTime(200);
    const again = await service.line();
    expect(await again.next()).toEqual(first);
    again.say({ type: 'ack', id: first.id, version: 9, replayed: true });
    expect(await sent).toEqual({ version: 9, replayed: true });
  });

  test('each decision has a key of its own', async () => {
    const line = await service.line();
    void stream.send(GAME, { type: 'pass' }).catch(() => undefined);
    void stream.send(GAME, { type: 'pass' }).catch(() => undefined);
    const [one, two] = [await line.next(), await line.next()];
    expect('key' in one && 'key' in two && one.key !== two.key).toBe(true);
  });

  test('a refusal is told with its code', async () => {
    const line = await service.line();
    const sent = stream.send(GAME, { type: 'pass' });
    line.say({ type: 'rejected', id: (await line.next()).id, problem: problem('rule_lead_pass') });
    await expect(sent).rejects.toMatchObject({ problem: { code: 'rule_lead_pass' } });
    await expect(sent).rejects.toBeInstanceOf(Refused);
  });

  test('what may succeed later is sent again under the same key', async () => {
    const line = await service.line();
    const sent = stream.send(GAME, { type: 'pass' });
    const first = await line.next();
    line.say({ type: 'rejected', id: first.id, problem: problem('unavailable', 0) });
    expect(await line.next()).toEqual(first);
    line.say({ type: 'ack', id: first.id, version: 9, replayed: false });
    expect((await sent).version).toBe(9);
  });
});

describe('what may be followed', () => {
  const over = (topic = GAME) =>
    new Promise<Error | undefined>((resolve) => {
      stream.follow(topic, () => undefined, resolve);
    });

  test('a refused subscription is told to who asked, and only to him', async () => {
    const line = await following();
    const refused = over('another');
    const { id } = await line.next();
    line.say({ type: 'rejected', id, problem: problem('not_found') });
    expect(await refused).toMatchObject({ problem: { code: 'not_found' } });
    line.say(passed(20));
    await settled(line);
    expect(versions()).toEqual([20, 21]);
  });

  test('a subscription that was too much for the moment is repeated', async () => {
    const line = await service.line();
    void over();
    const { id } = await line.next();
    line.say({ type: 'rejected', id, problem: problem('rate_limited', 0) });
    expect(await line.next()).toMatchObject({ type: 'subscribe', topic: TOPIC });
  });

  test('the end of a game is no fault, and what is taken away is one', async () => {
    const line = await service.line();
    for (const [code, expected] of [
      ['closed', undefined],
      ['forbidden', new TopicEnded(TOPIC, 'forbidden')],
    ] as const) {
      const end = over();
      await line.next();
      line.say({ type: 'unsubscribed', topic: TOPIC, code });
      expect(await end).toEqual(expected);
    }
  });

  test('two who follow one game share a subscription; who comes later begins with what is known', async () => {
    const line = await following();
    line.say(passed(20));
    await settled(line);
    const later: number[] = [];
    const stop = stream.follow(GAME, ({ view }) => later.push(view.version));
    line.say(passed(21));
    await settled(line);
    expect([versions(), later]).toEqual([
      [20, 21, 22],
      [21, 22],
    ]);
    stop();
    line.say(passed(22));
    await settled(line);
    expect([versions().at(-1), later.at(-1)]).toEqual([23, 22]);
  });
});

describe('tokens', () => {
  const ending = (seconds: number, serial: number) => {
    const exp = Date.parse('2026-01-05T19:00:00.000Z') / 1000 + seconds;
    return `head.${btoa(JSON.stringify({ exp, serial }))}.signature`;
  };

  test('a token that is about to end is renewed on the same socket', async () => {
    stream.close();
    const asked: (string | null)[] = [];
    stream = openStream({
      base: service.base,
      // So short that the time to renew it has come at once.
      token: (refused) => {
        asked.push(refused);
        return ending(asked.length === 1 ? 0 : 900, asked.length);
      },
      WebSocket,
    });
    const line = await service.line();
    expect(line.token).toBe(ending(0, 1));
    line.say(welcome);
    expect(await line.next()).toMatchObject({ type: 'authenticate', token: ending(900, 2) });
    expect(asked).toEqual([null, ending(0, 1)]);
  });

  test('a token that is denied and has no successor ends the stream', async () => {
    stream.close();
    stream = openStream({ base: service.base, token: 'a bot token', WebSocket });
    const line = await service.line();
    line.say({ type: 'closing', code: 4001, reason: 'the token has expired', reconnect: false, retryAfterSeconds: 0 });
    line.close(4001);
    expect(await stream.ended).toBe('the token has expired');
  });
});

describe('the end', () => {
  test('a close that allows no coming back ends the stream and all that waits on it', async () => {
    const line = await service.line();
    const sent = stream.send(GAME, { type: 'pass' });
    await line.next();
    line.say({ type: 'closing', code: 4003, reason: 'revoked', reconnect: false, retryAfterSeconds: 0 });
    line.close(4003);
    await expect(sent).rejects.toBeInstanceOf(StreamEnded);
    expect(await stream.ended).toBe('revoked');
    await expect(stream.send(GAME, { type: 'pass' })).rejects.toBeInstanceOf(StreamEnded);
  });

  test('a restart is waited for', async () => {
    const line = await following();
    line.say({ type: 'closing', code: 1012, reason: 'restarting', reconnect: true, retryAfterSeconds: 0 });
    line.close(1012);
    expect(await (await service.line()).next()).toMatchObject({ type: 'subscribe', after: 20 });
  });

  test('who is denied again and again gives up', async () => {
    for (let denial = 0; denial < 3; denial += 1) (await service.line()).close(4001);
    expect(await stream.ended).toBe('closed with 4001');
    expect(tokens).toBe(3);
  });
});
