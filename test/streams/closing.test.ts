/** How the server ends sockets by itself, and that it says so first (PROTOCOL "Close codes"). */
import { describe, expect, it } from 'vitest';
import { BOUNDS } from '../../src/http/bounds.ts';
import { connect, settled } from './client.ts';
import { startStreamNode } from './stream-node.ts';

describe('PROTOCOL Close codes', () => {
  it('4009: of more sockets than a player may have the oldest is closed', async (test) => {
    const node = await startStreamNode(test);
    const bob = await connect(node, { token: 'bob-token' });
    const clients = [];
    for (let count = 0; count <= BOUNDS.sockets.most; count++) {
      const client = await connect(node);
      await client.wait('welcome');
      clients.push(client);
    }
    const [oldest, ...others] = clients;
    expect(await oldest?.closed).toMatchObject({ code: 4009 });
    expect(oldest?.frames.at(-1)).toMatchObject({ type: 'closing', code: 4009, reconnect: false });
    for (const client of [bob, ...others]) await settled(client);
  });

  it('4008: who does not read is cut off, and is told so when he reads again', async (test) => {
    const node = await startStreamNode(test, { eventSize: 64 * 1024 });
    const [slow, quick] = await Promise.all([connect(node), connect(node, { token: 'bob-token' })]);
    for (const client of [slow, quick]) client.send({ type: 'subscribe', id: '1', topic: 'game:1' });
    await Promise.all([slow, quick].map((client) => client.wait('snapshot')));
    slow.socket.pause();
    let published = 0;
    while (node.game.live().length > 1 && published < 1000) {
      node.game.publish();
      published += 1;
      await quick.wait('events', ({ version }) => version === 3 + published);
    }
    expect(node.game.live()).toHaveLength(1);
    slow.socket.resume();
    expect(await slow.closed).toMatchObject({ code: 4008 });
    expect(slow.frames.at(-1)).toMatchObject({ type: 'closing', code: 4008, reconnect: true });
    expect(slow.ofType('events').map(({ version }) => version)).toEqual(
      slow.ofType('events').map((_, index) => index + 4),
    );
  });

  it('4008: who never reads again is dropped all the same', async (test) => {
    const node = await startStreamNode(test, { eventSize: 256 * 1024 });
    const slow = await connect(node);
    slow.send({ type: 'subscribe', id: '1', topic: 'game:1' });
    await slow.wait('snapshot');
    slow.socket.pause();
    for (let count = 0; count < 200 && node.game.live().length > 0; count++) node.game.publish();
    expect(node.game.live()).toEqual([]);
    expect(node.app.websocketServer.clients.size).toBe(1);
    node.clock.forward(10_000);
    await expect.poll(() => node.app.websocketServer.clients.size).toBe(0);
  });

  it('1012: a stop tells everybody to come back, also who has not said yet who he is', async (test) => {
    const node = await startStreamNode(test);
    const [named, unnamed] = await Promise.all([connect(node), connect(node, { token: null })]);
    named.send({ type: 'subscribe', id: '1', topic: 'game:1' });
    await named.wait('snapshot');
    await node.app.close();
    for (const client of [named, unnamed]) {
      expect(await client.closed).toMatchObject({ code: 1012 });
      expect(client.frames.at(-1)).toMatchObject({ type: 'closing', code: 1012, reconnect: true });
      expect(client.frames.at(-1)?.retryAfterSeconds).toBeGreaterThan(0);
    }
    expect(node.game.live()).toEqual([]);
    await expect.poll(() => node.clock.pending()).toBe(0);
  });

  it('1000: a client that goes by itself is let go', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node);
    await client.wait('welcome');
    client.socket.close(1000);
    expect(await client.closed).toMatchObject({ code: 1000 });
    expect(client.ofType('closing')).toEqual([]);
  });
});
