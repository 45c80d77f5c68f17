/** Who may open a socket, and how everybody else is told why not (PROTOCOL "The WebSocket"). */
import { describe, expect, it } from 'vitest';
import { LIMITS, shown } from '../../src/http/limits.ts';
import { type Client, connect, pass, settled } from './client.ts';
import { identity, START, startStreamNode } from './stream-node.ts';

/** The last frame and the code of a socket that the server closes. */
async function ending(client: Client) {
  const { code } = await client.closed;
  const last = client.frames.at(-1);
  return { code, frame: { type: last?.type, code: last?.code, reconnect: last?.reconnect } };
}

function closing(code: number, reconnect: boolean) {
  return { code, frame: { type: 'closing', code, reconnect } };
}

describe('PROTOCOL The WebSocket: a socket begins with welcome', () => {
  it('with a token in the header of the handshake', async (test) => {
    const node = await startStreamNode(test, { limits: true });
    const client = await connect(node);
    expect(await client.wait('welcome')).toEqual({
      type: 'welcome',
      serverTime: START,
      player: { id: 'id-of-ada', name: 'ada', kind: 'guest' },
      heartbeatSeconds: 15,
      limits: Object.values(LIMITS).map(shown),
      maxFrameBytes: 16384,
      maxTopics: 200,
      maxSockets: 20,
      maxEventStreams: 50,
    });
    expect(client.socket.protocol).toBe('dalmuti.v1');
    expect(client.socket.extensions).toBe('');
  });

  it('with authenticate as the first frame, as browsers must', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node, { token: null });
    client.send({ type: 'authenticate', id: '1', token: 'ada-token' });
    expect(await client.wait('welcome')).toMatchObject({ player: { name: 'ada' } });
  });

  it('and frames need not wait for it: a thousand of them are answered, welcome first', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node, { token: null });
    client.send({ type: 'authenticate', id: 'a', token: 'ada-token' });
    for (let id = 0; id < 1000; id++) client.send({ type: 'ping', id: `${id}` });
    await client.wait('pong', ({ id }) => id === '999');
    expect(client.frames[0]?.type).toBe('welcome');
    expect(client.ofType('pong').map(({ id }) => id)).toEqual(Array.from({ length: 1000 }, (_, id) => `${id}`));
  });
});

describe('PROTOCOL Close codes: a refused handshake is an open socket whose first frame says why it closes', () => {
  it('4001: nothing is said within ten seconds', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node, { token: null });
    node.clock.forward(9_999);
    expect(client.frames).toEqual([]);
    node.clock.forward(1);
    expect(await ending(client)).toEqual(closing(4001, false));
    expect(client.frames).toHaveLength(1);
  });

  it('4001: the first frame is another', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node, { token: null });
    client.send({ type: 'subscribe', id: '1', topic: 'game:1' });
    expect(await ending(client)).toEqual(closing(4001, false));
    expect(node.game.opened).toEqual([]);
  });

  it.each(['forged-token', 'expired-token'])('4001: %s, in the header and in a frame', async (token) => {
    const closes: (() => Promise<void>)[] = [];
    const node = await startStreamNode({ onTestFinished: (close) => closes.push(close) });
    const inHeader = await connect(node, { token });
    const inFrame = await connect(node, { token: null });
    inFrame.send({ type: 'authenticate', id: '1', token });
    expect(await ending(inHeader)).toEqual(closing(4001, false));
    expect(await ending(inFrame)).toEqual(closing(4001, false));
    for (const close of closes) await close();
  });

  it('4001: a header that is no bearer token', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node, { token: '<>' });
    expect(await ending(client)).toEqual(closing(4001, false));
  });

  it.each(['token', 'access_token'])('4001: a good token in the query (?%s=)', async (name) => {
    const closes: (() => Promise<void>)[] = [];
    const node = await startStreamNode({ onTestFinished: (close) => closes.push(close) });
    const client = await connect(node, { token: null, query: `?${name}=ada-token` });
    expect(await ending(client)).toEqual(closing(4001, false));
    expect(client.ofType('welcome')).toEqual([]);
    for (const close of closes) await close();
  });

  it('4003: a token that was revoked', async (test) => {
    const node = await startStreamNode(test);
    expect(await ending(await connect(node, { token: 'revoked-token' }))).toEqual(closing(4003, false));
  });

  it('1011: nobody can say now whether the token is good', async (test) => {
    const node = await startStreamNode(test);
    expect(await ending(await connect(node, { token: 'broken-token' }))).toEqual(closing(1011, true));
  });

  it('4000: no subprotocol', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node, { protocols: [] });
    expect(await ending(client)).toEqual(closing(4000, false));
    expect(client.frames[0]?.reason).toContain('dalmuti.v1');
  });

  it('4000: another subprotocol', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node, { protocols: ['dalmuti.v99', 'chat'] });
    expect(await ending(client)).toEqual(closing(4000, false));
    expect(client.frames[0]?.reason).toContain('dalmuti.v1');
  });

  it('but one of several is enough', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node, { protocols: ['dalmuti.v99', 'dalmuti.v1'] });
    await client.wait('welcome');
    expect(client.socket.protocol).toBe('dalmuti.v1');
  });

  it('426: what is no WebSocket is told to become one', async (test) => {
    const node = await startStreamNode(test);
    const answer = await node.app.inject({ method: 'GET', url: '/v1/stream' });
    expect(answer.statusCode).toBe(426);
    expect(answer.json()).toMatchObject({ code: 'upgrade_required' });
  });
});

