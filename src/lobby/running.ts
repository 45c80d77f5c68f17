/** A table whose game is running: who sits down late, who goes, and its row as a projection of the game (decision 10). */
import { v7 as uuid } from 'uuid';
import type { Handle } from '../games/handle.ts';
import type { States } from '../games/load.ts';
import type { Newcomer, TableSide } from '../games/table-side.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Identity } from '../http/identity.ts';
import { Problem, problem } from '../http/problem.ts';
import type { Bus } from '../ports/bus.ts';
import type { SystemClock } from '../ports/system.ts';
import type { GameEvent } from '../rules/events.ts';
import type { SeatView, View } from '../rules/view.ts';
import { announce } from './announce.ts';
import { builtInName } from './bots.ts';
import { passOnHost } from './host.ts';
import { aboutGame, placesOf, recordEnd } from './record.ts';
import { mustBeHost, mustNotBeRemoved, type Rows, type TableRow, type Transaction } from './rows.ts';
import { type Running as Game, rulesetOf } from './show.ts';

export interface RunningNeeds {
  readonly prisma: PrismaClient;
  readonly rows: Rows;
  readonly bus: Bus;
  readonly clock: SystemClock;
  readonly states: States;
  readonly handle: Handle;
  readonly atTable: TableSide;
}

export type Running = ReturnType<typeof createRunning>;

/** After these somebody else sits at the table than before. */
const CHANGES: ReadonlySet<GameEvent['type']> = new Set([
  'newcomerArrived',
  'newcomersPlaced',
  'playerLeft',
  'seatClosed',
]);

export const changesTable = (events: readonly GameEvent[]): boolean => events.some(({ type }) => CHANGES.has(type));

/** Rows of those who wait for the next hand stand behind all seats. */
export const FIRST_WAITING = 12;

