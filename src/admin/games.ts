/** One game as an administrator sees it: what everybody may see, what it waits for, and, if he may, every hand; and its end. */
import { noSuchGame } from '../games/access.ts';
import type { Games } from '../games/games.ts';
import { wireView } from '../games/wire.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Identity } from '../http/identity.ts';
import type { Directory } from '../identity/directory.ts';
import type { Rematches } from '../lobby/rematch.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { SystemClock } from '../ports/system.ts';
import { view as viewOf } from '../rules/dalmuti.ts';
import type { State } from '../rules/state.ts';
import { record } from './audit.ts';
import { type FoundGame, findGames, type GameWake, type GameWish, wakesOf } from './find-games.ts';
import type { Page } from './pages.ts';

export interface InspectedGame {
  readonly id: string;
  readonly tableId: string;
  readonly private: boolean;
  readonly spectators: boolean;
  readonly startedAt: string;
  readonly lastEventAt: string | null;
  readonly wake: GameWake | null;
  /** As a spectator sees it, without the delay that a table may have for spectators. */
  readonly view: object;
  /** What only the seats themselves may see; `null` unless it was asked for. */
  readonly secrets: readonly { readonly seat: number; readonly cards: readonly string[] }[] | null;
}

export interface AdminGames {
  /** @throws Problem `invalid_request` */
  find(wish: GameWish): Promise<Page<FoundGame>>;
  /** @param secrets shows the hands too, once the log tells of it; never the seed. @throws Problem `not_found` */
  inspect(who: Identity, gameId: string, secrets: boolean): Promise<InspectedGame>;
  /** May be repeated. @throws Problem `not_found`, `unavailable` */
  end(who: Identity, gameId: string, reason: string): Promise<InspectedGame>;
}

export interface AdminGamesNeeds {
  readonly prisma: PrismaClient;
  readonly clock: SystemClock;
  readonly log: EventLog;
  readonly directory: Directory;
  readonly games: Games;
  readonly rematches: Rematches;
}

export function createAdminGames(needs: AdminGamesNeeds): AdminGames {
  const { prisma, clock, log, directory, games, rematches } = needs;

  async function show(state: State, secrets: InspectedGame['secrets']): Promise<InspectedGame> {
    const { gameId, tableId, version, seats } = state.board;
    const [last] = await log.read(gameId, version - 1, 1);
    const names = await directory.players(seats.map(({ player }) => player));
    await games.presence.lookAt(gameId);
    const connected = (player: string) => games.presence.isConnected(gameId, player);
    return {
      id: gameId,
      tableId,
      private: state.access.private,
      spectators: state.access.spectators,
      startedAt: state.startedAt,
      lastEventAt: last?.event.at ?? null,
      wake: (await wakesOf(prisma, [gameId])).get(gameId) ?? null,
      view: wireView(viewOf(state, 'spectator'), names, connected, new Date(clock.now()).toISOString()),
      secrets,
    };
  }

  async function read(gameId: string): Promise<State> {
    const state = await games.states.fresh(gameId);
    if (state === null) throw noSuchGame();
    return state;
  }

  return {
    find: (wish) => findGames(prisma, wish),

    async inspect(who, gameId, secrets) {
      const state = await read(gameId);
      if (!secrets) return show(state, null);
      const details = { version: state.board.version };
      await record(prisma, { actor: who.id, action: 'inspectSecrets', subject: gameId, details }, clock.now());
      const hands = state.board.seats.map(({ seat }) => ({ seat, cards: viewOf(state, seat).you?.cards ?? [] }));
      return show(state, hands);
    },

    async end(who, gameId, reason) {
      const state = await read(gameId);
      if (state.board.phase !== 'ended') {
        const act = { actor: who.id, action: 'endGame', subject: gameId, details: { reason } } as const;
        await record(prisma, act, clock.now());
        await games.atTable.endByOperator(gameId);
      }
      await rematches.gameEnded(gameId);
      // Its table has learned of the end, so that the row which is there for that has nothing to say any more.
      return { ...(await show(await read(gameId), null)), wake: null };
    },
  };
}
