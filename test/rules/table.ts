/** A table in the middle of a hand, for tests that read as given, when, then. */
import { expect } from 'vitest';
import type { Cards } from '../../src/rules/cards.ts';
import type { Command, ServiceCommand } from '../../src/rules/commands.ts';
import type { Actor, Random } from '../../src/rules/context.ts';
import { decide, evolve, view } from '../../src/rules/dalmuti.ts';
import type { EventOf, EventType, GameEvent } from '../../src/rules/events.ts';
import type { Rejection, RejectionCode } from '../../src/rules/rejections.ts';
import type { Seat } from '../../src/rules/seats.ts';
import type { State } from '../../src/rules/state.ts';
import type { You } from '../../src/rules/view.ts';
import { type Given, rulesetOf } from './cases/case-file.ts';
import { situation } from './cases/situation.ts';
import { SENTENCE } from './sentence.ts';

/** `'5 5 J'` */
export const cards = (text: string): Cards => text.split(' ').filter((kind) => kind !== '') as Cards;

/** Seats 0, 1, 2 … are called A, B, C … in `given`. */
export const NAMES = 'ABCDEFGHIJKL';

export interface Table {
  readonly state: State;
  /** All that has happened since the table was set. */
  readonly events: readonly GameEvent[];
  send(seat: Seat, command: Command): Table;
  timeOut(): Table;
  refusal(actor: Actor | Seat, command: Command | ServiceCommand): Rejection | null;
  code(actor: Actor | Seat, command: Command | ServiceCommand): RejectionCode | null;
  you(seat: Seat): You;
}

/** @param random what chance gives; the first of everything unless said otherwise */
export function table(
  options: Readonly<Record<string, unknown>>,
  hands: readonly string[],
  given: Omit<Given, 'players' | 'ruleset'> = {},
  random: Random = () => 0,
): Table {
  const players = hands.map((hand, seat) => ({ id: NAMES[seat] ?? '', hand: cards(hand) }));
  return at(situation(rulesetOf(options), { ...given, players }).state, [], random);
}

export function at(state: State, events: readonly GameEvent[], random: Random): Table {
  const seatActor = (actor: Actor | Seat): Actor => (typeof actor === 'number' ? { kind: 'seat', seat: actor } : actor);
  const now = '2026-01-05T19:00:10.000Z';
  const ask = (actor: Actor | Seat, command: Command | ServiceCommand) =>
    decide(state, command, { actor: seatActor(actor), now, random });
  const next = (actor: Actor | Seat, command: Command | ServiceCommand): Table => {
    const decision = ask(actor, command);
    if (!decision.ok) throw new Error(`${JSON.stringify(command)}: ${decision.rejection.code}`);
    return at(decision.events.reduce(evolve, state), [...events, ...decision.events], random);
  };
  const refusal = (actor: Actor | Seat, command: Command | ServiceCommand): Rejection | null => {
    const decision = ask(actor, command);
    if (decision.ok) return null;
    expect(decision.rejection.detail).toMatch(SENTENCE);
    return decision.rejection;
  };
  return {
    state,
    events,
    send: next,
    timeOut: () => next({ kind: 'clock' }, { type: 'timeout' }),
    refusal,
    code: (actor, command) => refusal(actor, command)?.code ?? null,
    you: (seat) => {
      const { you } = view(state, seat);
      if (you === null) throw new Error('A seat has a view of its own.');
      return you;
    },
  };
}

export const types = (events: readonly GameEvent[]): readonly EventType[] => events.map(({ type }) => type);

/** The only event of that type. */
export function only<T extends EventType>(events: readonly GameEvent[], type: T): EventOf<T> {
  const [found, ...more] = events.filter((event): event is EventOf<T> => event.type === type);
  if (found === undefined || more.length > 0) throw new Error(`Not one ${type} but ${types(events).join(', ')}.`);
  return found;
}
