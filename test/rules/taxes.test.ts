import { describe, expect, it } from 'vitest';
import { disclose, legal, onTimeout, view } from '../../src/rules/dalmuti.ts';
import { bestCards } from '../../src/rules/payments.ts';
import { cards, only, table, types } from './table.ts';

const hands = ['12 12 11 5', '10 9 8 6', '7 3 12 11', '2 4 12 11'];
const opened = (options: Readonly<Record<string, unknown>> = {}) => table(options, hands, { phase: 'tax' });
const pay = (text: string) => ({ type: 'payTax', cards: cards(text) }) as const;

describe('sealed taxation', () => {
  it('R-TAX-1, R-TAX-3: opens two exchanges, the Peons owing their best cards, the Dalmutis asked', () => {
    const { board, chosen } = opened().state;
    expect(board.exchanges).toEqual([
      { kind: 'greater', upper: 0, lower: 3, count: 2, state: 'open', upperGives: null, lowerGives: null },
      { kind: 'lesser', upper: 1, lower: 2, count: 1, state: 'open', upperGives: null, lowerGives: null },
    ]);
    expect(chosen).toEqual([null, null, ['3'], ['2', '4']]);
    expect([board.awaiting, board.deadline, board.turn]).toEqual([[0, 1], '2026-01-05T19:00:45.000Z', null]);
  });

  it('PROTOCOL Playing: answers are listed from the worst card to the best, one of each kind', () => {
    expect(opened().you(1).legal).toEqual([pay('10'), pay('9'), pay('8'), pay('6')]);
    expect(opened().you(0).legal).toEqual([pay('12 12'), pay('11 12'), pay('5 12'), pay('5 11')]);
    expect(opened().you(2)).toMatchObject({ legal: [], onTimeout: null });
  });

  it('R-TAX-13: Jesters come last of all, and a silent Dalmuti gives what comes first', () => {
    const jester = table({}, ['J 9 2', '10 9 8', '7 3 12', '2 4 12'], { phase: 'tax' });
    expect(jester.you(0).legal).toEqual([pay('2 9'), pay('9 J'), pay('2 J')]);
    expect(jester.you(0).onTimeout).toEqual(pay('2 9'));
  });

  it('R-TAX-5: where wilds cannot be given they are not listed either', () => {
    const dutch = table({ preset: 'dutch' }, ['J 9 2', '10 9 8', '7 3 12', '2 4 12'], { phase: 'tax' });
    expect(dutch.you(0).legal).toEqual([pay('2 9')]);
    expect(dutch.code(0, pay('J 9'))).toBe('E_TAX_WILD');
  });

  it('R-TAX-9, R-TAX-11: a choice is final, and keeps the deadline of the others', () => {
    const chosen = opened().send(0, pay('12 5'));
    expect(chosen.code(0, pay('12 12'))).toBe('E_TAX_DONE');
    expect([chosen.state.board.awaiting, chosen.state.board.deadline]).toEqual([[1], '2026-01-05T19:00:45.000Z']);
    expect(only(chosen.events, 'taxChosen')).toMatchObject({ seat: 0, cards: ['5', '12'], shownTo: null });
  });

  it('PROTOCOL Events: the last choice moves all cards and starts play, in one step', () => {
    const after = opened().send(1, pay('10')).send(0, pay('12 12'));
    expect(types(after.events.slice(1))).toEqual(['taxChosen', 'taxesExchanged', 'playStarted']);
    expect(after.state.hands.map((hand) => hand.join(' '))).toEqual([
      '2 4 5 11',
      '3 6 8 9',
      '7 10 11 12',
      '11 12 12 12',
    ]);
    expect(after.state.board).toMatchObject({ phase: 'play', turn: 0, awaiting: [0] });
    expect(after.state.board.deadline).toBe('2026-01-05T19:00:40.000Z');
  });

  it('R-TAX-1: a Merchant would have no answer even if he were asked', () => {
    const five = table({}, [...hands.slice(0, 2), '6 6 6', ...hands.slice(2)], { phase: 'tax' });
    const asked = { ...view(five.state, 2), awaiting: [0, 1, 2] };
    expect([legal(asked), onTimeout(asked)]).toEqual([[], null]);
  });

  it('R-TAX-4, R-TAX-12: exempt wilds are never owed, even where nothing else is left', () => {
    expect(bestCards(cards('5 J J'), 2, 'exempt')).toEqual(['5']);
    expect(bestCards(cards('5 J J'), 2, 'worst')).toEqual(['5', 'J']);
  });

  it('R-TAX-12: who has nothing to pay is asked for nothing, and where nobody pays play starts', () => {
    const exchanged = (...peons: readonly string[]) =>
      table({ preset: 'dutch' }, ['12 12 5', '10 9', ...peons], { phase: 'revolution' }).timeOut();
    const one = exchanged('3 4', 'J J');
    expect(only(one.events, 'taxOpened').exchanges).toEqual([
      { kind: 'lesser', upper: 1, lower: 2, count: 1, lowerGives: ['3'] },
    ]);
    expect(types(exchanged('J', 'J').events).slice(-2)).toEqual(['revolutionWindowClosed', 'playStarted']);
  });

  it('R-TAX-13: when the time is up the silent ones give their worst cards', () => {
    const after = opened().send(1, pay('6')).timeOut();
    expect(types(after.events.slice(1))).toEqual(['taxChosen', 'taxesExchanged', 'playStarted']);
    expect(after.events[1]).toMatchObject({ cause: 'clock', seat: 0, cards: ['12', '12'] });
  });

  it('R-VIS-2, PROTOCOL Playing: before the exchange each party sees its own half only', () => {
    const { state } = opened().send(0, pay('12 12'));
    const greater = (viewer: number | 'spectator') => view(state, viewer).exchanges[0];
    expect(greater(0)).toMatchObject({ upperGives: ['12', '12'], lowerGives: null });
    expect(greater(3)).toMatchObject({ upperGives: null, lowerGives: ['2', '4'] });
    for (const viewer of [1, 2, 'spectator'] as const) {
      expect(greater(viewer)).toMatchObject({ upperGives: null, lowerGives: null });
    }
  });

  it('R-TAX-8, PROTOCOL Events: afterwards both parties see both halves, others none, unless taxes are public', () => {
    const settled = (options = {}) => opened(options).send(0, pay('12 12')).send(1, pay('10'));
    const seen = (options: object, viewer: number | 'spectator') => {
      const after = settled(options);
      const event = disclose(only(after.events, 'taxesExchanged'), viewer);
      if (event.type !== 'taxesExchanged') throw new Error('another event');
      expect(view(after.state, viewer).exchanges).toEqual(
        event.exchanges.map((exchange) => ({ ...exchange, state: 'settled' })),
      );
      expect(event).not.toHaveProperty('visibility');
      return event.exchanges.map(({ upperGives, lowerGives }) => [upperGives, lowerGives]);
    };
    const both = [
      [
        ['12', '12'],
        ['2', '4'],
      ],
      [['10'], ['3']],
    ];
    expect(seen({}, 3)).toEqual([both[0], [null, null]]);
    expect(seen({}, 1)).toEqual([[null, null], both[1]]);
    expect(seen({}, 'spectator')).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(seen({ 'tax.visibility': 'public' }, 'spectator')).toEqual(both);
  });

  it('R-ERR-1: a choice is checked for its number before its cards, and those before wilds', () => {
    const dutch = table({ preset: 'dutch' }, ['J 9 2', '10 9 8', '7 3 12', '2 4 12'], { phase: 'tax' });
    expect(dutch.code(0, pay('1 1 1'))).toBe('E_TAX_COUNT');
    expect(dutch.code(0, pay('J J'))).toBe('E_NOT_OWNED');
    expect(dutch.code(0, pay('J 2'))).toBe('E_TAX_WILD');
    expect(dutch.code({ kind: 'stranger' }, pay('2'))).toBe('E_PLAYER');
    expect(dutch.code(9, pay('2'))).toBe('E_PLAYER');
    expect(dutch.refusal(0, pay('2'))?.detail).toBe('Choose exactly 2 cards.');
    expect(dutch.refusal(1, pay('9 8'))?.detail).toBe('Choose exactly one card.');
    expect(dutch.code(3, pay('2 4'))).toBe('E_TAX_ROLE');
  });
});

