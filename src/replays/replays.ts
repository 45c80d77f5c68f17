/** What a game leaves behind, read from the log in pages: for those who may see it, and for operators who keep or move it. */
import { fingerprint } from '../games/fingerprint.ts';
import type { Seeds } from '../games/seeds.ts';
import { type Names, playersIn } from '../games/wire.ts';
import type { Directory } from '../identity/directory.ts';
import type { EventLog, EventText } from '../ports/event-log.ts';
import type { GameEvent } from '../rules/events.ts';
import type { View } from '../rules/view.ts';
import { aroundEvents, fairnessOf, replayOf, withNames } from './document.ts';
import type { WireFairness } from './schemas.ts';
import type { LongDocument } from './sending.ts';

/** All as of the version of a view, beyond which its viewer is told nothing. */
export interface Replays {
  fairness(state: AsOf): Promise<WireFairness>;
  /** The document of `ReplaySchema` as a whole, with the names that its players have now; `null` while the game is not over. */
  replay(state: AsOf): Promise<object | null>;
  /** The same document as text, in parts; its key changes with the names of its players, and with nothing else. */
  document(state: AsOf): Promise<LongDocument | null>;
  /** The players who joined the game, and their names. */
  people(state: AsOf): Promise<People>;
}

export interface People {
  readonly events: readonly GameEvent[];
  readonly names: Names;
}

/** Most events stand in a document as they stand in the log. */
function textOf({ text }: EventText, named: object | undefined): string {
  return named === undefined ? text : JSON.stringify(named);
}

/** Changes when a name does. */
export function namesKey(names: Names): string {
  const sorted = [...names.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
  return fingerprint(sorted).slice(0, 16);
}

type AsOf = { readonly board: Pick<View, 'gameId' | 'phase' | 'version'> };

export interface ReplaysNeeds {
  readonly seeds: Seeds;
  readonly log: EventLog;
  readonly directory: Directory;
}

/** Events that are read, and kept in memory, at once. */
export const PAGE = 200;
/** Comings and placings that are read at once. */
const PEOPLE_AT_ONCE = 500;

export function createReplays({ seeds, log, directory }: ReplaysNeeds): Replays {
  async function people({ board: { gameId, version } }: AsOf): Promise<People> {
    const events: GameEvent[] = [];
    // To the end: a proof that leaves a contribution out would be refused.
    for (;;) {
      const some = await log.readPeople(gameId, events.at(-1)?.version ?? 0, version, PEOPLE_AT_ONCE);
      events.push(...some.map(({ event }) => event));
      if (some.length < PEOPLE_AT_ONCE) break;
    }
    return { events, names: await directory.players(playersIn(events)) };
  }

  /** Besides who came, the hands from which their contributions count; only of newcomers who have one. */
  async function aboutChance(state: AsOf, { events }: People): Promise<readonly GameEvent[]> {
    const { gameId, version } = state.board;
    const offered = new Set(
      events.flatMap((event) => (event.type === 'newcomerArrived' && event.entropy !== null ? [event.seat] : [])),
    );
    const placed = events.filter(
      (event) => event.type === 'newcomersPlaced' && event.seats.some((seat) => offered.has(seat)),
    );
    const hands = await log.nextHands(
      gameId,
      placed.map((event) => event.version),
      version,
    );
    return [...events, ...hands.map(({ event }) => event)].sort((one, other) => one.version - other.version);
  }

  async function* pages({ board: { gameId, version } }: AsOf): AsyncGenerator<readonly GameEvent[], void, undefined> {
    for (let after = 0; after < version; ) {
      const page = (await log.read(gameId, after, Math.min(PAGE, version - after))).map(({ event }) => event);
      const last = page.at(-1);
      if (last === undefined) throw new Error(`game ${gameId} ends at ${after}, not at ${version}`);
      yield page;
      after = last.version;
    }
  }

  return {
    people,

    fairness: async (state) => fairnessOf(await aboutChance(state, await people(state)), await seeds.reveal(state)),

    async replay(state) {
      const seed = await seeds.reveal(state);
      if (seed === null) return null;
      const events: GameEvent[] = [];
      for await (const page of pages(state)) events.push(...page);
      return replayOf(events, await directory.players(playersIn(events)), seed);
    },

    async document(state) {
      const seed = await seeds.reveal(state);
      if (seed === null) return null;
      const known = await people(state);
      const { gameId, version } = state.board;
      return {
        key: `replay.${gameId}.${version}.${namesKey(known.names)}`,
        async *parts() {
          const { head, proof } = aroundEvents(await aboutChance(state, known), seed);
          let before = `${JSON.stringify(head).slice(0, -1)},"events":[`;
          const named = new Map(known.events.map((event) => [event.version, withNames(event, known.names)]));
          for (let after = 0; after < version; ) {
            const page = await log.readTexts(gameId, after, Math.min(PAGE, version - after));
            const last = page.at(-1);
            if (last === undefined) throw new Error(`game ${gameId} ends at ${after}, not at ${version}`);
            after = last.version;
            yield before + page.map((event) => textOf(event, named.get(event.version))).join(',');
            before = ',';
          }
          yield `],"proof":${JSON.stringify(proof)}}`;
        },
      };
    },
  };
}
