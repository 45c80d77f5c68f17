/** Remote bots are invited into running games as to open tables (PROTOCOL, While its game runs). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootApp, type TestApp, type TestGuest } from '../support/app.ts';

let node: TestApp;

beforeAll(async () => {
  node = await bootApp();
});
afterAll(() => node.close());

type Who = Pick<TestGuest, 'headers'>;

async function call(who: Who, method: 'GET' | 'POST', path: string, payload?: object) {
  const body = payload === undefined ? {} : { payload };
  const answer = await node.inject({ method, url: `/v1${path}`, headers: who.headers, ...body });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}

/** Ann at her table with three built-in bots, whose game is running, and a bot of hers that sits nowhere. */
async function playing(ruleset: object = {}) {
  const ann = await node.guest('Ann');
  // Nothing is dealt while these tests run: whoever comes in waits.
  const wish = { ruleset, clock: { pauseSeconds: 3600, turnSeconds: null, revolutionSeconds: null, taxSeconds: null } };
  const table = (await call(ann, 'POST', '/tables', wish)).body;
  await call(ann, 'POST', `/tables/${table.id}/seats`, {});
  for (let bot = 0; bot < 3; bot += 1) {
    await call(ann, 'POST', `/tables/${table.id}/bots`, { kind: 'builtIn', level: 'greedy' });
  }
  const { gameId } = (await call(ann, 'POST', `/tables/${table.id}/start`)).body;
  const { id } = (await call(ann, 'POST', '/bots', { name: 'Robo' })).body;
  const { token } = (await call(ann, 'POST', `/bots/${id}/token`)).body;
  const robo = { id, headers: { authorization: `Bearer ${token}` } };
  const invite = () => call(ann, 'POST', `/tables/${table.id}/bots`, { kind: 'remote', playerId: id });
  return { ann, robo, table, gameId, invite };
}

const invitationOf = async (who: Who) => (await call(who, 'GET', '/me/inbox')).body.invitations[0];

describe('a remote bot', () => {
  it('R-JOIN-1: is invited into a running game, accepts, and waits for its next hand with what it adds to the chance', async () => {
    const { ann, robo, table, gameId, invite } = await playing();
    const invited = await invite();
    expect(invited.status).toBe(201);
    expect(invited.body.seats.filter(({ state }: { state: string }) => state === 'invited')).toEqual([]);
    expect((await invite()).status).toBe(201);
    const invitation = await invitationOf(robo);
    expect(invitation).toMatchObject({ table: { id: table.id, state: 'playing' }, from: { id: ann.id } });
    for (const _ of ['once', 'again']) {
      const accepted = await call(robo, 'POST', `/invitations/${invitation.id}/accept`, { entropy: 'beep' });
      expect(accepted.status).toBe(200);
      expect(accepted.body.waiting).toMatchObject([{ id: robo.id, name: 'Robo', kind: 'bot' }]);
    }
    expect(await invitationOf(robo)).toBeUndefined();
    const view = (await call(robo, 'GET', `/games/${gameId}`)).body;
    expect(view.you).toMatchObject({ seat: 4 });
    expect(view.seats[4]).toMatchObject({ state: 'waiting', player: { id: robo.id } });
    const fairness = (await call(robo, 'GET', `/games/${gameId}/fairness`)).body;
    expect(fairness.contributions).toEqual([{ seat: 4, entropy: 'beep', fromHand: null }]);
    // It is there already: nothing is to be accepted.
    expect((await invite()).status).toBe(201);
    expect(await invitationOf(robo)).toBeUndefined();
  });

  it('may decline, and accept nothing afterwards', async () => {
    const { robo, gameId, invite } = await playing();
    await invite();
    const { id } = await invitationOf(robo);
    expect((await call(robo, 'POST', `/invitations/${id}/decline`, { reason: 'busy' })).status).toBe(204);
    expect((await call(robo, 'POST', `/invitations/${id}/accept`)).body.code).toBe('invitation_lapsed');
    expect((await call(robo, 'GET', `/games/${gameId}`)).body.seats).toHaveLength(4);
  });

  it('R-JOIN-1, R-JOIN-10: is not invited where nobody may join, or nobody finds room', async () => {
    const closed = await playing({ join: { allowed: false } });
    expect((await closed.invite()).body.code).toBe('forbidden');
    const full = await playing({ players: { max: 4 } });
    expect((await full.invite()).body.code).toBe('table_full');
    const eve = await node.guest('Eve');
    const others = await playing();
    const remote = { kind: 'remote', playerId: others.robo.id };
    expect((await call(eve, 'POST', `/tables/${others.table.id}/bots`, remote)).body.code).toBe('forbidden');
    const unknown = { kind: 'remote', playerId: randomUUID() };
    expect((await call(others.ann, 'POST', `/tables/${others.table.id}/bots`, unknown)).body.code).toBe('not_found');
  });
});
