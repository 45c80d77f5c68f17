/** The public keys of another issuer: found, kept and asked for again, never more often than strangers may make us. */
import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { type IssuerSetting, isSecure } from '../config/config.ts';
import { problem } from '../http/problem.ts';
import type { SystemClock } from '../ports/system.ts';

/** So long keys are believed without asking: a key that was withdrawn is good for no longer. */
const FRESH_MS = 600_000;
/** Unknown keys and failures make at most one attempt in this time. */
const COOLDOWN_MS = 30_000;
const PATIENCE_MS = 5_000;

/** OpenID Connect Discovery 1.0, section 4.2, as far as it is needed. */
const Discovered = z.object({ issuer: z.string(), jwks_uri: z.string().refine(isSecure) });

type Jwks = ReturnType<typeof createRemoteJWKSet>;

/**
 * jose fetches, checks and chooses; when it may fetch is said here, since jose goes by the system's clock and does not
 * wait after a failure.
 *
 * @returns the key of a token's header, for `jwtVerify`. It throws Problem `unavailable` when the issuer has to be asked
 *   and cannot be, and jose's `JWKSNoMatchingKey` when the issuer does not have the key.
 */
export function createIssuerKeys(setting: IssuerSetting, clock: SystemClock): JWTVerifyGetKey {
  let loaded: { readonly at: number; readonly jwks: Jwks } | null = null;
  let failed: { readonly at: number; readonly cause: unknown } | null = null;
  let loading: Promise<Jwks> | null = null;

  async function fetchKeys(): Promise<Jwks> {
    const url = new URL(setting.jwksUri ?? (await discover(setting.issuer)));
    const never = Number.POSITIVE_INFINITY;
    const jwks = createRemoteJWKSet(url, {
      timeoutDuration: PATIENCE_MS,
      cacheMaxAge: never,
      cooldownDuration: never,
    });
    await jwks.reload();
    return jwks;
  }

  async function loadNow(): Promise<Jwks> {
    try {
      const jwks = await fetchKeys();
      loaded = { at: clock.now(), jwks };
      failed = null;
      return jwks;
    } catch (cause) {
      failed = { at: clock.now(), cause };
      throw unreachable(setting, COOLDOWN_MS, cause);
    } finally {
      loading = null;
    }
  }

  /** All who ask meanwhile share one attempt. */
  function load(): Promise<Jwks> {
    if (failed !== null) {
      const leftMs = failed.at + COOLDOWN_MS - clock.now();
      if (leftMs > 0) throw unreachable(setting, leftMs, failed.cause);
    }
    loading ??= loadNow();
    return loading;
  }

  return async (header, token) => {
    const known = loaded !== null && clock.now() - loaded.at < FRESH_MS ? loaded : null;
    const jwks = known?.jwks ?? (await load());
    try {
      return await jwks(header, token);
    } catch (error) {
      const mayAsk = known !== null && clock.now() - known.at >= COOLDOWN_MS;
      if (!(error instanceof errors.JWKSNoMatchingKey) || !mayAsk) throw error;
    }
    // Somebody else may have asked in the meantime.
    const newest = loaded !== null && loaded !== known ? loaded.jwks : await load();
    return newest(header, token);
  };
}

/** @returns where the keys are. @throws Error when the issuer's own document is not to be had, or is another's */
async function discover(issuer: string): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await fetch(url, {
    redirect: 'manual',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (answer.status !== 200) {
    await answer.body?.cancel();
    throw new Error(`${url} answers ${answer.status}.`);
  }
  const { issuer: named, jwks_uri } = Discovered.parse(await answer.json());
  if (named !== issuer) throw new Error(`${url} is the document of another issuer.`);
  return jwks_uri;
}

/** @param leftMs until it makes sense to try again */
function unreachable({ name, issuer }: IssuerSetting, leftMs: number, cause: unknown) {
  const retryAfterSeconds = Math.ceil(leftMs / 1000);
  return problem('unavailable', `The keys of ${name ?? issuer} cannot be had just now.`, { retryAfterSeconds }, cause);
}