describe('PROTOCOL: a token on an open socket', () => {
  const soon = Date.parse(START) + 60_000;

  it('4001: closes it when it expires', async (test) => {
    const node = await startStreamNode(test);
    node.tokens.set('short-token', identity('ada', { expiresAt: soon }));
    const client = await connect(node, { token: 'short-token' });
    await client.wait('welcome');
    await pass(node, client, 59_999);
    client.send({ type: 'ping', id: '1' });
    await client.wait('pong');
    node.clock.forward(1);
    expect(await ending(client)).toEqual(closing(4001, false));
  });

  it('is renewed by authenticate, and the same player goes on', async (test) => {
    const node = await startStreamNode(test);
    node.tokens.set('short-token', identity('ada', { expiresAt: soon }));
    node.tokens.set('next-token', identity('ada', { expiresAt: soon + 60_000, tokenId: 'next' }));
    const client = await connect(node, { token: 'short-token' });
    client.send({ type: 'subscribe', id: '1', topic: 'game:1' });
    await client.wait('snapshot');
    client.send({ type: 'authenticate', id: '2', token: 'next-token' });
    await client.wait('welcome', (frame) => client.frames.indexOf(frame) > 0);
    await pass(node, client, 60_000);
    node.game.publish();
    expect(await client.wait('events')).toMatchObject({ version: 4 });
    await pass(node, client, 60_000);
    expect(await ending(client)).toEqual(closing(4001, false));
  });

  it('is not renewed by a token that is no good, and the old one still holds', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node);
    await client.wait('welcome');
    client.send({ type: 'authenticate', id: '9', token: 'forged' });
    expect(await client.wait('rejected')).toMatchObject({ id: '9', problem: { code: 'token_invalid', status: 401 } });
    client.send({ type: 'ping', id: '10' });
    await client.wait('pong');
  });

  it('is not renewed while nobody can say whether the next one is good, and the old one still holds', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node);
    await client.wait('welcome');
    client.send({ type: 'authenticate', id: '9', token: 'broken' });
    expect(await client.wait('rejected')).toMatchObject({ id: '9', problem: { code: 'internal', status: 500 } });
    await settled(client);
  });

  it('is not renewed by a token of somebody else', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node);
    await client.wait('welcome');
    client.send({ type: 'authenticate', id: '9', token: 'bob-token' });
    expect(await client.wait('rejected')).toMatchObject({ id: '9', problem: { code: 'forbidden', status: 403 } });
    expect(client.ofType('welcome')).toHaveLength(1);
  });

  it('4003: is asked about every minute if it never expires, since the news of a revocation may be lost', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node);
    await client.wait('welcome');
    node.tokens.delete('ada-token');
    await pass(node, client, 59_999);
    expect(client.ofType('closing')).toEqual([]);
    node.clock.forward(1);
    expect(await ending(client)).toEqual(closing(4003, false));
  });

  it('4003: closes it when it is revoked, and so does revoking the player', async (test) => {
    const node = await startStreamNode(test);
    node.tokens.set('other-token', identity('ada', { tokenId: 'other' }));
    const [first, second, bob] = await Promise.all([
      connect(node),
      connect(node, { token: 'other-token' }),
      connect(node, { token: 'bob-token' }),
    ]);
    await Promise.all([first, second, bob].map((client) => client.wait('welcome')));
    node.revoke('other');
    expect(await ending(second)).toEqual(closing(4003, false));
    node.revoke('id-of-ada');
    expect(await ending(first)).toEqual(closing(4003, false));
    bob.send({ type: 'ping', id: '1' });
    await bob.wait('pong');
  });
});
