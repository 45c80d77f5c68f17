/** The whole walk as text, hand by hand: for pipes, files and tests. */
import type { Style } from '../terminal/style.ts';
import { cardLegend, cardsText, className } from '../terminal/words.ts';
import { tellInFull } from './full-story.ts';
import { type Frame, faultAt, type Recording } from './recording.ts';

/**
 * @param hand only this one, 0 for what comes before the first; `null` for all
 * @returns lines, the same for the same document
 */
export function plainStory(recording: Recording, hand: number | null, style: Style): readonly string[] {
  const { frames } = recording;
  const fault = faultAt(recording);
  const digits = String(frames.length).length;
  const legend = cardLegend(recording.replay.ruleset.edition);
  const told = frames.flatMap((frame, at) => {
    if (hand !== null && frame.hand !== hand) return [];
    const { event } = frame;
    const begins = frame.hand !== frames[at - 1]?.hand;
    const line = `  ${String(at + 1).padStart(digits)}  ${tellInFull(event, recording.names, style)}`;
    return [
      ...(begins ? ['', style.bold(headline(frame))] : []),
      ...(at === fault ? [style.bad('  NOT VERIFIED from here on:')] : []),
      line,
      ...(event.type === 'handDealt' || event.type === 'seatsReversed' ? handsOf(recording, frame, digits) : []),
      ...(event.type === 'handEnded' ? totalsOf(recording, frame, digits) : []),
    ];
  });
  return legend === null ? told : ['', legend, ...told];
}

function headline({ hand }: Frame): string {
  return hand === 0 ? 'Before the first hand' : `Hand ${hand}`;
}

/** In the social order. */
function handsOf({ names }: Recording, { state }: Frame, digits: number): readonly string[] {
  const { board, hands } = state;
  return board.order.map((seat) => {
    const title = board.seats[seat]?.title ?? null;
    const called = title === null ? '' : ` (${className(board.ruleset.edition, title)})`;
    return `${' '.repeat(digits + 6)}${names[seat] ?? `seat ${seat}`}${called}: ${cardsText(hands[seat] ?? [])}`;
  });
}

function totalsOf({ names }: Recording, { state }: Frame, digits: number): readonly string[] {
  const totals = state.board.seats.flatMap(({ seat, total, state: at }) =>
    total === null || at === 'left' ? [] : [`${names[seat] ?? `seat ${seat}`} ${total}`],
  );
  return totals.length === 0 ? [] : [`${' '.repeat(digits + 6)}Points: ${totals.join(', ')}`];
}
