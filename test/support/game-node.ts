/** A node as far as games go: the street and its followers on a test database and bus, without HTTP. */
import { v7 as uuid } from 'uuid';
import { createEventLog } from '../../src/adapters/event-log.ts';
import { createVault, systemClock, systemEntropy } from '../../src/adapters/system.ts';
import { createGames, type Games, type GamesNeeds } from '../../src/games/games.ts';
import type { Patience } from '../../src/games/wake.ts';
import type { Identity } from '../../src/http/identity.ts';
import { createDirectory, type Directory } from '../../src/identity/directory.ts';
import type { Bus } from '../../src/ports/bus.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { view } from '../../src/rules/dalmuti.ts';
import { resolveRuleset } from '../../src/rules/resolve-ruleset.ts';
import type { SeatKind } from '../../src/rules/seats.ts';
import type { TestDatabase } from './database.ts';
import { silentLogger } from './logger.ts';

export interface GameNode {
  readonly games: Games;
  readonly log: EventLog;
  readonly directory: Directory;
  close(): Promise<void>;
}

const SECRET = 'a secret that only tests may know, long enough';

/** Bots answer at once; a game that waits for ever is abandoned after a day. */
export const PATIENCE: Patience = { botDelayMs: 0, botGameDelayMs: 0, idleMs: 86_400_000, fraction: () => 0 };

export async function openGameNode(
  database: TestDatabase,
  bus: Bus,
  changes: Partial<GamesNeeds> = {},
): Promise<GameNode> {
  const log = changes.log ?? createEventLog(database);
  const directory = createDirectory(database.prisma);
  const games = await createGames({
    prisma: database.prisma,
    log,
    bus,
    clock: systemClock,
    entropy: systemEntropy,
    vault: createVault(SECRET),
    directory,
    logger: silentLogger(),
    nodeId: uuid(),
    handLimit: 1000,
    botHandLimit: 1000,
    patience: PATIENCE,
    appended: () => undefined,
    ...changes,
  });
  return { games, log, directory, close: () => games.close() };
}

export interface SeatedGame {
  readonly gameId: string;
  readonly players: readonly Identity[];
}

/** Makes players and starts a game of theirs; seats follow the order of the players. */
export async function startedGame(
  database: TestDatabase,
  node: GameNode,
  wanted: {
    players?: number;
    kind?: SeatKind;
    ruleset?: object;
    private?: boolean;
    pauseSeconds?: number;
    turnSeconds?: number | null;
    delaySeconds?: number;
  } = {},
): Promise<SeatedGame> {
  const resolved = resolveRuleset(wanted.ruleset ?? {});
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.faults));
  const players = Array.from({ length: wanted.players ?? 6 }, (_, seat) => identity(`Player ${seat}`));
  await database.prisma.player.createMany({ data: players.map(({ id, name, kind }) => ({ id, name, kind })) });
  const gameId = uuid();
  await node.games.seeds.prepare(gameId);
  await node.games.start({
    gameId,
    tableId: uuid(),
    ruleset: resolved.ruleset,
    clock: {
      turnSeconds: wanted.turnSeconds === undefined ? 30 : wanted.turnSeconds,
      taxSeconds: 45,
      revolutionSeconds: 10,
      placementSeconds: 45,
      pauseSeconds: wanted.pauseSeconds ?? 0,
      graceSeconds: 60,
      bankSeconds: null,
    },
    seats: players.map(({ id }, seat) => ({ seat, player: id, kind: wanted.kind ?? 'human' })),
    access: {
      private: wanted.private ?? false,
      spectators: true,
      ...(wanted.delaySeconds === undefined ? {} : { delaySeconds: wanted.delaySeconds }),
    },
    contributions: [],
  });
  return { gameId, players };
}

export function identity(name: string): Identity {
  return { id: uuid(), name, kind: 'guest', scopes: ['play', 'lobby'], expiresAt: null, tokenId: uuid() };
}

/**
 * Answers one question of a game as whoever is asked: the clock's where nobody is, else the first legal command.
 * @param nodeOf which node a seat's player talks to
 * @returns whether the game goes on
 */
export async function playOn(game: SeatedGame, nodeOf: (seat: number) => GameNode): Promise<boolean> {
  const state = await nodeOf(0).games.states.fresh(game.gameId);
  if (state === null || state.board.phase === 'ended') return false;
  const { asked } = state.board;
  const answers = state.board.awaiting.flatMap((seat) => {
    const [command] = view(state, seat).you?.legal ?? [];
    return command === undefined ? [] : [{ seat, command }];
  });
  const [first] = answers;
  if (first === undefined) {
    const timeout = { sender: { kind: 'clock' }, key: `timeout:${asked}`, command: { type: 'timeout' } } as const;
    await nodeOf(0).games.handle({ ...timeout, gameId: game.gameId, expectedVersion: asked });
    return true;
  }
  const player = game.players[first.seat];
  if (player === undefined) throw new Error(`nobody sits on seat ${first.seat}`);
  await nodeOf(first.seat).games.handle({
    gameId: game.gameId,
    sender: { kind: 'player', id: player.id },
    key: uuid(),
    command: first.command,
    expectedVersion: null,
  });
  return true;
}
