/** States are read from the log by one caller for all, and from a snapshot where there is one. */
import { expect, it } from 'vitest';
import { createStates } from '../../src/games/load.ts';
import type { EventLog, Snapshot } from '../../src/ports/event-log.ts';
import { replay, STATE_VERSION } from '../../src/rules/dalmuti.ts';
import type { GameEvent } from '../../src/rules/events.ts';
import { finishedGame } from '../replays/finished-game.ts';

const PLAN = { preset: 'official', options: {}, humans: 2, overdue: 5, restless: 0, seed: 7, players: 4, hands: 1 };
const played = finishedGame(PLAN).events.slice(0, -1);
const GAME = played[0]?.type === 'gameStarted' ? played[0].gameId : '';

/** A log in memory whose readings wait until the test releases them. */
function heldLog(events: readonly GameEvent[], snapshot: Snapshot | null = null) {
  const stored = [...events];
  const held: (() => void)[] = [];
  const read = { rows: 0, times: 0, snapshots: 0 };
  const log = {
    async readSnapshot() {
      read.snapshots += 1;
      return snapshot;
    },
    async read(_: string, after: number, limit: number) {
      const given = stored.slice(after, after + limit).map((event) => ({ step: event.version, event }));
      await new Promise<void>((resolve) => held.push(resolve));
      read.times += 1;
      read.rows += given.length;
      return given;
    },
  };
  return {
    log: log as unknown as EventLog,
    read,
    append: (event: GameEvent) => stored.push(event),
    async release() {
      while (held.length > 0) {
        for (const go of held.splice(0)) go();
        await new Promise(setImmediate);
      }
    },
    turn: () => new Promise(setImmediate),
  };
}

it('callers that meet at a game share one reading of its events', async () => {
  const { log, read, release, turn } = heldLog(played);
  const states = createStates(log, 10);
  const all = Promise.all([states.fresh(GAME), states.known(GAME), states.fresh(GAME), states.fresh(GAME)]);
  await turn();
  await release();
  const versions = (await all).map((state) => state?.board.version);
  expect(versions).toEqual([played.length, played.length, played.length, played.length]);
  expect(read).toMatchObject({ rows: played.length, snapshots: 1 });
});

it('a fresh state has what was appended after the shared reading began', async () => {
  const last = played.at(-1);
  if (last === undefined) throw new Error('no events');
  const { log, append, release, turn } = heldLog(played.slice(0, -1));
  const states = createStates(log, 10);
  const first = states.known(GAME);
  await turn();
  append(last);
  const second = states.fresh(GAME);
  await turn();
  await release();
  expect((await first)?.board.version).toBe(played.length - 1);
  expect((await second)?.board.version).toBe(played.length);
});

it('only events after the snapshot are read', async () => {
  const version = played.length - 3;
  const state = JSON.parse(JSON.stringify(replay(played.slice(0, version))));
  const { log, read, release, turn } = heldLog(played, { version, stateVersion: STATE_VERSION, state });
  const states = createStates(log, 10);
  const fresh = states.fresh(GAME);
  await turn();
  await release();
  expect((await fresh)?.board).toEqual(replay(played).board);
  expect(read.rows).toBe(3);
});
