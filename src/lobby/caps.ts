/** How many games run and how many tables stand open for one host, and for all hosts at one address (docs/OPERATIONS.md). */
import { createHmac } from 'node:crypto';
import type { Config } from '../config/config.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { problem } from '../http/problem.ts';
import type { SystemClock } from '../ports/system.ts';
import type { Transaction } from './rows.ts';

/** Whom a table counts against. */
export interface Origin {
  readonly hostId: string;
  /** A keyed hash of the host's address. */
  readonly address: Uint8Array<ArrayBuffer>;
}

type Limits = Pick<
  Config,
  | 'MAX_GAMES_PER_HOST'
  | 'MAX_BOT_GAMES_PER_HOST'
  | 'MAX_TABLES_PER_HOST'
  | 'MAX_GAMES_PER_ADDRESS'
  | 'MAX_BOT_GAMES_PER_ADDRESS'
  | 'MAX_TABLES_PER_ADDRESS'
>;

export interface CapsDeps {
  readonly config: Limits;
  readonly clock: SystemClock;
  /** Derived from the service's secret. */
  readonly addressKey: Uint8Array;
}

/** What counts now. */
interface Count {
  readonly open: number;
  readonly running: number;
  /** Those of `running` at which no person is seated. */
  readonly botsOnly: number;
}

export interface Caps {
  /** Waiting match tickets of one address: as many as open tables. */
  readonly ticketsPerAddress: number;
  /** @param address as `addressOf` gives it */
  originOf(hostId: string, address: string): Origin;
  /** Before a table opens or opens again. @throws Problem `too_many_tables` */
  mustHaveRoomForTable(tx: Transaction, origin: Origin): Promise<void>;
  /** Before a table plays, or its host waits for a match. @throws Problem `too_many_games` */
  mustHaveRoomForGame(tx: Transaction, origin: Origin, hasPeople: boolean): Promise<void>;
}

/** Enough to tell addresses apart. */
const HASH_BYTES = 16;

/**
 * Each check locks the host and then the address until its transaction ends, so two nodes never exceed a cap together. A
 * transaction that locks a table as well does so first, so that no two wait for each other.
 */
export function createCaps({ config, clock, addressKey }: CapsDeps): Caps {
  async function count(tx: Transaction, column: 'host' | 'address', origin: Origin): Promise<Count> {
    const { hostId, address } = origin;
    const name = column === 'host' ? `host ${hostId}` : `address ${Buffer.from(address).toString('hex')}`;
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
    const now = new Date(clock.now());
    const rows =
      column === 'host'
        ? await tx.lobbyTable.findMany({ where: { hostId, ...counted(now) }, select: shape })
        : await tx.lobbyTable.findMany({ where: { hostAddress: address, ...counted(now) }, select: shape });
    const running = rows.filter(({ state }) => state === 'playing');
    return {
      open: rows.length - running.length,
      running: running.length,
      botsOnly: running.filter(({ seats }) => seats.length === 0).length,
    };
  }

  return {
    ticketsPerAddress: config.MAX_TABLES_PER_ADDRESS,
    originOf(hostId, address) {
      const hash = createHmac('sha256', addressKey).update(address).digest();
      return { hostId, address: new Uint8Array(hash.subarray(0, HASH_BYTES)) };
    },

    async mustHaveRoomForTable(tx, origin) {
      const host = await count(tx, 'host', origin);
      const { MAX_TABLES_PER_HOST: perHost, MAX_TABLES_PER_ADDRESS: perAddress } = config;
      if (host.open >= perHost) throw tooManyTables('You host', host.open, perHost);
      const address = await count(tx, 'address', origin);
      if (address.open >= perAddress) throw tooManyTables('Hosts at your address have', address.open, perAddress);
    },

    async mustHaveRoomForGame(tx, origin, hasPeople) {
      const host = await count(tx, 'host', origin);
      mustFit('You host', host, hasPeople, config.MAX_GAMES_PER_HOST, config.MAX_BOT_GAMES_PER_HOST);
      const address = await count(tx, 'address', origin);
      const { MAX_GAMES_PER_ADDRESS: games, MAX_BOT_GAMES_PER_ADDRESS: botGames } = config;
      mustFit('Hosts at your address have', address, hasPeople, games, botGames);
    },
  };
}

/** An open table that has expired is closed, whatever its row says. */
const counted = (now: Date) => ({
  OR: [{ state: 'playing' }, { state: 'open', OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] }],
});

/** One person's seat is enough to know that people play. */
const shape = {
  state: true,
  seats: { where: { player: { kind: { in: ['guest', 'account'] } } }, select: { seat: true }, take: 1 },
} satisfies Prisma.LobbyTableSelect;

/** @throws Problem `too_many_games` */
function mustFit(who: string, { running, botsOnly }: Count, hasPeople: boolean, games: number, botGames: number): void {
  if (running >= games) {
    const detail = `${who} ${running} running games; the maximum is ${games}.`;
    throw problem('too_many_games', `${detail} Wait until one of them ends, or end it, and repeat this.`);
  }
  if (hasPeople || botsOnly < botGames) return;
  const detail = `${who} ${botsOnly} running games without a person; the maximum is ${botGames}.`;
  throw problem('too_many_games', `${detail} Wait until one of them ends, or seat a person, and repeat this.`);
}

function tooManyTables(who: string, open: number, most: number) {
  const detail = `${who} ${open} open tables; the maximum is ${most}. Close one (POST /v1/tables/{id}/end) and repeat this.`;
  return problem('too_many_tables', detail);
}
