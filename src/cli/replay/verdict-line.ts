/** In one line: which game it is, and whether all of it is true. */
import { visible } from '../terminal/text.ts';
import { counted } from '../terminal/words.ts';
import type { Recording } from './recording.ts';

/** Safe to be shown, whatever stands in the document. */
export function verdictLine(recording: Recording): string {
  const { replay, frames } = recording;
  const hands = counted(frames.at(-1)?.hand ?? 0, 'hand');
  const game = `Game ${replay.gameId}: ${replay.ruleset.preset}, ${hands}, ${counted(replay.events.length, 'event')}, played by ${players(recording)}.`;
  return visible(`${game} ${judgement(recording)}`);
}

/** Those who began it; at a long table many others may have come and gone. */
function players({ names, replay }: Recording): string {
  const [started] = replay.events;
  const first = names.slice(0, started?.type === 'gameStarted' ? started.seats.length : names.length);
  const later = names.length - first.length;
  return `${first.join(', ')}${later === 0 ? '' : ` and ${later} who came later`}`;
}

function judgement({ verdict, frames, replay }: Recording): string {
  if (!verdict.ok) {
    const where = verdict.version === null ? '' : ` at event ${verdict.version}`;
    const shown = frames.length === replay.events.length ? '' : ` Only ${frames.length} events can be shown.`;
    return `NOT VERIFIED${where}: ${verdict.reason}${shown}`;
  }
  const kinds = frames.map(({ event }) => event.type);
  const draws = kinds.filter((kind) => kind === 'seatsDrawn').length;
  const deals = kinds.filter((kind) => kind === 'handDealt').length;
  // The first step is the start itself.
  const moves = verdict.steps.length - 1;
  const kept = frames[0]?.event.type === 'gameStarted' && frames[0].event.classesKept;
  const drawn = kept ? 'places kept from the game before' : counted(draws, 'draw for seats', 'draws for seats');
  return `Verified: the commitment, ${drawn}, ${counted(deals, 'deal')}, ${counted(moves, 'move')}.`;
}
