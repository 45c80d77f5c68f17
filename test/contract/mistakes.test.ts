/** What the service answers to the mistakes of newcomers; CONTRIBUTING.md shows them (`RECORD_EXAMPLES=true` writes them). */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import WebSocket from 'ws';
import { bootApp, type TestApp, type TestGuest } from '../support/app.ts';

const FILE = fileURLToPath(new URL('../../CONTRIBUTING.md', import.meta.url));
const BEGIN = '<!-- mistakes: written by test/contract/mistakes.test.ts -->';
const END = '<!-- end of mistakes -->';

let node: TestApp;
let base: string;
let ada: TestGuest;
let gameId: string;
const shown: { readonly mistake: string; readonly answer: string }[] = [];

beforeAll(async () => {
  node = await bootApp(null, { env: { BOT_DELAY_MS: '60000' } });
  base = await node.listen();
  ada = await node.guest('Ada');
  const { id } = await call('POST', '/v1/tables', {});
  await call('POST', `/v1/tables/${id}/seats`, {});
  for (let seat = 0; seat < 3; seat += 1) {
    await call('POST', `/v1/tables/${id}/bots`, { kind: 'builtIn', level: 'greedy' });
  }
  gameId = (await call('POST', `/v1/tables/${id}/start`)).gameId;
});
afterAll(() => node.close());

async function call(
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
  headers: Readonly<Record<string, string>> = ada.headers,
) {
  const body = payload === undefined ? {} : { payload };
  const answer = await node.inject({ method, url, headers, ...body });
  return answer.json();
}

/** Remembers what CONTRIBUTING.md is to show, and fails unless it is what is expected. */
function says(mistake: string, answer: string, expected: string): void {
  shown.push({ mistake, answer });
  expect(answer).toBe(expected);
}

const commands = () => `/v1/games/${gameId}/commands`;
const keyed = () => ({ ...ada.headers, 'idempotency-key': randomUUID() });

it.each([
  ['`GET /ws` or `GET /v1/ws`', '/v1/ws', 'Nothing has this address. The WebSocket is at /v1/stream.'],
  ['`GET /tables`, without `/v1`', '/tables', 'Nothing has this address. Did you mean /v1/tables?'],
])('the address of nothing names what was meant: %s', async (mistake, url, expected) => {
  const { code, detail } = await call('GET', url);
  says(mistake, `404 \`${code}\`: ${detail}`, `404 \`not_found\`: ${expected}`);
});

it.each([
  ['/ws', 'The WebSocket is at /v1/stream.'],
  ['/socket.io/?EIO=4', 'The WebSocket is at /v1/stream.'],
  ['/api/v1/tables', 'Did you mean /v1/tables?'],
  ['/v1/table', 'Did you mean /v1/tables?'],
  ['/rulesets', 'Did you mean /v1/rulesets?'],
  ['/v2/me', 'Did you mean /v1/me?'],
  ['/robots.txt', 'All calls are under /v1 and listed at /docs.'],
])('%s: %s', async (url, hint) => {
  expect((await call('GET', url)).detail).toBe(`Nothing has this address. ${hint}`);
});

it('a refresh token in place of an access token', async () => {
  const { code, detail } = await call('GET', '/v1/me', undefined, { authorization: `Bearer ${ada.refreshToken}` });
  says(
    'A refresh token in `Authorization`',
    `401 \`${code}\`: ${detail}`,
    '401 `token_invalid`: This is a refresh token. Exchange it at POST /v1/tokens/refresh and send the access token of the answer.',
  );
});

it('an access token in place of a refresh token', async () => {
  const { detail } = await call('POST', '/v1/tokens/refresh', { refreshToken: ada.token });
  expect(detail).toBe('This is an access token. Send the `refreshToken` that came with it.');
});

it('a start with too few players', async () => {
  const { id } = await call('POST', '/v1/tables', {});
  await call('POST', `/v1/tables/${id}/seats`, {});
  const { code, detail } = await call('POST', `/v1/tables/${id}/start`);
  says(
    'A start with one player',
    `409 \`${code}\`: ${detail}`,
    '409 `too_few_players`: 1 of at least 4 players are seated. Invite players, or seat bots.',
  );
});

