/** An offer of another protocol than WebSocket is ignored: Java's client and `curl --http2` make one with every request. */
import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, expect, it, type TestContext } from 'vitest';
import { bootApp } from '../support/app.ts';

interface Answer {
  readonly status: number | undefined;
  readonly body: unknown;
  readonly reused: boolean;
}

/** A service, and a caller who offers HTTP/2 each time, over one connection. */
async function offering(test: TestContext) {
  const base = await (await bootApp(test)).listen();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  test.onTestFinished(() => agent.destroy());
  const offer = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAEAAEAAAAIAAAABAAMAAABk' };
  return (method: string, path: string, body?: object) =>
    new Promise<Answer>((resolve, reject) => {
      const headers = body === undefined ? offer : { ...offer, 'content-type': 'application/json' };
      const asked = request(`${base}${path}`, { method, agent, headers }, (response) => {
        json(response).then((read) => {
          resolve({ status: response.statusCode, body: read, reused: asked.reusedSocket });
        }, reject);
      });
      asked.on('error', reject);
      asked.end(body === undefined ? undefined : JSON.stringify(body));
    });
}

describe('a request that offers h2c is answered as if it did not', () => {
  it('with its body read, and the connection kept for the next one', async (test) => {
    const ask = await offering(test);
    expect(await ask('POST', '/v1/guests', { name: 'Ada' })).toMatchObject({
      status: 201,
      body: { player: { name: 'Ada' } },
    });
    expect(await ask('GET', '/health/live')).toEqual({ status: 200, body: { status: 'alive' }, reused: true });
    expect(await ask('POST', '/v1/guests', { name: 'Bela' })).toMatchObject({ status: 201, reused: true });
  });

  it('and the address of the WebSocket asks for one', async (test) => {
    const ask = await offering(test);
    expect(await ask('GET', '/v1/stream')).toMatchObject({ status: 426, body: { code: 'upgrade_required' } });
  });
});