describe('tax.peonPayment=manual', () => {
  const manual = (hand = '2 4 12 11', options = {}) =>
    table({ 'tax.peonPayment': 'manual', ...options }, ['12 12 11 5', '10 9 8 6', '7 3 12 11', hand], { phase: 'tax' });

  it('R-TAX-3: asks the Peons too, whose only answer is their best cards', () => {
    expect(manual().state.board.awaiting).toEqual([0, 1, 2, 3]);
    expect(manual().you(3)).toMatchObject({ legal: [pay('2 4')], onTimeout: pay('2 4') });
    expect(manual().code(3, pay('2 11'))).toBe('E_TAX_NOT_BEST');
    expect(manual().code(3, pay('2'))).toBe('E_TAX_COUNT');
    expect(manual().code(3, pay('1 2'))).toBe('E_NOT_OWNED');
  });

  it('R-TAX-6: a payment that is in asks the Dalmuti nothing new', () => {
    const { board } = manual().send(3, pay('2 4')).state;
    expect([board.awaiting, board.deadline]).toEqual([[0, 1, 2], '2026-01-05T19:00:45.000Z']);
  });

  it('R-TAX-11: moves the cards when all four have answered, in any order', () => {
    const after = manual().send(3, pay('4 2')).send(0, pay('12 12')).send(2, pay('3')).send(1, pay('10'));
    expect(after.state.board.phase).toBe('play');
    expect(after.state.hands[0]).toEqual(cards('2 4 5 11'));
    const waiting = manual().send(0, pay('12 12')).send(1, pay('10')).send(2, pay('3'));
    expect(waiting.state.board).toMatchObject({ phase: 'tax', awaiting: [3] });
    expect(waiting.send(3, pay('2 4')).state.hands).toEqual(after.state.hands);
  });

  it('R-CORP-21: of equal cards the Peon chooses, and silence keeps the Wedgie', () => {
    const corporate = table({ preset: 'corporate', 'tax.peonPayment': 'manual' }, ['10 9', '9 8', 'TW 6 8', '1 2 3'], {
      phase: 'tax',
    });
    expect(corporate.you(2).legal).toEqual([pay('6'), pay('TW')]);
    expect(corporate.you(2).onTimeout).toEqual(pay('6'));
    expect(corporate.code(2, pay('TW'))).toBeNull();
  });
});

