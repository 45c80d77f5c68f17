/** The streams of the story: one socket and server-sent events beside the game that is played over HTTP. */
import { connect, type Frame } from '../../streams/client.ts';
import type { People, Person } from './people.ts';
import type { Started } from './table.ts';
import type { Teller } from './teller.ts';

const KEY = '0c9e8a52-5d0f-4f0b-8f43-6f0a9b1f7e21';

export interface Streams {
  /** Ada's answer, over her socket. */
  command(command: object): Promise<void>;
  /** What only the end of the game brings. */
  finish(): Promise<void>;
}

export async function streams(
  teller: Teller,
  { ada, ben, dee }: People,
  { tableId, gameId }: Started,
  beat: () => void,
): Promise<Streams> {
  const { tell, ask, tellText, frame } = teller;
  const base = await teller.node.listen();
  const client = await connect({ url: base.replace('http://', '') }, { token: null });
  const send = (name: string, summary: string, payload: Frame) => {
    frame(name, summary, payload.type === 'authenticate' ? { ...payload, token: '<access or bot token>' } : payload);
    client.send(payload);
  };
  const heard = async (name: string, summary: string, type: string, fits?: (one: Frame) => boolean) =>
    frame(name, summary, await client.wait(type, fits));
  const topic = `game:${gameId}`;

  send('first', 'The first frame of a browser', { type: 'authenticate', id: '1', token: ada.token });
  await heard('welcome', 'The token is good', 'welcome');
  send('inbox', 'All that concerns me', { type: 'subscribe', id: '2', topic: 'me' });
  await heard('inbox', 'Whole, whenever something of it changes', 'inbox');
  send('table', 'A table', { type: 'subscribe', id: '3', topic: `table:${tableId}` });
  await heard('table', 'Whole, whenever something of it changes', 'table');
  send('lobby', 'Public tables', { type: 'subscribe', id: '10', topic: 'lobby' });
  await heard('whole', 'All of the list at first', 'lobby');
  send('game', 'A game from its present state', { type: 'subscribe', id: '4', topic });
  await heard('snapshot', 'A game begins with a snapshot', 'subscribed', ({ id }) => id === '4');
  await heard('seat', 'From a seat', 'snapshot');
  const bens = await connect({ url: base.replace('http://', '') }, { token: ben.token });
  bens.send({ type: 'subscribe', id: '1', topic });
  await heard('connected', 'Somebody came', 'presence');
  send('resume', 'A game from where I was', { type: 'subscribe', id: '5', topic, after: 3 });
  await heard('resume', 'Everything after version 3 follows', 'subscribed', ({ id }) => id === '5');
  await heard('missed', 'All that was missed, in one frame', 'events', ({ after }) => after === 3);
  send('ping', 'Are you there?', { type: 'ping', id: '6' });
  await heard('pong', 'Yes', 'pong');
  send('pass', 'A command that is refused here', {
    type: 'command',
    id: '7',
    key: 'refused-on-the-socket',
    gameId,
    command: { type: 'settleMisdeal', to: 'intended' },
  });
  await heard('refused', 'It has changed nothing', 'rejected');
  send('leave', 'Not this one any more', { type: 'unsubscribe', id: '8', topic: `table:${tableId}` });
  await heard('asked', 'As it was asked for', 'unsubscribed');

  const ticket = await tell('createStreamTicket', 'game', 'For one game', { token: dee.token, body: { topic } });
  const asked = { path: { gameId }, query: { ticket: ticket.body.ticket } };
  tellText(
    'streamGame',
    'spectator',
    'The beginning of a stream',
    asked,
    await beginning(`${base}/v1/games/${gameId}/stream?ticket=${ticket.body.ticket}`),
  );
  tellText('streamInbox', 'inbox', 'The beginning of a stream', {}, await beginning(`${base}/v1/me/stream`, ada));
  const filter = { preset: 'official' };
  const lobby = await beginning(`${base}/v1/lobby/stream?preset=${filter.preset}`, ada);
  tellText('streamLobby', 'filtered', 'The beginning of a stream', { query: filter }, lobby);
  await ask('openStream');

  beat();
  await heard('heads', 'Nothing is missing', 'heartbeat');
  const stranger = await connect({ url: base.replace('http://', '') }, { token: 'not-one-of-ours' });
  frame('token', 'Come back with another token', await stranger.wait('closing'));
  await stranger.closed;

  return {
    async command(command) {
      const answer = { type: 'command', id: '9', key: KEY, gameId, command };
      send('play', 'An answer, under a key of its own', answer);
      await heard('done', 'It is in the log', 'ack', ({ id }) => id === '9');
    },
    async finish() {
      await heard(
        'closed',
        'The game is over',
        'unsubscribed',
        ({ code, topic: left }) => code === 'closed' && left === topic,
      );
      const events = client.ofType('events').filter(({ events: all }) => Array.isArray(all) && all.length > 1);
      frame('command', 'All events of one command', { ...events.at(1) });
      const version = client.ofType('events').at(-1)?.version;
      await tell('streamGame', 'over', 'Nothing will ever come', {
        token: dee.token,
        path: { gameId },
        query: { after: Number(version) },
      });
      for (const { socket, closed } of [client, bens]) {
        socket.close();
        await closed;
      }
    },
  };
}

/** What a stream says until its first event is whole. */
async function beginning(url: string, who?: Person): Promise<string> {
  const abort = new AbortController();
  const headers: Record<string, string> = who === undefined ? {} : { authorization: `Bearer ${who.token}` };
  const { body } = await fetch(url, { signal: abort.signal, headers });
  let text = '';
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk as Uint8Array).toString();
    if (/data: .*\n\n/.test(text)) break;
  }
  abort.abort();
  return text.slice(0, text.indexOf('\n\n', text.indexOf('data: ')) + 2);
}
