/** Delayed spectators: they follow a game step by step as it was, whatever happens meanwhile (decision record 0016). */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLocalBus } from '../../src/adapters/local-bus.ts';
import type { Bus } from '../../src/ports/bus.ts';
import { type ManualClock, manualClock } from '../streams/manual-clock.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { following, type Recorder, recorder } from '../support/follower.ts';
import { type GameNode, identity, openGameNode, playOn, type SeatedGame, startedGame } from '../support/game-node.ts';

const DELAY_MS = 60_000;
const START = '2026-01-05T19:00:00.000Z';

let database: TestDatabase;
let bus: Bus;
let clock: ManualClock;
let node: GameNode;
let other: GameNode;

beforeEach(async () => {
  database = await openTestDatabase();
  bus = createLocalBus();
  clock = manualClock(START);
  node = await openGameNode(database, bus, { clock });
  other = await openGameNode(database, bus, { clock });
});
afterEach(async () => {
  await other.close();
  await node.close();
  await bus.close();
  await database.close();
});

const begun = (more: object = {}) =>
  startedGame(database, node, { players: 4, ruleset: { end: { hands: 1 } }, delaySeconds: DELAY_MS / 1000, ...more });

/** The last version of each step, and when it was taken. */
async function stepsOf({ gameId }: SeatedGame) {
  const steps = new Map<number, { version: number; at: number }>();
  for (const { step, event } of await node.log.read(gameId, 0)) {
    steps.set(step, { version: event.version, at: Date.parse(event.at) });
  }
  return [...steps.values()];
}

const visibleBy = async (game: SeatedGame) =>
  (await stepsOf(game)).findLast(({ at }) => at + DELAY_MS <= clock.now())?.version ?? 0;
const headOf = async (game: SeatedGame) => (await stepsOf(game)).at(-1)?.version ?? 0;

/** One step every seven seconds, by whoever is asked; with all that is told of it meanwhile. */
async function playing(game: SeatedGame, steps: number, each: () => Promise<void> = async () => undefined) {
  for (let step = 0; step < steps && (await playOn(game, () => node)); step += 1) {
    clock.forward(7000);
    await each();
  }
}

const reached = (one: Recorder, version: number) => vi.waitFor(() => expect(one.version()).toBe(version));
const command = (gameId: string, sender: 'table' | string, wanted: object) =>
  node.games.handle({
    gameId,
    sender: sender === 'table' ? { kind: 'table' } : { kind: 'player', id: sender },
    key: JSON.stringify([sender, wanted, clock.now()]),
    command: wanted as never,
    expectedVersion: null,
  });

