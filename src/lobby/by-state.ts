/** A call that does one thing at an open table and another at one that plays, whichever it is when the call takes effect. */
import { Problem } from '../http/problem.ts';
import type { TableRow } from './rows.ts';

export interface ByState<T> {
  /** Reads the table as the caller may see it. */
  readonly read: () => Promise<TableRow>;
  /** At a table without a running game; refuses with `table_playing` when a game has started since it was read. */
  readonly open: (table: TableRow) => Promise<T>;
  readonly playing: (table: TableRow) => Promise<T>;
}

/** A table that starts, ends and starts again this often during one call answers `table_playing`. */
const MAX_ATTEMPTS = 3;

/** @throws Problem `not_found`, or what `open` and `playing` throw */
export async function byState<T>({ read, open, playing }: ByState<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const table = await read();
    if (table.state === 'playing') return playing(table);
    try {
      return await open(table);
    } catch (error) {
      const hasStarted = error instanceof Problem && error.code === 'table_playing';
      if (!hasStarted || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
