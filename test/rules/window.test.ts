import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/rules/commands.ts';
import type { Random } from '../../src/rules/context.ts';
import { disclose } from '../../src/rules/dalmuti.ts';
import { at, only, table, types } from './table.ts';

const silence = { type: 'answerRevolution', call: false } as const;
const call = { type: 'answerRevolution', call: true } as const;
const hands = ['12 12 5', '10 9 8', '7 3 J J', '2 4 11'];
const opened = (options: Readonly<Record<string, unknown>> = {}, handNo = 2, random?: Random) =>
  table(options, hands, { phase: 'revolution', handNo }, random);

/** The end of a hand of four, and the next deal, which gives both Jesters to the Greater Peon. */
function dealWithJesters(greater: 'called' | 'automatic') {
  // The last card of the deck stays, and the one before it goes where the Greater Peon gets it as well.
  const random: Random = (_purpose, bound) => (bound === 79 ? 75 : bound - 1);
  const play = (card: string) => ({ type: 'play', cards: [card] }) as Command;
  const pass = { type: 'pass' } as const;
  const ended = table({ 'revolution.greater': greater }, ['1', '2', '3', '4 4'], { phase: 'play', turn: 'A' }, random)
    .send(0, play('1'))
    .send(1, pass)
    .send(2, pass)
    .send(3, pass)
    .send(1, play('2'))
    .send(2, pass)
    .send(3, pass)
    .send(2, play('3'));
  return at(ended.state, [], random).timeOut();
}

