/** The walk as lines for a terminal of any size. */
import type { Style } from '../terminal/style.ts';
import { clip, fill, widthOf } from '../terminal/text.ts';
import { tellInFull } from './full-story.ts';
import { HELP } from './help.ts';
import { middle } from './middle.ts';
import { openHands } from './open-hands.ts';
import { type Frame, faultAt, type Recording } from './recording.ts';
import type { Walk } from './walk.ts';

export interface Size {
  /** Columns. */
  readonly width: number;
  /** Lines. */
  readonly height: number;
}

/** As much of the story as a tall terminal shows. */
const MOST_MIDDLE = 10;

/** @returns exactly as many lines as there are, none of them too wide */
export function picture(recording: Recording, walk: Walk, { width, height }: Size, style: Style): readonly string[] {
  const frame = recording.frames[walk.at];
  const lines = frame === undefined || walk.help ? HELP : table(recording, frame, walk, { width, height }, style);
  const shown = Array.from({ length: height }, (_, row) => lines[row] ?? '');
  return shown.map((line) => clip(line, width));
}

function table(
  recording: Recording,
  frame: Frame,
  walk: Walk,
  { width, height }: Size,
  style: Style,
): readonly string[] {
  const { names } = recording;
  const rule = style.dim('─'.repeat(width));
  const hands = openHands(frame.state, names, style, width);
  const rows = share(height, hands.length);
  const actor = hands.findIndex(({ seat }) => frame.state.board.turn === seat);
  const first = Math.max(0, Math.min(actor - Math.floor(rows.hands / 2), hands.length - rows.hands));
  const lying = rows.middle === 0 ? [] : middle(frame.state, names, style, rows.middle);
  return [
    ...(rows.header ? [header(recording, frame, walk, width, style)] : []),
    ...(rows.rules ? [rule] : []),
    ...hands.slice(first, first + rows.hands).map(({ line }) => line),
    ...(rows.rules ? [rule] : []),
    ...exactly(rows.middle, lying),
    ...(rows.rules ? [rule] : []),
    ...story(recording, walk, rows.story, style),
    ...(rows.footer ? [footer(walk, recording.frames.length, style)] : []),
  ];
}

interface Rows {
  readonly header: boolean;
  readonly footer: boolean;
  readonly rules: boolean;
  readonly hands: number;
  readonly middle: number;
  /** The sentence of the event, and those before it. */
  readonly story: number;
}

/** What is done comes first, then where one is, then who holds what, then what lies on the table. */
function share(height: number, hands: number): Rows {
  const header = height >= 2;
  const footer = height >= 5;
  let left = height - 1 - (header ? 1 : 0) - (footer ? 1 : 0);
  const shown = Math.min(hands, left);
  left -= shown;
  const rules = left >= 6;
  left -= rules ? 3 : 0;
  // A trick without a play in sight tells nothing.
  const middleRows = Math.min(MOST_MIDDLE, left < 3 ? left : Math.max(3, Math.ceil((left * 2) / 3)));
  return { header, footer, rules, hands: shown, middle: middleRows, story: 1 + left - middleRows };
}

function exactly(rows: number, lines: readonly string[]): readonly string[] {
  return Array.from({ length: rows }, (_, row) => lines[row] ?? '');
}

function header(recording: Recording, frame: Frame, { at }: Walk, width: number, style: Style): string {
  const { replay, frames, verdict } = recording;
  const hand = frame.hand === 0 ? 'before the first hand' : `hand ${frame.hand} of ${frames.at(-1)?.hand ?? 0}`;
  const place = `${hand} · event ${at + 1} of ${frames.length} `;
  const fault = verdict.ok || verdict.version === null ? '' : ` at event ${verdict.version}`;
  const truth = verdict.ok ? style.good('verified') : style.bad(`NOT VERIFIED${fault}`);
  // Where there is little room: first what is not true, then where one is.
  const title = `${style.accent(style.bold('The Great Dalmuti'))}  ${style.dim(replay.ruleset.preset)}  `;
  const room = width - widthOf(place) - widthOf(truth) - 2;
  const left = ` ${room >= widthOf(title) ? title : ''}${truth} `;
  return `${fill(left, width - widthOf(place))}${place}`;
}

function story(recording: Recording, { at }: Walk, rows: number, style: Style): readonly string[] {
  const { frames, names } = recording;
  const fault = faultAt(recording);
  const digits = String(frames.length).length;
  const lines = frames.slice(Math.max(0, at + 1 - rows), at + 1).map(({ event }, index, shown) => {
    const place = at + 1 - shown.length + index;
    const present = place === at;
    const number = String(place + 1).padStart(digits);
    const told = tellInFull(event, names, style);
    const doubt = fault !== null && place >= fault ? style.bad(' not true?') : '';
    return present
      ? ` ${style.accent('▶')} ${number}${doubt}  ${told}`
      : style.dim(`   ${number}`).concat(`${doubt}  ${told}`);
  });
  return [...Array<string>(rows - lines.length).fill(''), ...lines];
}

const KEYS = ' ←→ event  ↑↓ hand  t T trick  g G ends  / number  ? help  q quit';

function footer({ typed, said }: Walk, events: number, style: Style): string {
  if (typed !== null) return style.accent(` Go to event (1 to ${events}): ${typed}_`);
  return said === null ? style.dim(KEYS) : style.accent(` ${said}`);
}
