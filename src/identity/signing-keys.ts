/** The keys that sign access tokens: made once, shared by all nodes through the database, replaced without logging anybody out. */
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { v7 } from 'uuid';
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import type { SystemClock, Vault } from '../ports/system.ts';

export interface SigningKeys {
  /** The newest key, with which tokens are signed. */
  current(): Promise<{ readonly kid: string; readonly key: CryptoKey }>;
  /** @returns `null` when no key has this name */
  find(kid: string): Promise<CryptoKey | null>;
  /** RFC 7517: whatever may still verify a living token. */
  jwks(): Promise<{ readonly keys: readonly PublicJwk[] }>;
  /** Makes a new key; the old ones sign no more but verify on. @returns the new key's name */
  rotate(): Promise<string>;
  /** Newest first; nothing secret. */
  list(): Promise<readonly KeyDates[]>;
}

export interface KeyDates {
  readonly kid: string;
  readonly createdAt: Date;
  /** `null` for the one that signs. */
  readonly retiredAt: Date | null;
  /** When tokens that it signed are good no longer, `null` for the one that signs. */
  readonly endsAt: Date | null;
}

export interface PublicJwk {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: 'EdDSA';
}

interface Needs {
  readonly prisma: PrismaClient;
  readonly vault: Vault;
  readonly clock: SystemClock;
}

interface Loaded {
  readonly at: number;
  readonly keys: readonly Key[];
}

interface Key {
  readonly kid: string;
  readonly jwk: PublicJwk;
  readonly public: CryptoKey;
  readonly sealed: Uint8Array;
  readonly retiredAt: Date | null;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Other nodes' rotations are noticed within this: until then they sign with the key that they know. */
const FRESH_MS = 10 * MINUTE_MS;
/** An unknown key id costs at most one look into the database in this time. */
const LOOK_MS = 2_000;
const ROTATE_AFTER_MS = 90 * DAY_MS;
/** No access token lives longer than a day. */
export const VERIFIES_FOR_MS = 2 * DAY_MS;
/** Nodes that make keys wait for each other here: any number that is nobody else's. */
const LOCK = 7_270_736_901;

export function createSigningKeys({ prisma, vault, clock }: Needs): SigningKeys {
  let loading: Promise<Loaded> | null = null;
  let signing: { readonly kid: string; readonly key: Promise<CryptoKey> } | null = null;

  async function read(): Promise<Loaded> {
    await makeUnless((newest) => clock.now() - newest.createdAt.getTime() < ROTATE_AFTER_MS);
    const rows = await prisma.signingKey.findMany({
      where: { OR: [{ retiredAt: null }, { retiredAt: { gt: new Date(clock.now() - VERIFIES_FOR_MS) } }] },
      orderBy: { createdAt: 'desc' },
    });
    const keys = await Promise.all(
      rows.map(async ({ kid, publicJwk, sealedPrivate, retiredAt }): Promise<Key> => {
        const jwk = publicJwkOf(kid, publicJwk);
        return { kid, jwk, public: await importKey({ ...jwk }), sealed: sealedPrivate, retiredAt };
      }),
    );
    return { at: clock.now(), keys };
  }

  /** @param oldestMs how old the answer may be */
  async function load(oldestMs: number): Promise<Loaded> {
    const known = await loading?.catch(() => null);
    if (known !== null && known !== undefined && clock.now() - known.at < oldestMs) return known;
    loading = read();
    return loading;
  }

  /** Under a lock of the database, so that nodes that start together make one key. */
  async function makeUnless(isFresh: (newest: { readonly createdAt: Date }) => boolean): Promise<void> {
    const newest = await newestOf(prisma);
    if (newest !== null && isFresh(newest)) return;
    const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
    const { d, ...open } = await exportJWK(pair.privateKey);
    const kid = v7();
    const publicJwk = { ...publicJwkOf(kid, open) };
    const sealedPrivate = new Uint8Array(vault.seal(Buffer.from(JSON.stringify({ ...publicJwk, d }))));
    await prisma.$transaction(
      async (tx) => {
        await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK}::bigint)`;
        const after = await newestOf(tx);
        if (after !== null && after.kid !== newest?.kid) return;
        const now = new Date(clock.now());
        await tx.signingKey.updateMany({ where: { retiredAt: null }, data: { retiredAt: now } });
        await tx.signingKey.create({ data: { kid, publicJwk, sealedPrivate, createdAt: now } });
      },
      { maxWait: 15_000, timeout: 15_000 },
    );
  }

  async function find(kid: string): Promise<CryptoKey | null> {
    const among = ({ keys }: Loaded) => keys.find((key) => key.kid === kid)?.public ?? null;
    return among(await load(FRESH_MS)) ?? among(await load(LOOK_MS));
  }

  return {
    find,
    async current() {
      const { keys } = await load(FRESH_MS);
      const newest = keys.find(({ retiredAt }) => retiredAt === null);
      if (newest === undefined) throw new Error('There is no key to sign with.');
      if (signing?.kid !== newest.kid) signing = { kid: newest.kid, key: openPrivate(vault, newest.sealed) };
      return { kid: newest.kid, key: await signing.key };
    },
    async jwks() {
      // Whoever verifies elsewhere may ask this node for the key that another node has just made.
      const { keys } = await load(LOOK_MS);
      return { keys: keys.map(({ jwk }) => jwk) };
    },
    async rotate() {
      await makeUnless(() => false);
      const { keys } = await load(0);
      const newest = keys.find(({ retiredAt }) => retiredAt === null);
      if (newest === undefined) throw new Error('The new key is not there.');
      return newest.kid;
    },
    async list() {
      const rows = await prisma.signingKey.findMany({
        select: { kid: true, createdAt: true, retiredAt: true },
        orderBy: { createdAt: 'desc' },
      });
      return rows.map((row) => ({
        ...row,
        endsAt: row.retiredAt === null ? null : new Date(row.retiredAt.getTime() + VERIFIES_FOR_MS),
      }));
    },
  };
}

function newestOf(prisma: Prisma.TransactionClient) {
  return prisma.signingKey.findFirst({ where: { retiredAt: null }, orderBy: { createdAt: 'desc' } });
}

/** @throws Error when the key was sealed with another DALMUTI_SECRET */
async function openPrivate(vault: Vault, sealed: Uint8Array): Promise<CryptoKey> {
  const jwk: JWK = JSON.parse(Buffer.from(vault.open(sealed)).toString());
  return importKey(jwk);
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'EdDSA');
  if (key instanceof Uint8Array) throw new Error('A signing key is not a key pair.');
  return key;
}

function publicJwkOf(kid: string, stored: unknown): PublicJwk {
  const { kty, crv, x } = (stored ?? {}) as JWK;
  if (kty !== 'OKP' || crv === undefined || x === undefined)
    throw new Error(`The key ${kid} is not of the kind EdDSA.`);
  return { kty, crv, x, kid, use: 'sig', alg: 'EdDSA' };
}
