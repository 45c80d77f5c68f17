/** Whose table it is when its host goes. */
import { closeTable, type TableRow, type Transaction } from './rows.ts';

/**
 * The first person among those who stay becomes the host; without one the table closes.
 *
 * @param seated ids of players by their seats, lowest first; the host himself is passed over
 */
export async function passOnHost(tx: Transaction, table: TableRow, seated: readonly string[]): Promise<void> {
  const others = seated.filter((playerId) => playerId !== table.hostId);
  const people = await tx.player.findMany({
    where: { id: { in: others }, kind: { in: ['guest', 'account'] } },
    select: { id: true },
  });
  const next = others.find((playerId) => people.some(({ id }) => id === playerId));
  if (next === undefined) await closeTable(tx, table.id);
  else await tx.lobbyTable.update({ where: { id: table.id }, data: { hostId: next } });
}
