import { describe, expect, it } from 'vitest';
import type { Random } from '../../src/rules/context.ts';
import { disclose, view } from '../../src/rules/dalmuti.ts';
import { cards, only, table, types } from './table.ts';

const hands = ['12 12 5', '10 8 8', '9 9 11', '2 7 7', '6 3 12', '4 4 11'];
const opened = (options: Readonly<Record<string, unknown>> = {}, random?: Random) =>
  table({ 'mex.enabled': true, ...options }, hands, { phase: 'tax' }, random);
const pay = (text: string) => ({ type: 'payTax', cards: cards(text) }) as const;
const offer = (target: number) => ({ type: 'exchangeMerchant', target }) as const;
const decline = { type: 'declineMerchantExchange' } as const;
const back = (card: 'J' | '2' | '7') => ({ type: 'returnMerchant', card }) as const;

describe('the Merchant exchange', () => {
  it('R-TITLE-5, R-MEX-2, R-MEX-6, PROTOCOL Playing: asks the highest Merchant beside the taxes; declining is the first answer and what silence means', () => {
    const { board } = opened().state;
    expect(board.awaiting).toEqual([0, 1, 2]);
    expect(board.exchanges[2]).toEqual({
      kind: 'merchant',
      upper: 2,
      lower: null,
      count: 1,
      state: 'open',
      upperGives: null,
      lowerGives: null,
    });
    expect(opened().you(2)).toMatchObject({ legal: [decline, offer(3)], onTimeout: decline });
  });

  it('R-MEX-3: any other Merchant may be named, in the order of positions', () => {
    const eight = table({ 'mex.enabled': true }, [...hands.slice(0, 4), '1', '3', ...hands.slice(4)], { phase: 'tax' });
    expect(eight.you(2).legal).toEqual([decline, offer(3), offer(4), offer(5)]);
  });

  it('R-MEX-4: chance draws both cards uniformly, each from a stream of its own', () => {
    const asked: [string, number][] = [];
    const random: Random = (purpose, bound) => {
      asked.push([purpose, bound]);
      return bound - 1;
    };
    const after = opened({}, random).send(2, offer(3));
    expect(only(after.events, 'merchantExchanged')).toMatchObject({
      upper: 2,
      lower: 3,
      upperGives: ['11'],
      lowerGives: ['7'],
      cause: 'player',
    });
    expect(asked).toEqual([
      ['merchant/take/2', 3],
      ['merchant/give/2', 3],
    ]);
    expect([after.state.hands[2], after.state.hands[3]]).toEqual([cards('7 9 9'), cards('2 7 11')]);
  });

  it('R-MEX-5: he may decline, and play starts when the taxes are in as well', () => {
    const declined = opened().send(2, decline);
    expect(declined.state.board.exchanges[2]).toMatchObject({ state: 'declined', lower: null });
    expect(declined.state.board.awaiting).toEqual([0, 1]);
    const after = declined.send(0, pay('12 12')).send(1, pay('8'));
    expect(types(after.events).slice(-2)).toEqual(['taxesExchanged', 'playStarted']);
  });

  it('R-MEX-6: play waits for him when the taxes are settled first', () => {
    const taxed = opened().send(0, pay('12 12')).send(1, pay('8'));
    expect(types(taxed.events)).toEqual(['taxChosen', 'taxChosen', 'taxesExchanged']);
    expect(taxed.state.board).toMatchObject({ phase: 'tax', awaiting: [2], deadline: '2026-01-05T19:00:45.000Z' });
    expect(types(taxed.send(2, offer(3)).events.slice(3))).toEqual(['merchantExchanged', 'playStarted']);
  });

  it('R-MEX-5: no answer in time is a refusal', () => {
    const late = opened().timeOut();
    expect(types(late.events)).toEqual([
      'taxChosen',
      'taxChosen',
      'taxesExchanged',
      'merchantExchangeDeclined',
      'playStarted',
    ]);
    expect(late.events[3]).toMatchObject({ cause: 'clock', seat: 2 });
  });

  it('R-MEX-5, R-TAX-11: no tax is exchanged twice when only he is late', () => {
    const late = opened().send(0, pay('12 12')).send(1, pay('8')).timeOut();
    expect(types(late.events.slice(3))).toEqual(['merchantExchangeDeclined', 'playStarted']);
  });

  it('R-MEX-9, PROTOCOL Events: only the two see the cards, also when taxes are public', () => {
    for (const options of [{}, { 'tax.visibility': 'public' }]) {
      const after = opened(options).send(2, offer(3));
      const event = only(after.events, 'merchantExchanged');
      const hidden = { ...event, upperGives: null, lowerGives: null };
      for (const viewer of [2, 3] as const) {
        expect(disclose(event, viewer)).toEqual(event);
        expect(view(after.state, viewer).exchanges[2]).toMatchObject({ upperGives: ['9'], lowerGives: ['2'] });
      }
      for (const viewer of [0, 5, 'spectator'] as const) {
        expect(disclose(event, viewer)).toEqual(hidden);
        expect(view(after.state, viewer).exchanges[2]).toMatchObject({ lower: 3, upperGives: null, lowerGives: null });
      }
    }
  });

  it('R-MEX-1: with five players nobody is asked', () => {
    const five = table({ 'mex.enabled': true }, hands.slice(0, 5), { phase: 'tax' });
    expect(five.state.board.awaiting).toEqual([0, 1]);
    expect(five.code(2, decline)).toBe('E_MEX_ROLE');
    const chosen = table({ 'mex.enabled': true, 'mex.take': 'target-choice' }, hands.slice(0, 5), { phase: 'tax' });
    expect(chosen.code(3, back('7'))).toBe('E_MEX_ROLE');
  });

  it('R-ERR-1: the checks come in their order', () => {
    expect(opened({ 'mex.enabled': false }).code(0, offer(9))).toBe('E_OPTION_OFF');
    expect(opened().code(3, offer(9))).toBe('E_MEX_ROLE');
    expect(opened().code(2, offer(5))).toBe('E_MEX_TARGET');
    expect(opened().code(2, { ...offer(3), card: '9' })).toBe('E_OPTION_OFF');
    expect(opened().code(3, back('7'))).toBe('E_OPTION_OFF');
    expect(opened({ 'mex.enabled': false, 'mex.take': 'target-choice' }).code(3, back('7'))).toBe('E_OPTION_OFF');
    expect(opened({ 'mex.take': 'target-choice' }).code(3, back('7'))).toBe('E_MEX_ROLE');
    expect(opened().send(2, offer(3)).code(2, offer(3))).toBe('E_MEX_ROLE');
    expect(opened().send(2, decline).code(2, decline)).toBe('E_MEX_ROLE');
  });
});