export function createRunning({ prisma, rows, bus, clock, states, handle, atTable }: RunningNeeds) {
  /** Brings the row up to what the game says. May be repeated; a game that is over is not its business. */
  async function project(gameId: string): Promise<void> {
    const found = await rows.ofGame(gameId);
    const board = (await states.fresh(gameId))?.board;
    if (board === undefined || found === null || board.phase === 'ended') return;
    const { table } = await rows.change(found.id, async (tx, before) => {
      if (before.gameId === gameId) await reseat(tx, before, board);
    });
    await recordPlayers(table, board);
    // Should the game have ended meanwhile, its end may have been recorded before this.
    const last = (await states.fresh(gameId))?.board;
    if (last?.phase === 'ended') {
      await recordEnd(prisma, gameId, placesOf(last.seats, last.result?.standings ?? []), clock.now());
    }
    announce(
      bus,
      table,
      board.seats.map(({ player }) => player),
    );
  }

  async function recordPlayers(table: TableRow, { gameId, seats }: View): Promise<void> {
    const now = new Date(clock.now());
    for (const { player: playerId, seat, state } of latestSeats(seats)) {
      const endedAt = state === 'left' ? now : null;
      await prisma.gamePlayer.upsert({
        where: { gameId_playerId: { gameId, playerId } },
        create: { gameId, playerId, seat, ...aboutGame(table), startedAt: now, endedAt },
        update: state === 'left' ? { seat } : { seat, endedAt },
      });
      if (endedAt !== null) {
        await prisma.gamePlayer.updateMany({ where: { gameId, playerId, endedAt: null }, data: { endedAt } });
      }
    }
  }

  const afterwards = async (table: TableRow): Promise<TableRow> => {
    if (table.gameId !== null) await project(table.gameId);
    return (await rows.find(table.id)) ?? table;
  };

  async function join(table: TableRow, newcomer: Newcomer): Promise<void> {
    if (table.gameId === null) throw problem('table_closed', 'The table is closed.');
    try {
      await atTable.join(table.gameId, newcomer);
    } catch (error) {
      throw error instanceof Problem ? refusal(error, rulesetOf(table).players.max) : error;
    }
  }

  async function comeBack(who: Identity, { gameId }: TableRow): Promise<void> {
    if (gameId === null) return;
    const board = (await states.fresh(gameId))?.board;
    const isAway = board?.seats.some(
      ({ player, state, away }) => player === who.id && state !== 'left' && away !== null,
    );
    if (!isAway) return;
    const sender = { kind: 'player', id: who.id } as const;
    try {
      await handle({ gameId, sender, key: uuid(), command: { type: 'comeBack' }, expectedVersion: null });
    } catch (error) {
      // The hand ended meanwhile, and the seat with it, or he is back by another request.
      if (!(error instanceof Problem) || !NOT_THERE.has(error.code)) throw error;
    }
  }

  /** @returns whether he held a seat that he could leave */
  async function leave(gameId: string, playerId: string): Promise<boolean> {
    const sender = { kind: 'player', id: playerId } as const;
    try {
      await handle({ gameId, sender, key: uuid(), command: { type: 'leave' }, expectedVersion: null });
      return true;
    } catch (error) {
      if (!(error instanceof Problem) || !NOT_THERE.has(error.code)) throw error;
      return false;
    }
  }

  /** What the running game lets people do at its table, `null` where none is running. */
  async function game({ state, gameId }: TableRow): Promise<Game | null> {
    const board = state === 'playing' && gameId !== null ? (await states.known(gameId))?.board : undefined;
    if (board === undefined || board.phase === 'ended') return null;
    const present = board.seats.filter(isPresent);
    const away = present.filter((seat) => seat.away !== null);
    return {
      waits: board.phase === 'waiting',
      room: present.length - away.length < board.ruleset.players.max,
      away: new Set(away.map(({ player }) => player)),
    };
  }

  return {
    project,
    leave,

    /**
     * He waits for the next hand; sitting down twice is sitting down once. Whoever is away takes his seat back.
     * @param entropy what he adds to the chance of the game, if he is new in it
     * @throws Problem `table_full`, `forbidden`, `table_closed`
     */
    async sit(who: Identity, table: TableRow, entropy: string | null): Promise<TableRow> {
      mustNotBeRemoved(table, who.id);
      const kind = who.kind === 'bot' || who.kind === 'builtIn' ? who.kind : 'human';
      await join(table, { player: who.id, kind, entropy });
      await comeBack(who, table);
      return afterwards(table);
    },

    /** Leaves the game; what becomes of the hand follows from the ruleset (RULES section 18). @throws Problem `not_seated` */
    async stand(who: Identity, table: TableRow): Promise<TableRow> {
      if (table.gameId === null) throw problem('table_closed', 'The table is closed.');
      if (!(await leave(table.gameId, who.id))) throw problem('not_seated', 'You do not sit at this table.');
      return afterwards(table);
    },

    /** A built-in bot comes in with the next hand. @throws Problem `forbidden`, `table_full`, `table_closed` */
    async seatBuiltIn(who: Identity, table: TableRow, level: 'random' | 'greedy'): Promise<TableRow> {
      mustBeHost(table, who.id);
      const id = uuid();
      await prisma.player.create({
        data: { id, name: builtInName(table.seats.length, level), kind: 'builtIn', level },
      });
      try {
        await join(table, { player: id, kind: 'builtIn', entropy: null });
      } catch (error) {
        await prisma.player.delete({ where: { id } });
        throw error;
      }
      return afterwards(table);
    },

    /** The host ends a game that waits for players. @throws Problem `forbidden`, `table_playing` */
    async end(who: Identity, table: TableRow): Promise<void> {
      mustBeHost(table, who.id);
      if (table.gameId === null) return;
      try {
        await atTable.endByHost(table.gameId);
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'rule_phase') throw error;
        const board = (await states.fresh(table.gameId))?.board;
        if (board?.phase === 'ended') return;
        throw problem('table_playing', error.detail, { gameId: table.gameId });
      }
    },

    /** @throws Problem `table_closed`, `forbidden`, `table_full` where nobody can be invited into the game */
    async mustTakeNewcomers(table: TableRow): Promise<void> {
      const now = await game(table);
      if (now === null) throw problem('table_closed', 'The game is over.');
      const { join, players } = rulesetOf(table);
      if (!join.allowed) throw problem('forbidden', 'The ruleset of this table allows no newcomers.');
      if (!now.room) throw problem('table_full', `All ${players.max} seats are taken or promised.`);
    },

    game,

    /** A node may have died between a game's step and its row. */
    async mend(table: TableRow): Promise<TableRow> {
      const state = table.state === 'playing' && table.gameId !== null ? await states.known(table.gameId) : null;
      if (state === null || state.board.phase === 'ended') return table;
      const held = new Set(table.seats.map(({ playerId }) => playerId));
      const present = state.board.seats.filter(isPresent);
      if (present.length === held.size && present.every(({ player }) => held.has(player))) return table;
      return afterwards(table);
    },
  };
}

