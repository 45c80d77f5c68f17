/** Where a table becomes a game, once, on whichever node (decision 10). */
import type { States } from '../games/load.ts';
import type { Started, StartRequest } from '../games/start.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { problem } from '../http/problem.ts';
import type { Bus } from '../ports/bus.ts';
import type { SystemClock } from '../ports/system.ts';
import type { GameSetup } from '../rules/dalmuti.ts';
import type { Ruleset } from '../rules/ruleset.ts';
import type { Seat, SeatKind } from '../rules/seats.ts';
import { announce } from './announce.ts';
import type { Caps, Origin } from './caps.ts';
import { keptOrder } from './kept-order.ts';
import { aboutGame } from './record.ts';
import { changeTable, mustBeHost, mustBeOpen, readSeen, reseat, type TableRow, type Transaction } from './rows.ts';
import { clockOf, hindrance, rulesetOf, takenSeats } from './show.ts';

export interface StartTableNeeds {
  readonly prisma: PrismaClient;
  readonly bus: Bus;
  readonly clock: SystemClock;
  readonly states: States;
  readonly startGame: (request: StartRequest) => Promise<Started>;
  readonly caps: Caps;
  /** Hands after which a game without a person ends. */
  readonly botHandLimit: number;
}

export interface TableStarted {
  readonly table: TableRow;
  readonly gameId: string;
  /** `false` when the game had begun before. */
  readonly started: boolean;
}

export type StartTable = ReturnType<typeof createStartTable>;

export function createStartTable(needs: StartTableNeeds) {
  const { prisma, bus, clock, states, startGame, caps, botHandLimit } = needs;

  /** The row says who sits where; from the first event on the log does. A crash in between is mended by asking again. */
  async function begin(table: TableRow, gameId: string): Promise<Started> {
    // Once it has begun, the row follows the game: people have come and gone, and its seats are no beginning any more.
    const running = (await states.fresh(gameId))?.board ?? null;
    const started = running === null ? await beginAt(table, gameId) : { version: running.version, started: false };
    const seats = running?.seats ?? table.seats.map(({ seat, playerId }) => ({ seat, player: playerId }));
    await prisma.gamePlayer.createMany({
      data: seats.map(({ seat, player }) => ({
        gameId,
        playerId: player,
        seat,
        ...aboutGame(table),
        startedAt: new Date(clock.now()),
      })),
      skipDuplicates: true,
    });
    return started;
  }

  async function beginAt(table: TableRow, gameId: string): Promise<Started> {
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
    return startGame({
      gameId,
      tableId: table.id,
      ruleset,
      clock: clockOf(table),
      seats,
      access,
      order,
      contributions,
    });
  }

  /** The same whoever asks and however often: the last game has ended, and nobody sits down or stands up. */
  async function orderOf(table: TableRow, seats: GameSetup['seats']): Promise<readonly Seat[] | undefined> {
    const lastGameId = table.pastGameIds.at(-1);
    if (!table.keepClasses || lastGameId === undefined) return undefined;
    const last = await states.fresh(lastGameId);
    return last === null ? undefined : keptOrder(rulesetOf(table), last.board, seats);
  }

  return {
    /**
     * May be repeated.
     * @throws Problem `forbidden`, `too_few_players`, `not_ready`, `table_closed`, `too_many_games`, `ruleset_refused`
     */
    async start(origin: Origin, tableId: string): Promise<TableStarted> {
      const seen = await readSeen(prisma, tableId, clock.now(), { playerId: origin.hostId });
      mustBeHost(seen, origin.hostId);
      const table = seen.state === 'playing' ? seen : await freeze(origin, tableId);
      const { gameId } = table;
      if (gameId === null) throw problem('table_closed', 'The table is closed.');
      const { started } = await begin(table, gameId);
      announce(bus, table);
      return { table, gameId, started };
    },

    /** Begins the game of a table that plays, unless it has begun; tells nobody. May be repeated. */
    async begin(table: TableRow): Promise<void> {
      if (table.gameId !== null) await begin(table, table.gameId);
    },

    /** A table that says it plays while its game has no event yet: a node died between the two. */
    async mend(table: TableRow): Promise<void> {
      if (table.state !== 'playing' || table.gameId === null) return;
      if ((await states.known(table.gameId)) !== null) return;
      await begin(table, table.gameId);
      announce(bus, table);
    },
  };

  /** From now on no player sits down or stands up: gaps close, open invitations lapse, the coming game is the running one. */
  async function freeze(origin: Origin, tableId: string): Promise<TableRow> {
    const { table, result: uninvited } = await changeTable(prisma, tableId, clock.now(), async (tx, before) => {
      mustBeHost(before, origin.hostId);
      if (before.state === 'playing') return [];
      mustBeOpen(before);
      const why = hindrance(before);
      if (why !== null) throw problem(why, WHY[why]);
      const people = await peopleAmong(tx, before);
      if (people === 0) mustEndWithin(rulesetOf(before), botHandLimit);
      await caps.mustHaveRoomForGame(tx, origin, people > 0);
      await tx.invitation.updateMany({ where: { tableId, state: 'open' }, data: { state: 'lapsed' } });
      const sitters = takenSeats(before).map(({ playerId, entropy }) => ({ playerId, ready: true, entropy }));
      await reseat(tx, tableId, sitters);
      const { address: hostAddress } = origin;
      const data = { state: 'playing', gameId: before.nextGameId, nextGameId: null, hostAddress };
      await tx.lobbyTable.update({ where: { id: tableId }, data });
      return before.invitations.map(({ forId }) => forId);
    });
    announce(bus, table, uninvited);
    return table;
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

const WHY = {
  too_few_players: 'Fewer people are seated than the ruleset asks for.',
  not_ready: 'Somebody has not said yet that he is ready.',
} as const;
