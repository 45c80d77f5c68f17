import { describe, expect, it } from 'vitest';
import type { Given } from './cases/case-file.ts';
import { cards, only, table, types } from './table.ts';

const play = (text: string) => ({ type: 'play', cards: cards(text) }) as const;
const pass = { type: 'pass' } as const;
const corporate = (hands: readonly string[], given: Omit<Given, 'players' | 'ruleset'> = { turn: 'A' }, options = {}) =>
  table({ preset: 'corporate', ...options }, hands, given);

describe('declared wilds', () => {
  it('R-CORP-3: wilds alone are listed with every value that beats, tens first', () => {
    const lead = corporate(['W W', '9', '8', '7']);
    const values = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
    expect(lead.you(0).legal).toEqual([
      ...values.map((declare) => ({ ...play('W'), declare })),
      ...values.map((declare) => ({ ...play('W W'), declare })),
    ]);
    const trick = { rank: 3, count: 1, by: 'D', pile: [3] };
    expect(corporate(['W 10', '9', '8', '7'], { turn: 'A', trick }).you(0).legal).toEqual([
      { ...play('W'), declare: 2 },
      { ...play('W'), declare: 1 },
      pass,
    ]);
  });

  it('R-CORP-4: with a natural card nothing needs to be declared, and nothing else may be', () => {
    const lead = corporate(['4 W', '9', '8', '7']);
    expect(lead.code(0, play('4 W'))).toBeNull();
    expect(lead.code(0, { ...play('4 W'), declare: 4 })).toBeNull();
    expect(lead.code(0, { ...play('4 W'), declare: 5 })).toBe('E_DECLARE');
    expect(lead.code(0, { ...play('4'), declare: 5 })).toBe('E_DECLARE');
    expect(lead.code(0, { ...play('W'), declare: 1.5 })).toBe('E_DECLARE');
    expect(lead.code(0, { ...play('W'), declare: 0 })).toBe('E_DECLARE');
  });

  it('R-CORP-25: with wildAlone=rank13 they are Jesters', () => {
    const lead = corporate(['W W', '9', '8', '7'], { turn: 'A' }, { 'corp.wildAlone': '13' });
    expect(lead.you(0).legal).toEqual([play('W'), play('W W')]);
    expect(lead.you(0).onTimeout).toEqual(play('W'));
  });
});

