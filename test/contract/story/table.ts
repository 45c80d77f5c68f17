/** Second part of the story: a table from its opening to the start of its game. */
import type { People } from './people.ts';
import type { Teller } from './teller.ts';

export interface Started {
  readonly tableId: string;
  readonly gameId: string;
}

const ENTROPY = '5f0d2c1e7c1b4f6e9a533f8a2d4f9b10';

export async function table(teller: Teller, { ada, ben, cem, dee, robo, second }: People): Promise<Started> {
  const { tell, ask } = teller;
  await tell('getRulesets', 'rulesets', 'The catalogue');
  await ask('createTable', { token: ada.token, body: { ruleset: { preset: 'nonsense' } } });
  await tell('createTable', 'defaults', 'Everything is left out', { token: ben.token, body: {} });
  await ask('createTable', {
    token: dee.token,
    body: { name: 'Come in', visibility: 'public', ruleset: { preset: 'official' } },
  });
  const wish = {
    name: 'After dinner',
    visibility: 'public',
    ruleset: { preset: 'official-scored', players: { min: 4, max: 5 }, end: { hands: 1 } },
    clock: { turnSeconds: 60, pauseSeconds: 0 },
  };
  const opened = await tell('createTable', 'wishes', 'One hand for four or five', { token: ada.token, body: wish });
  const { id: tableId, inviteCode } = opened.body;
  const path = { tableId };
  const asked = (who: { token: string }, body?: object) => ({
    token: who.token,
    path,
    ...(body === undefined ? {} : { body }),
  });

  await tell('listTables', 'open', 'Tables that take players', {
    token: dee.token,
    query: { state: 'open', limit: 10 },
  });
  await tell('getTable', 'host', 'As its host sees it', asked(ada));
  await tell('getInvite', 'code', 'By the code of a member', { token: dee.token, path: { code: inviteCode } });
  await ask('startTable', asked(ada));
  await ask('startTable', asked(ben));
  await ask('leaveSeat', asked(dee));
  await tell('takeSeat', 'chance', 'With chance of her own', asked(ada, { entropy: ENTROPY }));
  await tell('takeSeat', 'invited', 'With an invite code', asked(ben, { invite: inviteCode }));
  await ask('takeSeat', asked(cem, {}));
  await ask('takeSeat', asked(dee, {}));
  await tell('seatBot', 'builtIn', 'One that the service plays', asked(ada, { kind: 'builtIn', level: 'greedy' }));
  await ask('takeSeat', asked(second, {}));
  await ask('takeSeat', {
    token: (await ask('createGuest', { body: { name: 'Eve' } })).body.accessToken,
    path,
    body: {},
  });
  await tell('removeFromSeat', 'bot', 'The built-in bot', { token: ada.token, path: { tableId, seat: 4 } });
  await tell('leaveSeat', 'dee', 'Dee stands up', asked(dee));

  await tell('seatBot', 'remote', 'One with a token of its own', asked(ada, { kind: 'remote', playerId: robo.id }));
  const inbox = await tell('getInbox', 'invited', 'A bot finds an invitation', { token: robo.token });
  const invitation = { invitationId: inbox.body.invitations[0].id };
  await tell('acceptInvitation', 'accepted', 'The seat is taken', {
    token: robo.token,
    path: invitation,
    body: { entropy: ENTROPY.toUpperCase() },
  });
  await ask('seatBot', asked(ada, { kind: 'remote', playerId: second.id }));
  const other = (await ask('getInbox', { token: second.token })).body.invitations[0].id;
  await tell('declineInvitation', 'busy', 'The bot plays elsewhere', {
    token: second.token,
    path: { invitationId: other },
    body: { reason: 'busy' },
  });
  await ask('acceptInvitation', { token: second.token, path: { invitationId: other }, body: {} });
  const kept = await tell('invitePlayer', 'again', 'Asked again', asked(ada, { playerId: second.id }));
  const open = kept.body.invitations.find(({ state }: { state: string }) => state === 'open');
  await tell('withdrawInvitation', 'withdrawn', 'The seat is free again', {
    token: ada.token,
    path: { tableId, invitationId: open.id },
  });
  await ask('startTable', asked(ada));
  await tell('setReady', 'ready', 'Ben is ready', asked(ben, { ready: true }));
  await ask('setReady', asked(cem, { ready: true }));
  const started = await tell('startTable', 'started', 'The game begins', asked(ada));
  await tell('startTable', 'repeated', 'The answer was lost: asked again', asked(ada));
  await ask('setReady', asked(ben, { ready: true }));
  return { tableId, gameId: started.body.gameId };
}