it.each([
  [
    '`"turnSeconds": "30"`',
    () => call('POST', '/v1/tables', { clock: { turnSeconds: '30' } }),
    '#/clock/turnSeconds: Must be a number or null, not a string.',
  ],
  [
    'A command without `Idempotency-Key`',
    () => call('POST', commands(), { type: 'pass' }),
    '@idempotency-key: "idempotency-key" is missing. A new value for each command, and the same one when it is repeated: 16 to 128 printable ASCII characters without blanks, such as a UUID.',
  ],
  [
    'The card `"13"`',
    () => call('POST', commands(), { type: 'play', cards: ['13'] }, keyed()),
    '#/cards/0: Must be one of: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, J, W, TW, RB, DW.',
  ],
  [
    'The card `12`, a number',
    () => call('POST', commands(), { type: 'play', cards: [12] }, keyed()),
    '#/cards/0: Must be a string, not a number.',
  ],
])('a request that does not match the contract: %s', async (mistake, ask, expected) => {
  const { code, detail, errors } = await ask();
  expect(errors).toHaveLength(1);
  says(mistake, `400 \`${code}\`: ${detail}`, `400 \`invalid_request\`: ${expected}`);
});

async function openSocket(path: string): Promise<WebSocket> {
  const socket = new WebSocket(`${base.replace('http', 'ws')}${path}`, ['dalmuti.v1'], { headers: ada.headers });
  socket.on('error', () => undefined);
  return socket;
}

async function answerTo(frame: string) {
  const socket = await openSocket('/v1/stream');
  await once(socket, 'message');
  const answered = once(socket, 'message');
  const closed = once(socket, 'close');
  socket.send(frame);
  const answer = JSON.parse(String((await answered)[0]));
  if (answer.type === 'closing') return { ...answer, closed: String((await closed)[1]) };
  socket.terminate();
  return answer;
}

it('a frame whose id is a number', async () => {
  const { type, id, problem } = await answerTo('{"type":"ping","id":1}');
  expect({ type, id }).toEqual({ type: 'rejected', id: '1' });
  says(
    'The frame `{"type": "ping", "id": 1}`',
    `\`${type}\`: ${problem.detail}`,
    '`rejected`: #/id: Must be a string, not a number.',
  );
});

it('a frame of no type', async () => {
  expect(await answerTo('{"id":"a"}')).toMatchObject({
    type: 'rejected',
    id: 'a',
    problem: { code: 'invalid_request' },
  });
});

it('an unknown topic', async () => {
  const { problem } = await answerTo('{"type":"subscribe","id":"a","topic":"games"}');
  says(
    'The topic `games`',
    `\`rejected\`: ${problem.detail}`,
    '`rejected`: Unknown topic. Topics are `game:<id>`, `table:<id>`, `lobby`, `lobby?state=…&preset=…` and `me`.',
  );
});

it('a frame that is no JSON: the reason stands in the close frame too', async () => {
  const { code, reason, closed } = await answerTo('hello');
  expect(closed).toBe(reason);
  says('A frame that is not JSON', `closed with ${code}: ${closed}`, 'closed with 4000: A frame must be JSON.');
});

it.each(['/v1/me/stream', '/v1/tables'])('a WebSocket at %s', async (path) => {
  const socket = await openSocket(path);
  const [, response] = await once(socket, 'unexpected-response');
  response.setEncoding('utf8');
  const text = (await response.toArray()).join('');
  expect(response.statusCode).toBe(400);
  const { code, detail } = JSON.parse(text);
  const answer = `400 \`${code}\`: ${detail}`;
  const expected = '400 `invalid_request`: This address takes no WebSocket. The WebSocket is at /v1/stream.';
  if (path === '/v1/me/stream') says('A WebSocket at an address of server-sent events', answer, expected);
  else expect(answer).toBe(expected);
});

it('are in CONTRIBUTING.md', async () => {
  expect(shown).toHaveLength(12);
  const rows = shown.map(({ mistake, answer }) => `| ${mistake} | ${answer.replaceAll('|', '\\|')} |`);
  const table = ['| mistake | answer |', '|---|---|', ...rows].join('\n');
  const text = await readFile(FILE, 'utf8');
  const [before = '', rest = ''] = text.split(BEGIN);
  const after = rest.slice(rest.indexOf(END));
  const expected = `${before}${BEGIN}\n\n${table}\n\n${after}`;
  if (process.env.RECORD_EXAMPLES === 'true') await writeFile(FILE, expected);
  else expect(text, 'run: npm run examples').toBe(expected);
});
