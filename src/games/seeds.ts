/** Seeds of games to come: made and committed to before anybody can sit, sealed in the database, opened by the street alone. */

import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { randomOf } from '../fairness/random.ts';
import { commitmentTo, newSeed, type Seed } from '../fairness/seed.ts';
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import type { Entropy, Vault } from '../ports/system.ts';
import type { Random } from '../rules/context.ts';
import type { View } from '../rules/view.ts';

export interface Seeds {
  /**
   * Makes and stores the seed of a coming game.
   *
   * @param tx the transaction to which it belongs, if any
   * @returns the SHA-256 commitment, hex
   */
  prepare(gameId: string, tx?: Prisma.TransactionClient): Promise<{ readonly commitment: string }>;
  /** @returns the commitment made earlier, `null` when there is none */
  commitment(gameId: string): Promise<string | null>;
  /** Chance for one decision of a game, from the beginning at each call; the seed itself stays in this file until the end. */
  chance(gameId: string): Promise<() => Random>;
  /** Takes over the seed of a game that was played elsewhere and is over. May be repeated. */
  adopt(gameId: string, seed: Seed): Promise<void>;
  /**
   * The seed of a game that is over, for everybody who may see the game (promise 4).
   *
   * @returns hexadecimal; `null` while the game is not over
   */
  reveal(game: { readonly board: Pick<View, 'gameId' | 'phase'> }): Promise<string | null>;
}

const MOST_OPEN = 10_000;

interface Needs {
  readonly prisma: PrismaClient;
  readonly vault: Vault;
  readonly entropy: Entropy;
  /** Makes deals reproducible and thus worthless: demo and tests only. */
  readonly demoSeed?: string | undefined;
}

export function createSeeds({ prisma, vault, entropy, demoSeed }: Needs): Seeds {
  let prepared = 0;
  const opened = new LRUCache<string, Seed>({ max: MOST_OPEN });

  async function open(gameId: string): Promise<Seed> {
    const row = await prisma.gameSeed.findUnique({ where: { gameId }, select: { sealed: true } });
    if (row === null) throw new Error(`game ${gameId} has no seed`);
    return vault.open(row.sealed);
  }

  return {
    async prepare(gameId, tx = prisma) {
      const seed = demoSeed === undefined ? newSeed(entropy) : knownSeed(demoSeed, prepared++);
      const commitment = commitmentTo(seed, gameId);
      await tx.gameSeed.create({ data: { gameId, sealed: Buffer.from(vault.seal(seed)), commitment } });
      return { commitment };
    },

    async commitment(gameId) {
      const row = await prisma.gameSeed.findUnique({ where: { gameId }, select: { commitment: true } });
      return row?.commitment ?? null;
    },

    async chance(gameId) {
      const seed = opened.get(gameId) ?? (await open(gameId));
      opened.set(gameId, seed);
      return () => randomOf(seed);
    },

    async adopt(gameId, seed) {
      const data = { gameId, sealed: Buffer.from(vault.seal(seed)), commitment: commitmentTo(seed, gameId) };
      await prisma.gameSeed.createMany({ data: [data], skipDuplicates: true });
    },

    async reveal({ board: { gameId, phase } }) {
      return phase === 'ended' ? Buffer.from(await open(gameId)).toString('hex') : null;
    },
  };
}

/** The n-th game of a demo: the same seed for the same words, and so no secret at all. */
function knownSeed(demoSeed: string, ordinal: number): Seed {
  return createHash('sha256').update(`dalmuti demo\n${ordinal}\n${demoSeed}`).digest();
}
