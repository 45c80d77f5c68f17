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

/** All as of the version of a view, beyond which its viewer is told nothing. */
export interface Replays {
  fairness(state: AsOf): Promise<WireFairness>;
  /** The document of `ReplaySchema` as a whole, with the names that its players have now; `null` while the game is not over. */
  replay(state: AsOf): Promise<object | null>;
  /** The same document as text, in parts. */
  told(state: AsOf): Promise<Told | null>;
  /** Who has come to play, and their names. */
  people(state: AsOf): Promise<People>;
}

export interface Told {
  /** Changes with the names of its players, and with nothing else once the game is over. */
  readonly etag: string;
  /** Each part but the first and the last is a page of the log, read when it is asked for. */
  parts(): AsyncGenerator<string, void, undefined>;
}

export interface People {
  readonly events: readonly GameEvent[];
  readonly names: Names;
}

/** Most events stand in a document as they stand in the log. */
function textOf({ text }: EventText, named: object | undefined): string {
  return named === undefined ? text : JSON.stringify(named);
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
    const hands: GameEvent[] = [];
    for (const placed of events) {
      if (placed.type !== 'newcomersPlaced' || !placed.seats.some((seat) => offered.has(seat))) continue;
      const next = await log.nextHand(gameId, placed.version, version);
      if (next !== null) hands.push(next.event);
    }
    return [...events, ...hands].sort((one, other) => one.version - other.version);
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

    async told(state) {
      const seed = await seeds.reveal(state);
      if (seed === null) return null;
      const known = await people(state);
      const { head, proof } = aroundEvents(await aboutChance(state, known), seed);
      const { gameId, version } = state.board;
      const names = [...known.names.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
      return {
        etag: `"${version}.${fingerprint(names).slice(0, 16)}"`,
        async *parts() {
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
