/** Topic `game`: every viewer gets every version once, in order, whatever the bus loses (promise 3, decision 7). */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLocalBus } from '../../src/adapters/local-bus.ts';
import { wireView } from '../../src/games/wire.ts';
import type { Bus } from '../../src/ports/bus.ts';
import { disclose, view } from '../../src/rules/dalmuti.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { following, recorder } from '../support/follower.ts';
import { type GameNode, identity, openGameNode, playOn, startedGame } from '../support/game-node.ts';

let database: TestDatabase;
let bus: Bus;
let node: GameNode;

beforeEach(async () => {
  database = await openTestDatabase();
  bus = createLocalBus();
  node = await openGameNode(database, bus);
});
afterEach(async () => {
  await node.close();
  await bus.close();
  await database.close();
});

const head = async (gameId: string) => (await node.log.heads([gameId])).get(gameId) ?? 0;

async function playAll(game: Awaited<ReturnType<typeof startedGame>>, steps = Number.POSITIVE_INFINITY): Promise<void> {
  for (let step = 0; step < steps && (await playOn(game, () => node)); step++);
}

const sitDown = (gameId: string, player: string) =>
  node.games.handle({
    gameId,
    sender: { kind: 'table' },
    key: `join:${player}`,
    command: { type: 'join', player, kind: 'human', entropy: null },
    expectedVersion: null,
  });

