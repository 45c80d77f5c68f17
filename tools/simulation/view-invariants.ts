/** What always holds of views: they follow from the state, advance by their own events, and tell no secret (decision 2). */
import type { PublicEvent, Viewer } from '../../src/rules/public-events.ts';
import type { State } from '../../src/rules/state.ts';
import type { View } from '../../src/rules/view.ts';
import { differing, type Fault, firstFault, type Invariant, unless, unlike } from './invariant.ts';

const viewersOf = ({ board }: State): readonly Viewer[] => ['spectator', ...board.seats.map(({ seat }) => seat)];

/** `advance(view(s, V), disclose(e, V))` is `view(evolve(s, e), V)`, for every viewer and event. */
export const advanced: Invariant = {
  source: 'decision 2',
  watch({ view, advance, disclose }) {
    const views = new Map<Viewer, View>();
    return {
      event: ({ event, before, after }) =>
        firstFault(viewersOf(before), (viewer) => {
          const found = advance(views.get(viewer) ?? view(before, viewer), disclose(event, viewer));
          views.set(viewer, found);
          return differing(`the view of ${viewer}`, found, view(after, viewer));
        }),
    };
  },
};

/** Events of all viewers have the same version, type and keys. */
export const sameKeys: Invariant = {
  source: 'promise 3',
  watch: ({ disclose }) => ({
    event({ event, after }) {
      const shape = (shown: PublicEvent) => [shown.version, shown.type, Object.keys(shown).sort()];
      const expected = shape(disclose(event, 'spectator'));
      return (
        unlike('for everybody', expected.slice(0, 2), [event.version, event.type]) ??
        firstFault(viewersOf(after), (viewer) => unlike(`for ${viewer}`, shape(disclose(event, viewer)), expected))
      );
    },
  }),
};

/** A spectator sees what is public, and no card that lies in a hand or was given in secret (R-VIS-1). */
export const spectator: Invariant = {
  source: 'R-VIS-5',
  watch: ({ view, disclose }) => ({
    event({ event, after }) {
      const { you, exchanges, seats, order } = view(after, 'spectator');
      const isPublic = after.board.ruleset.tax.visibility === 'public';
      const given = exchanges.flatMap(({ upperGives, lowerGives }) => [upperGives, lowerGives]);
      const counts = seats.map(({ cardCount }) => cardCount);
      const held = after.hands.map(({ length }) => length);
      return (
        unlike('you', you, null) ??
        unlike('hand sizes', counts, held) ??
        unlike('order', order, after.board.order) ??
        unless(isPublic || given.every((cards) => cards === null), 'a spectator sees a secret exchange') ??
        secretsIn(disclose(event, 'spectator'))
      );
    },
  }),
};

function secretsIn(event: PublicEvent): Fault {
  const isSecret =
    (event.type === 'handDealt' && event.hands.some(({ cards }) => cards !== null)) ||
    (event.type === 'handEnded' && event.remaining !== null) ||
    (event.type === 'revolutionAnswered' && (event.seat ?? event.call ?? event.cause) !== null) ||
    (event.type === 'taxOpened' && event.exchanges.some(({ lowerGives }) => lowerGives !== null)) ||
    (event.type === 'taxChosen' && event.cards !== null) ||
    (event.type === 'merchantPartnerNamed' && event.upperGives !== null) ||
    (event.type === 'merchantExchanged' && (event.upperGives ?? event.lowerGives) !== null) ||
    (event.type === 'playerFolded' && event.cards !== null) ||
    (event.type === 'misdealSettled' && event.replacement !== null);
  return unless(!isSecret, `a spectator sees ${JSON.stringify(event)}`);
}

/** An answer in the window is told whole to the one who gave it, and to others neither whose it is nor what (R-REV-2). */
export const secretAnswers: Invariant = {
  source: 'R-REV-4',
  watch: ({ disclose }) => ({
    event({ event, after }) {
      if (event.type !== 'revolutionAnswered') return null;
      const { at, version, type, seat } = event;
      return firstFault(viewersOf(after), (viewer) =>
        unlike(
          `answer of ${seat} for ${viewer}`,
          disclose(event, viewer),
          viewer === seat ? event : { version, type, at, cause: null, seat: null, call: null },
        ),
      );
    },
  }),
};

/** Nothing that is handed in is ever changed (R-ERR-3): it is frozen, and whoever writes to it throws. */
export const untouched: Invariant = {
  source: 'decision 1',
  watch: ({ view, advance, disclose }) => ({
    event({ event, before, after }) {
      frozen(after);
      for (const viewer of viewersOf(before))
        advance(frozen(view(before, viewer)), frozen(disclose(frozen(event), viewer)));
      return null;
    },
    move({ before, shown, command, context, events, after }) {
      frozen([before, shown, command, context.actor, events, after]);
      return null;
    },
  }),
};

/** Frozen to the bottom. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const each of Object.values(value)) frozen(each);
  return value;
}
