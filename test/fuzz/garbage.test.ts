/** What is hardly HTTP, or none, over real sockets: each is answered by a refusal that keeps to the contract, and the next one is served. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bootApp, type TestApp, type TestGuest } from '../support/app.ts';
import { sendRaw } from './raw.ts';

let node: TestApp;
let base: string;
let guest: TestGuest;
beforeAll(async () => {
  node = await bootApp();
  base = await node.listen();
  guest = await node.guest();
});
afterAll(() => node.close());

const END = '\r\n\r\n';
const head = (...lines: readonly string[]) => lines.join('\r\n') + END;
const CLOSE = ['Host: x', 'Connection: close'];
/** Whoever is refused has not asked that the connection be closed. */
const WEBSOCKET = ['Host: x', 'Connection: Upgrade', 'Upgrade: websocket'];
const JSON_TYPE = 'Content-Type: application/json';
const token = () => `Authorization: ${guest.headers.authorization}`;
const POST = 'POST /v1/guests HTTP/1.1';
const ME = 'GET /v1/me HTTP/1.1';
const NAME = '{"name":"Ada"}';

const REFUSED: readonly (readonly [string, number, () => string])[] = [
  ['no HTTP', 400, () => `hello${END}`],
  ['a line without an end', 400, () => `GET /v1/me HTTP/9.9${END}`],
  ['a method that is none', 400, () => head('GTE /v1/me HTTP/1.1', ...CLOSE)],
  ['no host', 400, () => head(ME, 'Connection: close')],
  ['a header without a name', 400, () => head(ME, ': x', ...CLOSE)],
  ['a header with NUL', 400, () => head(ME, 'X: \0', ...CLOSE)],
  ['a header with a blank in its name', 400, () => head(ME, 'X Y: z', ...CLOSE)],
  ['headers without end', 431, () => head(ME, `X: ${'x'.repeat(40_000)}`, ...CLOSE)],
  ['an address without end', 431, () => head(`GET /v1/${'x'.repeat(40_000)} HTTP/1.1`, ...CLOSE)],
  ['a length that is no number', 400, () => head(POST, JSON_TYPE, 'Content-Length: many', ...CLOSE) + NAME],
  ['a negative length', 400, () => head(POST, JSON_TYPE, 'Content-Length: -1', ...CLOSE) + NAME],
  ['two lengths', 400, () => head(POST, JSON_TYPE, 'Content-Length: 14', 'Content-Length: 2', ...CLOSE) + NAME],
  [
    'a length and chunks',
    400,
    () =>
      `${head(POST, JSON_TYPE, 'Content-Length: 14', 'Transfer-Encoding: chunked', ...CLOSE)}e\r\n${NAME}\r\n0${END}`,
  ],
  ['chunks that are none', 400, () => `${head(POST, JSON_TYPE, 'Transfer-Encoding: chunked', ...CLOSE)}zz\r\n${NAME}`],
  ['a length that is too short', 400, () => head(POST, JSON_TYPE, 'Content-Length: 5', ...CLOSE) + NAME],
  ['a length beyond what is read', 413, () => head(POST, JSON_TYPE, 'Content-Length: 9999999999', ...CLOSE) + NAME],
  ['two types', 415, () => head(POST, 'Content-Type: text/plain', JSON_TYPE, 'Content-Length: 14', ...CLOSE) + NAME],
  ['two tokens', 401, () => head(ME, 'Authorization: Bearer none', token(), ...CLOSE)],
  ['a token behind a comma', 401, () => head(ME, `${token()}, Bearer none`, ...CLOSE)],
  ['a percent that begins nothing', 400, () => head('GET /v1/tables/%zz HTTP/1.1', ...CLOSE)],
  ['a percent that is no letter', 400, () => head('GET /v1/tables/%ff HTTP/1.1', ...CLOSE)],
  ['an address with a way up', 404, () => head('GET /v1/../v1/me HTTP/1.1', ...CLOSE)],
  ['two slashes', 404, () => head('GET //v1//me HTTP/1.1', ...CLOSE)],
  ['an address of somebody else', 404, () => head('GET http://example.org/v1/none HTTP/1.1', ...CLOSE)],
  ['letters beyond ASCII in the address', 400, () => head('GET /v1/\xe9 HTTP/1.1', ...CLOSE)],
  ['TRACE', 405, () => head('TRACE /v1/me HTTP/1.1', ...CLOSE)],
  ['the beginning of HTTP/2', 400, () => head('PRI * HTTP/2.0') + head('SM')],
  ['an expectation that nobody knows', 401, () => head(ME, 'Expect: the-unexpected', ...CLOSE)],
  ['another protocol', 401, () => head(ME, 'Host: x', 'Connection: Upgrade, close', 'Upgrade: h2c')],
  ['a WebSocket where there is none, and hangs up,', 400, () => head(ME, ...WEBSOCKET)],
  ['a WebSocket nowhere, and hangs up,', 404, () => head('GET /none HTTP/1.1', ...WEBSOCKET)],
  ['a WebSocket at a broken address, and hangs up,', 400, () => head('GET /v1/%zz HTTP/1.1', ...WEBSOCKET)],
  ['the head of what goes on and on', 405, () => head('HEAD /v1/me/stream HTTP/1.1', token(), ...CLOSE)],
  ['a tunnel', 0, () => head('CONNECT example.org:443 HTTP/1.1', ...CLOSE)],
];

it.each(REFUSED)('refuses %s with %i', async (_, status, bytes) => {
  const answer = await sendRaw(base, Buffer.from(bytes(), 'latin1'));
  expect(answer.status, answer.text).toBe(status);
  if (status > 0) expect(answer.text).toContain('application/problem+json');
});

it('serves whoever comes next', async () => {
  const answer = await sendRaw(base, head(ME, token(), ...CLOSE));
  expect(answer.status).toBe(200);
  expect(answer.text).toContain(guest.id);
});