describe('the revolution window', () => {
  it('R-REV-4: is open to every seat, with one deadline from the deal', () => {
    const { board } = opened().state;
    expect([board.phase, board.awaiting, board.turn]).toEqual(['revolution', [0, 1, 2, 3], null]);
    expect(board.deadline).toBe('2026-01-05T19:00:10.000Z');
    expect(board.asked).toBe(board.version);
  });

  it('R-REV-4: awaits everybody until it closes, and moves no deadline', () => {
    const after = opened().send(1, silence).send(3, silence);
    expect(after.state.board.awaiting).toEqual([0, 1, 2, 3]);
    expect(after.state.board.deadline).toBe('2026-01-05T19:00:10.000Z');
    expect(after.you(1)).toMatchObject({ legal: [], onTimeout: null, answered: true });
    expect(after.you(0)).toMatchObject({ legal: [silence], onTimeout: silence, answered: false });
  });

  it('R-REV-1, R-REV-2, PROTOCOL Playing: who was dealt both Jesters has two answers, silence first', () => {
    expect(opened().you(2)).toMatchObject({ legal: [silence, call], onTimeout: silence });
  });

  it('R-REV-2, PROTOCOL Events: the last answer closes it and opens the taxes in the same step, whoever holds both Jesters', () => {
    const before = opened().send(0, silence).send(1, silence).send(2, silence);
    const { events } = before.send(3, silence);
    expect(types(events.slice(3))).toEqual(['revolutionAnswered', 'revolutionWindowClosed', 'taxOpened']);
    expect(events.slice(3).map(({ cause }) => cause)).toEqual(['player', 'rule', 'rule']);
    expect(only(events, 'revolutionWindowClosed').called).toBe(false);
  });

  it('R-REV-4: a second answer is refused', () => {
    expect(opened().send(2, silence).code(2, call)).toBe('E_REV_ALREADY');
    expect(opened().send(0, silence).code(0, silence)).toBe('E_REV_ALREADY');
  });

  it('R-REV-6, R-REV-12: a call closes it at once, without taxes, and the Greater Dalmuti leads', () => {
    const { events, state } = opened({ 'mex.enabled': true }).send(0, silence).send(2, call);
    expect(types(events.slice(1))).toEqual(['revolutionDeclared', 'revolutionWindowClosed', 'playStarted']);
    expect(only(events, 'revolutionDeclared')).toMatchObject({ seat: 2, greater: false, cause: 'player' });
    expect(only(events, 'revolutionWindowClosed').called).toBe(true);
    expect([state.board.turn, state.board.exchanges]).toEqual([0, []]);
    expect(state.board.revolution).toEqual({ by: 2, greater: false });
  });

  it('R-REV-7, R-REV-8, R-REV-10, PROTOCOL Events: a call of the Greater Peon turns the seats round, hands stay', () => {
    const greater = table({}, ['12', '10', '9', '3', 'J J'], { phase: 'revolution' }).send(4, call);
    expect(types(greater.events)).toEqual([
      'revolutionDeclared',
      'revolutionWindowClosed',
      'seatsReversed',
      'playStarted',
    ]);
    const { board, hands: held } = greater.state;
    expect(board.order).toEqual([4, 3, 2, 1, 0]);
    expect(board.seats.map(({ title, position }) => [title, position])).toEqual([
      ['GP', 4],
      ['LP', 3],
      ['M', 2],
      ['LD', 1],
      ['GD', 0],
    ]);
    expect(held.map((cards) => cards.join(' '))).toEqual(['12', '10', '9', '3', 'J J']);
    expect([board.turn, board.revolution]).toEqual([4, { by: 4, greater: true }]);
  });

  it('R-REV-4: when its time is up, silence is no call', () => {
    const after = opened().send(1, silence).timeOut();
    expect(types(after.events)).toEqual([
      ...Array(4).fill('revolutionAnswered'),
      'revolutionWindowClosed',
      'taxOpened',
    ]);
    const late = after.events.slice(1, 4);
    expect(late.map((event) => event.cause)).toEqual(['clock', 'clock', 'clock']);
    expect(late.map((event) => ('seat' in event ? event.seat : null)).toSorted()).toEqual([0, 2, 3]);
    expect(after.state.board.phase).toBe('tax');
  });

  it('R-REV-4: the order of the silent seats is drawn by lot, because a place in it would tell who else was silent', () => {
    const asked: string[] = [];
    const last: Random = (purpose, bound) => {
      asked.push(purpose);
      return bound - 1;
    };
    const seats = (random: Random) =>
      opened({}, 2, random)
        .timeOut()
        .events.flatMap((event) => (event.type === 'revolutionAnswered' ? [event.seat] : []));
    expect(seats(last)).toEqual([0, 1, 2, 3]);
    expect(asked).toEqual(['revolution/2', 'revolution/2', 'revolution/2']);
    expect(seats(() => 0)).toEqual([1, 2, 3, 0]);
  });

  it('R-REV-4, PROTOCOL Events: to others an answer shows neither whose it is nor what it says, nor who gave it', () => {
    const [event] = opened().send(2, silence).events;
    if (event === undefined) throw new Error('nothing happened');
    const { at, version } = event;
    const hidden = { version, type: 'revolutionAnswered', at, cause: null, seat: null, call: null };
    expect(disclose(event, 2)).toEqual({ ...hidden, cause: 'player', seat: 2, call: false });
    for (const viewer of [0, 1, 3, 'spectator'] as const) expect(disclose(event, viewer)).toEqual(hidden);
  });

  it('R-REV-13: the first hand may be untaxed, and then only the Greater Peon has something to call', () => {
    const firstDeal = { 'revolution.firstDeal': true };
    expect(opened(firstDeal, 1).you(2).legal).toEqual([silence]);
    expect(types(opened(firstDeal, 1).timeOut().events).slice(-2)).toEqual(['revolutionWindowClosed', 'playStarted']);
    expect(opened(firstDeal, 2).you(2).legal).toEqual([silence, call]);
    expect(opened(firstDeal, 2).timeOut().state.board.phase).toBe('tax');
    const peon = table(firstDeal, ['12', '10', '9', 'J J'], { phase: 'revolution', handNo: 1 });
    expect(peon.you(3).legal).toEqual([silence, call]);
  });

  it('R-REV-16: where revolutions are switched off no seat has a call, and the first hand is taxed like any other', () => {
    const off = opened({ 'revolution.enabled': false }, 1);
    expect(off.you(2).legal).toEqual([silence]);
    expect(off.code(2, call)).toBe('E_REV_NOT_ELIGIBLE');
    expect(types(off.timeOut().events).slice(-2)).toEqual(['revolutionWindowClosed', 'taxOpened']);
  });

  it('R-REV-17: with greater=called a Greater Peon with both Jesters is asked like everyone', () => {
    const dealt = dealWithJesters('called');
    expect(types(dealt.events)).toEqual(['handDealt']);
    expect(dealt.state.board.phase).toBe('revolution');
  });

  it('R-REV-17: with greater=automatic the deal of both Jesters to the Greater Peon is a greater revolution by itself', () => {
    const dealt = dealWithJesters('automatic');
    expect(types(dealt.events)).toEqual([
      'handDealt',
      'revolutionDeclared',
      'revolutionWindowClosed',
      'seatsReversed',
      'playStarted',
    ]);
    const { order } = only(dealt.events, 'handDealt');
    const peon = order.at(-1);
    expect(only(dealt.events, 'revolutionDeclared')).toMatchObject({ seat: peon, greater: true, cause: 'rule' });
    expect(dealt.state.board).toMatchObject({ phase: 'play', turn: peon, order: order.toReversed() });
  });

  it('R-TAX-10: tax.enabled=false goes from the window straight to play', () => {
    expect(types(opened({ 'tax.enabled': false }).timeOut().events).slice(-2)).toEqual([
      'revolutionWindowClosed',
      'playStarted',
    ]);
  });
});
