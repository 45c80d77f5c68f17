/** Tells from a failed append what became of its steps, and which of them was the reason. */
import { isAnswer, NotConnected } from './database.ts';

export type AppendFailure =
  /** Nothing was written: a row of this game is there already, its version's or its command's. */
  | { readonly type: 'taken'; readonly gameId: string }
  /** Nothing was written: some row is held by somebody else. */
  | { readonly type: 'busy' }
  /** Nothing was written: Postgres does not accept a value of some step. */
  | { readonly type: 'refused' }
  /** Nothing was written, and nothing else can be just now. */
  | { readonly type: 'unavailable' }
  /** The connection broke after the statement was sent: it may have been committed (decision 5). */
  | { readonly type: 'unknown' };

/** lock_not_available, deadlock_detected, serialization_failure */
const busy = new Set(['55P03', '40P01', '40001']);
/** insufficient resources, operator intervention, system error, read-only transaction */
const unavailable = /^(53|57|58|25006)/;

export function classify(error: unknown): AppendFailure {
  if (error instanceof NotConnected) return { type: 'unavailable' };
  if (!isAnswer(error)) return { type: 'unknown' };
  if (error.code === '23505') {
    // "Key (game_id, version)=(…, 7) already exists.", in the server's language; both unique indexes begin with the game.
    const gameId = /\)=\(([0-9a-f-]{36}),/.exec(error.detail ?? '')?.[1];
    return gameId === undefined ? { type: 'busy' } : { type: 'taken', gameId };
  }
  if (busy.has(error.code)) return { type: 'busy' };
  return unavailable.test(error.code) ? { type: 'unavailable' } : { type: 'refused' };
}
