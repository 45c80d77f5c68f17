/** A view is a function of the state, and advances by its own viewer's events to the same (decision 2). */
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { advance, decide, disclose, evolve, replay, view } from '../../../src/rules/dalmuti.ts';
import type { Viewer } from '../../../src/rules/public-events.ts';
import { holds, MINUTES } from './hold.ts';
import { chance, eventsOf, playGame } from './play-game.ts';

/** Frozen to the bottom, so that whoever writes to it throws. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const each of Object.values(value)) frozen(each);
  return value;
}

describe('views', { timeout: MINUTES }, () => {
  it('decision 2: advance(view(s, V), disclose(e, V)) is view(evolve(s, e), V), for every viewer and event', () => {
    holds('advance', 8, (plan) => {
      const [first, ...rest] = eventsOf(playGame(plan));
      const viewers: readonly Viewer[] = ['spectator', ...Array(plan.players).keys()];
      let state = replay(first === undefined ? [] : [first]);
      const views = new Map(viewers.map((viewer) => [viewer, view(state, viewer)]));
      for (const event of rest) {
        state = evolve(state, event);
        for (const viewer of viewers) {
          const before = views.get(viewer);
          if (before === undefined) continue;
          const after = advance(before, disclose(event, viewer));
          if (!isDeepStrictEqual(after, view(state, viewer))) {
            expect(after, `version ${event.version} for ${viewer}`).toStrictEqual(view(state, viewer));
          }
          views.set(viewer, after);
        }
      }
    });
  });

  it('R-ERR-3, decision 1: nothing that is handed in is ever changed', () => {
    holds('frozen', 6, (plan) => {
      for (const { before, command, context, events } of playGame(plan).moves) {
        frozen(before);
        for (const viewer of ['spectator', 0, 1, 2] as const) {
          const shown = frozen(events.map((event) => disclose(frozen(event), viewer)));
          shown.reduce((seen, event) => frozen(advance(seen, event)), frozen(view(before, viewer)));
        }
        decide(before, frozen(command), { ...context, random: chance(plan.seed) });
        decide(before, { type: 'pass' }, { ...context, actor: { kind: 'seat', seat: 1 } });
        events.reduce((state, event) => frozen(evolve(state, event)), before);
      }
    });
  });

  it('promise 3: events of all viewers have the same version, type and keys', () => {
    holds('keys', 8, (plan) => {
      for (const event of eventsOf(playGame(plan))) {
        const keys = Object.keys(disclose(event, 'spectator')).sort();
        for (const viewer of Array(plan.players).keys()) {
          const disclosed = disclose(event, viewer);
          expect([disclosed.version, disclosed.type]).toEqual([event.version, event.type]);
          expect(Object.keys(disclosed).sort()).toEqual(keys);
        }
      }
    });
  });

  it('R-VIS-1, R-VIS-5: a spectator sees what is public, and no card that lies in a hand or was given in secret', () => {
    holds('spectator', 10, (plan) => {
      const game = playGame(plan);
      const isPublic = plan.options['tax.visibility'] === 'public';
      for (const { before, events } of game.moves) {
        const { you, exchanges, seats, order } = view(before, 'spectator');
        expect(you).toBeNull();
        expect(seats.map(({ cardCount }) => cardCount)).toEqual(before.hands.map(({ length }) => length));
        expect(order).toEqual(before.board.order);
        const shown = exchanges.flatMap(({ upperGives, lowerGives }) => [upperGives, lowerGives]);
        if (!isPublic) expect(shown.every((given) => given === null)).toBe(true);
        for (const event of events) {
          const seen = disclose(event, 'spectator');
          if (seen.type === 'handDealt') expect(seen.hands.every(({ cards }) => cards === null)).toBe(true);
          if (seen.type === 'handEnded') expect(seen.remaining).toBeNull();
        }
      }
    });
  });

  it('R-REV-4: the window looks the same for all until it closes', () => {
    holds('window', 10, (plan) => {
      for (const { before, events } of playGame(plan).moves) {
        const { phase, awaiting, order } = before.board;
        if (phase !== 'revolution') continue;
        expect(awaiting).toEqual([...order].sort((a, b) => a - b));
        for (const event of events) {
          if (event.type !== 'revolutionAnswered') continue;
          const { at, version } = event;
          const shown = { version, type: 'revolutionAnswered', at, cause: null, seat: null, call: null };
          expect(disclose(event, 'spectator')).toEqual(shown);
          expect(disclose(event, event.seat)).toEqual(event);
        }
      }
    });
  });

  it('promise 5: a deadline changes only when what is awaited changes', () => {
    holds('deadline', 10, (plan) => {
      const { moves } = playGame(plan);
      for (const [index, { before }] of moves.entries()) {
        const after = moves[index + 1]?.before.board;
        if (after === undefined || after.deadline === before.board.deadline) continue;
        const stillAsked = after.awaiting.every((seat) => before.board.awaiting.includes(seat));
        expect(stillAsked && after.asked === before.board.asked).toBe(false);
      }
    });
  });
});
