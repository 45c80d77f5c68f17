/** Each invariant of the simulation can fail: rules that break it are found out, and by that invariant. */
import { expect, it, test } from 'vitest';
import * as dalmuti from '../../../src/rules/dalmuti.ts';
import type { EventOf, EventType, GameEvent } from '../../../src/rules/events.ts';
import type { State } from '../../../src/rules/state.ts';
import type { View, You } from '../../../src/rules/view.ts';
import { CHEAP, DEAR } from '../../../tools/simulation/invariants.ts';
import type { GamePlan } from '../../../tools/simulation/plan.ts';
import { watchGame } from '../../../tools/simulation/watch-game.ts';
import { type Rules, WORLD } from '../../../tools/simulation/world.ts';

const PLAN: GamePlan = {
  preset: 'official-scored',
  options: { 'mex.enabled': true, 'mex.give': 'choice', 'scoring.bonus': 'democratic', 'leave.midHand': 'fold' },
  players: 6,
  hands: 3,
  seed: 5,
  humans: 2,
  overdue: 5,
  restless: 3,
};

/** Rules whose events of one type are others. */
function changing<T extends EventType>(type: T, change: (event: EventOf<T>) => object): Partial<Rules> {
  const isOne = (event: GameEvent): event is EventOf<T> => event.type === type;
  const changed = (events: readonly GameEvent[]) =>
    events.map((event) => (isOne(event) ? ({ ...event, ...change(event) } as GameEvent) : event));
  return {
    start: (...args) => changed(dalmuti.start(...args)),
    decide(...args) {
      const decision = dalmuti.decide(...args);
      return decision.ok ? { ...decision, events: changed(decision.events) } : decision;
    },
  };
}

/** Rules whose board is another after some events. */
function boardAfter(types: readonly EventType[], change: (board: View) => Partial<View>): Partial<Rules> {
  return stateAfter(types, ({ board }) => ({ board: { ...board, ...change(board) } }));
}

function stateAfter(types: readonly EventType[], change: (state: State) => Partial<State>): Partial<Rules> {
  return {
    evolve(state, event) {
      const after = dalmuti.evolve(state, event);
      return types.includes(event.type) ? { ...after, ...change(after) } : after;
    },
  };
}

/** Rules that show a seat something else of itself. */
function showing(change: (you: You, view: View) => Partial<You>): Partial<Rules> {
  return {
    view(state, viewer) {
      const view = dalmuti.view(state, viewer);
      return view.you === null ? view : { ...view, you: { ...view.you, ...change(view.you, view) } };
    },
  };
}

const others = ({ hands: [first = [], ...rest] }: State): Partial<State> => ({ hands: [first.slice(1), ...rest] });

const onlyAsking = (seat: number, turn: number | null): Partial<View> =>
  turn === null ? {} : { turn: seat, awaiting: [seat] };

const withoutTricks = (state: State): State => ({ ...state, board: { ...state.board, tricksDone: 0 } });

