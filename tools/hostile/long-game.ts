/** A finished game of many events, written through the service's own event log. */
import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { readConfig } from '../../src/config/config.ts';
import { connect } from '../../src/deps.ts';
import { createSeeds } from '../../src/games/seeds.ts';
import { evolve, initial, STATE_VERSION } from '../../src/rules/dalmuti.ts';
import type { GameEvent } from '../../src/rules/events.ts';
import { eventsOf, playGame } from '../simulation/play-game.ts';

const PLAYERS = 8;
/** A hand of eight has at least as many, and a ruleset ends after at most 1,000 hands. */
const EVENTS_PER_HAND = 300;
export const MAX_EVENTS = 300_000;
const EVENTS_PER_STEP = 500;

/**
 * @param environment of the nodes
 * @param count events that the game has at least, up to `MAX_EVENTS`
 * @returns the id of the game, which any player may watch
 */
export async function writeLongGame(environment: Readonly<Record<string, string>>, count: number): Promise<string> {
  const gameId = uuid();
  const events = longGame(gameId, count);
  const deps = await connect(readConfig(environment));
  try {
    await createSeeds(deps).adopt(gameId, randomBytes(32));
    for (let after = 0; after < events.length; after += EVENTS_PER_STEP) {
      const step = events.slice(after, after + EVENTS_PER_STEP);
      const written = await deps.log.append({
        gameId,
        after,
        actor: 'import',
        key: `import ${after}`,
        fingerprint: '',
        events: step,
        wake: null,
      });
      if (written.outcome !== 'appended') throw new Error(`The long game was not written: ${written.outcome}.`);
    }
    const [started, ...rest] = events;
    if (started?.type !== 'gameStarted') throw new Error('A game begins with gameStarted.');
    const state = rest.reduce(evolve, initial(started));
    await deps.log.writeSnapshot(gameId, { version: state.board.version, stateVersion: STATE_VERSION, state });
  } finally {
    await deps.close();
  }
  return gameId;
}

function longGame(gameId: string, count: number): readonly GameEvent[] {
  const ids = new Map<string, string>();
  const idOf = (name: string): string => {
    const id = ids.get(name) ?? uuid();
    ids.set(name, id);
    return id;
  };
  const plan = {
    preset: 'official',
    options: { 'end.hands': null },
    players: PLAYERS,
    seed: 1,
    humans: PLAYERS,
    overdue: 0,
  };
  const hands = Math.ceil(count / EVENTS_PER_HAND);
  return eventsOf(playGame({ ...plan, hands })).map((event) => {
    if (event.type !== 'gameStarted') return event;
    const seats = event.seats.map((seat) => ({ ...seat, player: idOf(seat.player) }));
    return { ...event, gameId, tableId: idOf('table'), seats };
  });
}
