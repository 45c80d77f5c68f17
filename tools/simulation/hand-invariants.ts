/** What always holds of hands and games as a whole: places, points, classes, and that they come to an end. */
import type { GameEvent } from '../../src/rules/events.ts';
import type { State } from '../../src/rules/state.ts';
import type { View } from '../../src/rules/view.ts';
import { atEvents, atMoves, differing, firstFault, type Invariant, unless, unlike } from './invariant.ts';

const rising = (seats: readonly number[]): readonly number[] => [...seats].sort((a, b) => a - b);
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

/** The finishing order is a permutation of the players dealt in, and the next order (R-RANK-1). */
export const finishingOrder: Invariant = atEvents('R-INV-4', ({ event, before, after }) => {
  if (event.type !== 'handEnded') return null;
  const { placings, order } = event;
  return (
    unlike(
      'places',
      placings.map(({ place }) => place),
      upTo(placings.length),
    ) ??
    unlike(
      'placed',
      placings.map(({ seat }) => seat),
      order,
    ) ??
    unlike('players', rising(order), rising(before.board.order)) ??
    unlike('next order', after.board.order, order)
  );
});

/** The points of a hand sum to n(n-1)/2, only Dalmutis earn more, and totals add up. */
export const points: Invariant = atEvents('R-SCORE-4', ({ event, before, after: { board } }) => {
  if (event.type !== 'handEnded') return null;
  const { scoring } = board.ruleset;
  const { placings } = event;
  if (scoring.mode === 'none') {
    return firstFault(placings, (each) => unlike('points', [each.points, each.bonus, each.total], [null, null, null]));
  }
  const sum = placings.reduce((all, each) => all + (each.points ?? 0), 0);
  const most = { none: 0, philanthropic: 1, democratic: placings.length - 1 }[scoring.bonus];
  const earned = placings.filter(({ bonus }) => (bonus ?? 0) > 0).length;
  return (
    unlike('sum of points', sum, (placings.length * (placings.length - 1)) / 2) ??
    unless(earned <= (placings.length >= 4 ? 2 : 1), `${earned} players have a bonus`) ??
    firstFault(placings, ({ seat, points: won, bonus, total }) => {
      const extra = bonus ?? 0;
      const due = (before.board.seats[seat]?.total ?? 0) + (won ?? 0) + extra;
      return (
        unless(extra >= 0 && extra <= most, `seat ${seat} has a bonus of ${extra}, ${most} is the most`) ??
        unlike(`total of seat ${seat}`, [total, board.seats[seat]?.total], [due, due])
      );
    })
  );
});

/** Who waits to come in has no class yet. */
const NEWCOMER = { title: null, position: null };

const MAY_CHANGE_CLASSES: ReadonlySet<GameEvent['type']> = new Set([
  'seatsDrawn',
  'seatsReversed',
  'handEnded',
  'newcomersPlaced',
  'seatClosed',
]);

/** Classes change between hands, or by a greater revolution (R-REV-8), and never else; positions follow the order. */
export const classes: Invariant = atEvents('R-TITLE-6', ({ event, before, after: { board } }) => {
  if (board.seats === before.board.seats && board.order === before.board.order) return null;
  return firstFault(board.seats, ({ seat, title, position }) => {
    if (board.order.indexOf(seat) !== (position ?? -1))
      return `seat ${seat} is not at position ${position} of ${board.order}`;
    const old = before.board.seats[seat] ?? NEWCOMER;
    if ((old.title === title && old.position === position) || MAY_CHANGE_CLASSES.has(event.type)) return null;
    return `${event.type} changes the class of seat ${seat}`;
  });
});

/** A hand ends within its deck, though Ratbert may come back (R-CORP-26), and at most n-1 players pass after a play. */
export const termination: Invariant = {
  source: 'R-TRICK-6',
  watch() {
    let plays = 0;
    let passes = 0;
    return {
      event({ event, after: { board } }) {
        if (event.type === 'handDealt') plays = 0;
        if (event.type === 'handDealt' || event.type === 'setPlayed') passes = 0;
        if (event.type === 'setPlayed') plays += 1;
        if (event.type === 'ratbertTaken') plays -= 1;
        const isPass = event.type === 'playerPassed' || event.type === 'forcedPass';
        if (isPass) passes += 1;
        if (plays > (board.deck?.cards ?? 0)) return `${plays} plays of ${board.deck?.cards} cards`;
        return isPass && passes >= board.order.length ? `${passes} passes since the last play` : null;
      },
    };
  },
};

/** A game ends for a reason that holds (R-GAME-3, R-GAME-4, R-GAME-6), and then asks nothing more. */
export const ending: Invariant = {
  source: 'R-GAME-2',
  watch: () => ({
    end: (events, end) =>
      unless(mayEnd(events, end), `ended after ${end.board.handNumber} hands: ${end.board.result?.reason}`) ??
      unlike('still asked', [end.board.awaiting, end.board.deadline], [[], null]) ??
      unlike('hands that count', events.filter(({ type }) => type === 'handEnded').length, counted(end.board)),
  }),
};

const counted = ({ handNumber, voided }: View): number => handNumber - voided;

function mayEnd(events: readonly GameEvent[], { board, handLimit, startedAt }: State): boolean {
  const { hands, timeLimitMin, consent } = board.ruleset.end;
  if (hands !== null && counted(board) > hands) return false;
  switch (board.result?.reason) {
    case 'hands':
      return counted(board) === hands;
    case 'timeLimit':
      return timeLimitMin !== null && minutesBetween(startedAt, events.at(-1)?.at ?? '') >= timeLimitMin;
    case 'consent':
      return consent !== 'off' && events.some((event) => event.type === 'endVoteClosed' && event.agreed);
    case 'abandoned':
      return board.handNumber === handLimit || board.seats.some(({ kind }) => kind === 'human');
    case 'host':
      return board.order.length < board.ruleset.players.min;
    default:
      return false;
  }
}

const minutesBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 60_000;

/** Replaying the events gives the same state. */
export const replay: Invariant = {
  source: 'R-INV-5',
  watch: (rules) => ({ end: (events, end) => differing('the replay', rules.replay(events), end) }),
};

/** So it does from their JSON, and from the JSON of a state in between. */
export const snapshot: Invariant = {
  source: 'decision 9',
  watch: (rules) => ({
    end(events, end) {
      const written = JSON.parse(JSON.stringify(events)) as GameEvent[];
      const middle = Math.floor(events.length / 2);
      const state = JSON.parse(JSON.stringify(rules.replay(events.slice(0, middle)))) as State;
      return (
        differing('the replay of the JSON', rules.replay(written), end) ??
        differing('the replay from the middle', events.slice(middle).reduce(rules.evolve, state), end)
      );
    },
  }),
};

/** A decision gives the state that its events give. */
export const decided: Invariant = atMoves('decision 1', ({ before, events, after }, { evolve }) =>
  differing('the decided state', after, events.reduce(evolve, before)),
);

/** Versions are gapless from 1. */
export const versions: Invariant = {
  source: 'promise 1',
  watch: () => ({
    event: ({ event: { version }, before, after }) =>
      version === before.board.version + 1 && version === after.board.version
        ? null
        : `${before.board.version}, then event ${version}, then ${after.board.version}`,
    end: ([first]) => unlike('first version', first?.version, 1),
  }),
};