describe('tax.timing=sequential', () => {
  const sequential = (options = {}) => opened({ 'tax.timing': 'sequential', ...options });

  it('R-TAX-14: the Dalmuti sees the tax when it is opened, and others do not', () => {
    const lowerGives = (viewer: number | 'spectator') =>
      view(sequential().state, viewer).exchanges.map((exchange) => exchange.lowerGives);
    expect(lowerGives(0)).toEqual([['2', '4'], null]);
    expect(lowerGives(1)).toEqual([null, ['3']]);
    expect(lowerGives('spectator')).toEqual([null, null]);
  });

  it('R-TAX-14: he may return those very cards', () => {
    expect(sequential().you(1).legal).toEqual([pay('10'), pay('9'), pay('8'), pay('6'), pay('3')]);
    const chosen = sequential().send(0, pay('2 4'));
    expect(chosen.state.board).toMatchObject({ awaiting: [1], deadline: '2026-01-05T19:00:45.000Z' });
    const after = chosen.send(1, pay('3'));
    expect(after.state.hands.map((hand) => hand.join(' '))).toEqual([
      '5 11 12 12',
      '6 8 9 10',
      '3 7 11 12',
      '2 4 11 12',
    ]);
  });

  it('R-TAX-6: under sealed timing those cards are not his to give', () => {
    expect(opened().code(1, pay('3'))).toBe('E_NOT_OWNED');
  });

  it('R-TAX-14, R-TAX-3: with manual payment the Peon pays first, and only his Dalmuti sees it', () => {
    const both = sequential({ 'tax.peonPayment': 'manual' });
    expect(both.state.board.awaiting).toEqual([2, 3]);
    expect(both.code(0, pay('12 12'))).toBe('E_PHASE');
    const paid = both.send(3, pay('2 4'));
    expect(paid.state.board.awaiting).toEqual([0, 2]);
    const event = only(paid.events, 'taxChosen');
    const seen = [0, 1, 2, 3, 'spectator'].map((viewer) => disclose(event, viewer as number));
    expect(seen.map((each) => (each.type === 'taxChosen' ? each.cards : undefined))).toEqual([
      ['2', '4'],
      null,
      null,
      ['2', '4'],
      null,
    ]);
    expect(paid.you(0).legal[0]).toEqual(pay('12 12'));
  });

  it('R-TAX-13: a silent Peon pays when the time is up, and then his Dalmuti has his own', () => {
    const late = sequential({ 'tax.peonPayment': 'manual' }).timeOut();
    expect(types(late.events)).toEqual(['taxChosen', 'taxChosen']);
    expect([late.state.board.awaiting, late.state.board.deadline]).toEqual([[0, 1], '2026-01-05T19:00:55.000Z']);
    expect(types(late.timeOut().events.slice(2))).toEqual(['taxChosen', 'taxChosen', 'taxesExchanged', 'playStarted']);
  });
});