describe('the Twirling Wedgie', () => {
  const hands = ['6 TW W 10', '5 9', '4 8', '3 7'];

  it('R-CORP-7, R-CORP-8: is listed once for each other player, alone and in sets', () => {
    const { legal } = corporate(hands).you(0);
    const wedgies = legal.filter((command) => command.type === 'play' && command.cards.includes('TW'));
    const sets = ['TW', '6 TW', 'TW W', '6 TW W'];
    expect(wedgies).toEqual(sets.flatMap((set) => [1, 2, 3].map((target) => ({ ...play(set), target }))));
  });

  it('R-CORP-8: with wedgieInSets=false only alone', () => {
    const single = corporate(hands, { turn: 'A' }, { 'corp.wedgieInSets': false });
    expect(single.code(0, { ...play('6 TW'), target: 1 })).toBe('E_SINGLE_ONLY');
    expect(single.code(0, { ...play('TW'), target: 1 })).toBeNull();
    const { legal } = single.you(0);
    expect(legal.filter((command) => command.type === 'play' && command.cards.includes('TW'))).toHaveLength(3);
  });

  it('R-CORP-7: needs a target who is active, another, and there', () => {
    const table3 = corporate(['TW 10', '5 9', '4 8', ''], { turn: 'A', finished: ['D'] });
    for (const target of [0, 3, 4, -1]) expect(table3.code(0, { ...play('TW'), target })).toBe('E_TARGET');
    expect(table3.code(0, { ...play('TW'), target: 2 })).toBeNull();
  });

  it('R-CORP-7: with wedgieTarget=optional it may be played as an ordinary 6, which is listed first', () => {
    const free = corporate(hands, { turn: 'A' }, { 'corp.wedgieTarget': 'optional' });
    const alone = free
      .you(0)
      .legal.filter(({ type, ...rest }) => type === 'play' && 'cards' in rest && `${rest.cards}` === 'TW');
    expect(alone).toEqual([play('TW'), ...[1, 2, 3].map((target) => ({ ...play('TW'), target }))]);
    const led = free.send(0, play('TW'));
    expect(types(led.events)).toEqual(['setPlayed']);
    expect(only(led.events, 'setPlayed')).toMatchObject({ cards: ['TW'], rank: 6 });
    expect(free.code(0, { ...play('TW'), target: 0 })).toBe('E_TARGET');
    expect(free.code(0, { ...play('10'), target: 1 })).toBe('E_TARGET');
    const forced = corporate(['TW RB', '5 9', '4 8', '3 7'], { turn: 'A' }, { 'corp.wedgieTarget': 'optional' });
    expect(forced.you(0).legal).toContainEqual(forced.you(0).onTimeout);
    const last = corporate(['TW', '5 9', '4 8', '3 7'], { turn: 'A' }, { 'corp.wedgieTarget': 'optional' });
    expect(last.you(0).onTimeout).toEqual(play('TW'));
  });

  it('R-CORP-7, R-PLAY-6: named for a player who has passed under pass lock, it changes nothing for them', () => {
    const trick = { rank: 9, count: 1, by: 'A', pile: [9] };
    const passed = corporate(['10 9', '5 9', 'TW 8', '4 8'], { turn: 'B', trick }, { 'play.passLock': true }).send(
      1,
      pass,
    );
    const named = passed.send(2, { ...play('TW'), target: 1 });
    expect(named.code(1, play('5'))).toBe('E_LOCKED');
    expect(named.state.board.trick?.barred).toEqual([1]);
  });

  it('R-CORP-9, PROTOCOL Events: the turn goes past the banned player with an event of its own', () => {
    const trick = { rank: 7, count: 2, by: 'A', pile: [7, 7] };
    const beaten = corporate(['10 9', '6 TW 9', '4 8', '3 7'], { turn: 'B', trick }).send(1, {
      ...play('6 TW'),
      target: 2,
    });
    expect(types(beaten.events)).toEqual(['setPlayed', 'playerBanned', 'forcedPass']);
    expect(only(beaten.events, 'setPlayed')).toMatchObject({ cards: ['6', 'TW'], rank: 6 });
    expect(only(beaten.events, 'playerBanned')).toMatchObject({ seat: 2, by: 1, cause: 'rule' });
    expect(only(beaten.events, 'forcedPass')).toMatchObject({ seat: 2, cause: 'rule' });
    expect(beaten.state.board).toMatchObject({ turn: 3, trick: { passed: [2], barred: [2] } });
  });

  it('R-CORP-9: he is passed again in every round of the trick', () => {
    const banned = corporate(['TW 10', '5 4', '9 9', '3 2'])
      .send(0, { ...play('TW'), target: 2 })
      .send(1, play('5'));
    expect(types(banned.events)).toEqual(['setPlayed', 'playerBanned', 'setPlayed', 'forcedPass']);
    const again = banned.send(3, play('3')).send(0, pass).send(1, pass);
    expect(types(again.events.slice(4))).toEqual(['setPlayed', 'playerPassed', 'playerPassed', 'trickWon']);
  });

  it('R-CORP-10: with nobody else to answer the trick ends at once', () => {
    const ended = corporate(['TW 10', '5 9', '', ''], { turn: 'A', finished: ['C', 'D'] }).send(0, {
      ...play('TW'),
      target: 1,
    });
    expect(types(ended.events)).toEqual(['setPlayed', 'playerBanned', 'trickWon']);
    expect(ended.state.board.turn).toBe(0);
  });

  it('R-PLAY-6, R-CORP-9: of two who are out of the trick only the banned one is passed with an event', () => {
    const trick = { rank: 9, count: 1, by: 'A', pile: [9] };
    const hands = ['10 9', '5 9', 'TW 8 2', '4 8', '3 7'];
    const round = corporate(hands, { turn: 'B', trick }, { 'play.passLock': true })
      .send(1, pass)
      .send(2, { ...play('TW'), target: 0 })
      .send(3, play('4'))
      .send(4, pass);
    expect(types(round.events).slice(-2)).toEqual(['playerPassed', 'forcedPass']);
    expect(only(round.events, 'forcedPass').seat).toBe(0);
    expect(round.state.board.turn).toBe(2);
  });

  it('R-PLAY-6, R-CORP-9: a player who is locked out is told so even when the Wedgie hits him as well', () => {
    const trick = { rank: 9, count: 1, by: 'A', pile: [9] };
    const both = corporate(['10 9', '5 9', 'TW 8', '3 7'], { turn: 'B', trick }, { 'play.passLock': true })
      .send(1, pass)
      .send(2, { ...play('TW'), target: 1 });
    expect(both.code(1, pass)).toBe('E_LOCKED');
    expect(both.state.board.trick?.barred).toEqual([1]);
    const other = corporate(['10 9', '5 9', 'TW 8', '3 7'], { turn: 'C', trick }, { 'play.passLock': true }).send(2, {
      ...play('TW'),
      target: 3,
    });
    expect(other.code(3, pass)).toBe('E_BANNED');
  });
});

