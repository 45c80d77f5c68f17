/** What became of the demo's game, for programs. */
import type { GameView } from '../../client/game-view.ts';

export interface Summary {
  readonly hands: number;
  /** Events of the game, which is its last version. */
  readonly events: number;
  readonly players: readonly string[];
  /** In the order of `players`; `null` where the ruleset counts no points. */
  readonly totals: readonly (number | null)[];
  /** The winner's name, the first of several; `null` where there is none. */
  readonly winner: string | null;
  readonly winners: readonly string[];
  /** Commands that the service refused. */
  readonly rejected: number;
}

export function summaryOf({ view, players }: GameView, rejected: number): Summary {
  const winners = (view.result?.winners ?? []).map((seat) => players[seat]?.name ?? '');
  return {
    hands: view.lastHand?.handNumber ?? 0,
    events: view.version,
    players: players.map(({ name }) => name),
    totals: view.seats.map(({ total }) => total),
    winner: winners[0] ?? null,
    winners,
    rejected,
  };
}
