/** A table's row as one player sees it. */
import { type Names, named } from '../games/wire.ts';
import type { Clock } from '../rules/clock.ts';
import type { Ruleset } from '../rules/ruleset.ts';
import { awaitsRematch, isMember, isRemoved, type TableRow } from './rows.ts';
import type { DeclineReason, WireTable, WireTableSummary } from './schemas.ts';

/** An invitation as the table's host is shown it. */
export interface Invited {
  readonly id: string;
  readonly playerId: string;
  readonly state: 'open' | 'declined';
  readonly reason: DeclineReason | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** What a row does not tell. */
export interface Beside {
  readonly names: Names;
  readonly commitment: string | null;
  /** For the host alone; `null` for everybody else. */
  readonly invited: readonly Invited[] | null;
  /** Who follows the running game. */
  readonly followers: readonly string[];
  /** Of the running game; `null` where none is. */
  readonly game: Running | null;
}

/** What a running game lets people do at its table. */
export interface Running {
  /** Whether it waits for players. */
  readonly waits: boolean;
  /** Whether a newcomer finds room: who is away is not counted (R-JOIN-10). */
  readonly room: boolean;
  /** Players whose seats are held for them, and who may take them back. */
  readonly away: ReadonlySet<string>;
}

export function playersOf(table: TableRow): readonly string[] {
  return [table.hostId, ...table.seats.map(({ playerId }) => playerId)];
}

export const rulesetOf = (table: Pick<TableRow, 'ruleset'>) => table.ruleset as unknown as Ruleset;
export const clockOf = (table: Pick<TableRow, 'clock'>) => table.clock as unknown as Clock;

export function showTable(table: TableRow, viewer: string, beside: Beside): WireTable {
  const { names, commitment, followers, invited } = beside;
  const ruleset = rulesetOf(table);
  const member = isMember(table, viewer);
  const seated = new Set(table.seats.map(({ playerId }) => playerId));
  return {
    id: table.id,
    version: table.version,
    name: table.name,
    state: stateOf(table),
    visibility: visibilityOf(table),
    createdAt: table.createdAt.toISOString(),
    expiresAt: table.expiresAt?.toISOString() ?? null,
    host: named(table.hostId, names),
    ruleset,
    clock: clockOf(table),
    seats: Array.from({ length: ruleset.players.max }, (_, seat) => {
      const row = table.seats.find((one) => one.seat === seat);
      if (row === undefined) return { seat, state: 'empty' as const, player: null, ready: false };
      const state = row.state === 'invited' ? ('invited' as const) : ('taken' as const);
      return { seat, state, player: named(row.playerId, names), ready: row.ready };
    }),
    waiting: table.seats.filter(({ state }) => state === 'waiting').map(({ playerId }) => named(playerId, names)),
    spectators: {
      allowed: table.spectators,
      delaySeconds: table.delaySeconds,
      count: followers.filter((id) => !seated.has(id)).length,
    },
    invitations: invited?.map((one) => invitation(one, names)) ?? null,
    keepClasses: table.keepClasses,
    inviteCode: member ? table.inviteCode : null,
    gameId: table.gameId,
    pastGameIds: table.pastGameIds,
    next: table.nextGameId === null || commitment === null ? null : { gameId: table.nextGameId, commitment },
    you: you(table, viewer, beside.game),
  };
}

export function summarise(table: TableRow, names: Names): WireTableSummary {
  const { preset, players } = rulesetOf(table);
  return {
    id: table.id,
    name: table.name,
    state: stateOf(table),
    visibility: visibilityOf(table),
    host: named(table.hostId, names),
    preset,
    players: { ...players, seated: takenSeats(table).length },
    spectators: table.spectators,
    gameId: table.gameId,
    createdAt: table.createdAt.toISOString(),
  };
}

function invitation({ id, playerId, state, reason, createdAt, expiresAt }: Invited, names: Names) {
  const times = { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
  return { id, player: named(playerId, names), state, reason, ...times };
}

export function takenSeats(table: TableRow) {
  return table.seats.filter(({ state }) => state === 'taken');
}

/** Why a start would be refused, `null` when it would not: enough people, and all but the host have said that they are ready. */
export function hindrance(table: TableRow): 'too_few_players' | 'not_ready' | null {
  const taken = takenSeats(table);
  if (taken.length < rulesetOf(table).players.min) return 'too_few_players';
  return taken.every(({ ready, playerId }) => ready || playerId === table.hostId) ? null : 'not_ready';
}

function you(table: TableRow, viewer: string, game: Running | null): WireTable['you'] {
  const seat = table.seats.find(({ playerId }) => playerId === viewer);
  const taken = seat?.state === 'taken' ? seat : undefined;
  const comes = seat?.state === 'waiting';
  const host = table.hostId === viewer;
  const removed = isRemoved(table, viewer);
  const open = table.state === 'open';
  const over = awaitsRematch(table);
  const { players, join } = rulesetOf(table);
  const free = table.seats.length < players.max;
  const joinable = game !== null && join.allowed && game.room;
  const away = game?.away.has(viewer) ?? false;
  const waits = game?.waits ?? false;
  const available = [
    open && !removed && taken === undefined && (free || seat !== undefined) && ('sit' as const),
    (away || (joinable && !removed && taken === undefined && !comes)) && ('sit' as const),
    (open || over || game !== null) && (taken !== undefined || comes) && !away && ('stand' as const),
    open && taken !== undefined && ('ready' as const),
    open && host && hindrance(table) === null && ('start' as const),
    open && host && free && ('invite' as const),
    host && (joinable || (waits && game?.room === true)) && ('invite' as const),
    open && host && table.seats.length > 0 && ('remove' as const),
    over && host && ('rematch' as const),
    (open || over || waits) && host && ('end' as const),
  ].filter((one) => one !== false);
  if (!host && !removed && taken === undefined && !comes && available.length === 0) return null;
  const { ready = false, entropy = null } = taken ?? {};
  return { seat: taken?.seat ?? null, host, ready, entropy, removed, available };
}

function stateOf({ state }: TableRow): WireTable['state'] {
  if (state === 'open' || state === 'playing' || state === 'closed') return state;
  throw new Error(`no table is ${state}`);
}

function visibilityOf({ visibility }: TableRow): WireTable['visibility'] {
  if (visibility === 'public' || visibility === 'unlisted' || visibility === 'private') return visibility;
  throw new Error(`no table is ${visibility}`);
}
