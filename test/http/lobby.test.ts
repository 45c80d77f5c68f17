/** Tables from their opening to the start of their game, each answer held to the contract (PROTOCOL, Lobby). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootApp, type TestApp, type TestGuest } from '../support/app.ts';
import { shiftedClock } from '../support/shifted-clock.ts';

let node: TestApp;
const clock = shiftedClock();

beforeAll(async () => {
  node = await bootApp(null, { clock });
});
afterAll(async () => {
  await node.close();
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function call({ headers }: Pick<TestGuest, 'headers'>, method: Method, path: string, payload?: object) {
  const answer = await node.inject({
    method,
    url: `/v1${path}`,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.body === '' ? null : answer.json() };
}

async function opened(wish: object = {}, host?: TestGuest) {
  const ann = host ?? (await node.guest('Ann'));
  return { ann, table: (await call(ann, 'POST', '/tables', wish)).body };
}

async function seated(table: { id: string; inviteCode: string }, names: readonly string[]): Promise<TestGuest[]> {
  const guests = await Promise.all(names.map((name) => node.guest(name)));
  for (const guest of guests) await call(guest, 'POST', `/tables/${table.id}/seats`, { invite: table.inviteCode });
  return guests;
}

async function bot(owner: TestGuest, acceptFrom: 'owner' | 'anyone' = 'owner') {
  const { id } = (await call(owner, 'POST', '/bots', { name: 'Robo', acceptFrom })).body;
  const { token } = (await call(owner, 'POST', `/bots/${id}/token`)).body;
  return { id, headers: { authorization: `Bearer ${token}` } };
}

describe('opening a table', () => {
  it('R-GAME-2: plays official-scored when nothing is said, and shows the coming game with its commitment', async () => {
    const { ann, table } = await opened();
    expect(table).toMatchObject({
      version: 1,
      name: null,
      state: 'open',
      visibility: 'unlisted',
      host: { id: ann.id, name: 'Ann', kind: 'guest' },
      ruleset: { preset: 'official-scored', players: { min: 4, max: 8 }, end: { hands: 20 } },
      clock: {
        turnSeconds: 30,
        taxSeconds: 45,
        revolutionSeconds: 10,
        pauseSeconds: 8,
        graceSeconds: 60,
        bankSeconds: null,
      },
      gameId: null,
      pastGameIds: [],
      you: { seat: null, host: true, ready: false, available: ['sit', 'invite', 'end'] },
    });
    expect(table.seats).toHaveLength(8);
    expect(table.next.commitment).toMatch(/^[0-9a-f]{64}$/);
    expect(table.inviteCode).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
  });

  it('names every key that is not played yet or does not go together, and opens nothing', async () => {
    const ann = await node.guest('Ann');
    const refused: [object, string][] = [
      [{ ruleset: { play: { leadAfterOut: 'boss-chooses' } } }, '#/ruleset/play/leadAfterOut'],
      [{ ruleset: { preset: 'nonsense' } }, '#/ruleset/preset'],
      [{ ruleset: { preset: 'official', scoring: { bonus: 'democratic' } } }, '#/ruleset/scoring/bonus'],
    ];
    for (const [wish, pointer] of refused) {
      const { status, body } = await call(ann, 'POST', '/tables', wish);
      expect({ status, code: body.code }).toEqual({ status: 422, code: 'ruleset_refused' });
      expect(body.errors.map((fault: { pointer: string }) => fault.pointer)).toContain(pointer);
    }
    expect((await call(ann, 'GET', '/me/inbox')).body.tables).toEqual([]);
  });
});

describe('a clock', () => {
  it('keeps what the table wishes, each key by itself', async () => {
    const ann = await node.guest('Ann');
    const wish = { turnSeconds: 259_200, placementSeconds: null, graceSeconds: 86_400, bankSeconds: 600 };
    const { status, body } = await call(ann, 'POST', '/tables', { clock: wish });
    expect(status).toBe(201);
    expect(body.clock).toEqual({ taxSeconds: 45, revolutionSeconds: 10, pauseSeconds: 8, ...wish });
  });
});

describe('a time bank', () => {
  it('is refused where turns have no end', async () => {
    const ann = await node.guest('Ann');
    const { status, body } = await call(ann, 'POST', '/tables', { clock: { turnSeconds: null, bankSeconds: 60 } });
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'ruleset_refused' });
    expect(body.errors).toMatchObject([{ pointer: '#/clock/bankSeconds', code: 'incompatible' }]);
  });
});

describe('sitting and standing', () => {
  it('takes the lowest free seat, once however often it is asked', async () => {
    const { ann, table } = await opened();
    const first = (await call(ann, 'POST', `/tables/${table.id}/seats`)).body;
    expect(first).toMatchObject({
      version: 2,
      you: { seat: 0, available: ['stand', 'ready', 'invite', 'remove', 'end'] },
    });
    expect((await call(ann, 'POST', `/tables/${table.id}/seats`)).body.version).toBe(2);
    const [ben] = await seated(table, ['Ben']);
    expect((await call(ben ?? ann, 'GET', `/tables/${table.id}`)).body.you.seat).toBe(1);
  });

  it('is full when all seats are taken or promised', async () => {
    const { table } = await opened({ ruleset: { players: { max: 4 } } });
    await seated(table, ['A', 'B', 'C', 'D']);
    const late = await call(await node.guest('E'), 'POST', `/tables/${table.id}/seats`);
    expect(late).toMatchObject({ status: 409, body: { code: 'table_full' } });
  });

  it('hands the table on when the host stands up, and closes it when nobody is left', async () => {
    const { ann, table } = await opened();
    await call(ann, 'POST', `/tables/${table.id}/seats`);
    const [ben] = await seated(table, ['Ben']);
    if (ben === undefined) throw new Error('nobody came');
    expect((await call(ann, 'DELETE', `/tables/${table.id}/seats/me`)).status).toBe(204);
    expect((await call(ben, 'GET', `/tables/${table.id}`)).body).toMatchObject({
      host: { name: 'Ben' },
      you: { host: true },
    });
    expect((await call(ann, 'DELETE', `/tables/${table.id}/seats/me`)).body.code).toBe('not_seated');
    await call(ben, 'DELETE', `/tables/${table.id}/seats/me`);
    expect((await call(ann, 'GET', `/tables/${table.id}`)).body).toMatchObject({ state: 'closed', next: null });
    expect((await call(ann, 'POST', `/tables/${table.id}/seats`)).body.code).toBe('table_closed');
  });

  it('lets the host take a seat from somebody, and nobody else', async () => {
    const { ann, table } = await opened();
    const [ben, cid] = await seated(table, ['Ben', 'Cid']);
    if (ben === undefined || cid === undefined) throw new Error('nobody came');
    expect((await call(ben, 'DELETE', `/tables/${table.id}/seats/1`)).body.code).toBe('forbidden');
    const after = (await call(ann, 'DELETE', `/tables/${table.id}/seats/1`)).body;
    expect(after.seats.slice(0, 2)).toMatchObject([{ player: { name: 'Ben' } }, { state: 'empty', player: null }]);
    expect((await call(ann, 'DELETE', `/tables/${table.id}/seats/5`)).body.code).toBe('not_seated');
  });
});

describe('who may see a table', () => {
  it('answers a private table exactly as one that does not exist, but for members and who has the code', async () => {
    const { ann, table } = await opened({ visibility: 'private' });
    const eve = await node.guest('Eve');
    const nowhere = '0192f0c1-0000-7000-8000-000000000000';
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/seats'],
      ['DELETE', '/seats/me'],
      ['POST', '/start'],
    ] as const) {
      const mine = await call(eve, method, `/tables/${table.id}${path}`);
      const none = await call(eve, method, `/tables/${nowhere}${path}`);
      expect(mine.status, `${method} ${path}`).toBe(404);
      expect({ ...mine.body, requestId: null }).toEqual({ ...none.body, requestId: null });
    }
    const code = table.inviteCode.toLowerCase();
    expect((await call(eve, 'GET', `/invites/${code}`)).body).toMatchObject({ id: table.id, inviteCode: null });
    expect((await call(eve, 'POST', `/tables/${table.id}/seats`, { invite: code })).status).toBe(200);
    expect((await call(eve, 'GET', `/tables/${table.id}`)).body.inviteCode).toBe(table.inviteCode);
    expect((await call(ann, 'GET', '/invites/NONE-NONE')).status).toBe(404);
  });

  it('lists public tables only, newest first, page by page', async () => {
    const { ann, table: first } = await opened({ visibility: 'public', ruleset: { preset: 'dutch' } });
    const { table: second } = await opened({ visibility: 'public', ruleset: { preset: 'dutch' } }, ann);
    await opened({ visibility: 'unlisted', ruleset: { preset: 'dutch' } }, ann);
    const page = (await call(ann, 'GET', '/tables?preset=dutch&limit=1')).body;
    expect(page.items).toMatchObject([{ id: second.id, preset: 'dutch', players: { min: 4, max: 8, seated: 0 } }]);
    const rest = (await call(ann, 'GET', `/tables?preset=dutch&limit=1&cursor=${page.next}`)).body;
    expect(rest).toMatchObject({ items: [{ id: first.id }], next: null });
  });

  it('GET /v1/tables refuses a preset that does not exist, and names those that do', async () => {
    const ann = await node.guest('Ann');
    const { status, body } = await call(ann, 'GET', '/tables?preset=poker');
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.errors[0].detail).toContain('official-scored');
  });

  it('closes an open table at which nothing has happened for half an hour', async (test) => {
    const { ann, table } = await opened({ visibility: 'public', ruleset: { preset: 'wikipedia' } });
    clock.forward(30 * 60_000);
    test.onTestFinished(() => clock.forward(-30 * 60_000));
    const host = await node.guest('Late');
    expect((await call(host, 'GET', `/tables/${table.id}`)).body.state).toBe('closed');
    expect((await call(host, 'POST', `/tables/${table.id}/seats`)).body.code).toBe('table_closed');
    expect((await call(host, 'GET', '/tables?preset=wikipedia')).body.items).toEqual([]);
    expect(ann.id).toBe(table.host.id);
  });
});

describe('bots', () => {
  it('seats built-in bots, who are ready', async () => {
    const { ann, table } = await opened();
    const { status, body } = await call(ann, 'POST', `/tables/${table.id}/bots`, { kind: 'builtIn', level: 'greedy' });
    expect(status).toBe(201);
    expect(body.seats[0]).toMatchObject({ state: 'taken', ready: true, player: { kind: 'builtIn' } });
    const other = await call(await node.guest('Eve'), 'POST', `/tables/${table.id}/bots`, {
      kind: 'builtIn',
      level: 'greedy',
    });
    expect(other.body.code).toBe('forbidden');
  });

  it('invites a remote bot, which finds the invitation in its inbox, accepts it and is ready', async () => {
    const { ann, table } = await opened();
    const robo = await bot(ann);
    const invited = (await call(ann, 'POST', `/tables/${table.id}/bots`, { kind: 'remote', playerId: robo.id })).body;
    expect(invited.seats[0]).toMatchObject({ state: 'invited', ready: false, player: { id: robo.id, kind: 'bot' } });
    const [invitation] = (await call(robo, 'GET', '/me/inbox')).body.invitations;
    expect(invitation).toMatchObject({ table: { id: table.id }, from: { id: ann.id }, forPlayer: robo.id });
    for (let time = 0; time < 2; time++) {
      const { status, body } = await call(robo, 'POST', `/invitations/${invitation.id}/accept`);
      expect(status).toBe(200);
      expect(body.seats[0]).toMatchObject({ state: 'taken', ready: true });
    }
    expect((await call(ann, 'POST', `/invitations/${invitation.id}/accept`)).status).toBe(404);
    expect((await call(robo, 'POST', `/invitations/${invitation.id}/decline`)).body.code).toBe('invitation_lapsed');
  });

  it('takes no for an answer, and frees the seat', async () => {
    const { ann, table } = await opened();
    const robo = await bot(ann);
    await call(ann, 'POST', `/tables/${table.id}/bots`, { kind: 'remote', playerId: robo.id });
    const [invitation] = (await call(robo, 'GET', '/me/inbox')).body.invitations;
    for (let time = 0; time < 2; time++) {
      const { status } = await call(robo, 'POST', `/invitations/${invitation.id}/decline`, { reason: 'busy' });
      expect(status).toBe(204);
    }
    expect((await call(ann, 'GET', `/tables/${table.id}`)).body.seats[0].state).toBe('empty');
    expect((await call(robo, 'POST', `/invitations/${invitation.id}/accept`)).body.code).toBe('invitation_lapsed');
  });

  it('lets an invitation lapse after two minutes', async (test) => {
    const { ann, table } = await opened();
    const robo = await bot(ann);
    await call(ann, 'POST', `/tables/${table.id}/bots`, { kind: 'remote', playerId: robo.id });
    const [invitation] = (await call(robo, 'GET', '/me/inbox')).body.invitations;
    clock.forward(121_000);
    test.onTestFinished(() => clock.forward(-121_000));
    expect((await call(ann, 'GET', `/tables/${table.id}`)).body.seats[0].state).toBe('empty');
    expect((await call(robo, 'GET', '/me/inbox')).body.invitations).toEqual([]);
    expect((await call(robo, 'POST', `/invitations/${invitation.id}/accept`)).body.code).toBe('invitation_lapsed');
  });

  it('asks a bot only for those whom it takes invitations from', async () => {
    const owner = await node.guest('Owner');
    const [shy, open] = [await bot(owner), await bot(owner, 'anyone')];
    const { ann, table } = await opened();
    const invite = (playerId: string) => call(ann, 'POST', `/tables/${table.id}/bots`, { kind: 'remote', playerId });
    expect((await invite(shy.id)).body.code).toBe('forbidden');
    expect((await invite(open.id)).status).toBe(201);
    expect((await invite(ann.id)).body.code).toBe('not_found');
  });
});

describe('decision 10: the start', () => {
  it('needs enough people who are all ready, and the host', async () => {
    const { ann, table } = await opened();
    const start = (who: TestGuest) => call(who, 'POST', `/tables/${table.id}/start`);
    await call(ann, 'POST', `/tables/${table.id}/seats`);
    expect((await start(ann)).body.code).toBe('too_few_players');
    const [ben, ...others] = await seated(table, ['Ben', 'Cid', 'Dot']);
    if (ben === undefined) throw new Error('nobody came');
    expect((await start(ann)).body.code).toBe('not_ready');
    for (const guest of [ben, ...others]) await call(guest, 'PUT', `/tables/${table.id}/ready`, { ready: true });
    expect((await start(ben)).body.code).toBe('forbidden');
    expect((await call(ann, 'GET', `/tables/${table.id}`)).body.you.available).toContain('start');
    await call(ben, 'PUT', `/tables/${table.id}/ready`, { ready: false });
    expect((await start(ann)).body.code).toBe('not_ready');
  });

  it('begins one game however often and at once it is asked, and closes gaps; whoever comes late waits', async () => {
    const { ann, table } = await opened({ clock: { pauseSeconds: 3600 } });
    await call(ann, 'POST', `/tables/${table.id}/seats`);
    const [ben] = await seated(table, ['Ben']);
    for (let count = 0; count < 4; count++) {
      await call(ann, 'POST', `/tables/${table.id}/bots`, { kind: 'builtIn', level: 'random' });
    }
    await call(ben ?? ann, 'DELETE', `/tables/${table.id}/seats/me`);
    const robo = await bot(ann);
    await call(ann, 'POST', `/tables/${table.id}/bots`, { kind: 'remote', playerId: robo.id });
    const starts = await Promise.all([1, 2, 3].map(() => call(ann, 'POST', `/tables/${table.id}/start`)));
    expect(starts.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    for (const { body, headers } of starts) {
      expect(body).toMatchObject({ state: 'playing', gameId: table.next.gameId, next: null });
      expect(headers.location).toBe(`/v1/games/${table.next.gameId}`);
    }
    const playing = (await call(ann, 'GET', `/tables/${table.id}`)).body;
    expect(playing.seats.map(({ state }: { state: string }) => state)).toEqual([
      ...Array.from({ length: 5 }, () => 'taken'),
      ...Array.from({ length: 3 }, () => 'empty'),
    ]);
    const game = (await call(ann, 'GET', `/games/${table.next.gameId}`)).body;
    expect(game).toMatchObject({
      tableId: table.id,
      fairness: { commitment: table.next.commitment },
      you: { seat: 0 },
    });
    expect(game.seats).toHaveLength(5);
    expect((await call(robo, 'GET', '/me/inbox')).body.invitations).toEqual([]);
    expect((await call(ann, 'GET', '/me/inbox')).body.games).toMatchObject([{ gameId: table.next.gameId, seat: 0 }]);
    const late = await call(ben ?? ann, 'POST', `/tables/${table.id}/seats`);
    expect(late).toMatchObject({ status: 200, body: { gameId: table.next.gameId, waiting: [{ name: 'Ben' }] } });
    const refused = await call(ann, 'DELETE', `/tables/${table.id}/seats/1`);
    expect(refused).toMatchObject({ status: 409, body: { code: 'table_playing', gameId: table.next.gameId } });
  });
});

describe('GET /v1/rulesets', () => {
  it('RULES section 23: serves every preset and option, and marks what is not built', async () => {
    const rulesets = (await node.inject({ method: 'GET', url: '/v1/rulesets' })).json();
    const built = (key: string) => rulesets.options.find((option: { key: string }) => option.key === key)?.built;
    expect(rulesets.defaultPreset).toBe('official-scored');
    expect(rulesets.presets.map(({ name }: { name: string }) => name).sort()).toEqual(
      ['corporate', 'dutch', 'official', 'official-large', 'official-scored', 'wikipedia'].sort(),
    );
    expect(built('play.leadAfterOut')).toEqual(['clockwise']);
    for (const key of ['scoring.mode', 'leave.midHand', 'join.allowed']) expect(built(key), key).toBeNull();
    for (const option of rulesets.options) expect(option.explanation, option.key).toMatch(/\.$/);
  });
});
