/**
 * Promise 4 as a grep: whole games are played over the API, every byte that leaves the service is kept (answers, frames,
 * logs, and Redis by MONITOR), and neither a seed nor a card that is not for its reader is found in it before the end.
 */
import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { randomOf } from '../../src/fairness/random.ts';
import { verifyReplay } from '../../src/replays/verify.ts';
import type { GameEvent } from '../../src/rules/events.ts';
import { describeOnPostgres } from '../support/database.ts';
import { describeWithPrivateRedis } from '../support/private-redis.ts';
import { type Captured, joined } from './secrets/captured.ts';
import { looksInto, readsAll, tooEarly } from './secrets/errands.ts';
import { entropyOf, eventsOf, type Played, playPublic, seedOf, startPrivate } from './secrets/evening.ts';
import { findHidden } from './secrets/hidden-cards.ts';
import { type House, openHouse } from './secrets/house.ts';
import { findSecrets, type Secret } from './secrets/needles.ts';
import { newGuest, type Person } from './secrets/person.ts';
import { streamKeys } from './secrets/stream-keys.ts';
import { type Truth, truthOf } from './secrets/truth.ts';

/** Only how long a broken test takes to fail. */
const PATIENCE_MS = 300_000;
const WAIT = { timeout: 30_000 };
const DAY_MS = 86_400_000;

const RULESET = {
  preset: 'official-scored',
  players: { min: 4, max: 6 },
  end: { hands: 3 },
  mex: { enabled: true, give: 'choice', take: 'target-choice' },
  misdeal: { mode: 'simulated', rate: 0.03 },
};

describeWithPrivateRedis('two nodes with Redis', () =>
  describeOnPostgres('and Postgres', () =>
    keepsSecrets('servers', { ...RULESET, tax: { peonPayment: 'manual', timing: 'sequential' } }),
  ),
);

// Where there are servers, the suite above has more to show.
describe.skipIf(inject('databaseUrl') !== null)('one node on the embedded database', () =>
  keepsSecrets('embedded', RULESET),
);

