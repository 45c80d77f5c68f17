/** A game as it is walked through: every event with the state after it, worked out once, so that going back is exact. */
import { logEvent } from '../../replays/document.ts';
import type { Replay } from '../../replays/schemas.ts';
import type { Verdict } from '../../replays/verify.ts';
import { evolve, initial } from '../../rules/dalmuti.ts';
import type { GameEvent } from '../../rules/events.ts';
import type { State } from '../../rules/state.ts';
import { visible } from '../terminal/text.ts';

export interface Frame {
  readonly event: GameEvent;
  /** After the event. */
  readonly state: State;
  /** The hand that it belongs to, from its deal until the next; 0 before the first. */
  readonly hand: number;
}

export interface Recording {
  readonly replay: Replay;
  readonly verdict: Verdict;
  /** As many as there are events, unless the rules cannot follow the document to its end. */
  readonly frames: readonly Frame[];
  /** By seat; safe to be shown, and no two alike. */
  readonly names: readonly string[];
  /** Places among `frames` where a hand begins, that before the first hand included. */
  readonly handStarts: readonly number[];
  /** Places where a trick is opened. */
  readonly trickStarts: readonly number[];
}

export function recordingOf(replay: Replay, verdict: Verdict): Recording {
  const frames = framesOf(verdict.ok ? verdict.steps.flat() : replay.events.map(logEvent));
  const places = [...frames.keys()];
  return {
    replay,
    verdict,
    frames,
    names: namesIn(replay),
    handStarts: places.filter((at) => frames[at]?.hand !== frames[at - 1]?.hand),
    trickStarts: places.filter((at) => opensTrick(frames, at)),
  };
}

/** The place of the event at which the document is not true; `null` where that concerns all of it, or nothing. */
export function faultAt({ verdict, replay }: Pick<Recording, 'verdict' | 'replay'>): number | null {
  if (verdict.ok || verdict.version === null) return null;
  const at = replay.events.findIndex(({ version }) => version === verdict.version);
  return at < 0 ? null : at;
}

/** As far as the rules can follow: the events may be anybody's. */
function framesOf(events: readonly GameEvent[]): readonly Frame[] {
  const frames: Frame[] = [];
  let state: State | null = null;
  for (const event of events) {
    state = after(state, event);
    if (state === null) break;
    frames.push({ event, state, hand: handIn(state) });
  }
  return frames;
}

/** @returns `null` where the event has no sense in the state */
function after(state: State | null, event: GameEvent): State | null {
  if (!isSound(event)) return null;
  try {
    if (state === null) return event.type === 'gameStarted' ? initial(event) : null;
    return evolve(state, event);
  } catch (error) {
    // Seats that nobody has and the like: the rules take events for facts.
    if (error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
}

/** The rules count finishes place by place: a place beyond all players would be counted up to. */
function isSound(event: GameEvent): boolean {
  if (event.type !== 'handEnded') return true;
  return event.placings.every(({ place }) => place >= 1 && place <= event.placings.length);
}

/** While a hand is being dealt its number has not come yet. */
function handIn({ board }: State): number {
  return board.phase === 'deal' ? board.handNumber + 1 : board.handNumber;
}

function opensTrick(frames: readonly Frame[], at: number): boolean {
  return frames[at]?.event.type === 'setPlayed' && frames[at - 1]?.state.board.trick === null;
}

function namesIn({ events }: Replay): readonly string[] {
  const given = events.flatMap((event) => {
    if (event.type === 'gameStarted') return event.seats.map(({ player }) => player.name);
    return event.type === 'newcomerArrived' ? [event.player.name] : [];
  });
  const shown = given.map((name) => visible(name));
  return shown.map((name, seat) => (shown.indexOf(name) === shown.lastIndexOf(name) ? name : `${name} ${seat + 1}`));
}