describe('a follower', () => {
  it('gets a snapshot, then every event, and its last `you` is what the rules show it', async () => {
    const game = await startedGame(database, node, { players: 4, ruleset: { end: { hands: 1 } } });
    const everybody = [...game.players, identity('Spectator')];
    const recorders = everybody.map((player) => recorder(game.gameId, player));
    for (const one of recorders) await following(node.games.follow, one);
    await playAll(game);
    const last = await head(game.gameId);
    await Promise.all(recorders.map((one) => one.reached(last)));
    const state = await node.games.states.fresh(game.gameId);
    if (state === null) throw new Error('the game is gone');
    recorders.forEach((one, index) => {
      expect(one.ended).toBe('closed');
      expect(one.frames.at(-1)?.state?.phase).toBe('ended');
      const viewer = index < game.players.length ? index : 'spectator';
      const names = new Map();
      const { you } = wireView(view(state, viewer), names, () => true, '');
      expect(one.frames.at(-1)?.you).toEqual(you);
    });
  });

  it('sees in its frames exactly the events that the log discloses to it', async () => {
    const game = await startedGame(database, node, { players: 5, ruleset: { end: { hands: 1 } } });
    const recorders = game.players.map((player) => recorder(game.gameId, player));
    for (const one of recorders) await following(node.games.follow, one);
    const from = recorders[0]?.version() ?? 0;
    await playAll(game);
    const last = await head(game.gameId);
    await Promise.all(recorders.map((one) => one.reached(last)));
    const stored = await node.log.read(game.gameId, from);
    recorders.forEach((one, seat) => {
      const seen = one.frames.flatMap(({ events }) => events ?? []);
      expect(seen).toEqual(stored.map(({ event }) => disclose(event, seat)));
    });
  });

  it('resumes after a version without a gap and without a repetition', async () => {
    const game = await startedGame(database, node, { players: 4, ruleset: { end: { hands: 1 } } });
    await playAll(game, 12);
    const [player] = game.players;
    if (player === undefined) throw new Error('nobody plays');
    const resumed = recorder(game.gameId, player, 3);
    const opened = await following(node.games.follow, resumed, 3);
    expect(opened).toMatchObject({ mode: 'resume', version: await head(game.gameId) });
    await playAll(game, 10);
    const last = await head(game.gameId);
    await resumed.reached(last);
    const versions = resumed.frames.flatMap(({ events }) => events ?? []).map(({ version }) => version);
    expect(versions).toEqual(Array.from({ length: last - 3 }, (_, index) => index + 4));
  });

  it('gets a snapshot where it claims a version that the game has not reached', async () => {
    const game = await startedGame(database, node, { players: 4 });
    const [player] = game.players;
    if (player === undefined) throw new Error('nobody plays');
    const lost = recorder(game.gameId, player, 999);
    expect(await following(node.games.follow, lost, 999)).toMatchObject({ mode: 'snapshot' });
  });

  it('gets the first event with names and the last frame when it resumes from nothing', async () => {
    const game = await startedGame(database, node, { players: 4 });
    const [player] = game.players;
    if (player === undefined) throw new Error('nobody plays');
    const one = recorder(game.gameId, player, 0);
    await following(node.games.follow, one, 0);
    const [started] = one.frames[0]?.events ?? [];
    expect(started).toMatchObject({
      type: 'gameStarted',
      seats: [{ seat: 0, player: { name: 'Player 0', kind: 'guest' } }, {}, {}, {}],
    });
  });

  it('R-JOIN-1: who sits down while he looks on gets a snapshot from his seat, and then what is for that seat', async () => {
    const game = await startedGame(database, node, { players: 4, ruleset: { players: { max: 5 }, end: { hands: 2 } } });
    const late = identity('Late');
    await database.prisma.player.create({ data: { id: late.id, name: late.name, kind: 'guest' } });
    const [watching, other] = [recorder(game.gameId, late), recorder(game.gameId, identity('Spectator'))];
    await following(node.games.follow, watching);
    await following(node.games.follow, other);
    await playAll(game, 8);
    await sitDown(game.gameId, late.id);
    const arrived = await head(game.gameId);
    const snapshots = () => watching.frames.filter(({ type }) => type === 'snapshot');
    await vi.waitFor(() => expect(snapshots()).toHaveLength(2), { timeout: 30_000 });
    const [, snapshot] = snapshots();
    expect(snapshot?.version).toBe(arrived);
    expect(snapshot).toMatchObject({ view: { you: { seat: 4, cards: [], available: ['leave'] } } });
    await playAll({ ...game, players: [...game.players, late] });
    const last = await head(game.gameId);
    await Promise.all([watching.reached(last), other.reached(last)]);
    const dealt = (frames: typeof watching.frames) =>
      frames
        .flatMap(({ events }) => events ?? [])
        .filter(({ type }) => type === 'handDealt')
        .at(-1);
    const own = (await node.log.read(game.gameId, 0))
      .map(({ event }) => event)
      .findLast(({ type }) => type === 'handDealt');
    if (own?.type !== 'handDealt') throw new Error('a second hand is dealt');
    expect(own.hands.map(({ seat }) => seat)).toContain(4);
    expect(dealt(watching.frames)).toEqual(disclose(own, 4));
    expect(dealt(other.frames)).toEqual(disclose(own, 'spectator'));
    const named = other.frames.flatMap(({ events }) => events ?? []).find(({ type }) => type === 'newcomerArrived');
    expect(named).toMatchObject({ seat: 4, player: { id: late.id, name: 'Late', kind: 'guest' } });
    expect(named).not.toHaveProperty('kind');
  });

  it('R-JOIN-8: who has given up his seat, and sits down again while he looks on, sees the game from the new one', async () => {
    const game = await startedGame(database, node, { players: 5, pauseSeconds: 60 });
    const [leaver, staying] = game.players;
    if (leaver === undefined || staying === undefined) throw new Error('nobody plays');
    const [one, other] = [recorder(game.gameId, leaver), recorder(game.gameId, staying)];
    await following(node.games.follow, one);
    await following(node.games.follow, other);
    const sender = { kind: 'player', id: leaver.id } as const;
    const left = { command: { type: 'leave' }, key: 'a key of sixteen characters' } as const;
    await node.games.handle({ gameId: game.gameId, sender, ...left, expectedVersion: null });
    await sitDown(game.gameId, leaver.id);
    const snapshots = () => one.frames.filter(({ type }) => type === 'snapshot');
    await vi.waitFor(() => expect(snapshots()).toHaveLength(2), { timeout: 30_000 });
    expect(snapshots()[1]).toMatchObject({ view: { you: { seat: 5, cards: [], available: ['leave'] } } });
    await playAll({ ...game, players: [...game.players, leaver] }, 3);
    const last = await head(game.gameId);
    await Promise.all([one.reached(last), other.reached(last)]);
    const dealt = one.frames.flatMap(({ events }) => events ?? []).find(({ type }) => type === 'handDealt');
    const [own] = (await node.log.read(game.gameId, 0)).filter(({ event }) => event.type === 'handDealt');
    expect(dealt).toEqual(own === undefined ? null : disclose(own.event, 5));
    expect(other.frames.filter(({ type }) => type === 'snapshot')).toHaveLength(1);
  });

  it('R-LEAVE-1: who has left goes on as a spectator, in a private game as well', async () => {
    const game = await startedGame(database, node, { players: 5, private: true, pauseSeconds: 60 });
    const [leaver] = game.players;
    if (leaver === undefined) throw new Error('nobody plays');
    const key = 'a key of sixteen characters';
    const sender = { kind: 'player', id: leaver.id } as const;
    const command = { type: 'leave' } as const;
    await node.games.handle({ gameId: game.gameId, sender, key, command, expectedVersion: null });
    const one = recorder(game.gameId, leaver);
    await following(node.games.follow, one);
    expect(one.frames[0]).toMatchObject({ type: 'snapshot', view: { you: null } });
    await expect(
      node.games.handle({ gameId: game.gameId, sender, key: `${key} 2`, command, expectedVersion: null }),
    ).rejects.toMatchObject({ code: 'rule_player' });
  });

  it('is told `not_found` of a private game that it does not play in', async () => {
    const game = await startedGame(database, node, { players: 4, private: true });
    const stranger = recorder(game.gameId, identity('Stranger'));
    await expect(node.games.follow.open(game.gameId, null, stranger)).rejects.toMatchObject({ code: 'not_found' });
    await expect(node.games.follow.open('no-id', null, stranger)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('no secret leaves: nobody is sent a card of another hand', async () => {
    const game = await startedGame(database, node, { players: 4 });
    const watcher = recorder(game.gameId, identity('Spectator'));
    await following(node.games.follow, watcher);
    await playAll(game, 6);
    await watcher.reached(await head(game.gameId));
    const dealt = watcher.frames.flatMap(({ events }) => events ?? []).find(({ type }) => type === 'handDealt');
    expect(dealt).toMatchObject({ hands: Array.from({ length: 4 }, () => ({ cards: null })) });
    for (const text of watcher.texts) expect(text).not.toContain('"call":true');
  });
});

describe('decision 7: Postgres is the truth and the bus a hint', () => {
  it('refills from the log what the bus has lost, doubled or mixed up', async () => {
    const kept: { channel: string; message: string }[] = [];
    let turn = 0;
    const unreliable: Bus = {
      ...bus,
      publish(channel, message) {
        turn++;
        if (turn % 3 === 0) return;
        if (turn % 5 === 0) {
          kept.push({ channel, message });
          return;
        }
        bus.publish(channel, message);
        if (turn % 4 === 0) bus.publish(channel, message);
        for (const late of kept.splice(0)) bus.publish(late.channel, late.message);
      },
    };
    const other = await openGameNode(database, unreliable);
    const game = await startedGame(database, other, { players: 4, ruleset: { end: { hands: 1 } } });
    const recorders = game.players.map((player) => recorder(game.gameId, player));
    for (const one of recorders) await following(other.games.follow, one);
    while (await playOn(game, () => other));
    const last = await head(game.gameId);
    await Promise.all(recorders.map((one) => one.reached(last)));
    expect(recorders.map((one) => one.version())).toEqual([last, last, last, last]);
    await other.close();
  });
});

describe('presence', () => {
  it('tells followers who has come and who has gone', async () => {
    const game = await startedGame(database, node, { players: 4 });
    const [watching, coming] = game.players;
    if (watching === undefined || coming === undefined) throw new Error('nobody plays');
    const seen: unknown[] = [];
    const one = recorder(game.gameId, watching);
    await following(node.games.follow, { ...one, send: (text) => seen.push(JSON.parse(text)) });
    expect(node.games.presence.isConnected(game.gameId, coming.id)).toBe(false);
    const other = await following(node.games.follow, recorder(game.gameId, coming));
    expect(node.games.presence.isConnected(game.gameId, coming.id)).toBe(true);
    other.close();
    expect(seen.slice(1)).toEqual([
      { type: 'presence', topic: `game:${game.gameId}`, seats: [{ seat: 1, connected: true }] },
      { type: 'presence', topic: `game:${game.gameId}`, seats: [{ seat: 1, connected: false }] },
    ]);
  });
});
