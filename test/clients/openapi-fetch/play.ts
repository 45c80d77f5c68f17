/** A whole game by a client that openapi-typescript typed from the contract: `tsx play.ts <address>`. */
import createClient from 'openapi-fetch';
import type { components, paths } from './generated.ts';

type Command = components['schemas']['Command'];

const [baseUrl = ''] = process.argv.slice(2);
const open = createClient<paths>({ baseUrl });
const guest = must(await open.POST('/v1/guests', { body: { name: 'Generated' } }));
const api = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${guest.accessToken}` } });

const { id: tableId } = must(
  await api.POST('/v1/tables', {
    body: { visibility: 'private', ruleset: { end: { hands: 1 } } },
  }),
);
const params = { path: { tableId } };
must(await api.POST('/v1/tables/{tableId}/seats', { params, body: {} }));
for (let seat = 0; seat < 3; seat += 1) {
  must(await api.POST('/v1/tables/{tableId}/bots', { params, body: { kind: 'builtIn', level: 'greedy' } }));
}
const { gameId } = must(await api.POST('/v1/tables/{tableId}/start', { params }));
if (gameId === null) throw new Error('nothing began');

let answers = 0;
for (let after = 0, phase = ''; phase !== 'ended'; ) {
  const query = { after, wait: 25 };
  const page = must(await api.GET('/v1/games/{gameId}/events', { params: { path: { gameId }, query } }));
  after = page.version;
  phase = page.state?.phase ?? phase;
  const command: Command | undefined = page.you?.legal[0];
  if (command === undefined) continue;
  const header = { 'idempotency-key': crypto.randomUUID() };
  const { error } = await api.POST('/v1/games/{gameId}/commands', {
    params: { path: { gameId }, header },
    body: command,
  });
  // Refused when a call of the revolution, or the clock, was quicker: the next page says what is asked now.
  if (error === undefined) answers += 1;
}
const { result } = must(await api.GET('/v1/games/{gameId}', { params: { path: { gameId } } }));
console.log(JSON.stringify({ reason: result?.reason, asked: answers > 0 }));

/** Refusals are typed as well: every one is a problem with a code. */
function must<Data>({ data, error }: { data?: Data; error?: components['schemas']['Problem'] }): Data {
  if (data === undefined) throw new Error(error?.code ?? 'no answer');
  return data;
}
