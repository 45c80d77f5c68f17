/** Who follows which game just now, on any node: told on a channel of that game, among the nodes that serve it (decision record 0020). */
import type { Bus } from '../ports/bus.ts';
import type { SystemClock } from '../ports/system.ts';
import { createNodes } from './live-nodes.ts';
import { type Announcement, isFrom, readAnnouncement, writeAnnouncement } from './presence-messages.ts';
import { firstKeys, inSlices, SLICE } from './slices.ts';

export interface Presence {
  /** One more stream of a player follows a game on this node; the returned function ends it. */
  join(gameId: string, playerId: string): () => void;
  /** Makes this node know who follows a game that it may not serve. Waits for other nodes' answers for a moment at most, while they may still be under way. */
  lookAt(gameId: string): Promise<void>;
  isConnected(gameId: string, playerId: string): boolean;
  /** All players who follow a game just now, spectators included. */
  followers(gameId: string): readonly string[];
  /** Called when a player's first stream comes or their last one goes, on whichever node. */
  onChange(listener: (gameId: string, playerId: string, connected: boolean) => void): void;
  close(): Promise<void>;
}

/** What another node has said of one game. */
interface OtherNode {
  readonly players: Set<string>;
  /** In milliseconds since 1970. */
  readonly heardAt: number;
}

/** What this node knows of one game. */
interface Game {
  /** Streams of each player on this node. */
  readonly mine: Map<string, number>;
  readonly others: Map<string, OtherNode>;
  /** When this node began to ask others about the game, in milliseconds since 1970. */
  readonly openedAt: number;
  readonly listening: Promise<() => Promise<void>>;
  /** Until when it is kept without a stream of its own, in milliseconds since 1970. */
  watchedUntil: number;
}

/** Of one game, and of one message: a table seats 12, and the rest look on. */
const MAX_PLAYERS = 1_000;
/** Other nodes remembered for one game; further ones are ignored. */
const MAX_NODES = 100;
/** Games that are only looked at, not followed here. */
const MAX_WATCHED = 1_000;
const WATCH_MS = 60_000;
const ANSWER_MS = 100;
/** In so much time each followed game is announced once, in case a message was lost. */
const REPEAT_MS = 60_000;
/** A live node that has not repeated a game for two repeats no longer serves it: its last message was lost. */
const EXPIRE_MS = 2 * REPEAT_MS + 10_000;
const TICK_MS = 1_000;

const channelOf = (gameId: string) => `presence:${gameId}`;

