/** Where a table becomes a game, once, on whichever node (decision 10). */
import { problem } from '../http/problem.ts';
import type { Bus } from '../ports/bus.ts';
import type { Ruleset } from '../rules/ruleset.ts';
import { announceInboxes } from './announce.ts';
import type { Caps, Origin } from './caps.ts';
import { type Begin, mustBeHost, mustBeOpen, type Rows, reseat, type TableRow, type Transaction } from './rows.ts';
import { hindrance, rulesetOf, takenSeats } from './show.ts';

export interface StartTableNeeds {
  readonly rows: Rows;
  readonly bus: Bus;
  readonly begin: Begin;
  readonly caps: Caps;
  /** Hands after which a game without a person ends. */
  readonly botHandLimit: number;
}

export interface TableStarted {
  readonly table: TableRow;
  readonly gameId: string;
  /** `false` when the table had been started before. */
  readonly started: boolean;
}

/**
 * May be repeated.
 * @throws Problem `forbidden`, `too_few_players`, `not_ready`, `table_closed`, `too_many_games`, `ruleset_refused`
 */
export type StartTable = (origin: Origin, tableId: string) => Promise<TableStarted>;

export function createStartTable({ rows, bus, begin, caps, botHandLimit }: StartTableNeeds): StartTable {
  return async (origin, tableId) => {
    const seen = await rows.seen(tableId, { playerId: origin.hostId });
    mustBeHost(seen, origin.hostId);
    const { table, started } =
      seen.state === 'playing' ? { table: seen, started: false } : await freeze(origin, tableId);
    const { gameId } = table;
    if (gameId === null) throw problem('table_closed', 'The table is closed.');
    if (started) await begin(table);
    return { table: { ...table, begun: true }, gameId, started };
  };

  /** From now on no player sits down or stands up: gaps close, open invitations lapse, the coming game is the running one. */
  async function freeze(origin: Origin, tableId: string): Promise<Pick<TableStarted, 'table' | 'started'>> {
    const { table, result } = await rows.change(tableId, async (tx, before) => {
      mustBeHost(before, origin.hostId);
      if (before.state === 'playing') return { started: false, uninvited: [] };
      mustBeOpen(before);
      const why = hindrance(before);
      if (why !== null) throw problem(why, whyNot(why, before));
      const people = await peopleAmong(tx, before);
      if (people === 0) mustEndWithin(rulesetOf(before), botHandLimit);
      await caps.mustHaveRoomForGame(tx, origin, people > 0);
      await tx.invitation.updateMany({ where: { tableId, state: 'open' }, data: { state: 'lapsed' } });
      const sitters = takenSeats(before).map(({ playerId, entropy }) => ({ playerId, ready: true, entropy }));
      await reseat(tx, tableId, sitters);
      const { address: hostAddress } = origin;
      const data = { state: 'playing', gameId: before.nextGameId, begun: false, nextGameId: null, hostAddress };
      await tx.lobbyTable.update({ where: { id: tableId }, data });
      return { started: true, uninvited: before.invitations.map(({ forId }) => forId) };
    });
    announceInboxes(bus, result.uninvited);
    return { table, started: result.started };
  }
}

async function peopleAmong(tx: Transaction, table: TableRow): Promise<number> {
  const id = { in: takenSeats(table).map(({ playerId }) => playerId) };
  return tx.player.count({ where: { id, kind: { in: ['guest', 'account'] } } });
}

/** @throws Problem `ruleset_refused` for more hands than a game without a person may have */
function mustEndWithin({ end }: Ruleset, botHandLimit: number): void {
  if (end.hands === null || end.hands <= botHandLimit) return;
  const reason = `A game without a person has at most ${botHandLimit} hands, and this table asks for ${end.hands}.`;
  const detail = `${reason} Seat a person, or open a table whose ruleset has \`end.hands\` up to ${botHandLimit}.`;
  throw problem('ruleset_refused', detail);
}

function whyNot(reason: 'too_few_players' | 'not_ready', table: TableRow): string {
  const taken = takenSeats(table);
  switch (reason) {
    case 'too_few_players':
      return `${taken.length} of at least ${rulesetOf(table).players.min} players are seated. Invite players, or seat bots.`;
    case 'not_ready': {
      const seats = taken.filter(({ ready, playerId }) => !ready && playerId !== table.hostId).map(({ seat }) => seat);
      return `${seats.length === 1 ? 'The player in seat' : 'The players in seats'} ${seats.join(', ')} must be ready first.`;
    }
    default:
      return reason satisfies never;
  }
}
