/** The first step of a table's game, appended once, whichever call or node appends it (decision 10). */
import type { States } from '../games/load.ts';
import type { Started, StartRequest } from '../games/start.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Bus } from '../ports/bus.ts';
import type { SystemClock } from '../ports/system.ts';
import type { GameSetup } from '../rules/dalmuti.ts';
import type { Seat, SeatKind } from '../rules/seats.ts';
import { announce } from './announce.ts';
import { keptOrder } from './kept-order.ts';
import { aboutGame } from './record.ts';
import type { Begin, TableRow } from './rows.ts';
import { clockOf, rulesetOf } from './show.ts';

export interface BeginDeps {
  readonly prisma: PrismaClient;
  readonly bus: Bus;
  readonly clock: SystemClock;
  readonly states: States;
  readonly startGame: (request: StartRequest) => Promise<Started>;
}

export function createBegin({ prisma, bus, clock, states, startGame }: BeginDeps): Begin {
  /** Calls that meet at one start share its work: the queue of a game refuses a crowd. */
  const underWay = new Map<string, Promise<void>>();

  return (table) => {
    const { gameId } = table;
    if (gameId === null) throw new Error(`table ${table.id} has no game to begin`);
    const beginning = underWay.get(gameId) ?? begin(table, gameId).finally(() => underWay.delete(gameId));
    underWay.set(gameId, beginning);
    return beginning;
  };

  async function begin(table: TableRow, gameId: string): Promise<void> {
    const running = (await states.fresh(gameId))?.board ?? null;
    if (running === null) await appendFirstStep(table, gameId);
    const seats = running?.seats ?? table.seats.map(({ seat, playerId }) => ({ seat, player: playerId }));
    const recorded = await prisma.$transaction(async (tx) => {
      const flag = { where: { id: table.id, gameId, begun: false }, data: { begun: true } };
      const { count } = await tx.lobbyTable.updateMany(flag);
      // A node of an older release clears no flag, and may have stopped before it recorded the players.
      if (count === 0 && running !== null) return false;
      const about = { gameId, ...aboutGame(table), startedAt: new Date(clock.now()) };
      const data = seats.map(({ seat, player }) => ({ playerId: player, seat, ...about }));
      await tx.gamePlayer.createMany({ data, skipDuplicates: true });
      return true;
    });
    if (recorded) announce(bus, table);
  }

  async function appendFirstStep(table: TableRow, gameId: string): Promise<void> {
    const players = await prisma.player.findMany({
      where: { id: { in: table.seats.map(({ playerId }) => playerId) } },
    });
    const kindOf = (id: string): SeatKind => {
      const kind = players.find((player) => player.id === id)?.kind;
      return kind === 'bot' || kind === 'builtIn' ? kind : 'human';
    };
    const seats = table.seats.map(({ seat, playerId }) => ({ seat, player: playerId, kind: kindOf(playerId) }));
    const contributions = table.seats.flatMap(({ seat, entropy }) => (entropy === null ? [] : [{ seat, entropy }]));
    const { delaySeconds } = table;
    const access = {
      private: table.visibility === 'private',
      spectators: table.spectators,
      ...(delaySeconds > 0 ? { delaySeconds } : {}),
    };
    const ruleset = rulesetOf(table);
    const order = await orderOf(table, seats);
    const clock = clockOf(table);
    await startGame({ gameId, tableId: table.id, ruleset, clock, seats, access, order, contributions });
  }

  /** Equal for every caller and attempt: the last game has ended, and nobody sits down or stands up. */
  async function orderOf(table: TableRow, seats: GameSetup['seats']): Promise<readonly Seat[] | undefined> {
    const lastGameId = table.pastGameIds.at(-1);
    if (!table.keepClasses || lastGameId === undefined) return undefined;
    const last = await states.fresh(lastGameId);
    return last === null ? undefined : keptOrder(rulesetOf(table), last.board, seats);
  }
}
