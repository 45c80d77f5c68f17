import { describe, expect, it } from 'vitest';
import { sorted } from '../../src/rules/cards.ts';
import type { Random } from '../../src/rules/context.ts';
import { disclose, replay, resolveRuleset, start } from '../../src/rules/dalmuti.ts';
import { dealtToGreaterPeon, nextExposed } from '../../src/rules/deal.ts';
import { deckCards } from '../../src/rules/deck.ts';
import type { GameEvent } from '../../src/rules/events.ts';
import type { Seat } from '../../src/rules/seats.ts';
import { CLOCK } from '../support/clock.ts';
import { at, only, type Table, types } from './table.ts';

const intended = { type: 'settleMisdeal', to: 'intended' } as const;
const toPeon = { type: 'settleMisdeal', to: 'greaterPeon' } as const;

/** Exposes the cards at these places of the deck; the shuffle leaves the deck as it is, replacements are the last possible. */
function exposing(...places: readonly number[]): Random {
  return (purpose, bound) => {
    const [kind, , place, what] = purpose.split('/');
    if (kind !== 'misdeal') return bound - 1;
    if (what === 'replacement') return bound - 1;
    return places.includes(Number(place)) ? 0 : bound - 1;
  };
}

/** A table of four, seated as said, whose first hand is about to be dealt. */
function undealt(random: Random, order: readonly Seat[] = [0, 1, 2, 3]): Table {
  const resolved = resolveRuleset({
    preset: 'official',
    seating: { method: 'given' },
    misdeal: { mode: 'simulated', rate: 0.01 },
  });
  if (!resolved.ok) throw new Error('refused');
  const setup = {
    gameId: 'game',
    tableId: 'table',
    ruleset: resolved.ruleset,
    clock: CLOCK,
    seats: [0, 1, 2, 3].map((seat) => ({ seat, player: `${seat}`, kind: 'human' as const })),
    access: { private: false, spectators: true },
    handLimit: 10,
    fairness: { commitment: '', contributions: [] },
    order,
  };
  const opening = start(setup, { actor: { kind: 'stranger' }, now: '2026-01-05T19:00:00.000Z', random });
  return at(replay(opening), [], random);
}

const deck = deckCards('full');
const handsOf = (events: readonly GameEvent[]) => only(events, 'handDealt').hands.map(({ cards }) => cards);

