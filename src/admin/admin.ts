/** Keeping order, in one place: what those who have the scope `admin` may do, and the log of what they did. */
import type { FastifyInstance } from 'fastify';
import type { Games } from '../games/games.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Directory } from '../identity/directory.ts';
import type { Lobby } from '../lobby/lobby.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { SystemClock } from '../ports/system.ts';
import { createBans } from './bans.ts';
import { createCloseTable } from './close-table.ts';
import { adminGameRoutes } from './game-routes.ts';
import { createAdminGames } from './games.ts';
import { createGrants } from './grants.ts';
import { adminPlayerRoutes } from './player-routes.ts';

export interface AdminNeeds {
  readonly prisma: PrismaClient;
  readonly clock: SystemClock;
  readonly log: EventLog;
  readonly directory: Directory;
  readonly games: Games;
  readonly lobby: Lobby;
  /** News was written: every node should look at once. */
  readonly spread: () => Promise<void>;
}

export function adminRoutes(app: FastifyInstance, needs: AdminNeeds): void {
  const { lobby, games } = needs;
  const adminGames = createAdminGames({ ...needs, rematches: lobby.rematches });
  const closeTable = createCloseTable({ ...needs, states: games.states, games: adminGames });
  adminGameRoutes(app, adminGames, closeTable);
  const bans = createBans({ ...needs, giveUp: lobby.farewell });
  adminPlayerRoutes(app, { ...needs, bans, grants: createGrants(needs) });
}
