/** A whole game by a client that hey-api wrote from the contract: `tsx play.ts <address>`. */

import type { Command, Problem } from './generated';
import { createGuest, createTable, getEvents, getGame, seatBot, sendCommand, startTable, takeSeat } from './generated';
import { createClient } from './generated/client';

const [baseUrl = ''] = process.argv.slice(2);
const guest = must(await createGuest({ client: createClient({ baseUrl }), body: { name: 'Generated' } }));
const client = createClient({ baseUrl, auth: guest.accessToken });

const { id: tableId } = must(
  await createTable({ client, body: { visibility: 'private', ruleset: { end: { hands: 1 } } } }),
);
const path = { tableId };
must(await takeSeat({ client, path, body: {} }));
for (let seat = 0; seat < 3; seat += 1)
  must(await seatBot({ client, path, body: { kind: 'builtIn', level: 'greedy' } }));
const { gameId } = must(await startTable({ client, path }));
if (gameId === null) throw new Error('nothing began');

let answers = 0;
for (let after = 0, phase = ''; phase !== 'ended'; ) {
  const page = must(await getEvents({ client, path: { gameId }, query: { after, wait: 25 } }));
  after = page.version;
  phase = page.state?.phase ?? phase;
  const command: Command | undefined = page.you?.legal[0];
  if (command === undefined) continue;
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const { error } = await sendCommand({ client, path: { gameId }, headers, body: command });
  // Refused when a call of the revolution, or the clock, was quicker: the next page says what is asked now.
  if (error === undefined) answers += 1;
}
const { result } = must(await getGame({ client, path: { gameId } }));
console.log(JSON.stringify({ reason: result?.reason, asked: answers > 0 }));

/** Refusals are typed as well: every one is a problem with a code. */
function must<Data>({ data, error }: { data?: Data; error?: Problem }): Data {
  if (data === undefined) throw new Error(error?.code ?? 'no answer');
  return data;
}
