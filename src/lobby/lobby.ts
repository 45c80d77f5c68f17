/** The lobby in one place: tables and all that happens at them, with what the routes and topics need of it. */
import type { FastifyBaseLogger } from 'fastify';
import type { Games } from '../games/games.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Identity } from '../http/identity.ts';
import type { Directory } from '../identity/directory.ts';
import type { Bus } from '../ports/bus.ts';
import type { SystemClock } from '../ports/system.ts';
import type { TopicKind } from '../streams/topics.ts';
import { createBegin } from './begin.ts';
import { createTableBots, type TableBots } from './bots.ts';
import { type Caps, type CapsDeps, createCaps } from './caps.ts';
import { createFarewell, type Farewell } from './farewell.ts';
import { createGapRefresh } from './gap-refresh.ts';
import { createInbox, type ReadInbox } from './inbox.ts';
import { createInvitations, type Invitations } from './invitations.ts';
import { createList, type ListWish, nextLapse } from './list.ts';
import { createLobbyTopic } from './lobby-topic.ts';
import { createMatchmaking, type Matchmaking } from './matchmaking/matchmaking.ts';
import { createRematches, type Rematches } from './rematch.ts';
import { createRows, type TableRow } from './rows.ts';
import { createRunning, type Running } from './running.ts';
import type { WireTable, WireTableSummary } from './schemas.ts';
import { playersOf, showTable, summarise } from './show.ts';
import { createStartTable, type StartTable } from './start.ts';
import { createTables, type Tables } from './tables.ts';
import { createInboxTopic, createTableTopic } from './topics.ts';

export interface Lobby {
  readonly tables: Tables;
  readonly originOf: Caps['originOf'];
  readonly bots: TableBots;
  readonly invitations: Invitations;
  readonly start: StartTable;
  readonly rematches: Rematches;
  readonly running: Running;
  readonly matchmaking: Matchmaking;
  readonly readInbox: ReadInbox;
  readonly farewell: Farewell;
  readonly topics: { readonly table: TopicKind; readonly lobby: TopicKind; readonly me: TopicKind };
  /** A row as one player sees it. */
  show(table: TableRow, viewer: string): Promise<WireTable>;
  list(wish: ListWish): Promise<{ readonly items: readonly WireTableSummary[]; readonly next: string | null }>;
}

export interface LobbyNeeds {
  readonly prisma: PrismaClient;
  readonly bus: Bus;
  readonly clock: SystemClock;
  readonly directory: Directory;
  readonly games: Games;
  readonly logger: FastifyBaseLogger;
  readonly config: CapsDeps['config'] & { readonly MAX_BOT_GAME_HANDS: number };
  readonly addressKey: Uint8Array;
}

/** The list of topic `lobby` ends there; older tables are found by `GET /v1/tables`. */
const MOST_FOLLOWED = 200;

export function createLobby(needs: LobbyNeeds): Lobby {
  const { prisma, bus, clock, directory, games, logger, config } = needs;
  const failed = (error: unknown) => logger.warn({ err: error }, 'the lobby could not be read; it will be tried again');
  const caps = createCaps(needs);
  const { states, seeds, start: startGame } = games;
  const begin = createBegin({ prisma, bus, clock, states, startGame });
  const rows = createRows({ prisma, clock, begin });
  const tables = createTables({ prisma, rows, bus, clock, seeds, caps });
  const running = createRunning({ prisma, rows, bus, clock, ...games });
  const invitations = createInvitations({ prisma, rows, bus, clock, running });
  const matchmaking = createMatchmaking({ prisma, bus, clock, seeds, begin, logger, caps });
  const readInbox = createInbox({ prisma, states, directory, clock, matchmaking, begin });
  const readList = createList({ prisma, clock, begin, failed });

  async function show(row: TableRow, viewer: string): Promise<WireTable> {
    // A node of the release before may have stopped between the two steps of a start.
    if (row.state === 'playing' && row.gameId !== null && (await states.known(row.gameId)) === null) await begin(row);
    const table = await running.mend(row);
    const invited = table.hostId === viewer ? await invitations.shownToHost(table) : null;
    const names = await directory.players([...playersOf(table), ...(invited ?? []).map(({ playerId }) => playerId)]);
    const commitment = table.nextGameId === null ? null : await games.seeds.commitment(table.nextGameId);
    if (table.gameId !== null) await games.presence.lookAt(table.gameId);
    const followers = table.gameId === null ? [] : games.presence.followers(table.gameId);
    return showTable(table, viewer, { names, commitment, invited, followers, game: await running.game(table) });
  }

  const readTable = async (who: Identity, id: string) => show(await tables.seen(id, { playerId: who.id }), who.id);
  async function list(wish: ListWish) {
    const page = await readList(wish);
    const names = await directory.players(page.tables.flatMap(playersOf));
    return { items: page.tables.map((table) => summarise(table, names)), next: page.next };
  }

  const lobbyTopic = createLobbyTopic({
    bus,
    clock,
    failed,
    async newest(filter) {
      // First, so that what lapses meanwhile is looked at again.
      const lapsesAt = await nextLapse(prisma, clock, filter);
      return { tables: (await list({ ...filter, limit: MOST_FOLLOWED })).items, lapsesAt };
    },
  });
  const { followers } = matchmaking;
  const gapRefresh = createGapRefresh(bus);
  const topics = { bus, gapRefresh, games: games.follow, clock, followers, readInbox, readTable, failed };

  return {
    tables,
    originOf: caps.originOf,
    bots: createTableBots({ rows, bus }),
    invitations,
    start: createStartTable({ rows, bus, begin, caps, botHandLimit: config.MAX_BOT_GAME_HANDS }),
    running,
    rematches: createRematches({ prisma, rows, bus, clock, states, seeds, caps }),
    matchmaking,
    readInbox,
    farewell: createFarewell({ prisma, rows, bus, running }),
    topics: { table: createTableTopic(topics), lobby: lobbyTopic, me: createInboxTopic(topics) },
    show,
    list,
  };
}
