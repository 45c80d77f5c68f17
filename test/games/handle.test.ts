/** The street: exactly once, stale is told, refusals change nothing (promises 1 and 2, decisions 4 to 6). */
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalBus } from '../../src/adapters/local-bus.ts';
import type { HandleRequest } from '../../src/games/handle.ts';
import type { Bus } from '../../src/ports/bus.ts';
import { view } from '../../src/rules/dalmuti.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { type GameNode, identity, openGameNode, playOn, type SeatedGame, startedGame } from '../support/game-node.ts';

let database: TestDatabase;
let bus: Bus;
let here: GameNode;
let there: GameNode;

beforeAll(async () => {
  database = await openTestDatabase();
  bus = createLocalBus();
  here = await openGameNode(database, bus);
  there = await openGameNode(database, bus);
});
afterAll(async () => {
  await here.close();
  await there.close();
  await bus.close();
  await database.close();
});

/** A game that asks one seat for a lead, with that seat's first legal command. */
async function atLead(): Promise<{ game: SeatedGame; request: HandleRequest; seat: number }> {
  const game = await startedGame(database, here, { players: 4 });
  for (;;) {
    const state = await here.games.states.fresh(game.gameId);
    const seat = state?.board.turn ?? null;
    if (state !== null && seat !== null) {
      const [command] = view(state, seat).you?.legal ?? [];
      const player = game.players[seat];
      if (command === undefined || player === undefined) throw new Error('the leader has nothing to play');
      const sender = { kind: 'player', id: player.id } as const;
      return { game, seat, request: { gameId: game.gameId, sender, key: uuid(), command, expectedVersion: null } };
    }
    await playOn(game, () => here);
  }
}

async function headOf(gameId: string): Promise<number> {
  return (await here.log.heads([gameId])).get(gameId) ?? 0;
}

describe('promise 1: no lost and no doubled command', () => {
  it('gives the same version and events for the same key on the same node and on another', async () => {
    const { request } = await atLead();
    const first = await here.games.handle(request);
    expect(first.replayed).toBe(false);
    for (const node of [here, there]) {
      const again = await node.games.handle(request);
      expect(again).toMatchObject({ replayed: true, first: first.first, version: first.version });
      expect(again.events).toEqual(first.events);
    }
    expect(await headOf(request.gameId)).toBe(first.version);
  });

  it('carries out a command once that both nodes are sent at the same moment', async () => {
    const { request } = await atLead();
    const both = await Promise.all([here.games.handle(request), there.games.handle(request)]);
    expect(both.map(({ replayed }) => replayed).sort()).toEqual([false, true]);
    expect(both[0].version).toBe(both[1].version);
    expect(await headOf(request.gameId)).toBe(both[0].version);
  });

  it('refuses another body under the same key', async () => {
    const { request, game, seat } = await atLead();
    const state = await here.games.states.fresh(game.gameId);
    const other = state === null ? undefined : view(state, seat).you?.legal[1];
    if (other === undefined) throw new Error('the leader has one play only');
    await here.games.handle(request);
    const reused = there.games.handle({ ...request, command: other });
    await expect(reused).rejects.toMatchObject({ code: 'idempotency_key_reused', status: 422 });
  });

  it('does not remember a refused command', async () => {
    const { request } = await atLead();
    const key = uuid();
    const refused = here.games.handle({ ...request, key, command: { type: 'pass' } });
    await expect(refused).rejects.toMatchObject({ code: 'rule_lead_pass', status: 422 });
    expect(await here.games.handle({ ...request, key })).toMatchObject({ replayed: false });
  });

  it('keeps the keys of two senders apart', async () => {
    const game = await startedGame(database, here, { players: 4 });
    await playOn(game, () => here);
    const key = uuid();
    for (const { id } of game.players) {
      const sender = { kind: 'player', id } as const;
      const command = { type: 'answerRevolution', call: false } as const;
      const done = await here.games.handle({ gameId: game.gameId, sender, key, command, expectedVersion: null });
      expect(done.replayed).toBe(false);
    }
  });
});

