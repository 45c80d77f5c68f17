/** One thing that `dalmuti admin` can do, as data: one call, and one way to show its answer. */
import type { Method } from '../../client/http.ts';
import type { Option, Parsed } from '../command.ts';

export interface Call {
  readonly method: Method;
  /** With its query. */
  readonly path: string;
  readonly body?: object;
}

export interface Act {
  readonly name: string;
  readonly summary: string;
  /** What its one argument is, `null` where it takes none. */
  readonly subject: 'game' | 'player' | 'table' | null;
  readonly options: readonly Option[];
  /** @param id the argument, empty where it takes none */
  call(options: Parsed, id: string): Call;
  /** @param body the answer, as the contract has it. @returns lines for people */
  show(body: unknown): string;
}
