/** Nothing secret reaches the log: no queries, no tokens, no bodies (STYLE; PROTOCOL, One WebSocket). */
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLogger } from '../../src/http/logger.ts';
import { bootApp } from '../support/app.ts';

function capture() {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { lines, logger: createLogger('trace', stream) };
}

test('a request is one line, with its id, and without query, token or body', async (t) => {
  const { lines, logger } = capture();
  const node = await bootApp(t, { logger });
  const guest = await node.guest('Ada Lovelace');
  const answer = await node.inject({ method: 'GET', url: '/v1/me?ticket=querysecret', headers: guest.headers });
  const bad = { refreshToken: 'bodysecret' };
  await node.inject({ method: 'POST', url: '/v1/tokens/refresh?x=querysecret', payload: bad });
  await node.inject({
    method: 'GET',
    url: '/nowhere?x=querysecret',
    headers: { authorization: 'Bearer headersecret' },
  });
  await node.inject({ method: 'GET', url: '/%zz?x=querysecret', headers: { authorization: 'Bearer headersecret' } });
  for (const address of ['/v1/invites/K7QM-2FXD', '/v1/invites/K7QM-2FXD/', '/V1/Invites/k7qm-2fxd'])
    await node.inject({ method: 'GET', url: address, headers: guest.headers });
  const text = lines.join('');
  expect(text).not.toMatch(/k7qm/i);
  for (const secret of ['querysecret', 'bodysecret', 'headersecret', guest.token, guest.refreshToken, 'Lovelace']) {
    expect(text).not.toContain(secret);
  }
  const own = lines.map((line) => JSON.parse(line)).filter((line) => line.requestId === answer.headers['x-request-id']);
  expect(own).toHaveLength(1);
  expect(own[0]).toMatchObject({ method: 'GET', path: '/v1/me', status: 200, player: guest.id });
});

test('a bug is logged with its cause under the request id', async (t) => {
  const { lines, logger } = capture();
  const node = await bootApp(t, {
    logger,
    extend: (app) => {
      app.get('/bug', async () => {
        throw new Error('outer', { cause: new Error('the real reason') });
      });
    },
  });
  const answer = await node.inject({ method: 'GET', url: '/bug?x=querysecret' });
  const logged = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'a request failed');
  expect(logged).toMatchObject({ level: 50, requestId: answer.headers['x-request-id'] });
  expect(JSON.stringify(logged.err)).toContain('the real reason');
  expect(lines.join('')).not.toContain('querysecret');
});