describe('simulated misdeals', () => {
  it('R-MIS-2: an exposed card holds up the deal until the Greater Dalmuti has decided', () => {
    const exposed = undealt(exposing(9)).timeOut();
    expect(types(exposed.events)).toEqual(['cardExposed']);
    expect(exposed.events[0]).toMatchObject({ seat: 1, card: deck[9], dealt: 9 });
    expect(exposed.state.board).toMatchObject({ phase: 'deal', awaiting: [0], deadline: '2026-01-05T19:00:40.000Z' });
    expect(exposed.you(0)).toMatchObject({ legal: [intended, toPeon], onTimeout: intended });
    expect(exposed.you(1).legal).toEqual([]);
    expect(exposed.code(1, intended)).toBe('E_NOT_YOUR_TURN');
    expect(exposed.code({ kind: 'stranger' }, intended)).toBe('E_PLAYER');
  });

  it('R-MIS-2 (a): it goes to the intended player and the deal is the same as without the accident', () => {
    const plain = undealt(exposing()).timeOut();
    for (const [settled, cause] of [
      [undealt(exposing(9)).timeOut().send(0, intended), 'player'],
      [undealt(exposing(9)).timeOut().timeOut(), 'clock'],
    ] as const) {
      expect(types(settled.events)).toEqual(['cardExposed', 'misdealSettled', 'handDealt']);
      expect(only(settled.events, 'misdealSettled')).toMatchObject({ to: 'intended', replacement: null, cause });
      expect(handsOf(settled.events)).toEqual(handsOf(plain.events));
    }
  });

  it('R-MIS-2 (b): it goes to the Greater Peon, who gives back a card that he holds by then', () => {
    const settled = undealt(exposing(9)).timeOut().send(0, toPeon);
    // Places 3 and 7 of the deck are the Greater Peon's so far; chance takes the latter.
    expect(only(settled.events, 'misdealSettled')).toMatchObject({
      card: deck[9],
      replacement: deck[7],
      greaterPeon: 3,
    });
    const swapped = deck.with(9, deck[7] ?? 'J').with(7, deck[9] ?? 'J');
    const dealt = [0, 1, 2, 3].map((seat) => sorted(swapped.filter((_, place) => place % 4 === seat)));
    expect(handsOf(settled.events)).toEqual(dealt);
    expect(dealt.map(({ length }) => length)).toEqual([20, 20, 20, 20]);
  });

  it('R-GAME-6: deciding about a card is a command of a person, silence is none', () => {
    expect(undealt(exposing(9)).timeOut().send(0, toPeon).state.humanActed).toBe(true);
    expect(undealt(exposing(9), [2, 0, 3, 1]).timeOut().send(2, toPeon).state.humanActed).toBe(true);
    expect(undealt(exposing(9)).timeOut().timeOut().state.humanActed).toBe(false);
  });

  it('R-MIS-2: the Greater Peon cannot be given a card in exchange for nothing', () => {
    const exposed = undealt(exposing(2)).timeOut();
    expect(exposed.you(0).legal).toEqual([intended]);
    expect(exposed.code(0, toPeon)).toBe('E_TARGET');
    expect(exposed.code(0, intended)).toBeNull();
    expect(dealtToGreaterPeon(4, 3)).toEqual([]);
    expect(dealtToGreaterPeon(4, 4)).toEqual([3]);
    expect(dealtToGreaterPeon(4, 9)).toEqual([3, 7]);
  });

  it('R-MIS-2: several accidents of one deal are settled one after another', () => {
    const twice = undealt(exposing(9, 10)).timeOut().send(0, toPeon);
    expect(types(twice.events)).toEqual(['cardExposed', 'misdealSettled', 'cardExposed']);
    const done = twice.send(0, intended);
    expect(types(done.events).slice(-2)).toEqual(['misdealSettled', 'handDealt']);
    expect(sorted(handsOf(done.events).flat())).toEqual(deck);
    expect(only(done.events, 'handDealt').cause).toBe('rule');
  });

  it('R-MIS-2: every card but those for the Greater Peon may be exposed, with the given probability', () => {
    const asked: number[] = [];
    const never = (place: number, bound: number) => {
      asked.push(place);
      return bound - 1;
    };
    expect(nextExposed(8, 4, 0, 0.5, never)).toBeNull();
    expect(asked).toEqual([0, 1, 2, 4, 5, 6]);
    expect(nextExposed(8, 4, 0, 0.25, (_, bound) => bound / 4)).toBeNull();
    expect(nextExposed(8, 4, 0, 0.25, (_, bound) => bound / 4 - 1)).toBe(0);
    expect(nextExposed(8, 4, 3, 1, (_, bound) => bound - 1)).toBe(4);
  });

  it('R-VIS-2, PROTOCOL Events: the deck stays secret, and the replacement is for the two who hold it', () => {
    const settled = undealt(exposing(9)).timeOut().send(0, toPeon);
    const exposed = disclose(only(settled.events, 'cardExposed'), 'spectator');
    expect(Object.keys(exposed).sort()).toEqual(['at', 'card', 'cause', 'dealt', 'seat', 'type', 'version']);
    const replacement = (viewer: number | 'spectator') => {
      const event = disclose(only(settled.events, 'misdealSettled'), viewer);
      expect(event).not.toHaveProperty('greaterPeon');
      return event.type === 'misdealSettled' ? event.replacement : undefined;
    };
    expect([1, 3, 0, 2].map(replacement)).toEqual([deck[7], deck[7], null, null]);
    expect(replacement('spectator')).toBeNull();
  });

  it('R-MIS-1: switched off nothing is asked of anybody, and nothing is drawn', () => {
    const asked: string[] = [];
    const random: Random = (purpose, bound) => {
      asked.push(purpose);
      return bound - 1;
    };
    const { state } = undealt(exposing());
    const board = {
      ...state.board,
      ruleset: { ...state.board.ruleset, misdeal: { mode: 'off' as const, rate: null } },
    };
    const dealt = at({ ...state, board }, [], random).timeOut();
    expect(types(dealt.events)).toEqual(['handDealt']);
    expect(new Set(asked)).toEqual(new Set(['deal/1']));
    expect(dealt.code(0, intended)).toBe('E_PHASE');
  });
});
