/** Tables and seats by the names of what people do; each is one call of the contract. */
import type { Answer, Asked, Call } from './call.ts';
import type { Table } from './contract.ts';
import { randomEntropy } from './random.ts';

interface Options {
  readonly signal?: AbortSignal;
}

export interface SitOptions extends Options {
  /** The table's invite code, for a private one. */
  readonly invite?: string;
  /** What is added to the chance of the game; 128 random bits unless given (docs/FAIRNESS.md). */
  readonly entropy?: string;
}

export interface Lobby {
  /** Opens a table, whose host this player is from then on. */
  open(table?: Asked<'createTable'>['body'], options?: Options): Promise<Table>;
  sit(tableId: string, options?: SitOptions): Promise<Table>;
  stand(tableId: string, options?: Options): Promise<void>;
  ready(tableId: string, ready: boolean, options?: Options): Promise<Table>;
  /** Seats a built-in bot. */
  addBot(tableId: string, level: 'random' | 'greedy', options?: Options): Promise<Table>;
  /** Invites a bot account, which has two minutes to accept. */
  invite(tableId: string, playerId: string, options?: Options): Promise<Table>;
  /** May be repeated: there is one game. @returns the table, with the `gameId` */
  start(tableId: string, options?: Options): Promise<Answer<'startTable'>>;
  rematch(tableId: string, options?: Options): Promise<Table>;
  end(tableId: string, options?: Options): Promise<Table>;
}

export function createLobby(call: Call): Lobby {
  const at = (tableId: string) => ({ path: { tableId } });
  return {
    open: (body = {}, options) => call('createTable', { body, ...options }),
    sit: (tableId, { invite, entropy = randomEntropy(), signal } = {}) =>
      call('takeSeat', { ...at(tableId), body: { entropy, ...(invite === undefined ? {} : { invite }) }, signal }),
    stand: (tableId, options) => call('leaveSeat', { ...at(tableId), ...options }),
    ready: (tableId, ready, options) => call('setReady', { ...at(tableId), body: { ready }, ...options }),
    addBot: (tableId, level, options) =>
      call('seatBot', { ...at(tableId), body: { kind: 'builtIn', level }, ...options }),
    invite: (tableId, playerId, options) =>
      call('seatBot', { ...at(tableId), body: { kind: 'remote', playerId }, ...options }),
    start: (tableId, options) => call('startTable', { ...at(tableId), ...options }),
    rematch: (tableId, options) => call('rematch', { ...at(tableId), ...options }),
    end: (tableId, options) => call('endTable', { ...at(tableId), ...options }),
  };
}
