/** Moves finished games out: a game is removed only when its document has been verified and lies safely elsewhere. */
import type { States } from '../games/load.ts';
import type { DocumentStore, FinishedGame, FinishedGames } from '../ports/archive.ts';
import { type EventLog, LogUnavailable } from '../ports/event-log.ts';
import type { Replays } from './replays.ts';
import { placed, verifyReplay } from './verify.ts';

export interface ArchiveNeeds {
  readonly games: FinishedGames;
  readonly store: DocumentStore;
  readonly log: EventLog;
  readonly states: States;
  readonly replays: Replays;
}

export interface ArchiveOptions {
  /** Games that ended then or before. */
  readonly endedBy: Date;
  /** Verifies, and neither writes nor removes. */
  readonly dryRun: boolean;
  /** Games that are moved at most; `null` for all. */
  readonly limit: number | null;
}

/** What became of a game. */
export type Archived =
  | { readonly outcome: 'moved' | 'would move'; readonly gameId: string; readonly name: string }
  /** It is where it was; the reason is one sentence for people. */
  | { readonly outcome: 'stays'; readonly gameId: string; readonly reason: string };

const PAGE = 100;

/**
 * May be interrupted at any moment and repeated: what was written is found again, what was removed is not.
 *
 * @throws ArchiveRefused before anything is done, StoreFault, LogUnavailable; the game that it happens at stays
 */
export async function* archive(needs: ArchiveNeeds, options: ArchiveOptions): AsyncGenerator<Archived> {
  const { games } = needs;
  await games.mayRemove();
  let left = options.limit ?? Number.POSITIVE_INFINITY;
  let after: FinishedGame | null = null;
  while (left > 0) {
    const page: readonly FinishedGame[] = await games.list(options.endedBy, after, PAGE);
    for (const game of page) {
      if (left === 0) return;
      const done = await archiveGame(needs, game, options.dryRun);
      if (done === null) continue;
      if (done.outcome !== 'stays') left -= 1;
      yield done;
    }
    after = page.at(-1) ?? null;
    if (page.length < PAGE) return;
  }
}

/** @returns `null` for a game that somebody else has moved meanwhile */
async function archiveGame(needs: ArchiveNeeds, game: FinishedGame, dryRun: boolean): Promise<Archived | null> {
  const { games, store, log } = needs;
  const { gameId } = game;
  const stays = (reason: string): Archived => ({ outcome: 'stays', gameId, reason });
  const built = await documentOf(needs, game);
  if (built === null) return null;
  if (!built.ok) return stays(built.reason);
  const name = documentName(game);
  if (dryRun) return { outcome: 'would move', gameId, name };
  if ((await store.keep(name, built.text)) === 'other') {
    return stays(`Another document is in ${store.place} already, under ${name}; look at it and move it away.`);
  }
  if (!(await games.remove(game))) {
    return (await isGone(log, gameId))
      ? null
      : stays('It could not be removed: ARCHIVE_DATABASE_URL leads to another database.');
  }
  return { outcome: 'moved', gameId, name };
}

/** By the month in which the game ended, so that no folder grows for ever. */
export function documentName({ gameId, endedAt }: FinishedGame): string {
  return `${endedAt.toISOString().slice(0, 7)}/${gameId}.json`;
}

type Built = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

/** @returns `null` when the game is not there any more */
async function documentOf({ log, states, replays }: ArchiveNeeds, { gameId }: FinishedGame): Promise<Built | null> {
  try {
    const state = await states.fresh(gameId);
    const document = state === null ? null : await replays.replay(state);
    if (document === null) throw new Error('Its events do not end the game.');
    const text = `${JSON.stringify(document)}\n`;
    const verdict = verifyReplay(JSON.parse(text));
    return verdict.ok ? { ok: true, text } : { ok: false, reason: `It does not verify: ${placed(verdict)}` };
  } catch (error) {
    if (error instanceof LogUnavailable) throw error;
    if (await isGone(log, gameId)) return null;
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

async function isGone(log: EventLog, gameId: string): Promise<boolean> {
  return !(await log.heads([gameId])).has(gameId);
}
