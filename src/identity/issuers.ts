/** Tokens of other issuers, and what is believed of them (decision record 0011). */
import {
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose';
import type { IssuerSetting } from '../config/config.ts';
import { Problem, problem } from '../http/problem.ts';
import type { SystemClock } from '../ports/system.ts';
import { createIssuerKeys } from './issuer-keys.ts';

/** Whom an issuer vouches for. */
export interface Subject {
  /** `iss` */
  readonly issuer: string;
  /** `sub`; unique and never given to another within its issuer. */
  readonly subject: string;
  /** What the person is called there, the best first; not fit for names here yet. */
  readonly names: readonly string[];
}

export interface Issuers {
  /** @throws Problem `oidc_…` when the token is no good, `unavailable` when that cannot be found out just now */
  verify(token: string): Promise<Subject>;
}

interface Known {
  readonly setting: IssuerSetting;
  readonly audiences: readonly string[];
  readonly keys: JWTVerifyGetKey;
}

/** Between our clock and theirs. */
const SKEW_SECONDS = 30;
/** Who copied a token cannot be told apart from whom it was made for, so it is good only just after a log-in. */
const MOST_AGE_SECONDS = 600;
/** RFC 7519 and 9068; other kinds that issuers sign, such as logout tokens, are no proof that somebody is here. */
const TYPES: readonly string[] = ['jwt', 'application/jwt', 'at+jwt', 'application/at+jwt'];

export function createIssuers(settings: readonly IssuerSetting[], clock: SystemClock): Issuers {
  const known = new Map<unknown, Known>(
    settings.map((setting) => {
      const keys = createIssuerKeys(setting, clock);
      return [setting.issuer, { setting, audiences: [setting.audience].flat(), keys }];
    }),
  );

  return {
    async verify(token) {
      const { header, claims } = read(token);
      const issuer = known.get(claims.iss);
      if (issuer === undefined) throw problem('oidc_issuer_unknown', 'Its "iss" is not an issuer that is listed here.');
      const algorithms = issuer.setting.algorithms;
      if (!algorithms.some((algorithm) => algorithm === header.alg)) {
        throw problem('oidc_signature_invalid', `Its "alg" is not among ${algorithms.join(', ')}.`);
      }
      if (!isTaken(header.typ)) throw unusable('Its "typ" is neither JWT nor at+jwt.');
      const { payload } = await verifySigned(token, issuer.keys, {
        algorithms,
        issuer: issuer.setting.issuer,
        audience: [...issuer.audiences],
        requiredClaims: ['exp'],
        maxTokenAge: MOST_AGE_SECONDS,
        clockTolerance: SKEW_SECONDS,
        currentDate: new Date(clock.now()),
      });
      checkParties(payload, issuer.audiences);
      return { issuer: issuer.setting.issuer, subject: subjectOf(payload), names: namesOf(payload) };
    },
  };
}

/** What it says, of which nothing is proven yet. @throws Problem `oidc_malformed` */
function read(token: string) {
  try {
    return { header: decodeProtectedHeader(token), claims: decodeJwt(token) };
  } catch {
    throw problem('oidc_malformed', 'A JWT has three parts with points between them: header, claims, signature.');
  }
}

function isTaken(typ: unknown): boolean {
  return typ === undefined || (typeof typ === 'string' && TYPES.includes(typ.toLowerCase()));
}

/** @throws Problem; what jose says is not kept, as it holds the claims */
async function verifySigned(token: string, keys: JWTVerifyGetKey, options: JWTVerifyOptions) {
  try {
    return await jwtVerify(token, keys, options);
  } catch (error) {
    throw error instanceof Problem ? error : refusal(error);
  }
}

function refusal(error: unknown): Problem {
  if (error instanceof errors.JWTExpired) {
    return error.claim === 'iat'
      ? problem('oidc_expired', `It was made more than ${MOST_AGE_SECONDS / 60} minutes ago.`)
      : problem('oidc_expired', 'Its "exp" has passed.');
  }
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim, reason } = error;
    if (claim === 'aud') return problem('oidc_audience_wrong', 'Its "aud" is not an audience that is listed here.');
    if (reason !== 'check_failed') return unusable(`Its "${claim}" is missing, or no number.`);
    return problem('oidc_not_yet_valid', `Its "${claim}" is in the future.`);
  }
  const isUnreadable = [errors.JWTInvalid, errors.JWSInvalid, errors.JOSENotSupported].some(
    (one) => error instanceof one,
  );
  if (isUnreadable) {
    return problem('oidc_malformed', 'Its header or its claims cannot be read.');
  }
  // What is left is about the signature, or about a key of the issuer that cannot be used.
  return problem('oidc_signature_invalid', 'No key of the issuer has made its signature.');
}

/**
 * For whom it was made, and who has to prove that it is his.
 * @throws Problem `oidc_audience_wrong` (OpenID Connect Core 1.0, section 3.1.3.7) or `oidc_claims_unusable`
 */
function checkParties({ aud, azp, cnf, events }: JWTPayload, audiences: readonly string[]): void {
  const isShared = Array.isArray(aud) && aud.length > 1;
  if (isShared && !audiences.some((audience) => audience === azp)) {
    throw problem('oidc_audience_wrong', 'It is for several audiences, and its "azp" is not one that is listed here.');
  }
  // RFC 7800: whoever sends it would have to prove that he has a key.
  if (cnf !== undefined) throw unusable('It is bound to a key ("cnf"); send one that is not.');
  // OpenID Connect Back-Channel Logout 1.0, section 2.4.
  if (events !== undefined) throw unusable('It tells of something that happened ("events").');
}

/** OpenID Connect Core 1.0, section 2: at most 255 characters. @throws Problem `oidc_claims_unusable` */
function subjectOf({ sub }: JWTPayload): string {
  if (typeof sub === 'string' && /^\P{C}{1,255}$/u.test(sub)) return sub;
  throw unusable('Its "sub" must have 1 to 255 visible characters.');
}

/** An address to which mail goes is nobody else's business. */
function namesOf({ name, preferred_username: username }: JWTPayload): readonly string[] {
  return [name, username].filter((one) => typeof one === 'string').filter((one) => !one.includes('@'));
}

function unusable(detail: string): Problem {
  return problem('oidc_claims_unusable', detail);
}
