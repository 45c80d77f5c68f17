/** What everybody gets from every operation and topic: one line for each, one column for each actor. */

export const ACTORS = [
  /** Sends no token. */
  'anonymous',
  /** Has nothing to do with anything. */
  'guest',
  /** Plays and sits, but elsewhere. */
  'other',
  /** Sits at the table, plays the game, or looks for the match. */
  'seated',
  /** Sits there as well. */
  'host',
  /** Held a seat of the game and has left it; nobody in particular at a table that is open. */
  'spectator',
  /** Is invited to the table, or plays the game. */
  'bot',
  'owner',
  'admin',
  /** The host, with a token that was revoked. */
  'revoked',
  /** The host, with a token that has expired. */
  'expired',
  /** The host, with a token that has no scope at all. */
  'scopeless',
] as const;

export type Actor = (typeof ACTORS)[number];

/**
 * The first word names an operation as the contract does, or a topic, and behind the slash what it is asked of:
 * `open` and `playing` are public tables, `private` and `hidden` private ones (open and playing), `over` is a private game
 * that has ended, `waiting` a match that somebody looks for. Where an answer is 404 it must be that of something that does not exist, to the byte.
 */
const MATRIX = `
                             anonymous guest other seated host spectator bot owner admin revoked expired scopeless
createGuest                  201       201   201   201    201  201       201 201   201   201     201     201
refreshTokens                401       401   401   401    401  401       401 401   401   401     401     401
exchangeToken                401       401   401   401    401  401       403 401   401   401     401     401
useDeviceCode                422       422   422   422    422  422       422 422   422   422     422     422
getJwks                      200       200   200   200    200  200       200 200   200   200     200     200
getRulesets                  200       200   200   200    200  200       200 200   200   200     200     200
getLiveness                  200       200   200   200    200  200       200 200   200   200     200     200
getReadiness                 200       200   200   200    200  200       200 200   200   200     200     200
openStream                   426       426   426   426    426  426       426 426   426   426     426     426

getMe                        401       200   200   200    200  200       200 200   200   401     401     200
changeMe                     401       200   200   200    200  200       403 200   200   401     401     403
eraseMe                      401       204   204   204    204  204       403 204   204   401     401     403
createDeviceCode             401       201   201   201    201  201       403 201   201   401     401     403
createStreamTicket           401       201   201   201    201  201       201 201   201   401     401     201
getInbox                     401       200   200   200    200  200       200 200   200   401     401     200
streamInbox                  401       200   200   200    200  200       200 200   200   401     401     200
streamLobby                  401       200   200   200    200  200       200 200   200   401     401     200

createBot                    401       201   201   201    201  201       403 201   201   401     401     403
listBots                     401       200   200   200    200  200       403 200   200   401     401     403
createBotToken               401       404   404   404    404  404       403 201   404   401     401     403
deleteBot                    401       404   404   404    404  404       403 204   404   401     401     403

getPlayer                    401       200   200   200    200  200       200 200   200   401     401     200
listPlayerGames              401       200   200   200    200  200       200 200   200   401     401     200

createTable                  401       201   201   201    201  201       403 201   201   401     401     403
listTables                   401       200   200   200    200  200       200 200   200   401     401     200
getTable/open                401       200   200   200    200  200       200 200   200   401     401     200
getTable/private             401       404   404   200    200  404       200 404   404   401     401     200
getInvite/private            401       200   200   200    200  200       200 200   200   401     401     200
takeSeat/open                401       200   200   200    200  200       403 200   200   401     401     403
takeSeat/private             401       404   404   200    200  404       403 404   404   401     401     403
takeSeat/playing             401       200   200   200    200  200       403 200   200   401     401     403
takeSeat/hidden              401       404   404   200    200  404       403 404   404   401     401     403
leaveSeat/open               401       409   409   204    204  409       403 409   409   401     401     403
leaveSeat/private            401       404   404   204    204  404       403 404   404   401     401     403
leaveSeat/hidden             401       404   404   204    204  404       403 404   404   401     401     403
removeFromSeat/open          401       403   403   403    200  403       403 403   403   401     401     403
removeFromSeat/private       401       404   404   403    200  404       403 404   404   401     401     403
setReady/open                401       409   409   200    200  409       403 409   409   401     401     403
setReady/private             401       404   404   200    200  404       403 404   404   401     401     403
seatBot/open                 401       403   403   403    201  403       403 403   403   401     401     403
seatBot/private              401       404   404   403    201  404       403 404   404   401     401     403
startTable/open              401       403   403   403    201  403       403 403   403   401     401     403
startTable/private           401       404   404   403    201  404       403 404   404   401     401     403
startTable/playing           401       403   403   403    200  403       403 403   403   401     401     403
rematch/over                 401       404   404   403    201  404       403 404   404   401     401     403
endTable/open                401       403   403   403    200  403       403 403   403   401     401     403
endTable/private             401       404   404   403    200  404       403 404   404   401     401     403
invitePlayer/open            401       403   403   403    201  403       403 403   403   401     401     403
invitePlayer/private         401       404   404   403    201  404       403 404   404   401     401     403
withdrawInvitation/open      401       403   403   403    200  403       403 403   403   401     401     403
withdrawInvitation/private   401       404   404   403    200  404       403 404   404   401     401     403
acceptInvitation/private     401       404   404   404    404  404       200 404   404   401     401     403
declineInvitation/private    401       404   404   404    404  404       204 404   404   401     401     403

findMatch                    401       201   201   201    201  201       403 201   201   401     401     403
getMatch/waiting             401       404   404   200    404  404       404 404   404   401     401     404
cancelMatch/waiting          401       404   404   204    404  404       403 404   404   401     401     403

getGame/playing              401       200   200   200    200  200       200 200   200   401     401     200
getGame/hidden               401       404   404   200    200  200       200 404   404   401     401     200
getEvents/playing            401       200   200   200    200  200       200 200   200   401     401     200
getEvents/hidden             401       404   404   200    200  200       200 404   404   401     401     200
getHands/playing             401       200   200   200    200  200       200 200   200   401     401     200
getHands/hidden              401       404   404   200    200  200       200 404   404   401     401     200
getFairness/playing          401       200   200   200    200  200       200 200   200   401     401     200
getFairness/hidden           401       404   404   200    200  200       200 404   404   401     401     200
getReplay/playing            401       409   409   409    409  409       409 409   409   401     401     409
getReplay/hidden             401       404   404   409    409  409       409 404   404   401     401     409
getReplay/over               401       404   404   200    200  200       200 404   404   401     401     200
streamGame/playing           401       200   200   200    200  200       200 200   200   401     401     200
streamGame/hidden            401       404   404   200    200  200       200 404   404   401     401     200
sendCommand/playing          401       422   422   422    422  422       422 422   422   401     401     403
sendCommand/hidden           401       404   404   422    422  422       422 404   404   401     401     403

findGames                    401       403   403   403    403  403       403 403   200   401     401     403
inspectGame/playing          401       403   403   403    403  403       403 403   200   401     401     403
inspectGame/hidden           401       403   403   403    403  403       403 403   200   401     401     403
endGame/hidden               401       403   403   403    403  403       403 403   200   401     401     403
closeTable/private           401       403   403   403    403  403       403 403   200   401     401     403
findPlayers                  401       403   403   403    403  403       403 403   200   401     401     403
banPlayer                    401       403   403   403    403  403       403 403   200   401     401     403
unbanPlayer                  401       403   403   403    403  403       403 403   200   401     401     403
grantScope                   401       403   403   403    403  403       403 403   403   401     401     403
withdrawScope                401       403   403   403    403  403       403 403   403   401     401     403
readAudit                    401       403   403   403    403  403       403 403   200   401     401     403

topic:me                     401       200   200   200    200  200       200 200   200   401     401     200
topic:lobby                  401       200   200   200    200  200       200 200   200   401     401     200
topic:table/open             401       200   200   200    200  200       200 200   200   401     401     200
topic:table/private          401       404   404   200    200  404       200 404   404   401     401     200
topic:game/playing           401       200   200   200    200  200       200 200   200   401     401     200
topic:game/hidden            401       404   404   200    200  200       200 404   404   401     401     200
command/playing              401       422   422   422    422  422       422 422   422   401     401     403
command/hidden               401       404   404   422    422  422       422 404   404   401     401     403
`;

