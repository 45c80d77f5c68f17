/** Beside the story: whoever keeps order looks for games and players, ends a game, and shuts somebody out. */
import { operatorOf } from '../../support/order.ts';
import type { People } from './people.ts';
import type { Asked, Teller } from './teller.ts';

/** Nobody is in a hurry, so that the game stands still where it is looked at. */
const SLOW = { turnSeconds: null, taxSeconds: null, revolutionSeconds: null, placementSeconds: null, pauseSeconds: 0 };

export async function order(teller: Teller, { ada, cem, dee }: People): Promise<void> {
  const { tell, ask, node } = teller;
  const operator = (asked: Asked = {}): Asked => ({
    ...asked,
    token: operatorOf(node).headers.authorization.replace('Bearer ', ''),
  });
  const eve = (await ask('createGuest', { body: { name: 'Eve' } })).body;
  const people = [ada, cem, dee, { id: eve.player.id, token: eve.accessToken }];
  const { tableId, gameId } = await standingGame(teller, people);
  const path = { gameId };

  const running = { query: { state: 'running', player: ada.id, limit: 10 } };
  await tell('findGames', 'running', 'The games that Ada plays', operator(running));
  await tell('inspectGame', 'looked', 'What a spectator sees, and what it waits for', operator({ path }));
  const secretly = { path, query: { secrets: 'true' } };
  await tell('inspectGame', 'hands', 'With every hand; the audit log tells of it', operator(secretly));
  const body = { reason: 'It hung after the upgrade.' };
  await tell('endGame', 'ended', 'Over at once, for everybody', operator({ path, body }));
  const closed = { path: { tableId }, body: { reason: 'Its name.' } };
  await tell('closeTable', 'closed', 'For good', operator(closed));

  await tell('findPlayers', 'name', 'By part of a name', operator({ query: { name: 'eve', limit: 10 } }));
  const noisy = { path: { playerId: eve.player.id } };
  const why = { ...noisy, body: { reason: 'Insults at every table.' } };
  await tell('banPlayer', 'banned', 'Shut out, with a reason', operator(why));
  await ask('getMe', { token: eve.accessToken });
  await tell('unbanPlayer', 'back', 'Let in again', operator(noisy));
  const keeper = { path: { playerId: cem.id, scope: 'admin' } };
  await tell('grantScope', 'granted', 'Cem may administer', operator(keeper));
  await tell('withdrawScope', 'withdrawn', 'Cem may administer no more', operator(keeper));
  await tell('readAudit', 'audit', 'All of it, newest first', operator({ query: { limit: 20 } }));
}

/** Four people who do not answer whether they want a revolution. */
async function standingGame({ ask, node }: Teller, people: readonly { readonly id: string; readonly token: string }[]) {
  const [host] = people;
  if (host === undefined) throw new Error('nobody hosts');
  const table = (await ask('createTable', { token: host.token, body: { name: 'Rude', clock: SLOW } })).body;
  const path = { tableId: table.id };
  for (const { token } of people) {
    await ask('takeSeat', { token, path, body: { invite: table.inviteCode } });
    await ask('setReady', { token, path, body: { ready: true } });
  }
  const { gameId } = (await ask('startTable', { token: host.token, path })).body;
  const phase = async () => (await ask('getGame', { token: host.token, path: { gameId } })).body.phase;
  while ((await phase()) !== 'revolution')
    await new Promise<void>((resolve) => void node.deps.clock.after(20, resolve));
  return { tableId: table.id as string, gameId: gameId as string };
}
