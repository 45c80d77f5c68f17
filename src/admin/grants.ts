/** Who may keep order: rights that the operator gives to players and takes from them, in force at once. */
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { AdminScope, Identity } from '../http/identity.ts';
import { problem } from '../http/problem.ts';
import { OPERATOR_ID } from '../identity/operator.ts';
import { writeNews } from '../identity/revocation-rows.ts';
import type { SystemClock } from '../ports/system.ts';
import { record } from './audit.ts';
import { type AdminPlayer, lockPlayer, readPlayer } from './players.ts';

export interface Grants {
  /** May be repeated. @throws Problem `not_found`, `forbidden` */
  grant(who: Identity, playerId: string, scope: AdminScope): Promise<AdminPlayer>;
  /** May be repeated. @throws Problem `not_found`, `forbidden` */
  withdraw(who: Identity, playerId: string, scope: AdminScope): Promise<AdminPlayer>;
}

export interface GrantsNeeds {
  readonly prisma: PrismaClient;
  readonly clock: SystemClock;
  /** News was written: every node should look at once. */
  readonly spread: () => Promise<void>;
}

export function createGrants({ prisma, clock, spread }: GrantsNeeds): Grants {
  async function change(who: Identity, playerId: string, scope: AdminScope, isGranted: boolean): Promise<AdminPlayer> {
    mustBeOperator(who);
    await prisma.$transaction(
      async (tx) => {
        const player = await lockPlayer(tx, playerId);
        if (isGranted) mustBeFit(player);
        if (player.scopes.includes(scope) === isGranted) return;
        const row = { playerId, scope };
        if (isGranted) await tx.adminScope.create({ data: { ...row, grantedAt: new Date(clock.now()) } });
        else await tx.adminScope.delete({ where: { playerId_scope: row } });
        await writeNews(tx, 'changed', [playerId]);
        const action = isGranted ? 'grantScope' : 'withdrawScope';
        await record(tx, { actor: who.id, action, subject: playerId, details: { scope } }, clock.now());
      },
      { maxWait: 10_000, timeout: 10_000 },
    );
    await spread();
    return readPlayer(prisma, playerId);
  }

  return {
    grant: (who, playerId, scope) => change(who, playerId, scope, true),
    withdraw: (who, playerId, scope) => change(who, playerId, scope, false),
  };
}

/** @throws Problem `forbidden` */
function mustBeOperator({ id }: Identity): void {
  if (id !== OPERATOR_ID) throw problem('forbidden', 'Only the operator, who has the secret, says who administers.');
}

/** @throws Problem `forbidden` */
function mustBeFit({ id, kind, ban }: AdminPlayer): void {
  if (id === OPERATOR_ID || kind === 'builtIn')
    throw problem('forbidden', 'Built-in bots and the operator take no scopes.');
  if (ban !== null) throw problem('forbidden', 'The player is banned; lift the ban first.');
}
