/** A caller without a seat cannot slow a game down: they are refused beside its queue, never in it. */
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEventLog } from '../../src/adapters/event-log.ts';
import { createLocalBus } from '../../src/adapters/local-bus.ts';
import type { HandleRequest } from '../../src/games/handle.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { view } from '../../src/rules/dalmuti.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { type GameNode, identity, openGameNode, playOn, type SeatedGame, startedGame } from '../support/game-node.ts';

type Asked = 'append' | 'read' | 'isKnownTo' | 'findStep';

/** A log that counts what it is asked, and holds answers back while the test says so. */
function watchedLog(log: EventLog) {
  const asked: Asked[] = [];
  let held: { readonly what: ReadonlySet<Asked>; readonly until: Promise<void> } | null = null;
  const watch =
    <Args extends unknown[], Result>(what: Asked, call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      asked.push(what);
      if (held?.what.has(what)) await held.until;
      return call(...args);
    };
  return {
    asked,
    log: {
      ...log,
      append: watch('append', log.append),
      read: watch('read', log.read),
      isKnownTo: watch('isKnownTo', log.isKnownTo),
      findStep: watch('findStep', log.findStep),
    },
    /** @returns a function that lets all of it go on */
    hold(...what: readonly Asked[]): () => void {
      let release = (): void => undefined;
      held = { what: new Set(what), until: new Promise((resolve) => (release = resolve)) };
      return () => {
        held = null;
        release();
      };
    },
  };
}

let database: TestDatabase;
let node: GameNode;
let watched: ReturnType<typeof watchedLog>;

beforeAll(async () => {
  database = await openTestDatabase();
  watched = watchedLog(createEventLog(database));
  node = await openGameNode(database, createLocalBus(), { log: watched.log });
});
afterAll(async () => {
  await node.close();
  await database.close();
});
beforeEach(() => {
  watched.asked.length = 0;
});

const by = (game: SeatedGame, id: string, command: HandleRequest['command']): HandleRequest => ({
  gameId: game.gameId,
  sender: { kind: 'player', id },
  key: uuid(),
  command,
  expectedVersion: null,
});

/** A game that waits for a lead, and the leader's cheapest one. */
async function atLead(wanted: { private?: boolean } = {}) {
  const game = await startedGame(database, node, { players: 4, ...wanted });
  for (;;) {
    const state = node.games.states.held(game.gameId);
    const seat = state?.board.turn ?? null;
    const command = state === null || seat === null ? undefined : view(state, seat).you?.legal[0];
    const leader = seat === null ? undefined : game.players[seat];
    if (command !== undefined && leader !== undefined) return { game, lead: by(game, leader.id, command), leader };
    await playOn(game, () => node);
  }
}

/** @returns the code of the problem that a command is refused with, `done` for none */
const codeOf = (request: HandleRequest): Promise<string> =>
  node.games.handle(request).then(
    () => 'done',
    ({ code }: { code: string }) => code,
  );

const strangers = Array.from({ length: 120 }, () => identity('A stranger'));

describe('a command of a caller without a seat', () => {
  it('is refused while the game of others is busy writing', async () => {
    const { game, lead } = await atLead();
    const release = watched.hold('append');
    const led = node.games.handle(lead);
    const refused = strangers.slice(0, 8).map(({ id }) => codeOf(by(game, id, { type: 'pass' })));
    expect(new Set(await Promise.all(refused))).toEqual(new Set(['rule_player']));
    release();
    expect(await led).toMatchObject({ replayed: false });
  });

  it('delays no player, however many of them wait to be refused', async () => {
    const { game, lead } = await atLead();
    const release = watched.hold('read', 'isKnownTo', 'findStep');
    const refused = strangers.map(({ id }) => codeOf(by(game, id, { type: 'pass' })));
    expect(await node.games.handle(lead)).toMatchObject({ replayed: false });
    release();
    expect(new Set(await Promise.all(refused))).toEqual(new Set(['rule_player']));
  });

  it('asks the database at most four times at once, and is refused beyond a bound', async () => {
    const { game } = await atLead();
    watched.asked.length = 0;
    const release = watched.hold('read');
    const one = strangers[0]?.id ?? '';
    const sent = Array.from({ length: 9 }, () => codeOf(by(game, one, { type: 'pass' })));
    expect(await sent[8]).toBe('unavailable');
    await expect.poll(() => watched.asked.filter((what) => what === 'read').length).toBe(4);
    release();
    expect(await Promise.all(sent.slice(0, 8))).toEqual(Array.from({ length: 8 }, () => 'rule_player'));
  });

  it('learns nothing of a game that is hidden from them', async () => {
    const { game } = await atLead({ private: true });
    const nowhere = { ...game, gameId: uuid() };
    for (const hidden of [game, nowhere]) {
      watched.asked.length = 0;
      const refused = node.games.handle(by(hidden, strangers[0]?.id ?? '', { type: 'pass' }));
      await expect(refused).rejects.toMatchObject({ code: 'not_found' });
      expect(watched.asked).toEqual(['isKnownTo']);
    }
  });
});

describe('a command of a seated player', () => {
  it('reads nothing before it is written', async () => {
    const { lead } = await atLead();
    watched.asked.length = 0;
    await node.games.handle(lead);
    expect(watched.asked).toEqual(['append']);
  });

  it('is refused when more of theirs wait than one player can have use for', async () => {
    const { lead, game, leader } = await atLead();
    const release = watched.hold('append');
    const led = node.games.handle(lead);
    const more = Array.from({ length: 17 }, () => codeOf(by(game, leader.id, { type: 'pass' })));
    expect(await more[16]).toBe('unavailable');
    release();
    await led;
    expect(new Set(await Promise.all(more.slice(0, 16)))).not.toContain('unavailable');
  });

  it('is repeated with the same answer after they have left the game', async () => {
    const { game, leader } = await atLead();
    const leave = by(game, leader.id, { type: 'leave' });
    const left = await node.games.handle(leave);
    expect(await node.games.handle(leave)).toMatchObject({ replayed: true, version: left.version });
  });

  it('is taken on a node that has not heard yet that they sat down', async () => {
    const { game } = await atLead();
    const other = await openGameNode(database, createLocalBus());
    try {
      await other.games.states.fresh(game.gameId);
      const late = identity('A newcomer');
      await database.prisma.player.create({ data: { id: late.id, name: late.name, kind: late.kind } });
      await node.games.atTable.join(game.gameId, { player: late.id, kind: 'human', entropy: null });
      const left = await other.games.handle(by(game, late.id, { type: 'leave' }));
      expect(left).toMatchObject({ replayed: false });
    } finally {
      await other.close();
    }
  });
});
