/** What must hold of a game that is over: its log against the rules, and what the nodes show against its log. */
import type { WireEvent, WireView } from '../../../src/client/wire.ts';
import type { StoredEvent } from '../../../src/ports/event-log.ts';
import * as dalmuti from '../../../src/rules/dalmuti.ts';
import type { GameEvent } from '../../../src/rules/events.ts';
import type { PublicEvent } from '../../../src/rules/public-events.ts';
import type { State } from '../../../src/rules/state.ts';
import type { View } from '../../../src/rules/view.ts';
import { replay, snapshot } from '../../../tools/simulation/hand-invariants.ts';
import { type Fault, firstFault, unless, unlike, type Watch } from '../../../tools/simulation/invariant.ts';
import { CHEAP } from '../../../tools/simulation/invariants.ts';
import { legalList } from '../../../tools/simulation/question-invariants.ts';
import { sameKeys, secretAnswers, spectator } from '../../../tools/simulation/view-invariants.ts';
import type { Seen } from './line.ts';

const INVARIANTS = [...CHEAP, legalList, sameKeys, secretAnswers, spectator, replay, snapshot];

/** The invariants of simulated games, over a log that a service has written. */
export function faultInLog(stored: readonly StoredEvent[]): Fault {
  const events = stored.map(({ event }) => event);
  const numbered = unlike(
    'versions',
    events.map(({ version }) => version),
    events.map((_, index) => index + 1),
  );
  const [first, ...others] = stored;
  if (numbered !== null || first === undefined) return numbered ?? 'the game has no log';
  const watches = INVARIANTS.map(({ source, watch }) => ({ source, ...watch(dalmuti) }));
  const found = (look: (watch: Watch) => Fault | undefined, at: number): Fault =>
    firstFault(watches, (watch) => {
      const what = look(watch) ?? null;
      return what === null ? null : `${watch.source} at version ${at}: ${what}`;
    });

  let state = dalmuti.replay([first.event]);
  for (const { step, event } of others) {
    const before = state;
    // What was said is not in the log: these look at what was asked before it.
    if (step === event.version) {
      const fault = found((watch) => watch.move?.(moveAt(before, step, stored)), event.version);
      if (fault !== null) return fault;
    }
    state = dalmuti.evolve(before, event);
    const moment = { event, before, after: state };
    const fault = found((watch) => watch.event?.(moment), event.version);
    if (fault !== null) return fault;
  }
  return found((watch) => watch.end?.(events, state), events.length);
}

function moveAt(
  before: State,
  step: number,
  stored: readonly StoredEvent[],
): Parameters<NonNullable<Watch['move']>>[0] {
  const events = stored.filter((each) => each.step === step).map(({ event }) => event);
  const asked = before.board.awaiting.map((seat) => dalmuti.view(before, seat));
  return {
    before,
    shown: asked.find(({ you }) => (you?.legal.length ?? 0) > 0) ?? null,
    command: { type: 'timeout' },
    context: { actor: { kind: 'clock' }, now: events[0]?.at ?? '', random: () => 0 },
    events,
    after: events.reduce(dalmuti.evolve, before),
  };
}

/** Every event came with the eyes of whoever saw it, and with no others. */
export function faultInStream(seen: readonly Seen[], log: readonly GameEvent[]): Fault {
  return firstFault(seen, ({ viewer, event }) => {
    const logged = log[event.version - 1];
    if (logged === undefined) return `event ${event.version} is not in the log`;
    return unlike(
      `event ${event.version} for ${viewer}`,
      withoutNames(event),
      withoutNames(dalmuti.disclose(logged, viewer)),
    );
  });
}

/** As the wire has it, but for the players: their names are no part of the log. */
function withoutNames(event: WireEvent | PublicEvent): object {
  if (event.type !== 'gameStarted' && event.type !== 'newcomerArrived') return event;
  return Object.fromEntries(
    Object.entries(event).filter(([key]) => key !== 'seats' && key !== 'player' && key !== 'kind'),
  );
}

/** Of the whole view what the wire has of it too, without presence and names. */
function shown(view: View | WireView): Readonly<Record<string, unknown>> {
  const seats = view.seats.map((seat) => {
    const player = typeof seat.player === 'string' ? seat.player : seat.player.id;
    const { state, controlledBy, position, title, cardCount, place, points, total, bankSeconds } = seat;
    return { player, state, controlledBy, position, title, cardCount, place, points, total, bankSeconds };
  });
  const { fairness, you } = view;
  const mine = you === null ? null : { seat: you.seat, cards: you.cards, legal: you.legal, available: you.available };
  return { ...view, seats, fairness: { commitment: fairness.commitment }, you: mine };
}

/** Everything that both of two views of one game have, `except` for some keys; the rules keep more than the wire shows. */
export function faultInView(
  what: string,
  found: View | WireView,
  expected: View | WireView,
  except: readonly string[] = [],
): Fault {
  const [here, there] = [shown(found), shown(expected)];
  const both = Object.keys(here).filter((key) => key in there && !except.includes(key));
  return firstFault(both, (key) => unlike(`${key} ${what}`, here[key], there[key]));
}

export interface HandRow {
  readonly handNumber: number;
  readonly void: boolean;
  readonly placings: readonly { readonly points: number | null; readonly bonus: number | null }[];
}

/** R-SCORE-4: the points of a hand sum to n(n-1)/2, bonuses beside them (R-SCORE-5, R-SCORE-6). */
export function faultInHands(rows: readonly HandRow[], log: readonly GameEvent[]): Fault {
  const counted = log.flatMap((event) => (event.type === 'handEnded' ? [event] : []));
  const voided = log.filter(({ type }) => type === 'handVoided');
  return (
    unlike('hands that count', rows.filter((row) => !row.void).length, counted.length) ??
    unless(rows.filter((row) => row.void).length <= voided.length, 'more void hands than were voided') ??
    firstFault(rows, ({ handNumber, void: isVoid, placings }) => {
      if (isVoid) return unlike(`placings of the void hand ${handNumber}`, placings, []);
      const sum = placings.reduce((all, { points }) => all + (points ?? 0), 0);
      const bonuses = placings.reduce((all, { bonus }) => all + (bonus ?? 0), 0);
      const told = counted.find((event) => event.handNumber === handNumber)?.placings ?? [];
      return (
        unlike(`points of hand ${handNumber}`, sum, (placings.length * (placings.length - 1)) / 2) ??
        unlike(
          `bonuses of hand ${handNumber}`,
          bonuses,
          told.reduce((all, { bonus }) => all + (bonus ?? 0), 0),
        )
      );
    })
  );
}
