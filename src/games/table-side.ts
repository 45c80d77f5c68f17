/** What the lobby asks of a running game: a seat for somebody who comes late, and an end where too few are left. */
import { v7 as uuid } from 'uuid';
import { Problem } from '../http/problem.ts';
import type { Seat, SeatKind } from '../rules/seats.ts';
import { noSuchGame, seatOf } from './access.ts';
import { type Handle, whenUnavailable } from './handle.ts';
import type { States } from './load.ts';

export interface Newcomer {
  readonly player: string;
  readonly kind: SeatKind;
  /** What he adds to the randomness of the deals; `null` for nothing. */
  readonly entropy: string | null;
}

export interface Joined {
  readonly seat: Seat;
  /** `false` when he held a seat already. */
  readonly joined: boolean;
}

export interface TableSide {
  /** Sitting down twice is sitting down once. @throws Problem `rule_table_full`, `rule_option_off`, `rule_phase` when the game is over */
  join(gameId: string, newcomer: Newcomer): Promise<Joined>;
  /** @throws Problem `rule_phase` while there are players enough */
  endByHost(gameId: string): Promise<void>;
  /** Whatever it waits for. @returns `false` when it was over already. @throws Problem `not_found`, `unavailable` */
  endByOperator(gameId: string): Promise<boolean>;
}

export function createTableSide({ handle, states }: { readonly handle: Handle; readonly states: States }): TableSide {
  const say = async (
    gameId: string,
    command: Parameters<Handle>[0]['command'],
    kind: 'table' | 'operator' = 'table',
  ) => {
    try {
      return await handle({ gameId, sender: { kind }, key: uuid(), command, expectedVersion: null });
    } catch (error) {
      throw whenUnavailable(error);
    }
  };

  async function seatNow(gameId: string, player: string): Promise<Seat | null> {
    const state = await states.fresh(gameId);
    if (state === null) throw noSuchGame();
    return seatOf(state, player);
  }

  return {
    async join(gameId, newcomer) {
      const held = await seatNow(gameId, newcomer.player);
      if (held !== null) return { seat: held, joined: false };
      try {
        const { state } = await say(gameId, { type: 'join', ...newcomer });
        return { seat: seatOf(state, newcomer.player) ?? state.board.seats.length - 1, joined: true };
      } catch (error) {
        // Two requests of one player at once: the other one has seated him.
        const seat =
          error instanceof Problem && error.code === 'rule_phase' ? await seatNow(gameId, newcomer.player) : null;
        if (seat === null) throw error;
        return { seat, joined: false };
      }
    },

    async endByHost(gameId) {
      await say(gameId, { type: 'endGame', reason: 'host' });
    },

    async endByOperator(gameId) {
      try {
        await say(gameId, { type: 'endGame', reason: 'admin' }, 'operator');
        return true;
      } catch (error) {
        if (error instanceof Problem && error.code === 'rule_phase') return false;
        throw error;
      }
    },
  };
}
