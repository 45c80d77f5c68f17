import { describe, expect, it } from 'vitest';
import { clock, lobby, newcomer, type Party, party, people } from './party.ts';
import { only } from './table.ts';

const leave = { type: 'leave' } as const;

/** People at the end of the first hand, before newcomers come in. */
const between = (players: number, options: Readonly<Record<string, unknown>> = {}): Party =>
  party({ 'players.max': 12, ...options }, people(players)).until('play');

/** The end of the hand, with `names` waiting since it was played. */
const arrived = (story: Party, ...names: readonly string[]): Party =>
  names.reduce((before, name) => before.say(lobby, newcomer(name)), story).until('handEnd');

describe('arriving', () => {
  it('R-JOIN-1: a newcomer gets the next seat and waits, whatever is asked', () => {
    const before = between(4);
    const after = before.later(3).say(lobby, newcomer('new'));
    expect(after.events).toEqual([
      {
        version: before.board.version + 1,
        at: after.time(3),
        cause: 'player',
        type: 'newcomerArrived',
        seat: 4,
        player: 'new',
        kind: 'human',
        total: 0,
        entropy: null,
      },
    ]);
    expect(after.seat(4)).toMatchObject({ state: 'waiting', position: null, title: null, cardCount: 0, total: 0 });
    expect(after.board).toMatchObject({ turn: 0, deadline: before.board.deadline, asked: before.board.asked });
    expect(after.you(4)).toMatchObject({ cards: [], legal: [], available: ['leave'] });
    expect(after.code(4, { type: 'pass' })).toBe('E_PLAYER');
  });

  it('R-JOIN-1: only the table says who joins, once each, and not after the end', () => {
    const story = between(4).say(lobby, newcomer('new'));
    expect(story.code(lobby, newcomer('new'))).toBe('E_PHASE');
    expect(story.code(lobby, newcomer('player 2'))).toBe('E_PHASE');
    expect(story.code(0, newcomer('other'))).toBe('E_PLAYER');
    const over = story.say(clock, { type: 'endGame', reason: 'abandoned' });
    expect(over.code(lobby, newcomer('other'))).toBe('E_PHASE');
  });

  it('R-JOIN-1: join.allowed=false refuses people, and bots too but where the table is too small', () => {
    const closed = party({ 'join.allowed': false }, people(4));
    expect(closed.code(lobby, newcomer('new'))).toBe('E_OPTION_OFF');
    expect(closed.code(lobby, newcomer('bot', 'builtIn'))).toBe('E_OPTION_OFF');
    const small = closed.say(3, leave);
    expect(small.code(lobby, newcomer('new'))).toBe('E_OPTION_OFF');
    const filled = small.say(lobby, newcomer('bot', 'builtIn')).timeOut();
    expect(filled.say(0, { type: 'placeNewcomers', above: 2 }).board.order).toEqual([0, 1, 4, 2]);
  });

  it('R-JOIN-10: a full table takes nobody, counting those who wait but not those who are away', () => {
    const full = party({ 'players.max': 5 }, people(4)).until('play').say(lobby, newcomer('new'));
    expect(full.code(lobby, newcomer('newer'))).toBe('E_TABLE_FULL');
    const free = full.say(0, leave);
    expect(free.code(lobby, newcomer('newer'))).toBeNull();
    const back = free.say(lobby, newcomer('newer')).say(0, { type: 'comeBack' }).until('handEnd');
    const dealt = back.until('revolution');
    expect(dealt.board.order).toHaveLength(5);
    expect(dealt.board.order).toContain(4);
    expect(dealt.seat(5).state).toBe('waiting');
  });

  it('R-JOIN-8: a newcomer begins with nothing, or with the lowest total', () => {
    const ended = between(4).until('handEnd');
    expect(ended.say(lobby, newcomer('new')).seat(4).total).toBe(0);
    const two = between(4, { 'join.startScore': 'lowest', 'scoring.bonus': 'none' }).until('handEnd').until('play');
    const lowest = two.until('handEnd');
    const totals = lowest.board.order.map((seat) => lowest.seat(seat).total ?? 0);
    expect(lowest.say(lobby, newcomer('new')).seat(4).total).toBe(Math.min(...totals));
    expect(party({ preset: 'official' }, people(4)).say(lobby, newcomer('new')).seat(4).total).toBeNull();
  });

  it('R-JOIN-8: who returns resumes his own total, and no position', () => {
    const ended = between(5).until('handEnd');
    const [best = 0] = ended.board.order;
    const { player, total } = ended.seat(best);
    const back = ended.say(best, leave).say(lobby, newcomer(player));
    expect(total).toBe(4);
    expect(back.seat(5)).toMatchObject({ player, total: 4, state: 'waiting', position: null });
    expect(back.timeOut().board.order.indexOf(5)).toBe(2);
  });

  it('R-LEAVE-1: a newcomer may think better of it', () => {
    const gone = between(4).say(lobby, newcomer('new')).say(4, leave);
    expect(gone.types).toEqual(['playerLeft', 'seatClosed']);
    expect(gone.seat(4).state).toBe('left');
    expect(gone.board).toMatchObject({ phase: 'play', turn: 0, order: [0, 1, 2, 3] });
    expect(gone.until('revolution').board.order).toHaveLength(4);
  });
});

