/** Whose table it is when its host goes. */
import { closeTable, type TableRow, type Transaction } from './rows.ts';

/**
 * The first person among those who stay becomes the host; without one the table closes.
 *
 * @param seated ids of players by their seats, lowest first; the host himself is passed over
 */
export async function passOnHost(tx: Transaction, table: TableRow, seated: readonly string[]): Promise<void> {
  const others = seated.filter((playerId) => playerId !== table.hostId);
  const next = await nextHost(tx, others);
  if (next === null) await closeTable(tx, table.id);
  else await tx.lobbyTable.update({ where: { id: table.id }, data: { hostId: next } });
}

/** @returns the first person among them, `null` when there is none */
export async function nextHost(tx: Transaction, seated: readonly string[]): Promise<string | null> {
  const people = await tx.player.findMany({
    where: { id: { in: [...seated] }, kind: { in: ['guest', 'account'] } },
    select: { id: true },
  });
  return seated.find((playerId) => people.some(({ id }) => id === playerId)) ?? null;
}
