/** Topics on a socket: what comes, in which order, and how it ends (PROTOCOL "The WebSocket"). */
import { describe, expect, it } from 'vitest';
import { problem } from '../../src/http/problem.ts';
import { type Client, connect, settled } from './client.ts';
import { startStreamNode } from './stream-node.ts';

const types = (client: Client, topic: string) =>
  client.frames.filter((frame) => frame.topic === topic).map(({ type }) => type);

describe('PROTOCOL: subscribed always answers a subscribe', () => {
  it('then comes the snapshot, then whatever happens', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node);
    client.send({ type: 'subscribe', id: '3', topic: 'game:1' });
    await client.wait('snapshot');
    node.game.publish();
    node.game.publish();
    await client.wait('events', ({ version }) => version === 5);
    expect(
      client.frames.slice(1).map(({ type, id, topic, mode, version }) => ({ type, id, topic, mode, version })),
    ).toEqual([
      { type: 'subscribed', id: '3', topic: 'game:1', mode: 'snapshot', version: 3 },
      { type: 'snapshot', topic: 'game:1', version: 3 },
      { type: 'events', topic: 'game:1', version: 4 },
      { type: 'events', topic: 'game:1', version: 5 },
    ]);
  });

  it('with after the history follows instead', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node);
    client.send({ type: 'subscribe', id: '4', topic: 'game:1', after: 1 });
    expect(await client.wait('subscribed')).toEqual({
      type: 'subscribed',
      id: '4',
      topic: 'game:1',
      mode: 'resume',
      version: 3,
    });
    expect(await client.wait('events')).toMatchObject({
      after: 1,
      version: 3,
      events: [{ version: 2 }, { version: 3 }],
    });
    expect(node.game.opened[0]?.after).toBe(1);
  });

  it('also when nothing has happened since', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node);
    client.send({ type: 'subscribe', id: '4', topic: 'game:1', after: 3 });
    expect(await client.wait('subscribed')).toMatchObject({ mode: 'resume', version: 3 });
    await settled(client);
    expect(types(client, 'game:1')).toEqual(['subscribed']);
  });

  it('a topic without a subject', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node);
    client.send({ type: 'subscribe', id: '2', topic: 'me' });
    await client.wait('snapshot', ({ topic }) => topic === 'me');
  });

  it('the same topic again begins afresh, and every event still comes once', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node);
    client.send({ type: 'subscribe', id: '1', topic: 'game:1' });
    client.send({ type: 'subscribe', id: '2', topic: 'game:1', after: 2 });
    await client.wait('subscribed', ({ id }) => id === '1');
    await client.wait('subscribed', ({ id }) => id === '2');
    node.game.publish();
    await client.wait('events', ({ version }) => version === 4);
    await settled(client);
    expect(client.frames.filter(({ type, version }) => type === 'events' && version === 4)).toHaveLength(1);
    expect(node.game.live()).toHaveLength(1);
  });

  it('what went on is not lost when beginning afresh fails', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node);
    client.send({ type: 'subscribe', id: '1', topic: 'game:1' });
    await client.wait('snapshot');
    node.game.failWith(problem('unavailable', 'The database did not answer in time.', { retryAfterSeconds: 2 }));
    client.send({ type: 'subscribe', id: '2', topic: 'game:1', after: 3 });
    expect(await client.wait('rejected')).toMatchObject({ id: '2', problem: { code: 'unavailable' } });
    node.game.publish();
    expect(await client.wait('events')).toMatchObject({ version: 4 });
  });

  it('two followers of one topic get it both, each on his own socket', async (test) => {
    const node = await startStreamNode(test);
    const [ada, bob] = await Promise.all([connect(node), connect(node, { token: 'bob-token' })]);
    for (const client of [ada, bob]) client.send({ type: 'subscribe', id: '1', topic: 'game:1' });
    await Promise.all([ada, bob].map((client) => client.wait('snapshot')));
    node.game.publish();
    await Promise.all([ada, bob].map((client) => client.wait('events')));
    expect(node.game.opened.map(({ follower }) => follower.identity.name).toSorted()).toEqual(['ada', 'bob']);
  });
});