const BROKEN: readonly (readonly [string, string, Partial<Rules>])[] = [
  ['a play loses a card of another player', 'R-INV-1', stateAfter(['setPlayed'], others)],
  ['passing loses a card', 'R-INV-1', stateAfter(['playerPassed'], others)],
  ['an exchange loses a card', 'R-INV-1', stateAfter(['taxesExchanged'], others)],
  ['what was folded vanishes', 'R-INV-1', changing('playerFolded', () => ({ cards: [] }))],
  [
    'the board counts cards that nobody holds',
    'R-INV-1',
    boardAfter(['setPlayed'], ({ seats }) => ({ seats: seats.map((seat) => ({ ...seat, cardCount: 3 })) })),
  ],
  ['a trick is forgotten', 'R-VIS-3', boardAfter(['trickWon'], () => ({ history: [] }))],
  ['somebody has the turn after the end of a hand', 'R-INV-2', boardAfter(['handEnded'], () => ({ turn: 0 }))],
  [
    'who made the last play has to answer it',
    'R-INV-2',
    boardAfter(['playerPassed'], ({ trick, turn }) => (trick === null ? {} : onlyAsking(trick.top.seat, turn))),
  ],
  [
    'who leads has nothing to play',
    'R-INV-3',
    showing((_, { phase, trick }) => (phase === 'play' && trick === null ? { legal: [], onTimeout: null } : {})),
  ],
  [
    'who leads may pass',
    'R-INV-3',
    showing((you, { phase, trick }) =>
      phase === 'play' && trick === null ? { legal: [...you.legal, { type: 'pass' }] } : {},
    ),
  ],
  [
    'an order has somebody twice',
    'R-INV-4',
    changing('handEnded', ({ order }) => ({ order: order.with(0, 1).with(1, 1) })),
  ],
  [
    'two share a place',
    'R-INV-4',
    changing('handEnded', ({ placings }) => ({ placings: placings.map((each) => ({ ...each, place: 1 })) })),
  ],
  [
    'the winner has a point too many',
    'R-SCORE-4',
    changing('handEnded', ({ placings }) => ({
      placings: placings.map((each) => (each.place === 1 ? { ...each, points: (each.points ?? 0) + 1 } : each)),
    })),
  ],
  [
    'a bonus is not in the total',
    'R-SCORE-4',
    changing('handEnded', ({ placings }) => ({
      placings: placings.map((each) => ({ ...each, total: (each.total ?? 0) - (each.bonus ?? 0) })),
    })),
  ],
  [
    'everybody earns a bonus',
    'R-SCORE-4',
    changing('handEnded', ({ placings }) => ({ placings: placings.map((each) => ({ ...each, bonus: 1 })) })),
  ],
  [
    'a trick changes who is Greater Dalmuti',
    'R-TITLE-6',
    boardAfter(['trickWon'], ({ seats }) => ({ seats: seats.map((seat) => ({ ...seat, title: 'GD' as const })) })),
  ],
  [
    'an exchange has two cards for one',
    'R-MEX-4',
    changing('taxesExchanged', ({ exchanges }) => ({
      exchanges: exchanges.map((each) => ({ ...each, upperGives: each.upperGives.slice(1) })),
    })),
  ],
  [
    'the last card of the deck is not dealt',
    'R-DEAL-5',
    changing('handDealt', ({ hands }) => ({ hands: hands.with(0, { seat: 0, count: 13, cards: [] }) })),
  ],
  ['the Greater Dalmuti deals', 'R-DEAL-5', changing('handDealt', ({ order }) => ({ dealer: order[0] ?? 0 }))],
  [
    'the only 1 is drawn twice',
    'R-SEAT-1',
    changing('seatsDrawn', ({ rounds }) => ({
      rounds: rounds.map(({ draws }) => ({ draws: draws.map((each) => ({ ...each, card: '1' as const })) })),
    })),
  ],
  ['a version is skipped', 'promise 1', changing('handDealt', ({ version }) => ({ version: version + 1 }))],
  [
    'a deadline moves by itself',
    'promise 5',
    boardAfter(['revolutionAnswered'], ({ version }) => ({ deadline: `2026-01-05T20:00:${10 + version}.000Z` })),
  ],
  ['the window is closed for some', 'R-REV-4', boardAfter(['handDealt'], () => ({ awaiting: [0, 1] }))],
  ['a game ends for no reason', 'R-GAME-2', changing('gameEnded', () => ({ reason: 'consent' }))],
  ['a game ends a hand too early', 'R-GAME-2', changing('gameEnded', () => ({ reason: 'timeLimit' }))],
  ['a replay forgets who led', 'R-INV-5', { replay: (events) => withoutTricks(dalmuti.replay(events)) }],
  [
    'an answer is listed that is refused',
    'PROTOCOL legal',
    showing(({ legal }) => ({ legal: legal.length > 0 ? [...legal, { type: 'leave' }] : legal })),
  ],
  [
    'the clock would do what is not legal',
    'PROTOCOL legal',
    showing(({ legal }) => ({ onTimeout: legal.length > 0 ? { type: 'leave' } : null })),
  ],
  [
    'nobody is told that he may pass',
    'PROTOCOL legal',
    showing(({ legal }) => ({ legal: legal.filter(({ type }) => type !== 'pass') })),
  ],
  [
    'a question has the version of another',
    'PROTOCOL asked',
    showing(({ asked }) => ({ asked: asked === null ? null : 1 })),
  ],
  [
    'everything is accepted',
    'PROTOCOL legal',
    {
      decide(...args) {
        const decision = dalmuti.decide(...args);
        return decision.ok ? decision : { ok: true, events: [], state: args[0] };
      },
    },
  ],
  [
    'the state is written to',
    'decision 1',
    {
      evolve(state, event) {
        if (event.type === 'setPlayed') (state.hands as State['hands'][number][]).reverse();
        return dalmuti.evolve(state, event);
      },
    },
  ],
  [
    'a decision has a state that its events do not lead to',
    'decision 1',
    {
      decide(...args) {
        const decision = dalmuti.decide(...args);
        return decision.ok ? { ...decision, state: { ...decision.state, humanActed: true } } : decision;
      },
    },
  ],
  ['a view stands still', 'decision 2', { advance: (view) => view }],
  [
    'a key is left out for those who may not see it',
    'promise 3',
    {
      disclose(event, viewer) {
        const shown = dalmuti.disclose(event, viewer);
        if (shown.type !== 'taxesExchanged' || viewer !== 2) return shown;
        const { exchanges, ...rest } = shown;
        return exchanges.length > 0 ? (rest as typeof shown) : shown;
      },
    },
  ],
  [
    'a spectator sees the hands',
    'R-VIS-5',
    { disclose: (event, viewer) => dalmuti.disclose(event, viewer === 'spectator' ? 0 : viewer) },
  ],
  [
    'a spectator sees what was folded',
    'R-VIS-5',
    { disclose: (event, viewer) => (event.type === 'playerFolded' ? event : dalmuti.disclose(event, viewer)) },
  ],
  [
    'a game ends at the word of a host who may not say it',
    'R-GAME-2',
    changing('gameEnded', () => ({ reason: 'host' })),
  ],
  [
    'a seat moves up because somebody folds',
    'R-TITLE-6',
    boardAfter(['playerFolded'], ({ seats }) => ({ seats: seats.map((seat) => ({ ...seat, title: 'M' as const })) })),
  ],
  [
    'an answer in the window is known by its seat',
    'R-REV-4',
    { disclose: (event, viewer) => (event.type === 'revolutionAnswered' ? event : dalmuti.disclose(event, viewer)) },
  ],
  ['what is remembered beside the state is lost', 'decision 9', { evolve: withMemory() }],
  [
    'who has passed is asked for ever',
    'R-TRICK-6',
    boardAfter(['playerPassed'], ({ trick }) => ({ trick: trick === null ? null : { ...trick, passed: [] } })),
  ],
  [
    'a game never ends',
    'R-TRICK-6',
    boardAfter(['gameEnded'], ({ deadline }) => ({
      phase: 'handEnd',
      deadline: deadline ?? '2026-01-05T19:00:00.000Z',
    })),
  ],
];

/** Goes wrong after a state that it has not made itself. */
function withMemory(): Rules['evolve'] {
  const known = new WeakSet<State>();
  return (state, event) => {
    const after = dalmuti.evolve(state, event);
    known.add(after);
    return state.board.version === 1 || known.has(state) ? after : { ...after, handLimit: 0 };
  };
}

test('the real rules break nothing', () => {
  expect(watchGame(PLAN, [...CHEAP, ...DEAR])).toBeNull();
});

it.each(BROKEN)('finds out that %s (%s)', (_, source, broken) => {
  const invariants = [...CHEAP, ...DEAR].filter((each) => each.source === source);
  const violation = watchGame(PLAN, invariants, { ...WORLD, rules: { ...dalmuti, ...broken } });
  expect(violation).toMatchObject({ source });
});

test('every invariant has been found to fail', () => {
  const sources = [...CHEAP, ...DEAR].map(({ source }) => source);
  expect(sources.filter((source) => !BROKEN.some(([, broken]) => broken === source))).toEqual([]);
});
