/** The board while the people decide about the end of the game (R-GAME-4). */
import type { PublicEventOf } from '../public-events.ts';
import type { Draft } from './draft.ts';

/** Who proposes agrees. */
export function endProposed(draft: Draft, { seat, when }: PublicEventOf<'endProposed'>): void {
  draft.ending = { proposedBy: seat, when, agreed: [seat], refused: [] };
}

export function endVoted(draft: Draft, { seat, agree }: PublicEventOf<'endVoted'>): void {
  const { ending } = draft;
  if (ending === null) return;
  const { proposedBy, when, agreed, refused } = ending;
  draft.ending = agree
    ? { proposedBy, when, agreed: [...agreed, seat], refused }
    : { proposedBy, when, agreed, refused: [...refused, seat] };
}

export function endVoteClosed(draft: Draft, { agreed }: PublicEventOf<'endVoteClosed'>): void {
  draft.ending = null;
  draft.endsAfterHand ||= agreed;
}
