/** Whom a host may invite: people he has played with, who want to hear of him, and bots that take his invitations. */
import { problem } from '../http/problem.ts';
import type { Transaction } from './rows.ts';

/** How long an invitation waits for an answer: a bot's as long as a program needs, a person's as long as one who looks up now and then. */
const BOT_MS = 2 * 60_000;
const PERSON_MS = 10 * 60_000;
/** After somebody has declined an invitation of a host, that host leaves him in peace for so long. */
const PEACE_MS = 60 * 60_000;
/** Open invitations to one person, to one bot, and of one sender at all tables together. */
const MAX_FOR_PERSON = 20;
const MAX_FOR_BOT = 100;
const MAX_FROM_SENDER = 50;

export type Whom = 'anybody' | 'bots';

/**
 * @param hostId whoever invites
 * @param now milliseconds since 1970
 * @returns how long the invitation is to wait, in milliseconds
 * @throws Problem `not_found`, `forbidden`
 */
export async function mustBeInvitable(
  tx: Transaction,
  hostId: string,
  { playerId, whom }: { readonly playerId: string; readonly whom: Whom },
  now: number,
): Promise<number> {
  const player = await tx.player.findUnique({ where: { id: playerId } });
  if (player === null || player.erasedAt !== null || player.kind === 'builtIn') {
    throw problem('not_found', 'No such player.');
  }
  if (whom === 'bots' && player.kind !== 'bot') throw problem('not_found', 'No such bot.');
  const open = { state: 'open', expiresAt: { gt: new Date(now) } };
  await mustHaveRoom(tx, hostId, player, open);
  if (player.kind === 'bot') {
    if (player.acceptFrom === 'anyone' || player.ownerId === hostId) return BOT_MS;
    throw problem('forbidden', 'This bot takes invitations from its owner only.');
  }
  if (playerId === hostId) throw problem('forbidden', 'You sit down by yourself.');
  if (!(await havePlayed(tx, hostId, playerId))) {
    throw problem('forbidden', 'People are invited by those they have played with; send others the invite code.');
  }
  const answeredAt = { gt: new Date(now - PEACE_MS) };
  const declined = { fromId: hostId, forId: playerId, state: 'declined', answeredAt };
  if ((await tx.invitation.count({ where: declined })) > 0) {
    throw problem('forbidden', 'The player declined an invitation of yours within the last hour.');
  }
  return PERSON_MS;
}

/** @throws Problem `forbidden` */
async function mustHaveRoom(
  tx: Transaction,
  fromId: string,
  player: { readonly id: string; readonly kind: string },
  open: { readonly state: string; readonly expiresAt: { readonly gt: Date } },
): Promise<void> {
  if ((await tx.invitation.count({ where: { fromId, ...open } })) >= MAX_FROM_SENDER) {
    const detail = `You have ${MAX_FROM_SENDER} open invitations, which is the maximum. Withdraw one, or wait for an answer.`;
    throw problem('forbidden', detail);
  }
  const max = player.kind === 'bot' ? MAX_FOR_BOT : MAX_FOR_PERSON;
  if ((await tx.invitation.count({ where: { forId: player.id, ...open } })) >= max) {
    throw problem('forbidden', `This player has ${max} open invitations, which is the maximum. Invite them later.`);
  }
}

async function havePlayed(tx: Transaction, one: string, other: string): Promise<boolean> {
  const [found] = await tx.$queryRaw<{ together: boolean }[]>`
    SELECT EXISTS (
      SELECT 1 FROM game_players AS mine JOIN game_players AS his USING (game_id)
       WHERE mine.player_id = ${one}::uuid AND his.player_id = ${other}::uuid) AS together`;
  return found?.together ?? false;
}