export type SceneName = 'open' | 'private' | 'playing' | 'hidden' | 'over' | 'waiting';

export interface Line {
  readonly name: string;
  readonly operation: string;
  /** `null` where it is asked of nothing in particular. */
  readonly scene: SceneName | null;
  readonly expected: Readonly<Record<Actor, number>>;
}

/** @throws Error when a line has not one status for each actor */
export function readMatrix(text = MATRIX): readonly Line[] {
  const [head = '', ...rows] = text.split('\n').filter((row) => row.trim() !== '');
  if (head.trim().split(/ +/).join() !== ACTORS.join()) throw new Error('The head of the matrix names the actors.');
  return rows.map((row) => {
    const [name = '', ...cells] = row.split(/ +/);
    if (cells.length !== ACTORS.length || cells.some((cell) => !/^\d{3}$/.test(cell)))
      throw new Error(`not a line: ${row}`);
    const [operation = '', scene] = name.split('/');
    const expected = Object.fromEntries(ACTORS.map((actor, column) => [actor, Number(cells[column])]));
    return { name, operation, scene: sceneOf(scene), expected: expected as Record<Actor, number> };
  });
}

function sceneOf(name: string | undefined): SceneName | null {
  switch (name) {
    case undefined:
      return null;
    case 'open':
    case 'private':
    case 'playing':
    case 'hidden':
    case 'over':
    case 'waiting':
      return name;
    default:
      throw new Error(`There is no scene ${name}.`);
  }
}