describe('mex.give=choice', () => {
  const choice = (options = {}) => opened({ 'mex.give': 'choice', ...options });

  it('R-MEX-4: the highest Merchant names his card, which he must hold', () => {
    expect(choice().you(2).legal).toEqual([decline, { ...offer(3), card: '11' }, { ...offer(3), card: '9' }]);
    expect(choice().code(2, offer(3))).toBe('E_NOT_OWNED');
    expect(choice().code(2, { ...offer(3), card: '2' })).toBe('E_NOT_OWNED');
    const after = choice().send(2, { ...offer(3), card: '11' });
    expect(only(after.events, 'merchantExchanged')).toMatchObject({ upperGives: ['11'], lowerGives: ['2'] });
  });
});

describe('mex.take=target-choice', () => {
  const named = (options = {}) => opened({ 'mex.take': 'target-choice', ...options });

  it('R-MEX-4: the partner picks his card, beside those who still owe a tax', () => {
    const asked = named().send(2, offer(3));
    expect(only(asked.events, 'merchantPartnerNamed')).toMatchObject({ upper: 2, lower: 3, upperGives: null });
    expect(asked.state.board.awaiting).toEqual([0, 1, 3]);
    expect(asked.you(3)).toMatchObject({ legal: [back('7'), back('2')], onTimeout: back('7') });
    expect(asked.code(2, decline)).toBe('E_MEX_ROLE');
    expect(asked.code(3, decline)).toBe('E_MEX_ROLE');
    expect(asked.code(3, back('J'))).toBe('E_NOT_OWNED');
    const after = asked.send(3, back('2'));
    expect(only(after.events, 'merchantExchanged')).toMatchObject({ upperGives: ['9'], lowerGives: ['2'] });
  });

  it('promise 2, promise 5: his question has a deadline of its own, and makes no older question stale', () => {
    const before = named();
    const { board } = before.send(2, offer(3)).state;
    expect(board.asked).toBe(before.state.board.asked);
    expect(board.deadline).toBe('2026-01-05T19:00:55.000Z');
    const alone = named().send(0, pay('12 12')).send(1, pay('8')).send(2, offer(3)).state.board;
    expect([alone.awaiting, alone.asked]).toEqual([[3], alone.version]);
  });

  it('R-MEX-5: he cannot refuse: in silence he gives his worst card', () => {
    const late = named().send(2, offer(3)).timeOut();
    expect(only(late.events, 'merchantExchanged')).toMatchObject({ lowerGives: ['7'], cause: 'clock' });
    expect(late.state.board.phase).toBe('play');
  });

  it('R-ERR-1: outside of the taxes, or by somebody who plays no seat, there is nothing to give back', () => {
    expect(named().code({ kind: 'stranger' }, back('7'))).toBe('E_PLAYER');
    const over = named().send(0, pay('12 12')).send(1, pay('8')).send(2, decline);
    expect(over.state.board.phase).toBe('play');
    expect(over.code(3, back('7'))).toBe('E_PHASE');
  });

  it('PROTOCOL Events: a card that was named is for the two of them', () => {
    const asked = named({ 'mex.give': 'choice' }).send(2, { ...offer(3), card: '11' });
    const event = only(asked.events, 'merchantPartnerNamed');
    const shown = (viewer: number | 'spectator') => {
      const seen = disclose(event, viewer);
      expect(view(asked.state, viewer).exchanges[2]?.upperGives).toEqual(
        seen.type === 'merchantPartnerNamed' ? seen.upperGives : undefined,
      );
      return view(asked.state, viewer).exchanges[2]?.upperGives;
    };
    expect([shown(2), shown(3), shown(1), shown('spectator')]).toEqual([['11'], ['11'], null, null]);
    // The same keys for everybody, and nothing is chosen yet by the partner.
    for (const viewer of [1, 2, 3, 'spectator'] as const) {
      expect(Object.keys(disclose(event, viewer)).sort()).toEqual(Object.keys(event).sort());
    }
    expect(asked.state.chosen[3]).toBeNull();
    const after = asked.send(3, back('2'));
    expect(only(after.events, 'merchantExchanged')).toMatchObject({ upperGives: ['11'], lowerGives: ['2'] });
  });
});
