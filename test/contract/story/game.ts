/** Third part of the story: a game of one hand, and what is there of it afterwards. */
import type { People } from './people.ts';
import { createPlay } from './play.ts';
import type { Streams } from './streams.ts';
import type { Started } from './table.ts';
import type { Teller, Told } from './teller.ts';

export async function game(
  { tell, ask }: Teller,
  { ada, ben, cem, dee, robo }: People,
  { gameId }: Started,
  streams: Streams,
) {
  const path = { gameId };
  const play = createPlay({ ask }, gameId, [ada, ben, cem, robo]);
  const leads = await play.untilTurn((view) => view.phase === 'play' && view.trick === null);
  const seen = await tell('getGame', 'seat', 'From a seat that has the lead', { token: leads.person.token, path });
  const headers = { 'if-none-match': String(seen.headers.etag) };
  await tell('getGame', 'unchanged', 'Nothing has happened since', { token: leads.person.token, path, headers });
  await tell('getGame', 'spectator', 'As somebody who holds no seat', { token: dee.token, path });
  await refusals();

  const command = { ...leads.view.you.legal.at(-1), expectedVersion: leads.view.version };
  const key = { 'idempotency-key': '5f0d2c1e-7c1b-4f6e-9a53-3f8a2d4f9b10' };
  const sent = { token: leads.person.token, path, headers: key, body: command };
  await tell('sendCommand', 'lead', 'A lead', sent);
  await tell('sendCommand', 'repeated', 'The same key once more, without the view', {
    ...sent,
    headers: { ...key, prefer: 'return=minimal' },
  });
  await ask('sendCommand', { ...sent, body: { type: 'pass' } });
  await tell('getEvents', 'page', 'Two events of many', { token: ben.token, path, query: { after: 0, limit: 2 } });
  const after = leads.view.version;
  await tell('getEvents', 'new', 'What has happened since', { token: ben.token, path, query: { after, wait: 25 } });
  await tell('getFairness', 'running', 'The seed is still secret', { token: ada.token, path });

  const adas = (view: Told['body']) => view.seats[view.you.seat].player.id === ada.id;
  const { view } = await play.untilTurn((seenNow) => seenNow.phase === 'play' && adas(seenNow));
  await streams.command({ ...view.you.legal[0], expectedVersion: view.version });

  return {
    async finish(): Promise<void> {
      await play.toEnd();
      await tell('getFairness', 'over', 'With the seed', { token: ada.token, path });
      await tell('getHands', 'hands', 'One hand', { token: ada.token, path });
      const csv = { token: ada.token, path, headers: { accept: 'text/csv' } };
      await tell('getHands', 'table', 'The same as a table', csv);
      await tell('getReplay', 'replay', 'The whole game', { token: ada.token, path });
      await tell('getPlayer', 'person', 'A guest', { token: dee.token, path: { playerId: ben.id } });
      await tell('getPlayer', 'bot', 'A bot', { token: dee.token, path: { playerId: robo.id } });
      await tell('listPlayerGames', 'history', 'His one game', { token: dee.token, path: { playerId: ben.id } });
    },
  };

  /** What the rules and the log say no to; nothing is changed by it. */
  async function refusals(): Promise<void> {
    const { person, view } = leads;
    const other = [ada, ben, cem, robo].find(({ token }) => token !== person.token) ?? ada;
    const refuse = (who: { token: string }, name: string, body: object) =>
      ask('sendCommand', { token: who.token, path, headers: { 'idempotency-key': `refused-${name}-00000` }, body });
    await refuse(other, 'turn', { type: 'pass' });
    await refuse(person, 'pass', { type: 'pass' });
    await refuse(person, 'empty', { type: 'play', cards: [] });
    await refuse(person, 'owned', { type: 'play', cards: Array(12).fill('12') });
    await refuse(person, 'mixed', { type: 'play', cards: [view.you.cards[0], view.you.cards.at(-2)] });
    await refuse(person, 'phase', { type: 'payTax', cards: ['12'] });
    await refuse(person, 'stale', { type: 'pass', expectedVersion: 1 });
    await refuse(dee, 'player', { type: 'pass' });
    await ask('getReplay', { token: ada.token, path });
    await ask('getGame', { token: ada.token, path: { gameId: ada.id } });
  }
}
