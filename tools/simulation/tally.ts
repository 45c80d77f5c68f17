/** Counts what happens in simulated games, so that it can be seen what a run has met, and what it has not. */
import type { EventType, GameEvent } from '../../src/rules/events.ts';
import { CHOICES, type GamePlan, rulesetOf, valueAt } from './plan.ts';

export type Figures = ReturnType<typeof figuresOf>;

export interface Tally {
  /** A game begins. */
  readonly open: (plan: GamePlan) => void;
  readonly count: (event: GameEvent) => void;
  readonly figures: () => Figures;
}

type Counts = Map<string, number>;

export function beginTally(): Tally {
  const counts: Counts = new Map();
  const tables: Counts = new Map();
  const values = new Set<string>();
  return {
    open(plan) {
      const ruleset = rulesetOf(plan);
      add(tables, `${plan.preset} ${plan.players}`);
      for (const { key } of CHOICES) values.add(`${key}=${valueAt(ruleset, key)}`);
    },
    count(event) {
      add(counts, event.type);
      if (event.cause === 'clock' && ANSWERS.has(event.type)) add(counts, 'forced');
      const detail = detailOf(event);
      if (detail !== null) add(counts, detail);
      if (event.type === 'taxesExchanged') add(counts, 'taxes', event.exchanges.length);
    },
    figures: () => figuresOf(counts, tables, values),
  };
}

function add(counts: Counts, what: string, more = 1): void {
  counts.set(what, (counts.get(what) ?? 0) + more);
}

/** What the clock does in the place of a player, and not because the time for it has come. */
const ANSWERS: ReadonlySet<EventType> = new Set([
  'revolutionAnswered',
  'taxChosen',
  'merchantPartnerNamed',
  'merchantExchanged',
  'merchantExchangeDeclined',
  'misdealSettled',
  'setPlayed',
  'playerPassed',
]);

/** Under what an event counts besides its type. */
function detailOf(event: GameEvent): string | null {
  switch (event.type) {
    case 'revolutionDeclared':
      return event.greater ? 'greater' : 'ordinary';
    case 'misdealSettled':
      return event.to;
    case 'standInStarted':
      return event.reason === 'idle' ? 'idle' : null;
    case 'gameEnded':
      return event.reason;
    default:
      return null;
  }
}

/** Every value of an option that a plan may choose. */
const VALUES = CHOICES.flatMap(({ key, values }) => values.map((value) => `${key}=${value}`));

function figuresOf(counts: Counts, tables: Counts, values: ReadonlySet<string>) {
  const counted = (what: EventType | string): number => counts.get(what) ?? 0;
  return {
    hands: counted('handEnded'),
    games: [...tables.values()].reduce((sum, games) => sum + games, 0),
    plays: counted('setPlayed'),
    passes: counted('playerPassed'),
    forcedPasses: counted('forcedPass'),
    tricks: counted('trickWon'),
    revolutions: { ordinary: counted('ordinary'), greater: counted('greater') },
    misdeals: { intended: counted('intended'), greaterPeon: counted('greaterPeon') },
    taxExchanges: counted('taxes'),
    merchantExchanges: { made: counted('merchantExchanged'), declined: counted('merchantExchangeDeclined') },
    twirlingWedgies: counted('playerBanned'),
    ratbertTakings: counted('ratbertTaken'),
    /** Answers that the clock gave in the place of a player. */
    forcedDefaults: counted('forced'),
    people: {
      left: counted('playerLeft'),
      absent: counted('idle'),
      back: counted('standInEnded') + counted('playerReturned'),
      folded: counted('playerFolded'),
      seatsClosed: counted('seatClosed'),
      joined: counted('newcomerArrived'),
    },
    voidHands: counted('handVoided'),
    ends: {
      hands: counted('hands'),
      timeLimit: counted('timeLimit'),
      abandoned: counted('abandoned'),
      consent: counted('consent'),
      host: counted('host'),
    },
    /** How many games each preset with each number of players had. */
    tables: Object.fromEntries([...tables].sort()),
    optionValues: {
      played: VALUES.filter((value) => values.has(value)).length,
      of: VALUES.length,
      notPlayed: VALUES.filter((value) => !values.has(value)),
    },
  };
}