describe('Ratbert and the World Ruler', () => {
  it('R-CORP-12, R-CORP-17: the Ruler wins at once and takes Ratbert', () => {
    const trick = { rank: 11, count: 1, by: 'D', pile: ['RB'] };
    const taken = corporate(['DW 10', '5', '8', '6'], { turn: 'A', trick }).send(0, play('DW'));
    expect(types(taken.events)).toEqual(['setPlayed', 'trickWon', 'ratbertTaken']);
    expect(only(taken.events, 'ratbertTaken')).toMatchObject({ seat: 0, left: 2 });
    expect(taken.state.hands[0]).toEqual(['10', 'RB']);
    expect(taken.state.board.seats[0]?.cardCount).toBe(2);
    expect(taken.you(0).cards).toEqual(['10', 'RB']);
  });

  it('R-CORP-13: Ratbert led together with wilds was not the only card, so the unbeaten leader keeps him', () => {
    const kept = corporate(['RB W 2', '5', '8', '6'], { turn: 'A' }, { 'corp.ratbertWithWilds': true })
      .send(0, play('RB W'))
      .send(1, pass)
      .send(2, pass)
      .send(3, pass);
    expect(types(kept.events).slice(-2)).toEqual(['trickWon', 'ratbertTaken']);
    expect(kept.state.hands[0]).toEqual(['2', 'RB']);
  });

  it('R-CORP-18, R-INV-3: who may not lead the Ruler may still lead him when he holds nothing else', () => {
    const option = { 'corp.rulerMayLead': false };
    const barred = corporate(['DW W', '5', '8', '6'], { turn: 'A' }, option);
    expect(barred.code(0, play('DW'))).toBe('E_SINGLE_ONLY');
    expect(barred.code(0, { ...play('W'), declare: 10 })).toBeNull();
    expect(barred.you(0).legal).not.toContainEqual(play('DW'));
    expect(barred.you(0).onTimeout).toEqual({ ...play('W'), declare: 10 });
    const trick = { rank: 9, count: 1, by: 'D', pile: [9] };
    const following = corporate(['DW W', '5', '8', '6'], { turn: 'A', trick }, option);
    expect(following.you(0).legal).toContainEqual(play('DW'));
    expect(following.code(0, play('DW'))).toBeNull();
    const alone = corporate(['DW', '5', '8', '6'], { turn: 'A' }, option);
    expect(alone.you(0)).toMatchObject({ legal: [play('DW')], onTimeout: play('DW') });
    expect(alone.code(0, play('DW'))).toBeNull();
  });

  it('R-CORP-16: in a larger set he is refused before its size is looked at', () => {
    const trick = { rank: 8, count: 2, by: 'D', pile: [8, 8] };
    expect(corporate(['DW W 2', '5', '7', '6'], { turn: 'A', trick }).code(0, play('DW W'))).toBe('E_SINGLE_ONLY');
    expect(corporate(['DW W 2', '5', '7', '6'], { turn: 'A', trick }).code(0, play('DW 2'))).toBe('E_MIXED');
  });
});

describe('time-outs', () => {
  const move = (hand: string) => corporate([hand, '9', '8', '7']).you(0).onTimeout;

  it('R-CORP-27: all of the worst natural rank, without the Wedgie where that leaves any', () => {
    expect(move('6 6 TW 2 W')).toEqual(play('6 6'));
    expect(move('RB 10 10')).toEqual(play('RB'));
    expect(move('10 10 W W')).toEqual(play('10 10'));
  });

  it('R-CORP-27: a Wedgie alone is aimed at the next active player clockwise', () => {
    expect(move('TW 5 W')).toEqual({ ...play('TW'), target: 1 });
    const wrapped = corporate(['5 5', '', '', 'TW 2'], { turn: 'D', finished: ['B', 'C'] });
    expect(wrapped.you(3).onTimeout).toEqual({ ...play('TW'), target: 0 });
    expect(types(wrapped.timeOut().events)).toEqual(['setPlayed', 'playerBanned', 'trickWon']);
  });

  it('R-CORP-27: a player with only wilds leads one, declared 10', () => {
    expect(move('W W')).toEqual({ ...play('W'), declare: 10 });
  });
});

describe('bonuses', () => {
  it('R-CORP-20, R-CORP-21: a boss who is silent gives his worst cards, the Wedgie after the plain 6, wilds last', () => {
    const bosses = corporate(['TW 6 W', '6 W W', '1 2 9', '3 4 5'], { phase: 'tax' });
    const pay = (text: string) => ({ type: 'payTax', cards: cards(text) });
    expect(bosses.you(0).legal).toEqual([pay('6 TW'), pay('6 W'), pay('TW W')]);
    expect(bosses.you(1).legal).toEqual([pay('6'), pay('W')]);
    const best = corporate(['DW 1 2', '1 DW', '3 9', '3 4 5'], { phase: 'tax' });
    expect(best.you(0).legal).toEqual([pay('1 2'), pay('DW 2'), pay('DW 1')]);
    expect(best.you(1).legal).toEqual([pay('1'), pay('DW')]);
  });
});

describe('PROTOCOL legal', () => {
  it('has fewer than 200 entries for the fullest hands of Corporate Shuffle', () => {
    const fullest = '1 2 3 4 5 6 6 6 6 6 6 TW W W RB';
    const { legal } = corporate([fullest, '9', '8', '7']).you(0);
    expect(legal.length).toBeLessThan(200);
    expect(legal.length).toBeGreaterThan(100);
  });
});
