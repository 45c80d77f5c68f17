/** The table of contents: every part of the service, wired by hand in reading order. */
import type { FastifyInstance } from 'fastify';
import { v7 } from 'uuid';
import { adminRoutes } from './admin/admin.ts';
import { chanceFrom } from './bots/chance.ts';
import { createBots } from './bots/runner.ts';
import type { Deps } from './deps.ts';
import { createGames } from './games/games.ts';
import { gameRoutes } from './games/routes.ts';
import { authenticate } from './http/authenticate.ts';
import { cors } from './http/cors.ts';
import { createListen } from './http/failures.ts';
import { limitAddresses, limitRoutes } from './http/hold-to-limits.ts';
import { createLimiter } from './http/limiter.ts';
import { createOpenLines } from './http/open-lines.ts';
import { openapi } from './http/openapi.ts';
import { problems } from './http/problems.ts';
import { createServer } from './http/server.ts';
import { createIdentity } from './identity/identity.ts';
import * as identityRows from './identity/old-rows.ts';
import { removeUnusedGuests } from './identity/unused-guests.ts';
import { createHistories } from './lobby/histories.ts';
import { createLobby } from './lobby/lobby.ts';
import * as lobbyRows from './lobby/old-rows.ts';
import { playerRoutes } from './lobby/player-routes.ts';
import { lobbyRoutes } from './lobby/routes.ts';
import { changesTable } from './lobby/running.ts';
import { TableFilterSchema } from './lobby/schemas.ts';
import { healthRoutes } from './ops/health.ts';
import { pages } from './ops/pages.ts';
import { createRetention } from './ops/retention.ts';
import { replayRoutes } from './replays/routes.ts';
import { registerStreams } from './streams/streams.ts';
import { version } from './version.ts';
import { createDrive } from './wakes/drive.ts';
import { createSweep } from './wakes/sweep.ts';

export interface AppOptions {
  /** Makes deals reproducible: demo and tests only. */
  readonly demoSeed?: string;
}

/** @param deps stay open when the app closes: who made them closes them */
export async function buildApp(deps: Deps, options: AppOptions = {}): Promise<FastifyInstance> {
  const { config, clock, entropy, log, wakes, bus, tally, logger, prisma } = deps;
  const nodeId = v7();
  const app = createServer({
    logger,
    trustProxy: config.TRUST_PROXY,
    origins: config.CORS_ORIGINS,
    counts: config.RATE_LIMITS,
  });

  // Who asks, how often, and what is wrong with it.
  const identity = await createIdentity({ ...deps, giveUp: (playerIds) => lobby.farewell(playerIds) });
  const { directory } = identity;
  const limiter = createLimiter({
    clock,
    counts: config.RATE_LIMITS,
    factor: config.RATE_LIMIT_FACTOR,
    tally,
  });
  const lines = createOpenLines({ counts: config.RATE_LIMITS, factor: config.RATE_LIMIT_FACTOR });
  const listen = createListen(limiter);
  await app.register(problems);
  await app.register(cors, { origins: config.CORS_ORIGINS });
  await app.register(limitAddresses, { limiter });
  await app.register(authenticate, { verify: identity.verify, listen });
  await app.register(limitRoutes, { limiter });
  await app.register(openapi, { version, publicUrl: config.PUBLIC_URL, limits: Object.values(limiter.rules) });
  identity.routes(app);

  const unprojected = (err: unknown) => logger.warn({ err }, 'a table does not show yet who sits at it');
  const chance = chanceFrom(entropy);
  const patience = {
    botDelayMs: config.BOT_DELAY_MS,
    botGameDelayMs: config.BOT_GAME_DELAY_MS,
    idleMs: config.IDLE_DAYS * 86_400_000,
    fraction: () => chance(2 ** 32) / 2 ** 32,
  };

  // The street: a command becomes events, and events reach their viewers.
  const games = await createGames({
    ...deps,
    directory,
    nodeId,
    handLimit: config.HAND_LIMIT,
    botHandLimit: config.MAX_BOT_GAME_HANDS,
    patience,
    demoSeed: options.demoSeed,
    appended(state, events, wake) {
      const { gameId } = state.board;
      sweep.nudge(wake.delayMs, gameId);
      if (changesTable(events)) lobby.running.project(gameId).catch(unprojected);
    },
  });
  const { verify, onRevoked } = identity;
  gameRoutes(app, { games, log, directory, clock, verify, onRevoked, lines });

  // Where people gather, and how a table becomes a game.
  const lobby = createLobby({ ...deps, directory, games });
  lobbyRoutes(app, lobby);
  playerRoutes(app, createHistories({ prisma, directory, clock }));

  // The one WebSocket and server-sent events; features bring the topics.
  await registerStreams(
    app,
    {
      verify,
      verifyTicket: identity.verifyTicket,
      onRevoked,
      listen,
      limiter,
      lines,
      clock,
      logger,
    },
    { topics: { game: games.follow, ...lobby.topics }, lobbyFilter: TableFilterSchema, submit: games.submit },
  );

  // What happens by itself: bots answer, clocks run out, tables learn that their game is over.
  const { handle } = games;
  const playBots = createBots({ handle, level: directory.level, entropy, logger });
  const load = games.states.fresh;
  const drive = createDrive({ load, handle, playBots, wakes, clock, patience });
  const sweep = createSweep({
    wakes,
    clock,
    logger,
    handlers: {
      clock: drive,
      bots: drive,
      ended: async (wake) => {
        await lobby.rematches.gameEnded(wake.gameId);
        await wakes.remove(wake.gameId, wake.version);
      },
    },
  });

  const retention = createRetention({
    prisma,
    clock,
    logger,
    purges: [
      { name: 'expired tables closed', remove: lobbyRows.closeExpiredTables },
      { name: 'tables', remove: lobbyRows.removeClosedTables },
      { name: 'invitations', remove: lobbyRows.removeOldInvitations },
      { name: 'match tickets', remove: lobbyRows.removeSettledTickets },
      { name: 'device codes', remove: identityRows.removeExpiredDeviceCodes },
      { name: 'refresh tokens', remove: identityRows.removeExpiredRefreshTokens },
      { name: 'bot tokens', remove: identityRows.removeRevokedBotTokens },
      { name: 'revocations', remove: identityRows.removeOldNews },
      { name: 'signing keys', remove: identityRows.removeRetiredKeys },
      { name: 'guests', remove: removeUnusedGuests(config.GUEST_DAYS, directory) },
    ],
  });

  replayRoutes(app, { seenBy: games.seenBy, seeds: games.seeds, log, directory, limiter, clock });
  pages(app);
  adminRoutes(app, { prisma, clock, log, directory, games, lobby, spread: identity.spread });
  healthRoutes(app, { prisma, bus, clock });

  app.addHook('onReady', async () => {
    sweep.start();
    retention.start();
    await lobby.matchmaking.start();
  });
  app.addHook('onClose', async () => {
    await lobby.matchmaking.stop();
    await retention.stop();
    await sweep.stop();
    await games.close();
    await identity.close();
  });
  return app;
}
