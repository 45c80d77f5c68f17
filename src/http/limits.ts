/** The named limits: generous for people and bots, tight for floods. They stand in the contract and in `welcome`. */
import type { Limit } from './problem.ts';

export interface LimitRule extends Limit {
  /** Whose requests are counted together: an owner's are those of the player and of all their bots. A request without a token is counted by address. */
  readonly per: 'player' | 'owner' | 'address';
}

function rule(name: string, quota: number, windowSeconds: number, per: LimitRule['per']): LimitRule {
  return { name, quota, windowSeconds, per };
}

export const LIMITS = {
  /** Everything that comes from an address, whoever sends it: the bound for who has very many players, or none. */
  address: rule('address', 12_000, 60, 'address'),
  /** Tokens that are none of ours; beyond it no token of the address is looked at. */
  failures: rule('failures', 120, 60, 'address'),
  guests: rule('guests', 60, 60, 'address'),
  tokens: rule('tokens', 60, 60, 'address'),
  bots: rule('bots', 30, 60, 'player'),
  lobby: rule('lobby', 120, 60, 'player'),
  reads: rule('reads', 600, 60, 'player'),
  /** Whole documents of games that are over. */
  replays: rule('replays', 60, 60, 'player'),
  commands: rule('commands', 300, 10, 'player'),
  /** What one player, and one address, can add to the database in an hour (docs/OPERATIONS.md): commands to games, */
  moves: rule('moves', 8000, 3600, 'owner'),
  addressMoves: rule('addressMoves', 48_000, 3600, 'address'),
  /** calls that change the lobby or bot accounts, */
  changes: rule('changes', 1200, 3600, 'owner'),
  addressChanges: rule('addressChanges', 6000, 3600, 'address'),
  /** and tables that are opened or opened again, and matches that are asked for. */
  tables: rule('tables', 120, 3600, 'owner'),
  addressTables: rule('addressTables', 600, 3600, 'address'),
  admin: rule('admin', 300, 60, 'player'),
  /** Sockets that are opened, before anybody has said who he is; beyond it they are closed (4029). */
  handshakes: rule('handshakes', 600, 60, 'address'),
  /** Sockets that a player opens; beyond it they are closed (4029). */
  connect: rule('connect', 60, 60, 'player'),
  /** Beginning to follow, by socket or server-sent events; apart from commands, so that resuming never eats them. */
  subscribe: rule('subscribe', 600, 60, 'player'),
  /** Frames of whatever kind on sockets; beyond it the socket is closed (4029). */
  frames: rule('frames', 3000, 10, 'player'),
} as const satisfies Record<string, LimitRule>;

export type LimitName = keyof typeof LIMITS;

/** @param factor by which the operator has raised every quota (`RATE_LIMIT_FACTOR`) */
export function limitRule(name: LimitName, factor: number): LimitRule {
  const written: LimitRule = LIMITS[name];
  return { ...written, quota: written.quota * factor };
}

export function limitNames(): readonly LimitName[] {
  return Object.keys(LIMITS) as LimitName[];
}

/** As `welcome` and problems show it. */
export function shown({ name, quota, windowSeconds }: LimitRule): Limit {
  return { name, quota, windowSeconds };
}
