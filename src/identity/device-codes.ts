/** How a guest comes in on a second device: a short code that is good once and for ten minutes. */
import { createHmac } from 'node:crypto';
import { v7 } from 'uuid';
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { problem } from '../http/problem.ts';
import type { Entropy, SystemClock } from '../ports/system.ts';

export interface DeviceCode {
  /** Eight characters. */
  readonly code: string;
  /** RFC 3339. */
  readonly expiresAt: string;
}

export interface DeviceCodes {
  /** Of too many open codes of one player the oldest ends. */
  make(playerId: string): Promise<DeviceCode>;
  /**
   * The code is good no longer once the transaction is committed.
   *
   * @param code as somebody typed it: small letters, blanks and hyphens do not matter
   * @returns whose code it was
   * @throws Problem `device_code_refused`, whatever is wrong with it
   */
  use(tx: Prisma.TransactionClient, code: string): Promise<string>;
}

interface Needs {
  readonly prisma: PrismaClient;
  readonly clock: SystemClock;
  readonly entropy: Entropy;
  /** The service's own: a code is too short to be hashed without a key. */
  readonly refreshKey: Uint8Array;
}

const MINUTES = 10;
const MOST_OPEN = 3;

/** Crockford's base 32: 5 bits a character, without I, L, O and U. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BYTES = 5;

export function createDeviceCodes({ prisma, clock, entropy, refreshKey }: Needs): DeviceCodes {
  const hashOf = (code: string) =>
    new Uint8Array(createHmac('sha256', refreshKey).update(`device code ${code}`).digest());

  return {
    async make(playerId) {
      const code = spell(entropy(BYTES));
      const createdAt = new Date(clock.now());
      const expiresAt = new Date(clock.now() + MINUTES * 60_000);
      await prisma.$transaction(
        async (tx) => {
          // Locks the player, so that codes made at once are counted one after the other.
          await tx.$queryRaw`SELECT 1 AS one FROM players WHERE id = ${playerId}::uuid FOR UPDATE`;
          const older = await tx.deviceCode.findMany({
            where: { playerId },
            orderBy: { id: 'desc' },
            skip: MOST_OPEN - 1,
          });
          await tx.deviceCode.deleteMany({ where: { id: { in: older.map(({ id }) => id) } } });
          await tx.deviceCode.create({ data: { id: v7(), playerId, hash: hashOf(code), createdAt, expiresAt } });
        },
        { maxWait: 10_000, timeout: 10_000 },
      );
      return { code, expiresAt: expiresAt.toISOString() };
    },

    async use(tx, code) {
      const hash = hashOf(read(code));
      const found = await tx.deviceCode.findUnique({ where: { hash }, include: { player: true } });
      // Of two devices that send it at once, one removes the row.
      const { count } = await tx.deviceCode.deleteMany({ where: { hash, expiresAt: { gt: new Date(clock.now()) } } });
      if (found === null || count === 0 || found.player.erasedAt !== null) throw refused();
      return found.playerId;
    },
  };
}

/** @param bytes five of them, for eight characters */
function spell(bytes: Uint8Array): string {
  const bits = bytes.reduce((all, byte) => (all << 8n) | BigInt(byte), 0n);
  return Array.from({ length: 8 }, (_, at) => LETTERS[Number((bits >> BigInt(35 - 5 * at)) & 31n)]).join('');
}

/** The four letters that no code has are read as what they look like. */
function read(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1').replace(/U/g, 'V');
}

function refused() {
  return problem('device_code_refused', 'The code is wrong, was used, or is older than ten minutes.');
}