export async function createPresence(bus: Bus, clock: SystemClock, node: string): Promise<Presence> {
  const games = new Map<string, Game>();
  const watched = new Map<string, Game>();
  /** Players whose coming or going is still to be announced. */
  const pending = new Map<string, Set<string>>();
  /** Games of which everything is to be announced. */
  const whole = new Map<string, { asks: boolean }>();
  const listeners: ((gameId: string, playerId: string, connected: boolean) => void)[] = [];
  let flushing = false;
  let repeated: Iterator<string> = games.keys();

  const nodes = await createNodes(bus, clock, node, (lost) =>
    inSlices(games, ([gameId, game]) => forget(gameId, game, lost)),
  );
  const isHere = ({ mine, others }: Game, playerId: string): boolean =>
    mine.has(playerId) || [...others.values()].some(({ players }) => players.has(playerId));

  /** Runs a change and tells the listeners of the players for whom it made a difference. */
  function changing(gameId: string, game: Game, playerIds: Iterable<string>, change: () => void): void {
    const before = [...playerIds].map((playerId) => ({ playerId, was: isHere(game, playerId) }));
    change();
    for (const { playerId, was } of before) {
      if (isHere(game, playerId) === was) continue;
      for (const listener of listeners) listener(gameId, playerId, !was);
    }
  }

  function gameOf(gameId: string): Game {
    const known = games.get(gameId);
    if (known !== undefined) return known;
    const listening = bus.subscribe(channelOf(gameId), (text) => hear(gameId, text));
    const game: Game = { mine: new Map(), others: new Map(), listening, openedAt: clock.now(), watchedUntil: 0 };
    games.set(gameId, game);
    // Only from now on are the answers heard.
    listening.then(
      () => announceWhole(gameId, true),
      () => undefined,
    );
    return game;
  }

  function dropUnused(gameId: string, game: Game): void {
    if (game.mine.size > 0 || game.watchedUntil > clock.now() || games.get(gameId) !== game) return;
    games.delete(gameId);
    watched.delete(gameId);
    game.listening.then((stop) => stop()).catch(() => undefined);
  }

  function hear(gameId: string, text: string): void {
    const game = games.get(gameId);
    const said = isFrom(node, text) ? null : readAnnouncement(text, MAX_PLAYERS);
    if (game === undefined || said === null) return;
    nodes.heard(said.node);
    const known = game.others.get(said.node);
    if (known === undefined && game.others.size >= MAX_NODES) return;
    const old = known?.players ?? new Set<string>();
    const next = said.full ? new Set(said.here) : old;
    changing(gameId, game, new Set([...(said.full ? old : []), ...said.here, ...said.gone]), () => {
      for (const playerId of said.here) if (next.size < MAX_PLAYERS) next.add(playerId);
      for (const playerId of said.gone) next.delete(playerId);
      if (next.size > 0) game.others.set(said.node, { players: next, heardAt: clock.now() });
      else game.others.delete(said.node);
    });
    if (said.asks && game.mine.size > 0) announceWhole(gameId, false);
  }

  function forget(gameId: string, game: Game, lost: string): void {
    const known = game.others.get(lost);
    if (known !== undefined) changing(gameId, game, known.players, () => game.others.delete(lost));
  }

  function announceChange(gameId: string, playerId: string): void {
    const players = pending.get(gameId) ?? new Set();
    pending.set(gameId, players.add(playerId));
    flushSoon();
  }

  function announceWhole(gameId: string, asks: boolean): void {
    whole.set(gameId, { asks: asks || whole.get(gameId)?.asks === true });
    flushSoon();
  }

  /** What comes together in one turn of the event loop goes out in one message for each game. */
  function flushSoon(): void {
    if (flushing) return;
    flushing = true;
    setImmediate(() => {
      flushing = false;
      let left = SLICE;
      for (const gameId of new Set([...firstKeys(whole, SLICE), ...firstKeys(pending, SLICE)])) {
        if (left-- === 0) break;
        say(gameId);
      }
      if (whole.size + pending.size > 0) flushSoon();
    });
  }

  function say(gameId: string): void {
    const mine = games.get(gameId)?.mine ?? new Map<string, number>();
    const all = whole.get(gameId);
    const players = [...(pending.get(gameId) ?? [])];
    whole.delete(gameId);
    pending.delete(gameId);
    const changes =
      all === undefined
        ? { full: false, here: players.filter((one) => mine.has(one)), gone: players.filter((one) => !mine.has(one)) }
        : { full: true, here: [...mine.keys()].slice(0, MAX_PLAYERS), gone: [] };
    publish(gameId, { node, asks: all?.asks ?? false, ...changes });
  }

  const publish = (gameId: string, said: Announcement): void => bus.publish(channelOf(gameId), writeAnnouncement(said));

  /** A part of the games each second: what was lost on the way is repaired, and what is only looked at ends. */
  function tick(): void {
    for (let left = Math.ceil((games.size * TICK_MS) / REPEAT_MS); left > 0; left--) {
      const next = repeated.next();
      const game = next.done ? undefined : games.get(next.value);
      if (next.done) repeated = games.keys();
      if (next.done || game === undefined) continue;
      if (game.mine.size > 0) announceWhole(next.value, false);
      for (const [other, { heardAt }] of game.others) {
        if (clock.now() - heardAt > EXPIRE_MS) forget(next.value, game, other);
      }
    }
    // In the order in which they were looked at last.
    for (const [gameId, game] of watched) {
      if (game.watchedUntil > clock.now()) break;
      watched.delete(gameId);
      dropUnused(gameId, game);
    }
  }

  const stopTicking = clock.every(TICK_MS, tick);
  const stopGaps = bus.onGap(() => inSlices(games, ([gameId]) => announceWhole(gameId, true)));

  return {
    join(gameId, playerId) {
      const game = gameOf(gameId);
      changing(gameId, game, [playerId], () => game.mine.set(playerId, (game.mine.get(playerId) ?? 0) + 1));
      if (game.mine.get(playerId) === 1) announceChange(gameId, playerId);
      let joined = true;
      return () => {
        if (!joined) return;
        joined = false;
        const left = (game.mine.get(playerId) ?? 1) - 1;
        changing(gameId, game, [playerId], () => {
          if (left > 0) game.mine.set(playerId, left);
          else game.mine.delete(playerId);
        });
        if (left > 0) return;
        announceChange(gameId, playerId);
        dropUnused(gameId, game);
      };
    },

    async lookAt(gameId) {
      const game = gameOf(gameId);
      game.watchedUntil = clock.now() + WATCH_MS;
      watched.delete(gameId);
      watched.set(gameId, game);
      const [oldest] = watched;
      if (watched.size > MAX_WATCHED && oldest !== undefined) {
        oldest[1].watchedUntil = 0;
        watched.delete(oldest[0]);
        dropUnused(...oldest);
      }
      if (nodes.count() === 0 || clock.now() - game.openedAt >= ANSWER_MS) return;
      await game.listening;
      await new Promise<void>((resolve) => clock.after(ANSWER_MS, resolve));
    },

    isConnected(gameId, playerId) {
      const game = games.get(gameId);
      return game !== undefined && isHere(game, playerId);
    },

    followers(gameId) {
      const game = games.get(gameId);
      if (game === undefined) return [];
      return [...new Set([...game.mine.keys(), ...[...game.others.values()].flatMap(({ players }) => [...players])])];
    },

    onChange: (listener) => listeners.push(listener),

    async close() {
      stopTicking();
      stopGaps();
      nodes.close();
      const all = [...games.values()];
      games.clear();
      await Promise.all(all.map(async ({ listening }) => (await listening)()));
    },
  };
}
