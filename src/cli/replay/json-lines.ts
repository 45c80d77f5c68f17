/** Each event of the walk as one line of JSON, with the state after it beside it: for programs. */
import { visibleInJson } from '../terminal/text.ts';
import type { Recording } from './recording.ts';

/**
 * @param hand only this one, 0 for what comes before the first; `null` for all
 * @returns lines of JSON without a control character, whatever names hold: those are written as `\u001b`
 */
export function jsonLines({ frames, replay }: Recording, hand: number | null): readonly string[] {
  return frames.flatMap(({ state, hand: ofHand }, at) => {
    if (hand !== null && ofHand !== hand) return [];
    const { board, hands } = state;
    const line = {
      // The document's own event, with the players' names.
      event: replay.events[at],
      hand: ofHand,
      state: {
        phase: board.phase,
        turn: board.turn,
        awaiting: board.awaiting,
        order: board.order,
        trick: board.trick,
        hands: hands.map((cards, seat) => ({ seat, cards })),
        totals: board.seats.map(({ total }) => total),
      },
    };
    return [visibleInJson(JSON.stringify(line))];
  });
}
