/** Who may become a guest: every caller, callers who know the code of the service, or none (`GUESTS`). */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config/config.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { problem } from '../http/problem.ts';

export interface Admission {
  /** @param code as the caller sent it. @throws Problem `guests_refused` */
  admit(code: string | undefined): Promise<void>;
}

export interface AdmissionDeps {
  readonly config: Pick<Config, 'GUESTS' | 'GUEST_CODE' | 'MAX_GUESTS'>;
  readonly prisma: PrismaClient;
}

export function createAdmission({ config, prisma }: AdmissionDeps): Admission {
  const { GUESTS, GUEST_CODE, MAX_GUESTS } = config;

  /** Counts no further than the maximum. */
  async function isFull(max: number): Promise<boolean> {
    const [counted] = await prisma.$queryRaw<readonly { readonly guests: number }[]>`
      SELECT count(*)::int AS guests
        FROM (SELECT 1 FROM players WHERE kind = 'guest' AND erased_at IS NULL LIMIT ${max}) AS counted`;
    return counted?.guests === max;
  }

  return {
    async admit(code) {
      if (GUESTS === 'off') {
        throw refused('This service has no guests. Log in with an account: POST /v1/tokens/exchange.');
      }
      if (GUESTS === 'code' && (code === undefined || GUEST_CODE === undefined || !isSame(code, GUEST_CODE))) {
        const wrong = code === undefined ? 'Guests need the code of this service' : 'The code is wrong';
        throw refused(`${wrong}. Ask the operator for it and send it as \`code\`.`);
      }
      if (MAX_GUESTS !== undefined && (await isFull(MAX_GUESTS))) {
        throw refused('This service has as many guests as its operator admits.');
      }
    },
  };
}

const refused = (detail: string) => problem('guests_refused', detail);

/** In a time that does not depend on where they differ. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
