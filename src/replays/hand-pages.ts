/** The finishing-order log read in pages: what is asked for costs its own hands, wherever in a long game they are. */
import type { EventLog } from '../ports/event-log.ts';
import { csvHeader, csvLines } from './csv.ts';
import { type HandRow, handTeller } from './hands.ts';
import { PAGE, type People } from './replays.ts';

export interface GameHands {
  readonly log: EventLog;
  readonly people: People;
  readonly gameId: string;
  /** The version beyond which nothing is told. */
  readonly until: number;
}

/** Void hands in a row for which a page need not begin at the start of the game. */
const MAX_VOID = 20;
/** Hands of a table as text that are found at once. */
const CSV_HANDS = 50;

/**
 * Rows of at most `limit` hands after the first `from`, in as many parts as pages of the log were read.
 * A page begins at the end of a hand that counts, since that tells the order of the seats.
 */
export async function* rowsFrom(
  { log, people, gameId, until }: GameHands,
  from: number,
  limit: number,
): AsyncGenerator<readonly HandRow[], void, undefined> {
  const skip = Math.max(0, from - 2 - MAX_VOID);
  const ends = await log.handEnds(gameId, until, skip, from - skip + limit);
  const last = ends.at(-1);
  if (last === undefined || skip + ends.length <= from) return;
  const start = ends.slice(0, Math.max(0, from - 1 - skip)).findLastIndex(({ counts }) => counts);
  const tell = handTeller(people.events, people.names);
  let number = start < 0 ? 0 : skip + start + 1;
  let after = start < 0 ? 0 : (ends[start]?.version ?? 1) - 1;
  while (after < last.version) {
    const page = await log.read(gameId, after, Math.min(PAGE, last.version - after));
    const rows: HandRow[] = [];
    for (const { event } of page) {
      const row = tell(event);
      if (row !== null && number++ >= from) rows.push(row);
    }
    const newest = page.at(-1);
    if (newest === undefined) return;
    after = newest.event.version;
    yield rows;
  }
}

/** All hands that are over, as a table. */
export async function* csvOf(hands: GameHands): AsyncGenerator<string, void, undefined> {
  yield csvHeader();
  for (let from = 0; ; ) {
    let found = 0;
    for await (const rows of rowsFrom(hands, from, CSV_HANDS)) {
      found += rows.length;
      if (rows.length > 0) yield csvLines(rows);
    }
    if (found < CSV_HANDS) return;
    from += found;
  }
}
