/** The first step of a game: appended under an id that the table chose long before, so that starting twice starts once. */
import type { Bus } from '../ports/bus.ts';
import type { EventLog, Wake } from '../ports/event-log.ts';
import type { SystemClock } from '../ports/system.ts';
import type { Contribution } from '../rules/contribution.ts';
import { evolve, type GameSetup, initial, start } from '../rules/dalmuti.ts';
import type { GameEvent } from '../rules/events.ts';
import type { State } from '../rules/state.ts';
import { fingerprint } from './fingerprint.ts';
import type { States } from './load.ts';
import { publishStep } from './publish.ts';
import type { Queue } from './queue.ts';
import type { Seeds } from './seeds.ts';

/** What a table knows of the game that it begins. */
export type StartRequest = Pick<
  GameSetup,
  'gameId' | 'tableId' | 'ruleset' | 'clock' | 'seats' | 'access' | 'order'
> & {
  /** What players have added to the game's chance (promise 4). */
  readonly contributions: readonly Contribution[];
};

export interface Started {
  readonly version: number;
  /** `false` when the game had begun before, by whomever. */
  readonly started: boolean;
}

export interface StartNeeds {
  readonly log: EventLog;
  readonly states: States;
  readonly seeds: Seeds;
  readonly bus: Bus;
  readonly clock: SystemClock;
  readonly queue: Queue;
  /** Hands after which any game ends (R-GAME-6). */
  readonly handLimit: number;
  /** Hands after which a game ends that begins without a person. */
  readonly botHandLimit: number;
  readonly wakeFor: (state: State, now: number) => Wake;
  readonly appended: (state: State, events: readonly GameEvent[], wake: Wake) => void;
}

export function createStart(needs: StartNeeds): (request: StartRequest) => Promise<Started> {
  const { log, states, seeds, bus, clock, queue, handLimit: most, botHandLimit, wakeFor, appended } = needs;

  return (request) => queue.run(request.gameId, 'lobby', () => begin(request));

  async function begin({ contributions, ...request }: StartRequest): Promise<Started> {
    const commitment = await seeds.commitment(request.gameId);
    if (commitment === null) throw new Error(`game ${request.gameId} has no seed`);
    const chance = await seeds.chance(request.gameId);
    const hasPeople = request.seats.some(({ kind }) => kind === 'human');
    const handLimit = hasPeople ? most : Math.min(most, botHandLimit);
    const setup = { ...request, handLimit, fairness: { commitment, contributions } };
    const now = new Date(clock.now()).toISOString();
    const events = start(setup, { actor: { kind: 'clock' }, now, random: chance() });
    const state = stateAfter(events);
    const wake = wakeFor(state, clock.now());
    const written = await log.append({
      gameId: request.gameId,
      after: 0,
      actor: 'lobby',
      key: 'start',
      fingerprint: fingerprint('start'),
      events,
      wake,
    });
    if (written.outcome !== 'appended') {
      const newest = await states.fresh(request.gameId);
      return { version: newest?.board.version ?? 0, started: false };
    }
    states.keep(state);
    publishStep(bus, state, events);
    appended(state, events, wake);
    return { version: state.board.version, started: true };
  }
}

function stateAfter([first, ...rest]: readonly GameEvent[]): State {
  if (first?.type !== 'gameStarted') throw new Error('a game begins with gameStarted');
  return rest.reduce(evolve, initial(first));
}
