/** The walk as lines for a terminal of any size. */
import type { Style } from '../terminal/style.ts';
import { clip, column, widthOf, wrap } from '../terminal/text.ts';
import { gameTitle } from '../terminal/words.ts';
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
    ...story(recording, walk, { width, rows: rows.story }, style),
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
  const fault = verdict.ok || verdict.version === null ? '' : ` at event ${verdict.version}`;
  const truth = ` ${verdict.ok ? style.good('verified') : style.bad(`NOT VERIFIED${fault}`)}  `;
  const title = ` ${style.accent(style.bold(gameTitle(replay.ruleset.edition)))}  ${style.dim(replay.ruleset.preset)} `;
  const hands = frames.at(-1)?.hand ?? 0;
  const hand = frame.hand === 0 ? 'before the first hand' : `hand ${frame.hand} of ${hands}`;
  const inWords = `${hand} · event ${at + 1} of ${frames.length} `;
  // Where there is little room, what is not true and where one is come first.
  const inFigures = `${frame.hand}/${hands} ${at + 1}/${frames.length} `;
  const place = widthOf(truth) + widthOf(inWords) <= width ? inWords : inFigures;
  const room = width - widthOf(place);
  const left = widthOf(title) + widthOf(truth) <= room ? `${title}${truth}` : truth;
  return `${column(left, room)}${place}`;
}

function story(recording: Recording, { at }: Walk, { width, rows }: Room, style: Style): readonly string[] {
  const { frames, names } = recording;
  const fault = faultAt(recording);
  const digits = String(frames.length).length;
  const lines = frames.slice(Math.max(0, at + 1 - rows), at + 1).flatMap(({ event }, index, shown) => {
    const place = at + 1 - shown.length + index;
    const number = String(place + 1).padStart(digits);
    const doubt = fault !== null && place >= fault ? style.bad('not true?  ') : '';
    const told = `${doubt}${tellInFull(event, names, style)}`;
    if (place !== at) return [`   ${style.dim(number)}  ${told}`];
    const [first = '', ...more] = within(told, { width: width - digits - 5, rows });
    return [` ${style.accent('▶')} ${number}  ${first}`, ...more.map((line) => `${' '.repeat(digits + 5)}${line}`)];
  });
  return [...Array<string>(Math.max(0, rows - lines.length)).fill(''), ...lines.slice(-rows)];
}

interface Room {
  /** Columns. */
  readonly width: number;
  /** Lines. */
  readonly rows: number;
}

/** The text in lines; what has no room in the last of them is cut off there. */
function within(text: string, { width, rows }: Room): readonly string[] {
  const lines = wrap(text, width);
  return lines.length <= rows ? lines : [...lines.slice(0, rows - 1), lines.slice(rows - 1).join(' ')];
}

const KEYS = ' ←→ event  ↑↓ hand  t T trick  g G ends  / number  ? help  q quit';

function footer({ typed, said }: Walk, events: number, style: Style): string {
  if (typed !== null) return style.accent(` Go to event (1 to ${events}): ${typed}_`);
  return said === null ? style.dim(KEYS) : style.accent(` ${said}`);
}