describe('PROTOCOL The WebSocket: unsubscribed', () => {
  it('answers an unsubscribe, and nothing comes after it', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node);
    client.send({ type: 'subscribe', id: '1', topic: 'game:1' });
    await client.wait('snapshot');
    client.send({ type: 'unsubscribe', id: '2', topic: 'game:1' });
    expect(await client.wait('unsubscribed')).toEqual({ type: 'unsubscribed', topic: 'game:1', code: 'asked' });
    node.game.publish();
    await settled(client);
    expect(types(client, 'game:1')).toEqual(['subscribed', 'snapshot', 'unsubscribed']);
    expect(node.game.live()).toEqual([]);
  });

  it('also where nothing was followed', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node);
    client.send({ type: 'unsubscribe', id: '2', topic: 'game:1' });
    expect(await client.wait('unsubscribed')).toMatchObject({ code: 'asked' });
  });

  it('while it was being opened: both are answered in order, and nothing follows', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node);
    const release = node.game.hold();
    client.send({ type: 'subscribe', id: '1', topic: 'game:1' });
    client.send({ type: 'unsubscribe', id: '2', topic: 'game:1' });
    await settled(client);
    release();
    await client.wait('unsubscribed');
    node.game.publish();
    await settled(client);
    expect(types(client, 'game:1')).toEqual(['subscribed', 'unsubscribed']);
    expect(node.game.live()).toEqual([]);
    expect(node.game.opened.every(({ closed }) => closed)).toBe(true);
  });

  it('and asked for again at once: the last word counts', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node);
    const release = node.game.hold();
    client.send({ type: 'subscribe', id: '1', topic: 'game:1' });
    client.send({ type: 'unsubscribe', id: '2', topic: 'game:1' });
    client.send({ type: 'subscribe', id: '3', topic: 'game:1' });
    await settled(client);
    release();
    await client.wait('snapshot');
    node.game.publish();
    await client.wait('events');
    expect(types(client, 'game:1')).toEqual(['subscribed', 'unsubscribed', 'subscribed', 'snapshot', 'events']);
    expect(client.ofType('subscribed').map(({ id }) => id)).toEqual(['1', '3']);
    expect(node.game.live()).toHaveLength(1);
  });

  it.each(['closed', 'forbidden', 'gone'] as const)('the topic ends it: %s', async (code) => {
    const closes: (() => Promise<void>)[] = [];
    const node = await startStreamNode({ onTestFinished: (close) => closes.push(close) });
    const client = await connect(node);
    client.send({ type: 'subscribe', id: '1', topic: 'game:1' });
    await client.wait('snapshot');
    node.game.opened[0]?.follower.end(code);
    expect(await client.wait('unsubscribed')).toEqual({ type: 'unsubscribed', topic: 'game:1', code });
    expect(node.game.live()).toEqual([]);
    for (const close of closes) await close();
  });

  it('a socket that goes leaves nothing behind, also what was still opening', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node);
    client.send({ type: 'subscribe', id: '1', topic: 'game:1' });
    await client.wait('snapshot');
    const release = node.game.hold();
    client.send({ type: 'subscribe', id: '2', topic: 'game:2' });
    await settled(client);
    client.socket.close();
    await client.closed;
    await expect.poll(() => node.game.live()).toEqual([]);
    release();
    await expect.poll(() => node.game.opened.map(({ closed }) => closed)).toEqual([true, true]);
    await expect.poll(() => node.clock.pending()).toBe(0);
  });
});

describe('PROTOCOL: 1,000 subscriptions on one socket', () => {
  it('200 are followed, the others are rejected, and nothing else is disturbed', async (test) => {
    const node = await startStreamNode(test);
    const [client, other] = await Promise.all([connect(node), connect(node, { token: 'bob-token' })]);
    other.send({ type: 'subscribe', id: '1', topic: 'game:0' });
    await other.wait('snapshot');
    for (let id = 0; id < 1000; id++) client.send({ type: 'subscribe', id: `${id}`, topic: `game:${id}` });
    await client.wait('snapshot', ({ topic }) => topic === 'game:199');
    await client.wait('rejected', ({ id }) => id === '999');
    expect(client.ofType('subscribed').map(({ id }) => Number(id))).toEqual(Array.from({ length: 200 }, (_, id) => id));
    expect(client.ofType('rejected').map(({ id }) => Number(id))).toEqual(
      Array.from({ length: 800 }, (_, id) => id + 200),
    );
    expect(client.ofType('rejected')[0]).toMatchObject({ problem: { code: 'too_many_topics' } });

    node.game.publish();
    await client.wait('events', ({ topic }) => topic === 'game:199');
    await other.wait('events');
    expect(client.ofType('events')).toHaveLength(200);

    client.send({ type: 'unsubscribe', id: 'u', topic: 'game:7' });
    client.send({ type: 'subscribe', id: 'again', topic: 'game:999' });
    await client.wait('subscribed', ({ id }) => id === 'again');
  });

  it('with limits on, whatever is above them is rejected and the socket lives', async (test) => {
    const node = await startStreamNode(test, { limits: true });
    const client = await connect(node);
    for (let id = 0; id < 1000; id++) client.send({ type: 'subscribe', id: `${id}`, topic: `game:${id}` });
    await client.wait('snapshot', ({ topic }) => topic === 'game:199');
    await expect.poll(() => client.ofType('rejected').length).toBe(800);
    expect(client.ofType('subscribed')).toHaveLength(200);
    node.game.publish();
    await client.wait('events');
  });

  it('a topic that could not be opened does not count', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node);
    for (let id = 0; id < 300; id++) client.send({ type: 'subscribe', id: `${id}`, topic: 'game:missing' });
    client.send({ type: 'subscribe', id: 'last', topic: 'game:1' });
    await client.wait('subscribed', ({ id }) => id === 'last');
  });
});

describe('PROTOCOL The WebSocket: heartbeat', () => {
  it('every fifteen seconds, with the heads of what is followed', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node);
    client.send({ type: 'subscribe', id: '1', topic: 'game:1' });
    client.send({ type: 'subscribe', id: '2', topic: 'me' });
    await client.wait('snapshot', ({ topic }) => topic === 'me');
    await client.wait('snapshot', ({ topic }) => topic === 'game:1');
    node.game.publish();
    node.clock.forward(14_999);
    await settled(client);
    expect(client.ofType('heartbeat')).toEqual([]);
    node.clock.forward(1);
    expect(await client.wait('heartbeat')).toEqual({
      type: 'heartbeat',
      serverTime: '2026-01-05T19:00:15.000Z',
      heads: [
        { topic: 'game:1', version: 4 },
        { topic: 'me', version: 3 },
      ],
    });
  });

  it('a peer that answers nothing at all for a whole beat is dropped', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node);
    client.send({ type: 'subscribe', id: '1', topic: 'game:1' });
    await client.wait('snapshot');
    client.socket.pause();
    node.clock.forward(15_000);
    expect(node.game.live()).toHaveLength(1);
    node.clock.forward(15_000);
    expect(node.game.live()).toEqual([]);
    client.socket.resume();
    expect((await client.closed).code).toBe(1006);
  });
});