describe('a delayed spectator', () => {
  it('is told of no game before its beginning is to be seen, and then follows each step at its own time, on every node', async () => {
    const game = await begun();
    const early = recorder(game.gameId, identity('Early'));
    await expect(following(node.games.follow, early)).rejects.toMatchObject({ code: 'not_found' });
    const player = recorder(game.gameId, game.players[0] ?? identity('nobody'));
    await following(node.games.follow, player);
    await playing(game, 4);
    clock.forward(DELAY_MS - 28_000 - 1);
    await expect(following(other.games.follow, early)).rejects.toMatchObject({ code: 'not_found' });
    clock.forward(1);

    const lookers = [recorder(game.gameId, identity('Here')), recorder(game.gameId, identity('There'))] as const;
    await following(node.games.follow, lookers[0]);
    await following(other.games.follow, lookers[1]);
    const first = await visibleBy(game);
    for (const one of lookers)
      expect(one.frames.map(({ type, version }) => [type, version])).toEqual([['snapshot', first]]);
    await playing(game, Number.POSITIVE_INFINITY, async () => {
      const version = await visibleBy(game);
      await Promise.all(lookers.map((one) => reached(one, version)));
      expect(version).toBeLessThan(await headOf(game));
    });
    await reached(player, await headOf(game));
    expect(player.ended).toBe('closed');

    // The game is over, and for them it goes on.
    for (const one of lookers) expect(one.ended).toBeNull();
    clock.forward(DELAY_MS);
    for (const one of lookers) await vi.waitFor(() => expect(one.ended).toBe('closed'));
    const steps = (await stepsOf(game)).map(({ version }) => version).filter((version) => version > first);
    for (const one of lookers) expect(one.frames.slice(1).map(({ version }) => version)).toEqual(steps);
    expect(lookers[0].texts).toEqual(lookers[1].texts);
  });

  it('gets nothing that depends on what has happened since: no frame, no head, no presence', async () => {
    const game = await begun();
    await playing(game, 12);
    clock.forward(1000);
    const looker = recorder(game.gameId, identity('Looker'));
    const raw: string[] = [];
    const opened = await node.games.follow.open(game.gameId, null, { ...looker, send: (text) => void raw.push(text) });
    opened.begin();
    const version = await visibleBy(game);
    expect([opened.version, opened.head(), raw.length]).toEqual([version, version, 1]);
    await playOn(game, () => node);
    const player = await following(other.games.follow, recorder(game.gameId, game.players[1] ?? identity('nobody')));
    // Whoever plays has been told by now.
    await vi.waitFor(() => expect(player.head()).toBeGreaterThan(version));
    expect([opened.head(), raw.length]).toEqual([version, 1]);
    expect(raw[0]).not.toContain('"connected":true');
    player.close();
    opened.close();
  });

  it('resumes within what is to be seen, and gets a snapshot where his version is beyond it', async () => {
    const game = await begun();
    await playing(game, 14);
    const version = await visibleBy(game);
    const behind = recorder(game.gameId, identity('Behind'), 1);
    expect(await following(node.games.follow, behind, 1)).toMatchObject({ mode: 'resume', version });
    expect(behind.version()).toBe(version);
    const ahead = recorder(game.gameId, identity('Ahead'), await headOf(game));
    expect(await following(node.games.follow, ahead, await headOf(game))).toMatchObject({ mode: 'snapshot', version });
  });

  it('sees the present from the moment at which he sits down, and no more of it once he has given his seat up', async () => {
    const game = await begun();
    await playing(game, 14);
    const late = identity('Late');
    await database.prisma.player.create({ data: { id: late.id, name: late.name, kind: 'guest' } });
    const one = recorder(game.gameId, late);
    await following(other.games.follow, one);
    expect(one.version()).toBeLessThan(await headOf(game));
    await command(game.gameId, 'table', { type: 'join', player: late.id, kind: 'human', entropy: null });
    await reached(one, await headOf(game));
    expect(one.frames.at(-1)).toMatchObject({ type: 'snapshot', view: { you: { seat: 4 } } });
    await playOn(game, () => node);
    await reached(one, await headOf(game));

    await command(game.gameId, late.id, { type: 'leave' });
    await vi.waitFor(() => expect(one.ended).toBe('gone'));
    expect(one.frames.at(-1)?.version).toBe(await headOf(game));
    const told = one.frames.length;
    await playing(game, 2);
    const again = recorder(game.gameId, late);
    await following(other.games.follow, again);
    expect(again.version()).toBe(await visibleBy(game));
    expect(one.frames).toHaveLength(told);
  });

  it('waits by long poll for what is to be seen, not for what happens', async () => {
    const game = await begun();
    await playing(game, 9);
    const looker = identity('Looker');
    const seen = await node.games.seenBy(game.gameId, looker.id);
    const { version } = seen.view;
    const done = vi.fn();
    const poll = node.games.follow.beyond(seen, version, 25_000, new AbortController().signal).then(done);
    await playOn(game, () => node);
    const next = (await stepsOf(game)).find(({ at }) => at + DELAY_MS > clock.now());
    const left = (next?.at ?? 0) + DELAY_MS - clock.now();
    await vi.waitFor(() => expect(clock.pending()).toBeGreaterThan(0));
    clock.forward(left - 1);
    await new Promise(setImmediate);
    expect(done).not.toHaveBeenCalled();
    clock.forward(1);
    await poll;
    expect((await node.games.seenBy(game.gameId, looker.id)).view.version).toBe(next?.version);
  });

  it('is refused as somebody without a seat, in the same words whatever the game does', async () => {
    const game = await begun();
    const looker = identity('Looker');
    const send = () => command(game.gameId, looker.id, { type: 'pass' }).catch((error: unknown) => error);
    expect(await send()).toMatchObject({ code: 'not_found' });
    clock.forward(DELAY_MS);
    const before = await send();
    expect(before).toMatchObject({ code: 'rule_player', details: {} });
    await playing(game, 5);
    expect(await send()).toEqual(before);
  });
});
