/** From a row of `players` to the player whom others see. */
import type { Player, PlayerKind } from '../http/identity.ts';

export interface PlayerRow {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly level: string | null;
}

const KINDS: readonly PlayerKind[] = ['guest', 'account', 'bot', 'builtIn'];

/** What an id is called that has no name (any more). */
export const SOMEBODY = 'Somebody';

/** @param row `undefined` for an id that nobody has (any more) */
export function playerOf(row: PlayerRow | undefined, id: string): Player {
  if (row === undefined) return { id, name: SOMEBODY, kind: 'guest' };
  return { id, name: row.name, kind: kindOf(row) };
}

/** @throws Error when the row was written by something that is not this service */
export function kindOf({ kind }: { readonly kind: string }): PlayerKind {
  const known = KINDS.find((one) => one === kind);
  if (known === undefined) throw new Error(`No player is of the kind ${kind}.`);
  return known;
}