/** The rules' and the games' words for somebody who holds no seat, or has left it. */
const NOT_THERE: ReadonlySet<string> = new Set(['rule_player', 'rule_phase', 'not_found']);

function refusal(error: Problem, max: number): Problem {
  switch (error.code) {
    case 'rule_table_full':
      return problem('table_full', `All ${max} seats are taken or promised.`);
    case 'rule_option_off':
      return problem('forbidden', error.detail);
    case 'rule_phase':
      return problem('table_closed', 'The game is over.');
    default:
      return error;
  }
}

const isPresent = ({ state }: SeatView): boolean => state !== 'left';

/** Of each player the seat that he came to last. */
function latestSeats(seats: readonly SeatView[]): readonly SeatView[] {
  return [...new Map(seats.map((shown) => [shown.player, shown])).values()];
}

/** Seats of the table, not of the game: whoever is in the order keeps his, newcomers take the free ones. */
async function reseat(tx: Transaction, table: TableRow, { seats, order }: View): Promise<void> {
  const present = seats.filter(isPresent);
  const ids = new Set(present.map(({ player }) => player));
  const placed = new Set(present.filter(({ seat }) => order.includes(seat)).map(({ player }) => player));
  const tableId = table.id;
  const stay = table.seats.filter(({ playerId, state }) => placed.has(playerId) && state === 'taken');
  const kept = new Set(stay.map(({ playerId }) => playerId));
  const free = Array.from({ length: FIRST_WAITING }, (_, seat) => seat).filter(
    (seat) => !stay.some((one) => one.seat === seat),
  );
  const come = [...placed].filter((player) => !kept.has(player));
  const wait = [...ids].filter((player) => !placed.has(player));
  const rows = [
    ...stay.map(({ seat, playerId }) => ({ seat, playerId, state: 'taken' })),
    ...come.map((playerId, index) => ({ seat: free[index] ?? FIRST_WAITING + index, playerId, state: 'taken' })),
    ...wait.map((playerId, index) => ({ seat: FIRST_WAITING + come.length + index, playerId, state: 'waiting' })),
  ];
  await tx.tableSeat.deleteMany({ where: { tableId } });
  await tx.tableSeat.createMany({ data: rows.map((row) => ({ tableId, ready: true, ...row })) });
  await passOnHostOf(tx, table, seats, present);
}

/** A host who has left the game hands the table to the person on the lowest seat; one who only hosts it keeps it. */
async function passOnHostOf(
  tx: Transaction,
  table: TableRow,
  seats: readonly SeatView[],
  present: readonly SeatView[],
): Promise<void> {
  const played = seats.some(({ player }) => player === table.hostId);
  const there = present.filter(({ away }) => away !== 'left').map(({ player }) => player);
  const people = present.filter(({ kind, away }) => kind === 'human' && away !== 'left');
  if (played && people.length > 0 && !there.includes(table.hostId)) await passOnHost(tx, table, there);
}