describe('promise 2: stale is told', () => {
  it('refuses an answer to a question that has been answered since', async () => {
    const { request, game } = await atLead();
    const decidedOn = await headOf(game.gameId);
    await here.games.handle(request);
    const state = await here.games.states.fresh(game.gameId);
    const next = state?.board.turn ?? 0;
    const sender = { kind: 'player', id: game.players[next]?.id ?? '' } as const;
    const late = { ...request, sender, key: uuid(), command: { type: 'pass' }, expectedVersion: decidedOn } as const;
    await expect(here.games.handle(late)).rejects.toMatchObject({ code: 'version_conflict', status: 409 });
    expect(await here.games.handle({ ...late, key: uuid(), expectedVersion: decidedOn + 1 })).toMatchObject({
      version: decidedOn + 2,
    });
  });

  it("is not made stale by other seats' simultaneous answers", async () => {
    const game = await startedGame(database, here, { players: 4 });
    await playOn(game, () => here);
    const opened = await headOf(game.gameId);
    for (const { id } of game.players) {
      const sender = { kind: 'player', id } as const;
      const command = { type: 'answerRevolution', call: false } as const;
      await here.games.handle({ gameId: game.gameId, sender, key: uuid(), command, expectedVersion: opened });
    }
    expect(await headOf(game.gameId)).toBeGreaterThan(opened + game.players.length);
  });

  it('refuses a version that the game does not have yet', async () => {
    const { request, game } = await atLead();
    const beyond = { ...request, expectedVersion: (await headOf(game.gameId)) + 1 };
    await expect(here.games.handle(beyond)).rejects.toMatchObject({ code: 'version_conflict', status: 409 });
    await expect(here.games.handle(beyond)).rejects.toThrow(/Send `you\.asked`/);
  });

  it('accepts the version of the question, also while other seats answer', async () => {
    const game = await startedGame(database, here, { players: 4 });
    await playOn(game, () => here);
    const askedOf = async (seat: number) => {
      const state = await here.games.states.fresh(game.gameId);
      return state === null ? null : (view(state, seat).you?.asked ?? null);
    };
    const opened = await askedOf(3);
    expect(opened).toBe(await headOf(game.gameId));
    for (const [seat, { id }] of game.players.entries()) {
      expect(await askedOf(seat)).toBe(opened);
      const sender = { kind: 'player', id } as const;
      const key = `${game.gameId}:${opened}`;
      const command = { type: 'answerRevolution', call: false } as const;
      await here.games.handle({ gameId: game.gameId, sender, key, command, expectedVersion: opened });
    }
  });

  it('catches up before it refuses: a node that knows less than the log accepts what is legal now', async () => {
    const { request, game } = await atLead();
    await there.games.states.fresh(game.gameId);
    await here.games.handle(request);
    const state = await here.games.states.fresh(game.gameId);
    const next = state?.board.turn ?? 0;
    const sender = { kind: 'player', id: game.players[next]?.id ?? '' } as const;
    const done = await there.games.handle({ ...request, sender, key: uuid(), command: { type: 'pass' } });
    expect(done.replayed).toBe(false);
  });
});

describe('who may', () => {
  it('answers a game that does not exist and one that is not for the sender alike', async () => {
    const { gameId } = await startedGame(database, here, { players: 4, private: true });
    const sender = { kind: 'player', id: identity('Stranger').id } as const;
    const ask = (id: string) =>
      here.games
        .handle({ gameId: id, sender, key: uuid(), command: { type: 'pass' }, expectedVersion: null })
        .catch(String);
    expect(await ask(gameId)).toBe(await ask(uuid()));
  });

  it('R-ERR-1: tells a spectator that he does not play', async () => {
    const { request } = await atLead();
    const sender = { kind: 'player', id: identity('Spectator').id } as const;
    await expect(here.games.handle({ ...request, sender })).rejects.toMatchObject({ code: 'rule_player' });
  });
});

describe('decision 10: starting happens once', () => {
  it('begins a game once however many nodes start it', async () => {
    const game = await startedGame(database, here, { players: 4 });
    const state = await here.games.states.fresh(game.gameId);
    if (state === null) throw new Error('the game has not begun');
    const { tableId, ruleset, clock } = state.board;
    const seats = game.players.map(({ id }, seat) => ({ seat, player: id, kind: 'human' }) as const);
    const access = { private: false, spectators: true };
    const request = { gameId: game.gameId, tableId, ruleset, clock, seats, access, contributions: [] };
    const again = await there.games.start(request);
    expect(again).toEqual({ started: false, version: state.board.version });
  });

  it('commits to the seed before the game and never tells it', async () => {
    const { gameId } = await startedGame(database, here, { players: 4 });
    const events = await here.log.read(gameId, 0);
    const [first] = events;
    if (first?.event.type !== 'gameStarted') throw new Error('a game begins with gameStarted');
    expect(first.event.fairness.commitment).toMatch(/^[0-9a-f]{64}$/);
    expect(first.event.fairness.commitment).toBe(await here.games.seeds.commitment(gameId));
    const row = await database.prisma.gameSeed.findUniqueOrThrow({ where: { gameId } });
    expect(Buffer.from(row.sealed).length).toBeGreaterThan(32);
  });
});

describe('whole games', () => {
  it('R-GAME-2: ends after the hands that the ruleset names, with snapshots on the way', async () => {
    const game = await startedGame(database, here, { players: 5, ruleset: { end: { hands: 2 } } });
    let turns = 0;
    while (await playOn(game, (seat) => (seat % 2 === 0 ? here : there))) turns++;
    const state = await there.games.states.fresh(game.gameId);
    expect(turns).toBeGreaterThan(50);
    expect(state?.board).toMatchObject({ phase: 'ended', handNumber: 2, result: { reason: 'hands' } });
    const fromLog = await openGameNode(database, bus);
    expect(await fromLog.games.states.fresh(game.gameId)).toEqual(state);
    await fromLog.close();
    expect(await here.log.readSnapshot(game.gameId)).not.toBeNull();
  });
});
