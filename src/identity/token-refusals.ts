/** Why a signed token of ours is not taken: each reason has a code of its own, and none tells more than the token itself did. */
import { errors } from 'jose';
import { z } from 'zod';
import { problem } from '../http/problem.ts';

/** In which words the bearer is told. */
export interface TokenWords {
  /** `token`, `ticket` */
  readonly what: string;
  /** @param at when it expired, milliseconds since 1970 */
  readonly expired: (at: number) => string;
}

/** @returns what to throw instead of what `jwtVerify` or the reading of the claims threw; anything else as it is */
export function refusal(error: unknown, { what, expired }: TokenWords): unknown {
  if (error instanceof errors.JWTExpired) return problem('token_expired', expired(Number(error.payload.exp) * 1000));
  if (error instanceof errors.JOSEAlgNotAllowed) {
    return problem('token_unsigned', `A ${what} of this service is signed with EdDSA.`, {}, error);
  }
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey) {
    return problem('token_signature_invalid', `No key of this service has signed this ${what}.`, {}, error);
  }
  if (error instanceof errors.JWTClaimValidationFailed && MADE_FOR.has(error.claim)) {
    return problem('token_audience_wrong', `This ${what} was made for something else.`, {}, error);
  }
  if (error instanceof errors.JOSEError || error instanceof z.ZodError || error instanceof TypeError) {
    return problem('token_invalid', `This is not a ${what} of this service.`, {}, error);
  }
  return error;
}

/** What a token is for: by whom, for whom, as what. */
const MADE_FOR: ReadonlySet<string> = new Set(['iss', 'aud', 'typ']);
