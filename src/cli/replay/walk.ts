/** Where one is in a walk through a game, and what each key makes of it: no terminal, no clock. */

export interface Walk {
  /** A place among the frames. */
  readonly at: number;
  /** The number of an event that is being typed; `null` when none is. */
  readonly typed: string | null;
  readonly help: boolean;
  /** Why the last key led nowhere; `null` when it did. */
  readonly said: string | null;
  readonly over: boolean;
}

/** The places of a game: how many, and where hands and tricks begin, in their order. */
export interface Course {
  readonly length: number;
  readonly handStarts: readonly number[];
  readonly trickStarts: readonly number[];
}

/** A key press as `node:readline` tells it. */
export interface Key {
  readonly sequence?: string | undefined;
  readonly name?: string | undefined;
  readonly ctrl?: boolean | undefined;
}

export const BEGIN: Walk = { at: 0, typed: null, help: false, said: null, over: false };

/** More digits than any game has events. */
const MOST_DIGITS = 9;

/** @returns the walk after a key */
export function press(walk: Walk, key: Key, course: Course): Walk {
  const word = wordFor(key);
  const calm: Walk = { ...walk, typed: null, help: false, said: null };
  if (word === 'q' || word === 'ctrl-c' || word === 'ctrl-d') return { ...calm, over: true };
  if (walk.help) return calm;
  if (word === '?') return { ...calm, help: true };
  if (word === '/') return { ...calm, typed: '' };
  if (/^\d$/.test(word)) return { ...calm, typed: `${walk.typed ?? ''}${word}`.slice(0, MOST_DIGITS) };
  if (walk.typed !== null && word === 'backspace') return { ...calm, typed: walk.typed.slice(0, -1) };
  if (walk.typed !== null && word === 'return') return jump(calm, walk.typed, course);
  const way = WAYS[word];
  return way === undefined ? calm : go(calm, way(walk.at, course), course);
}

/** `ctrl-c`, `T`, `/`, `home` */
function wordFor({ sequence = '', name = '', ctrl = false }: Key): string {
  if (ctrl) return `ctrl-${name}`;
  if (name === 'enter') return 'return';
  return /^[!-~]$/.test(sequence) ? sequence : name;
}

/** @returns the place to go to, `null` where there is none that way */
type Way = (at: number, course: Course) => number | null;

const on: Way = (at) => at + 1;
const back: Way = (at) => at - 1;
const nextHand: Way = (at, { handStarts }) => next(handStarts, at);
const handBefore: Way = (at, { handStarts }) => before(handStarts, at);
const nextTrick: Way = (at, { trickStarts }) => next(trickStarts, at);
const trickBefore: Way = (at, { trickStarts }) => before(trickStarts, at);
const begin: Way = () => 0;
const end: Way = (_at, { length }) => length - 1;

const WAYS: Readonly<Record<string, Way>> = {
  right: on,
  space: on,
  l: on,
  left: back,
  h: back,
  down: nextHand,
  n: nextHand,
  up: handBefore,
  p: handBefore,
  t: nextTrick,
  T: trickBefore,
  home: begin,
  g: begin,
  end,
  G: end,
};

function next(starts: readonly number[], at: number): number | null {
  return starts.find((start) => start > at) ?? null;
}

/** From its midst to the beginning of the present one, from there to that of the one before. */
function before(starts: readonly number[], at: number): number | null {
  return starts.findLast((start) => start < at) ?? null;
}

function go(walk: Walk, to: number | null, { length }: Course): Walk {
  if (to === null || to < 0 || to >= length) return { ...walk, said: 'There is nothing more that way.' };
  return { ...walk, at: to };
}

function jump(walk: Walk, typed: string, course: Course): Walk {
  if (typed === '') return walk;
  const at = Number(typed) - 1;
  if (at >= 0 && at < course.length) return { ...walk, at };
  return { ...walk, said: `There is no event ${typed}: they are numbered from 1 to ${course.length}.` };
}
