/** The door of `dalmuti/client`: everything that a program needs to play, watch, or gather a table; without any dependency. */
import { advance, legal } from '../rules/dalmuti.ts';
import { type Call, createCall } from './call.ts';
import type { Sent, StreamOptions } from './carrier.ts';
import { channel } from './channel.ts';
import type { Inbox, Table, TableSummary } from './contract.ts';
import { afterFrame, fromSnapshot, type GameView } from './game-view.ts';
import { createLobby, type Lobby } from './lobby.ts';
import { browserStore, memoryStore } from './login-store.ts';
import type { Turn } from './questions.ts';
import { randomEntropy } from './random.ts';
import { Refused, StreamEnded, TopicEnded } from './refused.ts';
import { openStream, type SendOptions, type StateName } from './stream.ts';
import { loginAsGuest, resumeLogin } from './tokens.ts';
import type { GameChange, State } from './topics.ts';
import { type TurnsOptions, turnsOf } from './turns.ts';
import type { WireCommand } from './wire.ts';

export type { Card, Cards, Rank } from '../rules/cards.ts';
export type { Command } from '../rules/commands.ts';
export type { View, You } from '../rules/view.ts';
export type { Answer, Asked, Call, CallName } from './call.ts';
export type { Socket, SocketConstructor } from './connection.ts';
export type * as contract from './contract.ts';
export type { Fetch } from './http.ts';
export type { Lobby, SitOptions } from './lobby.ts';
export type { KeptLogin, LoginStore } from './login-store.ts';
export type { Status, StatusListener } from './status.ts';
export type { Login, LoginOptions, TokenSource } from './tokens.ts';
export type { WireEvent, WireView } from './wire.ts';
export type { GameChange, GameView, SendOptions, Sent, Turn, TurnsOptions };
export {
  advance,
  afterFrame,
  browserStore,
  fromSnapshot,
  legal,
  loginAsGuest,
  memoryStore,
  Refused,
  randomEntropy,
  resumeLogin,
  StreamEnded,
  TopicEnded,
};

export interface ClientOptions extends StreamOptions {
  /** Closes the client when it is aborted. */
  readonly signal?: AbortSignal;
}

/** One state of a game, and what it came from. */
export interface GameUpdate {
  readonly game: GameView;
  /** The events of one command, or who came and went; `null` when the game is told whole, at first and after long absence. */
  readonly change: GameChange;
}

interface Until {
  /** Ends the loop with its reason. */
  readonly signal?: AbortSignal;
}

export interface TableFilter {
  /** `open` unless given. */
  readonly state?: 'open' | 'playing';
  readonly preset?: string;
}

export interface Client {
  /** Any call of the contract, by its `operationId`. */
  readonly call: Call;
  readonly lobby: Lobby;
  /** A bot's loop: accepts invitations, follows every game of this player, and gives each question once. */
  turns(options?: TurnsOptions): AsyncIterableIterator<Turn>;
  /** A game as this player sees it, at every change, to its end. */
  follow(gameId: string, until?: Until): AsyncIterableIterator<GameUpdate>;
  /** All that concerns this player, whole, at every change. */
  inbox(until?: Until): AsyncIterableIterator<Inbox>;
  /** A table, whole, at every change. */
  table(tableId: string, until?: Until): AsyncIterableIterator<Table>;
  /** Public tables, the whole list at every change, newest first. */
  tables(filter?: TableFilter & Until): AsyncIterableIterator<readonly TableSummary[]>;
  /** A command, under one key until it is known what became of it; for what answers no question, such as `leave`. */
  send(gameId: string, command: WireCommand, options?: SendOptions): Promise<Sent>;
  close(): void;
  /** Resolves with the reason when the stream is over for good: closed, revoked, replaced. */
  readonly ended: Promise<string>;
}

/** A program in JavaScript may pass a variable of its environment that is not set. @throws TypeError */
function mustHaveToken(token: unknown): void {
  if (typeof token === 'function' || (typeof token === 'string' && token.trim() !== '')) return;
  throw new TypeError(
    "`token` is missing. Pass a bot's token (is BOT_TOKEN set?), or the `token` of loginAsGuest or resumeLogin.",
  );
}

/**
 * Opens a stream to the service, over which everything goes; it comes back by itself whenever it may.
 * @throws TypeError without a token
 */
export function createClient(options: ClientOptions): Client {
  const { base, token, fetch, signal } = options;
  mustHaveToken(token);
  const stream = openStream(options);
  const call = createCall(base, token, fetch === undefined ? {} : { fetch });
  if (signal?.aborted) stream.close();
  signal?.addEventListener('abort', () => stream.close(), { once: true });

  /** What is told whole each time. */
  function states<T>(topic: StateName, pick: (state: State) => T | undefined, until: Until = {}) {
    const states = channel<T>(until.signal, () => stop());
    const stop = stream.watch(
      topic,
      (state) => {
        const picked = pick(state);
        // Who is slow wants the newest only.
        states.drop(() => true);
        if (picked !== undefined) states.put(picked);
      },
      (error) => (error === undefined ? states.end() : states.fail(error)),
    );
    return states;
  }

  return {
    call,
    lobby: createLobby(call),
    turns: (turnsOptions) => turnsOf(stream, call, turnsOptions),
    follow(gameId, until = {}) {
      const updates = channel<GameUpdate>(until.signal, () => stop());
      const stop = stream.follow(
        gameId,
        (game, change) => {
          updates.put({ game, change });
          if (game.view.phase === 'ended') updates.end();
        },
        (error) => (error === undefined ? updates.end() : updates.fail(error)),
      );
      return updates;
    },
    inbox: (until) => states('me', ({ inbox }) => inbox, until),
    table: (tableId, until) => states(`table:${tableId}`, ({ table }) => table, until),
    tables: ({ signal, state, preset } = {}) => {
      const filter = Object.entries({ state, preset }).flatMap(([name, value]) =>
        value === undefined ? [] : `${name}=${value}`,
      );
      const search = filter.length === 0 ? '' : `?${filter.join('&')}`;
      return states(`lobby${search}`, ({ tables }) => tables, signal === undefined ? {} : { signal });
    },
    send: (gameId, command, sendOptions) => stream.send(gameId, command, sendOptions),
    close: () => stream.close(),
    ended: stream.ended,
  };
}