describe('places', () => {
  it('R-JOIN-2, R-JOIN-9: on an even table he enters halfway at once, and titles follow', () => {
    const ended = arrived(between(4), 'new');
    expect(ended.types.slice(-2)).toEqual(['handEnded', 'newcomersPlaced']);
    const placed = only(ended.events, 'newcomersPlaced');
    expect(placed).toMatchObject({ above: 2, seats: [4], cause: 'rule' });
    expect(placed.order.indexOf(4)).toBe(2);
    expect(placed.titles.map(({ title }) => title)).toEqual(['GD', 'LD', 'M', 'LP', 'GP']);
    expect(ended.seat(4)).toMatchObject({ state: 'active', position: 2, title: 'M' });
    expect(ended.board.deadline).toBe(ended.time(ended.seconds + 8));
    expect(ended.timeOut().seat(4).cardCount).toBe(16);
  });

  it('R-JOIN-9: an automatic deck follows the new number of players', () => {
    const dealt = arrived(between(4, { deck: 'auto' }), 'new').timeOut();
    expect(between(4, { deck: 'auto' }).board.deck?.variant).toBe('strip11-12');
    expect(dealt.board.deck?.variant).toBe('strip12');
  });

  it('R-JOIN-4: on an odd table the Greater Dalmuti of the coming hand chooses between two places', () => {
    const ended = arrived(between(5), 'new').later(2);
    const [greater = 0, other = 0] = ended.board.order;
    expect(only(ended.events, 'placementOpened')).toMatchObject({ seats: [5], above: [2, 3] });
    expect(ended.board).toMatchObject({ awaiting: [greater], placement: { seats: [5], above: [2, 3] } });
    expect(ended.board.deadline).toBe(ended.time(ended.seconds - 2 + 45));
    expect(ended.you(greater)).toMatchObject({
      legal: [
        { type: 'placeNewcomers', above: 3, order: [5] },
        { type: 'placeNewcomers', above: 2, order: [5] },
      ],
      onTimeout: { type: 'placeNewcomers', above: 3, order: [5] },
    });
    expect(ended.code(other, { type: 'placeNewcomers', above: 2 })).toBe('E_JOIN_ROLE');
    expect(ended.code(greater, { type: 'placeNewcomers', above: 1 })).toBe('E_POSITION');
    expect(ended.code(greater, { type: 'placeNewcomers', above: 2, order: [4] })).toBe('E_POSITION');
    const placed = ended.say(greater, { type: 'placeNewcomers', above: 2 });
    expect(only(placed.events, 'newcomersPlaced')).toMatchObject({ above: 2, cause: 'player' });
    expect(placed.board).toMatchObject({ placement: null, awaiting: [], deadline: placed.time(placed.seconds + 6) });
    expect(placed.board.order.indexOf(5)).toBe(2);
    expect(placed.code(greater, { type: 'placeNewcomers', above: 2 })).toBe('E_PHASE');
  });

  it('R-GAME-7: a choice that took longer than the pause is followed by the deal', () => {
    const ended = arrived(between(5), 'new').later(20);
    const [greater = 0] = ended.board.order;
    const placed = ended.say(greater, { type: 'placeNewcomers', above: 2 });
    expect(placed.board.deadline).toBe(placed.time(placed.seconds));
    expect(placed.timeOut().types).toEqual(['handDealt']);
  });

  it('R-JOIN-7: no answer, and he enters lower', () => {
    const placed = arrived(between(5), 'new').later(45).timeOut();
    expect(only(placed.events, 'newcomersPlaced')).toMatchObject({ above: 3, cause: 'clock' });
    expect(placed.timeOut().types).toEqual(['handDealt']);
  });

  it('R-JOIN-7: a table may leave no choice', () => {
    for (const [choice, place] of [
      ['lower', 3],
      ['upper', 2],
    ] as const) {
      const ended = arrived(between(5, { 'join.choice': choice }), 'new');
      expect(only(ended.events, 'newcomersPlaced')).toMatchObject({ above: place, cause: 'rule' });
      expect(ended.board.order.indexOf(5)).toBe(place);
    }
  });

  it('R-JOIN-6: several enter as one block, which the Greater Dalmuti orders', () => {
    const ended = arrived(between(4), 'new', 'newer');
    const [greater = 0] = ended.board.order;
    expect(ended.board.placement).toEqual({ seats: [4, 5], above: [2] });
    expect(ended.you(greater).legal).toEqual([{ type: 'placeNewcomers', above: 2, order: [4, 5] }]);
    const placed = ended.say(greater, { type: 'placeNewcomers', above: 2, order: [5, 4] });
    expect(placed.board.order.slice(2, 4)).toEqual([5, 4]);
    expect(ended.timeOut().board.order.slice(2, 4)).toEqual([4, 5]);
  });

  it('R-JOIN-5: the fourth of a table of three becomes a lesser one, above or below the middle', () => {
    const ended = arrived(between(3, { preset: 'wikipedia' }), 'new');
    const [greater = 0] = ended.board.order;
    expect(ended.board.placement?.above).toEqual([1, 2]);
    const upper = ended.say(greater, { type: 'placeNewcomers', above: 1 });
    expect(upper.seat(3)).toMatchObject({ position: 1, title: 'LD' });
    expect(ended.timeOut().seat(3)).toMatchObject({ position: 2, title: 'LP' });
  });

  it('R-JOIN-5, R-JOIN-6: two newcomers at a table of three become Lesser Dalmuti and Merchant, or Merchant and Lesser Peon', () => {
    const ended = arrived(between(3, { preset: 'wikipedia' }), 'new', 'newer');
    const [greater = 0, middle = 0] = ended.board.order;
    expect(ended.board.placement).toEqual({ seats: [3, 4], above: [1, 2] });
    const upper = ended.say(greater, { type: 'placeNewcomers', above: 1 });
    expect([3, 4, middle].map((seat) => upper.seat(seat).title)).toEqual(['LD', 'M', 'LP']);
    const lower = ended.say(greater, { type: 'placeNewcomers', above: 2 });
    expect([middle, 3, 4].map((seat) => lower.seat(seat).title)).toEqual(['LD', 'M', 'LP']);
  });

  it('R-JOIN-1: who arrives in the pause comes in before the deal', () => {
    const ended = between(4).until('handEnd').say(lobby, newcomer('new'));
    expect(ended.board).toMatchObject({ phase: 'handEnd', placement: null });
    const placed = ended.later(8).timeOut();
    expect(placed.types).toEqual(['newcomersPlaced']);
    expect(placed.timeOut().board.order).toHaveLength(5);
  });

  it('R-JOIN-6: who arrives while others are being placed comes in after them', () => {
    const placing = arrived(between(5), 'new').say(lobby, newcomer('late'));
    const [greater = 0] = placing.board.order;
    const placed = placing.say(greater, { type: 'placeNewcomers', above: 2 });
    expect(placed.board.order).not.toContain(6);
    const both = placed.later(8).timeOut();
    expect(only(both.events, 'newcomersPlaced')).toMatchObject({ above: 3, seats: [6] });
  });

  it('R-JOIN-4, R-LEAVE-10: when the Greater Dalmuti leaves over the question, it is put anew to the next one', () => {
    const ended = arrived(between(5), 'new', 'newer');
    const [greater = 0, next = 0] = ended.board.order;
    const left = ended.say(greater, leave);
    expect(left.types).toEqual(['playerLeft', 'seatClosed', 'placementOpened']);
    expect(left.board).toMatchObject({ awaiting: [next], placement: { seats: [5, 6], above: [2] } });
  });

  it('R-JOIN-4: when the newcomer leaves over the question, nothing is asked any more', () => {
    const ended = arrived(between(5), 'new');
    const left = ended.say(5, leave);
    expect(left.types).toEqual(['playerLeft', 'seatClosed']);
    expect(left.board).toMatchObject({ placement: null, awaiting: [], phase: 'handEnd' });
    expect(left.timeOut().types).toEqual(['handDealt']);
  });

  it('R-JOIN-4: however often the question is put anew, its time is up once, and then nobody is asked', () => {
    const ended = arrived(between(5), 'new', 'newer');
    const end = ended.board.deadline;
    expect(end).toBe(ended.time(ended.seconds + 45));
    const again = ended.later(30).say(lobby, newcomer('third')).say(5, leave);
    expect(again.types).toContain('placementOpened');
    expect(again.board.deadline).toBe(end);
    const late = again.later(15).say(6, leave);
    expect(late.types).toEqual(['playerLeft', 'seatClosed', 'newcomersPlaced']);
    expect(late.board).toMatchObject({ placement: null, deadline: late.time(late.seconds) });
    const next = late.until('play').say(lobby, newcomer('fourth')).say(lobby, newcomer('fifth')).until('handEnd');
    expect(next.board.deadline).toBe(next.time(next.seconds + 45));
  });

  it('R-JOIN-1: who gives up his place gets another one after the next deal', () => {
    const gone = between(4).say(lobby, newcomer('new')).say(4, leave);
    expect(gone.code(lobby, newcomer('new'))).toBe('E_OPTION_OFF');
    expect(gone.code(lobby, newcomer('newer'))).toBeNull();
    const between2 = gone.until('handEnd');
    expect(between2.code(lobby, newcomer('new'))).toBe('E_OPTION_OFF');
    expect(between2.until('revolution').code(lobby, newcomer('new'))).toBeNull();
    const left = between(5).say(3, leave).until('handEnd');
    expect(left.code(lobby, newcomer('player 3'))).toBeNull();
  });

  it('R-GAME-7: who arrives in the pause is placed at its end, though somebody leaves before', () => {
    const ended = between(5).until('handEnd').say(lobby, newcomer('new'));
    const [, second = 0] = ended.board.order;
    const left = ended.say(second, leave);
    expect(left.types).toEqual(['playerLeft', 'seatClosed']);
    expect(left.timeOut().types).toEqual(['newcomersPlaced']);
  });

  it('R-JOIN-6: where everybody has gone, the newcomers sit in the order in which they came', () => {
    const names = ['a', 'b', 'c', 'd'];
    const waiting = names.reduce(
      (story, name) => story.say(lobby, newcomer(name)),
      party({ 'players.max': 8 }, people(4)),
    );
    const alone = [0, 1, 2, 3].reduce((story, seat) => story.say(seat, leave), waiting);
    expect(alone.board).toMatchObject({ phase: 'seating', order: [] });
    expect(alone.timeOut().board).toMatchObject({ placement: null, order: [4, 5, 6, 7] });
  });

  it('R-JOIN-4: nobody but a player places newcomers', () => {
    const ended = arrived(between(5), 'new');
    expect(ended.code(lobby, { type: 'placeNewcomers', above: 2 })).toBe('E_PLAYER');
    expect(ended.code(5, { type: 'placeNewcomers', above: 2 })).toBe('E_PLAYER');
  });

  it('R-LEAVE-3, R-JOIN-2: seats of those who are away close first, then the newcomers come in', () => {
    const ended = between(5).say(2, leave).say(lobby, newcomer('new')).until('handEnd');
    expect(ended.types.slice(-3)).toEqual(['handEnded', 'seatClosed', 'newcomersPlaced']);
    expect(ended.board.order.indexOf(5)).toBe(2);
    expect(ended.board.order).toHaveLength(5);
  });
});