function keepsSecrets(kind: 'servers' | 'embedded', ruleset: object): void {
  let house: House;
  let secret: Played;
  let game: Played & { readonly spectator: Person };
  let truth: Truth;
  let truths: readonly Truth[];
  let seed: Buffer;
  let sealed: Buffer;
  /** Of the public game, up to its end. */
  let before: readonly Captured[];

  beforeAll(async () => {
    house = await openHouse(kind);
    secret = await startPrivate(house, { ruleset: { leave: { midHand: 'void' } } });
    game = await playPublic(house, ruleset, secret.gameId);
    truth = truthOf(await eventsOf(house, game.gameId));
    truths = [truth, truthOf(await eventsOf(house, secret.gameId))];
    ({ seed, sealed } = await seedOf(house, game.gameId));
    before = house.recorder.all.slice(0, game.endedAt);
  }, PATIENCE_MS);
  afterAll(() => house.close());

  const of = (who: string) => before.filter((one) => one.who === who);
  const from = (source: string) => before.filter((one) => one.from.startsWith(source));

  function secretsOf(of: Buffer, stored: Buffer, events: readonly GameEvent[]): readonly Secret[] {
    const [started] = events;
    const added = started?.type === 'gameStarted' ? started.fairness.contributions : [];
    const keys = [...streamKeys(of, events, added), ...streamKeys(of, events, [])];
    return [
      { name: 'seed', bytes: of },
      { name: 'sealed seed', bytes: stored },
      ...keys.map(({ purpose, key }) => ({ name: `key of ${purpose}`, bytes: key })),
    ];
  }

  it('the whole of the game was captured: every viewer, every way of following, errors, a restart, secrets of each kind', async () => {
    for (const person of [...game.players, game.spectator])
      expect(of(person.id).length, person.name).toBeGreaterThan(50);
    expect(from('socket').length).toBeGreaterThan(200);
    expect(from(`GET /v1/games/${game.gameId}/stream`).length).toBeGreaterThan(50);
    expect(from(`GET /v1/games/${game.gameId}/events`).length).toBeGreaterThan(50);
    const closed = from('socket closed').map(({ bytes }) => bytes.toString());
    expect(closed).toEqual(expect.arrayContaining([expect.stringMatching(/^1012/), expect.stringMatching(/^4001/)]));
    const types = new Set(truth.events.map(({ type }) => type));
    expect([...types]).toEqual(
      expect.arrayContaining(['seatsDrawn', 'handDealt', 'taxChosen', 'taxesExchanged', 'handEnded', 'gameEnded']),
    );
    const started = truth.events[0];
    if (started?.type !== 'gameStarted') throw new Error('the game did not start');
    expect(started.fairness.contributions.map(({ entropy }) => entropy)).toEqual(
      game.players.map(({ name }) => entropyOf(name)),
    );
    expect(of('log').length).toBeGreaterThan(100);
    const { rows } = await house.database.pool.query('SELECT 1 FROM game_snapshots WHERE game_id = $1', [game.gameId]);
    expect(rows).toHaveLength(1);
  });

  it('promise 4: the keys that are searched for are those that the game was dealt with', () => {
    const started = truth.events[0];
    const contributions = started?.type === 'gameStarted' ? started.fairness.contributions : [];
    const keys = streamKeys(seed, truth.events, contributions);
    expect(keys.map(({ purpose }) => purpose)).toContain('deal/3');
    for (const { purpose, key } of keys) {
      const firstWord = createHmac('sha256', key).update('0').digest().readUInt32BE(0);
      expect(randomOf(seed)(purpose, 2 ** 32, contributions), purpose).toBe(firstWord);
    }
  });

  it('promise 4: until the end nobody receives the seed, a key from it, or the sealed row, in whatever form', () => {
    const secrets = secretsOf(seed, sealed, truth.events);
    expect(findSecrets(secrets, joined(before))).toEqual([]);
  });

  it('promise 3: until the end nobody receives a card that he may not know by the rules', () => {
    const { findings, allowed } = findHidden(before, truths);
    expect(findings).toEqual([]);
    const places = [
      'handDealt',
      'setPlayed',
      'taxChosen',
      'taxesExchanged',
      'own hand',
      'own answers',
      'plays',
      'exchanges',
    ];
    for (const place of places) expect(allowed.get(place), place).toBeGreaterThan(0);
  });

  it('promise 4: the logs tell of no cards at all', () => {
    expect(findHidden(of('log'), truths).findings).toEqual([]);
    const text = joined(of('log')).toString();
    expect(text).toContain(game.gameId);
    for (const { name } of game.players) expect(text).not.toContain(entropyOf(name));
  });

  if (kind === 'servers') {
    it('promise 3: Redis carries what is public on the channel of the game, and what is a seat’s own on its channel alone', () => {
      const messages = from('redis');
      const { findings, allowed } = findHidden(messages, truths);
      expect(findings).toEqual([]);
      expect(allowed.get('handDealt')).toBeGreaterThanOrEqual(3 * 6);
      const channels = new Set(messages.map(({ who }) => who));
      const ownChannels = [0, 1, 2, 3, 4, 5].map((seat) => `game:${game.gameId}:${seat}`);
      expect([...channels]).toEqual(expect.arrayContaining([`game:${game.gameId}`, ...ownChannels, 'redis']));
    });
  }

  it('promise 4: the grep finds what is planted: the seed in a line of the log, in any form', () => {
    const secrets = secretsOf(seed, sealed, truth.events);
    const forms = {
      base64: seed.toString('base64'),
      'base64url inside of more': Buffer.concat([Buffer.from('x'), seed, Buffer.from('yz')]).toString('base64url'),
      hexadecimal: seed.toString('hex'),
      capitals: seed.toString('hex').toUpperCase(),
      buffer: JSON.stringify({ seed }),
      array: JSON.stringify({ seed: new Uint8Array(seed) }),
      reversed: JSON.stringify(Buffer.from(seed).reverse()),
      raw: seed.toString('latin1'),
      text: JSON.stringify(seed.toString('latin1')),
      number: BigInt(`0x${seed.toString('hex')}`).toString(),
      half: seed.subarray(5, 21).toString('base64'),
      'a key': streamKeys(seed, truth.events, [])[1]?.key.toString('hex') ?? '',
      'the row': sealed.toString('base64'),
    };
    for (const [form, text] of Object.entries(forms)) {
      const leak: Captured = { who: 'log', from: 'log', bytes: Buffer.from(`{"level":20,"msg":${text}}`, 'latin1') };
      expect(findSecrets(secrets, joined([...of('log'), leak])), form).not.toEqual([]);
    }
  });

  it('promise 3: the grep finds what is planted: cards of another seat, wherever they stand', () => {
    const deal = truth.events.find(({ type }) => type === 'handDealt');
    if (deal?.type !== 'handDealt') throw new Error('nothing was dealt');
    const [reader] = game.players;
    if (reader === undefined) throw new Error('nobody reads');
    const own = truth.seatOf(reader.id);
    const other = deal.hands.find(({ seat }) => seat !== own)?.cards ?? [];
    const toReader = (frame: object | string): Captured => ({
      who: reader.id,
      from: 'socket',
      bytes: Buffer.from(
        typeof frame === 'string' ? frame : JSON.stringify({ topic: `game:${game.gameId}`, ...frame }),
      ),
    });
    const { version, at, cause } = deal;
    const you = { seat: own, cards: other, legal: [], onTimeout: null, available: [] };
    const hand = truth.events.find(({ type }) => type === 'handEnded');
    const leaks: Readonly<Record<string, Captured>> = {
      'an event in full': toReader({ type: 'events', events: [deal] }),
      'the wrong hand': toReader({ type: 'events', version, events: [], you }),
      'an unknown field': toReader({
        type: 'events',
        events: [{ type: 'playStarted', version, at, cause, hands: [other] }],
      }),
      'what was left': toReader({ type: 'events', events: [{ ...hand, remaining: ['7'] }] }),
      'one card': toReader({ type: 'rejected', problem: { detail: 'No.', card: other[0] } }),
      'a sentence': toReader({ type: 'rejected', problem: { detail: `He holds ${other.slice(0, 4).join(', ')}.` } }),
      'counts of kinds': toReader({ type: 'view', held: { '7': 2, J: 1 } }),
      'a text in a text': toReader({ type: 'view', state: JSON.stringify({ cards: other }) }),
      numbers: toReader({ type: 'view', ranks: [7, 7, 8] }),
      'no JSON': toReader(`closed: ${other.join(' ')}`),
      'a line of the log': {
        who: 'log',
        from: 'log',
        bytes: Buffer.from(JSON.stringify({ level: 20, cards: deal.hands })),
      },
      'the public channel': {
        who: `game:${game.gameId}`,
        from: 'redis',
        bytes: Buffer.from(`{"after":1,"version":2,"halves":[]}\n${JSON.stringify([deal])}`),
      },
      "another seat's channel": {
        who: `game:${game.gameId}:${own}`,
        from: 'redis',
        bytes: Buffer.from(`{"after":1,"version":2,"halves":[]}\n${JSON.stringify([deal])}`),
      },
    };
    const stream = before.filter(({ who }) => who === reader.id || who === 'log');
    const planted = Object.entries(leaks).map(([name, leak]) => ({ ...leak, from: `planted: ${name}` }));
    const leaky = stream.toSpliced(stream.length / 2, 0, ...planted);
    const { findings } = findHidden(leaky, truths);
    expect(new Set(findings.map((found) => found.from))).toEqual(new Set(planted.map((leak) => leak.from)));
  });

  it('promise 4: after the end whoever may see the game gets the seed, the commitment to it and every hand', async () => {
    const [started] = truth.events;
    if (started?.type !== 'gameStarted') throw new Error('the game did not start');
    const hex = seed.toString('hex');
    const stranger = await newGuest(house, 'Zoe', 0);
    for (const person of [...game.players, game.spectator, stranger]) {
      const fairness = await person.call('GET', `/games/${game.gameId}/fairness`);
      expect(fairness).toMatchObject({ status: 200, body: { seed: hex, commitment: started.fairness.commitment } });
      const replay = await person.call('GET', `/games/${game.gameId}/replay`);
      expect(replay).toMatchObject({ status: 200, body: { proof: { seed: hex } } });
      const dealt = (events: readonly { readonly type: string }[]) => events.filter(({ type }) => type === 'handDealt');
      expect(dealt(replay.body.events)).toEqual(dealt(truth.events));
      expect(verifyReplay(replay.body)).toMatchObject({ ok: true });
    }
    const hash = createHash('sha256').update(`dalmuti commitment v1\n${game.gameId}\n`).update(seed).digest('hex');
    expect(hash).toBe(started.fairness.commitment);
  });

  it('promise 4: a private game that its host ends is told to those who played it, then and not before', async () => {
    const [host, , , leaver] = secret.players;
    if (host === undefined || leaver === undefined) throw new Error('nobody plays');
    const stranger = await newGuest(house, 'Yan', 1);
    for (const person of secret.players) {
      await tooEarly(person, secret);
      await readsAll(person, secret);
    }
    await looksInto(stranger, secret.gameId);
    expect((await leaver.call('POST', `/games/${secret.gameId}/commands`, { body: { type: 'leave' } })).status).toBe(
      200,
    );
    await tooEarly(host, secret);
    const proof = await seedOf(house, secret.gameId);
    const secrets = secretsOf(proof.seed, proof.sealed, await eventsOf(house, secret.gameId));
    expect(findSecrets(secrets, joined(house.recorder.all))).toEqual([]);
    expect((await host.call('POST', `/tables/${secret.tableId}/end`)).body.pastGameIds).toEqual([secret.gameId]);
    for (const person of secret.players) await showsAll(person, secret.gameId, proof.seed, 'host');
    await looksInto(stranger, secret.gameId);
    expect(findHidden(logsAndRedis(), await allTruths()).findings).toEqual([]);
  });

  it('promise 4: a game that is abandoned by the clock is told then and not before', async () => {
    const left = await startPrivate(house, { visibility: 'unlisted' });
    const proof = await seedOf(house, left.gameId);
    house.clock.forward(31 * DAY_MS);
    const players = await Promise.all(left.players.map((person) => person.renewed()));
    const [first] = players;
    if (first === undefined) throw new Error('nobody plays');
    for (const person of players) await tooEarly(person, left);
    const secrets = secretsOf(proof.seed, proof.sealed, await eventsOf(house, left.gameId));
    expect(findSecrets(secrets, joined(house.recorder.all))).toEqual([]);
    // Only the database's clock makes a wake due.
    await house.database.pool.query('UPDATE game_wakes SET due = now(), leased_until = NULL WHERE game_id = $1', [
      left.gameId,
    ]);
    const phase = async () => (await first.call('GET', `/games/${left.gameId}`)).body.phase;
    await expect.poll(phase, WAIT).toBe('ended');
    for (const person of players) await showsAll(person, left.gameId, proof.seed, 'abandoned');
  });

  it('promise 4: the seed of a game that never begins is never told', async () => {
    const host = await newGuest(house, 'Hal', 0);
    const { body: table } = await host.call('POST', '/tables', { body: {} });
    const { gameId } = table.next;
    await host.call('POST', `/tables/${table.id}/seats`, { body: { entropy: entropyOf('Hal') } });
    const proof = await seedOf(house, gameId);
    await looksInto(host, gameId);
    expect((await host.call('POST', `/tables/${table.id}/end`)).body.state).toBe('closed');
    await looksInto(host, gameId);
    await host.call('GET', `/tables/${table.id}`);
    expect(findSecrets(secretsOf(proof.seed, proof.sealed, []), joined(house.recorder.all))).toEqual([]);
  });

  it('promise 4: not even after the end do logs or Redis tell seeds or hidden cards', async () => {
    const known = await allTruths();
    expect(known.length).toBeGreaterThanOrEqual(2);
    expect(findHidden(logsAndRedis(), known).findings).toEqual([]);
    for (const { gameId, events } of known) {
      const proof = await seedOf(house, gameId);
      const secrets = secretsOf(proof.seed, proof.sealed, events);
      expect(findSecrets(secrets, joined(logsAndRedis()))).toEqual([]);
    }
  });

  const logsAndRedis = () => house.recorder.all.filter((one) => one.from === 'log' || one.from === 'redis');

  async function allTruths(): Promise<readonly Truth[]> {
    const { rows } = await house.database.pool.query<{ id: string }>('SELECT DISTINCT game_id AS id FROM game_events');
    return Promise.all(rows.map(async ({ id }) => truthOf(await eventsOf(house, id))));
  }

  async function showsAll(person: Person, gameId: string, wanted: Buffer, reason: string): Promise<void> {
    const fairness = await person.call('GET', `/games/${gameId}/fairness`);
    expect(fairness).toMatchObject({ status: 200, body: { seed: wanted.toString('hex') } });
    const replay = await person.call('GET', `/games/${gameId}/replay`);
    expect(replay).toMatchObject({ status: 200, body: { proof: { seed: wanted.toString('hex') } } });
    expect(replay.body.events.at(-1)).toMatchObject({ type: 'gameEnded', reason });
    expect(verifyReplay(replay.body)).toMatchObject({ ok: true });
  }
}
