/** Short-lived signed tokens (RFC 9068): any node, and anybody with our public keys, can tell who holds one. */
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Player, Scope } from '../http/identity.ts';
import { problem } from '../http/problem.ts';
import type { SystemClock } from '../ports/system.ts';
import type { SigningKeys } from './signing-keys.ts';
import { refusal, type TokenWords } from './token-refusals.ts';

export interface AccessClaims {
  readonly playerId: string;
  readonly scopes: readonly Scope[];
  /** The family of refresh tokens that it came from. */
  readonly family: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface AccessTokens {
  readonly seconds: number;
  sign(player: Player, scopes: readonly Scope[], family: string): Promise<string>;
  /** @throws Problem `token_…`, status 401 */
  verify(token: string): Promise<AccessClaims>;
}

interface Needs {
  readonly keys: SigningKeys;
  readonly clock: SystemClock;
  readonly issuer: string;
  readonly minutes: number;
}

const AUDIENCE = 'dalmuti';

const Claims = z.object({ sub: z.uuid(), sid: z.uuid(), scope: z.string(), exp: z.number() });

/** Rights of administrators are rows, so that they end at once: no token carries them. */
const SCOPES: readonly Scope[] = ['play', 'lobby', 'bots'];

export function createAccessTokens({ keys, clock, issuer, minutes }: Needs): AccessTokens {
  return {
    seconds: minutes * 60,
    async sign(player, scopes, family) {
      const { kid, key } = await keys.current();
      const now = Math.floor(clock.now() / 1000);
      return new SignJWT({ name: player.name, kind: player.kind, scope: scopes.join(' '), sid: family })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid })
        .setSubject(player.id)
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setIssuedAt(now)
        .setExpirationTime(now + minutes * 60)
        .sign(key);
    },
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, async ({ kid = '' }) => (await keys.find(kid)) ?? unknownKey(), {
          algorithms: ['EdDSA'],
          typ: 'at+jwt',
          issuer,
          audience: AUDIENCE,
          currentDate: new Date(clock.now()),
        });
        const { sub, sid, scope, exp } = Claims.parse(payload);
        const scopes = SCOPES.filter((known) => scope.split(' ').includes(known));
        return { playerId: sub, scopes, family: sid, expiresAt: exp * 1000 };
      } catch (error) {
        throw refusal(error, WORDS);
      }
    },
  };
}

export function unknownKey(): never {
  throw new errors.JWKSNoMatchingKey();
}

const WORDS: TokenWords = {
  what: 'token',
  expired: (at) => `It expired at ${new Date(at).toISOString()}. Refresh it and repeat.`,
};

/** @param at milliseconds since 1970 */
export function expired(at: number) {
  return problem('token_expired', WORDS.expired(at));
}
