import { describe, expect, it } from 'vitest';
import { disclose } from '../../src/rules/dalmuti.ts';
import type { EventOf } from '../../src/rules/events.ts';
import { clock, lobby, newcomer, operator, Party, party, people, standIn } from './party.ts';
import { only } from './table.ts';

const leave = { type: 'leave' } as const;
const comeBack = { type: 'comeBack' } as const;
const pass = { type: 'pass' } as const;
const noCall = { type: 'answerRevolution', call: false } as const;

/** Five people at play; seat 0 leads. */
const playing = (options: Readonly<Record<string, unknown>> = {}): Party => party(options, people(5)).until('play');
const bots = ['human', 'builtIn', 'builtIn', 'builtIn', 'builtIn'] as const;

describe('leaving between two hands', () => {
  it('R-LEAVE-1: the seat closes and the others move up, before the first deal as well', () => {
    const left = party({}, people(5)).say(1, leave);
    expect(left.types).toEqual(['playerLeft', 'seatClosed']);
    expect(left.board).toMatchObject({ phase: 'seating', order: [0, 2, 3, 4] });
    expect(left.seat(1)).toMatchObject({ state: 'left', position: null, title: null });
    expect(left.board.seats.map(({ title }) => title)).toEqual(['GD', null, 'LD', 'LP', 'GP']);
    const after = playing().until('handEnd');
    const [first = 0, ...rest] = after.board.order;
    expect(after.say(first, leave).board.order).toEqual(rest);
  });

  it('R-LEAVE-9: a table with too few players waits, and no time runs out', () => {
    const waiting = party({}, people(4)).say(3, leave);
    expect(waiting.board).toMatchObject({ phase: 'waiting', awaiting: [], deadline: null, order: [0, 1, 2] });
    expect(waiting.code(clock, { type: 'timeout' })).toBe('E_PHASE');
  });

  it('R-LEAVE-9: a newcomer or a bot lets it go on, after a pause, in the halfway place', () => {
    for (const kind of ['human', 'builtIn'] as const) {
      const filled = party({}, people(4)).say(3, leave).later(100).say(lobby, newcomer('new', kind));
      expect(filled.board).toMatchObject({ phase: 'seating', deadline: filled.time(108) });
      const placing = filled.later(8).timeOut();
      expect(placing.types).toEqual(['placementOpened']);
      expect(placing.say(0, { type: 'placeNewcomers', above: 1 }).board.order).toEqual([0, 4, 1, 2]);
    }
  });

  it('R-LEAVE-9: two newcomers are needed where two are missing', () => {
    const one = party({}, people(4)).say(3, leave).say(2, leave).say(lobby, newcomer('new'));
    expect(one.board).toMatchObject({ phase: 'waiting', order: [0, 1] });
    const two = one.say(lobby, newcomer('newer'));
    expect(two.board.phase).toBe('seating');
    expect(two.timeOut().timeOut().board.order).toEqual([0, 4, 5, 1]);
  });

  it('R-LEAVE-9: the host may end a game that waits, and no other', () => {
    const end = { type: 'endGame', reason: 'host' } as const;
    const waiting = party({}, people(4)).say(3, leave);
    expect(waiting.say(lobby, end).board).toMatchObject({ phase: 'ended', result: { reason: 'host', winners: [] } });
    expect(waiting.code(0, end)).toBe('E_PLAYER');
    expect(party({}, people(4)).code(lobby, end)).toBe('E_PHASE');
    expect(playing().code(lobby, end)).toBe('E_PHASE');
  });

  it('R-GAME-6: a game that nobody has moved for too long is abandoned by the clock, whatever it waits for', () => {
    const end = { type: 'endGame', reason: 'abandoned' } as const;
    expect(playing().say(clock, end).board).toMatchObject({ phase: 'ended', result: { reason: 'abandoned' } });
    expect(playing().code(lobby, end)).toBe('E_PLAYER');
    expect(playing().say(clock, end).code(clock, end)).toBe('E_PHASE');
  });

  it('R-GAME-6: the operator may end any game at any moment, and nobody else in his name', () => {
    const end = { type: 'endGame', reason: 'admin' } as const;
    const waiting = party({}, people(4)).say(3, leave);
    for (const game of [party({}, people(4)), playing(), waiting]) {
      const ended = game.say(operator, end);
      expect(ended.events).toMatchObject([{ type: 'gameEnded', cause: 'admin', reason: 'admin', winners: [] }]);
      expect(ended.board).toMatchObject({ phase: 'ended', awaiting: [], deadline: null, result: { reason: 'admin' } });
      expect(ended.code(operator, end)).toBe('E_PHASE');
      for (const actor of [0, lobby, clock]) expect(game.code(actor, end)).toBe('E_PLAYER');
      expect(game.code(operator, { ...end, reason: 'host' })).toBe('E_PLAYER');
    }
  });

  it('R-GAME-6: when the last person leaves, the game is over, and its last order stays', () => {
    const left = party({}, bots).say(0, leave);
    expect(left.types).toEqual(['playerLeft', 'gameEnded']);
    expect(left.board).toMatchObject({ phase: 'ended', order: [0, 1, 2, 3, 4], result: { reason: 'abandoned' } });
  });

  it('R-GAME-6: bots that wait to come in keep no game alive', () => {
    const waiting = party({}, bots).say(lobby, newcomer('bot', 'builtIn'));
    expect(waiting.say(0, leave).types).toEqual(['playerLeft', 'gameEnded']);
    const playing = party({}, bots).until('play').say(lobby, newcomer('bot', 'builtIn')).say(0, leave);
    expect(playing.until('ended').types.slice(-2)).toEqual(['handEnded', 'gameEnded']);
  });

  it("R-GAME-6: void hands count against the operator's limit of hands", () => {
    const voided = party({ 'leave.midHand': 'void' }, people(6)).until('play').say(1, leave);
    const limited = (handLimit: number) => new Party({ ...voided.state, handLimit }, [], voided.seconds).timeOut();
    expect(limited(1).board.result?.reason).toBe('abandoned');
    expect(limited(2).types).toEqual(['handDealt']);
  });

  it('R-ERR-3: nobody comes back for another, or to a game that is over', () => {
    const left = playing().say(0, leave);
    expect(left.code(lobby, comeBack)).toBe('E_PLAYER');
    expect(left.code(standIn(0), comeBack)).toBe('E_PLAYER');
    expect(left.say(clock, { type: 'endGame', reason: 'abandoned' }).code(0, comeBack)).toBe('E_PHASE');
  });

  it('section 21: somebody who has left has nothing more to say', () => {
    const left = party({}, people(5)).say(1, leave);
    expect(left.code(1, leave)).toBe('E_PLAYER');
    expect(left.code(1, comeBack)).toBe('E_PLAYER');
    expect(left.code(1, { type: 'proposeEnd', when: 'now' })).toBe('E_PLAYER');
    expect(left.you(1)).toMatchObject({ cards: [], legal: [], available: [] });
  });

  it('section 21: nobody leaves a game that is over, or comes back to it', () => {
    const over = party({}, people(5)).say(clock, { type: 'endGame', reason: 'abandoned' });
    expect(over.code(1, leave)).toBe('E_PHASE');
    expect(over.code(1, comeBack)).toBe('E_PHASE');
    expect(over.you(1).available).toEqual([]);
  });
});

describe('leave.midHand=bot', () => {
  it('R-LEAVE-3: a stand-in plays the seat on, and the question stays the same', () => {
    const before = playing();
    const left = before.later(3).say(0, leave);
    expect(left.types).toEqual(['playerLeft', 'standInStarted']);
    expect(only(left.events, 'standInStarted')).toMatchObject({ seat: 0, reason: 'left', cause: 'rule' });
    expect(left.seat(0)).toMatchObject({ state: 'active', controlledBy: 'standIn' });
    expect(left.board).toMatchObject({ turn: 0, deadline: before.board.deadline, asked: before.board.asked });
    expect(left.you(0)).toMatchObject({ cards: before.you(0).cards, available: ['comeBack'] });
  });

  it('R-LEAVE-3: the stand-in moves like the player, under a cause of his own', () => {
    const left = playing().say(0, leave);
    const [move] = left.you(0).legal;
    if (move === undefined) throw new Error('A leader has a move.');
    const moved = left.say(standIn(0), move);
    expect(only(moved.events, 'setPlayed')).toMatchObject({ seat: 0, cause: 'standIn' });
    expect(moved.seat(0).controlledBy).toBe('standIn');
    expect(playing().code(standIn(0), move)).toBe('E_PLAYER');
  });

  it('R-LEAVE-3: after leaving only comeBack takes the seat back, at any time before the hand ends', () => {
    const left = playing().say(0, leave);
    const [move] = left.you(0).legal;
    if (move === undefined) throw new Error('A leader has a move.');
    expect(left.code(0, move)).toBe('E_PLAYER');
    expect(left.code(0, leave)).toBe('E_PLAYER');
    const back = left.say(0, comeBack);
    expect(back.types).toEqual(['standInEnded']);
    expect(back.seat(0)).toMatchObject({ controlledBy: 'player' });
    expect(back.you(0).available).toEqual(['leave', 'proposeEnd']);
    expect(back.code(standIn(0), move)).toBe('E_PLAYER');
    expect(back.say(0, move).types[0]).toBe('setPlayed');
    expect(back.code(0, comeBack)).toBe('E_PHASE');
    expect(back.until('handEnd').board.order).toHaveLength(5);
  });

  it("R-LEAVE-3: result and points of the hand are the seat's; then it closes", () => {
    const ended = playing().say(2, leave).until('handEnd');
    const { placings } = only(ended.events, 'handEnded');
    const own = placings.find(({ seat }) => seat === 2);
    expect(own).toMatchObject({ finish: expect.stringMatching(/^(out|last)$/), points: 5 - (own?.place ?? 0) });
    expect(only(ended.events, 'seatClosed').seat).toBe(2);
    expect(ended.board.order).toEqual(placings.map(({ seat }) => seat).filter((seat) => seat !== 2));
    expect(ended.seat(2)).toMatchObject({ state: 'left', total: own?.total });
    expect(ended.code(2, comeBack)).toBe('E_PLAYER');
  });

  it("R-LEAVE-3: while the taxes are paid the stand-in chooses from the seat's cards", () => {
    const left = party({}, people(5)).until('tax').say(0, leave);
    const [choice] = left.you(0).legal;
    if (choice === undefined) throw new Error('The Greater Dalmuti is asked.');
    expect(left.board.awaiting).toContain(0);
    expect(only(left.say(standIn(0), choice).events, 'taxChosen')).toMatchObject({ seat: 0, cause: 'standIn' });
  });

  it('R-GAME-6: a table that its only person has left finishes the hand and is abandoned', () => {
    const ended = party({}, bots).until('play').say(0, leave).until('ended');
    expect(ended.types.slice(-2)).toEqual(['handEnded', 'gameEnded']);
    expect(ended.board.result).toMatchObject({ reason: 'abandoned' });
    expect(ended.board.result?.standings.map(({ seat }) => seat)).toContain(0);
  });
});

describe('leave.midHand=fold', () => {
  const folding = (more: Readonly<Record<string, unknown>> = {}) => playing({ 'leave.midHand': 'fold', ...more });

  it('R-LEAVE-4: his cards go face down and he is not active any more', () => {
    const before = folding();
    const cards = before.you(3).cards;
    const left = before.say(3, leave);
    expect(left.types).toEqual(['playerLeft', 'playerFolded']);
    expect(left.state.hands).toEqual(before.state.hands.with(3, []));
    expect(left.you(3).cards).toEqual([]);
    expect(left.seat(3)).toMatchObject({ state: 'folded', cardCount: 0, controlledBy: 'player' });
    expect(left.board.turn).toBe(0);
    const folded = only(left.events, 'playerFolded');
    expect(folded).toMatchObject({ seat: 3, count: cards.length, cards });
    for (const viewer of [0, 'spectator'] as const) expect(disclose(folded, viewer)).toMatchObject({ cards: null });
    expect(disclose(folded, 3)).toMatchObject({ cards });
  });

  it('R-LEAVE-5: his turn moves on, with a new deadline; his lead passes clockwise', () => {
    const lead = folding().later(5).say(0, leave);
    expect(lead.types).toEqual(['playerLeft', 'playerFolded', 'leadPassed']);
    expect(only(lead.events, 'leadPassed').cause).toBe('rule');
    expect(lead.board).toMatchObject({ turn: 1, deadline: lead.time(35), asked: lead.board.version });
    const follower = folding().step();
    expect(follower.board.turn).toBe(1);
    const turn = follower.later(5).say(1, leave);
    expect(turn.types).toEqual(['playerLeft', 'playerFolded']);
    expect(turn.board).toMatchObject({ turn: 2, deadline: turn.time(35), trick: { top: { seat: 0 } } });
  });

  it('R-LEAVE-5: who made the last play and folds is treated as out: all pass, then the lead goes clockwise', () => {
    let story = folding().step().say(0, leave);
    expect(story.board).toMatchObject({ turn: 1, trick: { top: { seat: 0 } } });
    for (const seat of [1, 2, 3]) story = story.say(seat, pass);
    const won = story.say(4, pass);
    expect(won.types).toEqual(['playerPassed', 'trickWon', 'leadPassed']);
    expect(only(won.events, 'leadPassed')).toMatchObject({ from: 0, to: 1 });
  });

  it('R-LEAVE-6, R-LEAVE-7: who folds first is last, and everybody has a point for each player behind him', () => {
    const ended = folding().say(3, leave).say(4, leave).until('waiting');
    const { placings, remaining } = only(ended.events, 'handEnded');
    expect(placings.map(({ finish }) => finish)).toEqual(['out', 'out', 'last', 'folded', 'folded']);
    expect(placings.slice(3).map(({ seat }) => seat)).toEqual([4, 3]);
    expect(placings.map(({ points }) => points)).toEqual([4, 3, 2, 1, 0]);
    expect(remaining).toHaveLength(ended.state.hands[placings[2]?.seat ?? 0]?.length ?? 0);
    expect(ended.board.order).toHaveLength(3);
  });

  it('R-LEAVE-6: the hand ends at once when one active player is left', () => {
    const story = folding().say(4, leave).say(3, leave).say(2, leave).say(1, leave);
    expect(story.types.slice(0, 3)).toEqual(['playerLeft', 'playerFolded', 'handEnded']);
    const { placings } = only(story.events, 'handEnded');
    expect(placings.map(({ seat, finish }) => [seat, finish])).toEqual([
      [0, 'last'],
      [1, 'folded'],
      [2, 'folded'],
      [3, 'folded'],
      [4, 'folded'],
    ]);
    expect(only(story.events, 'handEnded').remaining).toEqual(story.state.hands[0]);
  });

  it("R-LEAVE-10: before play what he owes is settled by the clock's answer, and he folds when play begins", () => {
    const taxed = party({ 'leave.midHand': 'fold' }, people(5)).until('tax');
    const answer = taxed.you(0).onTimeout;
    const left = taxed.say(0, leave);
    expect(left.types).toEqual(['playerLeft', 'taxChosen']);
    expect(answer).toMatchObject({ type: 'payTax', cards: only(left.events, 'taxChosen').cards });
    expect(left.seat(0).state).toBe('active');
    const begun = left.until('play');
    expect(begun.types.slice(-4)).toEqual(['taxesExchanged', 'playStarted', 'playerFolded', 'leadPassed']);
    expect(begun.board.turn).toBe(1);
  });

  it('R-LEAVE-10: the window waits for the answer of a player who left it, which a stand-in gives in a step of its own', () => {
    const window = party({ 'leave.midHand': 'fold' }, people(5)).until('revolution');
    const left = [0, 1, 3, 4].reduce((story, seat) => story.say(seat, noCall), window).say(2, leave);
    expect(left.types).toEqual(['playerLeft']);
    expect(left.board.phase).toBe('revolution');
    const closed = left.say(standIn(2), noCall);
    expect(closed.types.slice(0, 2)).toEqual(['revolutionAnswered', 'revolutionWindowClosed']);
    expect(only(closed.events, 'revolutionAnswered')).toMatchObject({ seat: 2, call: false, cause: 'standIn' });
  });

  it('R-LEAVE-10, R-MEX-5: a highest Merchant who leaves has declined his trade', () => {
    const taxed = party({ 'leave.midHand': 'fold', 'mex.enabled': true }, people(6)).until('tax');
    expect(taxed.board.awaiting).toEqual([0, 1, 2]);
    const left = taxed.say(2, leave);
    expect(left.types).toEqual(['playerLeft', 'merchantExchangeDeclined']);
    expect(left.board.awaiting).toEqual([0, 1]);
  });

  it("R-LEAVE-10, promise 5: that he is answered for moves nobody else's deadline", () => {
    const options = { 'leave.midHand': 'fold', 'tax.timing': 'sequential', 'tax.peonPayment': 'manual' };
    const taxed = party(options, people(5)).until('tax').later(5).say(0, leave);
    expect(taxed.board.awaiting).toEqual([3, 4]);
    const lesser = taxed.later(5).say(3, taxed.you(3).legal[0] ?? pass);
    expect(lesser.board).toMatchObject({ awaiting: [1, 4], deadline: lesser.time(lesser.seconds + 45) });
    const paid = lesser.later(5).say(4, lesser.you(4).legal[0] ?? pass);
    expect(paid.types).toEqual(['taxChosen', 'taxChosen']);
    expect(paid.board).toMatchObject({ awaiting: [1], deadline: lesser.board.deadline });
  });

  it('R-LEAVE-10: the window waits no longer than its time for a player who left it', () => {
    const window = party({ 'leave.midHand': 'fold' }, people(5)).until('revolution').say(2, leave);
    const late = [0, 1, 3, 4].reduce((story, seat) => story.say(seat, noCall), window).timeOut();
    expect(late.types.slice(0, 2)).toEqual(['revolutionAnswered', 'revolutionWindowClosed']);
  });

  it('R-LEAVE-10: a Greater Dalmuti who leaves over an exposed card lets it go where it was meant to go', () => {
    const misdeal = { 'leave.midHand': 'fold', 'misdeal.mode': 'simulated', 'misdeal.rate': 1 };
    const exposed = party(misdeal, people(5)).timeOut();
    expect(exposed.board).toMatchObject({ phase: 'deal', awaiting: [0] });
    const left = exposed.say(0, leave);
    const settled = left.events.filter((event): event is EventOf<'misdealSettled'> => event.type === 'misdealSettled');
    expect(new Set(settled.map(({ to }) => to))).toEqual(new Set(['intended']));
    expect(left.board.phase).toBe('revolution');
    expect(left.until('play').types).toContain('playerFolded');
  });

  it('R-LEAVE-3: who folded may come back for the next hand', () => {
    const back = folding().say(3, leave).say(3, comeBack);
    expect(back.types).toEqual(['playerReturned']);
    expect(back.seat(3).state).toBe('folded');
    expect(back.you(3)).toMatchObject({ legal: [], available: ['leave', 'proposeEnd'] });
    expect(back.code(3, pass)).toBe('E_OUT');
    const next = back.until('handEnd');
    expect(next.board.order.at(-1)).toBe(3);
    expect(next.until('revolution').seat(3)).toMatchObject({ state: 'active', position: 4 });
  });

  it('R-SCORE-2: who goes out behind somebody who folded has the place that he would have had', () => {
    const ended = folding().say(0, leave).until('handEnd');
    const { placings } = only(ended.events, 'handEnded');
    expect(placings.map(({ place, points }) => [place, points])).toEqual([
      [1, 4],
      [2, 3],
      [3, 2],
      [4, 1],
      [5, 0],
    ]);
    expect(placings.at(-1)).toMatchObject({ seat: 0, finish: 'folded' });
  });
});

describe('leave.midHand=void', () => {
  const voiding = (more: Readonly<Record<string, unknown>> = {}) => playing({ 'leave.midHand': 'void', ...more });

  it('R-LEAVE-8: the hand is annulled and dealt again without him, classes as they were', () => {
    const left = voiding().step().say(1, leave);
    expect(left.types).toEqual(['playerLeft', 'handVoided', 'seatClosed']);
    expect(left.board).toMatchObject({
      phase: 'handEnd',
      handNumber: 1,
      order: [0, 2, 3, 4],
      trick: null,
      lastHand: { handNumber: 1, void: true, placings: [] },
    });
    expect(left.board.seats.map(({ total, points, place, cardCount }) => [total, points, place, cardCount])).toEqual(
      Array(5).fill([0, null, null, 0]),
    );
    expect(left.state.hands).toEqual([[], [], [], [], []]);
    const again = left.timeOut();
    expect(only(again.events, 'handDealt')).toMatchObject({ handNumber: 2, order: [0, 2, 3, 4] });
  });

  it('R-GAME-2: a void hand does not count towards the end', () => {
    const left = voiding({ 'end.hands': 1 }).say(1, leave);
    expect(left.board.phase).toBe('handEnd');
    expect(left.until('ended').board).toMatchObject({ handNumber: 2, result: { reason: 'hands' } });
  });

  it('R-REV-13: the first hand is still the first when it is dealt again', () => {
    const left = party({ 'leave.midHand': 'void', 'revolution.firstDeal': true }, people(5))
      .until('play')
      .say(1, leave);
    const again = left.until('revolution').until('play');
    expect(again.types).not.toContain('taxesExchanged');
    const taxed = again.until('handEnd').until('revolution').until('tax');
    expect(taxed.board.handNumber).toBe(3);
  });

  it('R-LEAVE-8: a greater revolution is undone', () => {
    const window = party({ 'leave.midHand': 'void' }, people(5)).until('revolution');
    const hands = window.state.hands.with(4, ['1', 'J', 'J']);
    const rich = new Party({ ...window.state, hands }, [], window.seconds);
    const turned = rich.say(4, { type: 'answerRevolution', call: true });
    expect(turned.board.order).toEqual([4, 3, 2, 1, 0]);
    const left = turned.say(2, leave);
    expect(left.types).toEqual(['playerLeft', 'seatsReversed', 'handVoided', 'seatClosed']);
    expect(left.board).toMatchObject({ order: [0, 1, 3, 4], revolution: null });
  });

  it('R-LEAVE-8: who is out already takes his place with him, and the others play on', () => {
    let story = voiding();
    while (story.board.seats.every(({ place }) => place === null)) story = story.step();
    const [first] = story.board.seats.filter(({ place }) => place === 1);
    if (first === undefined) throw new Error('somebody is out');
    const left = story.say(first.seat, leave);
    expect(left.types).toEqual(['playerLeft']);
    expect(left.you(first.seat).available).toEqual(['comeBack']);
    const ended = left.until('handEnd');
    expect(only(ended.events, 'handEnded').placings[0]).toMatchObject({ seat: first.seat, points: 4 });
    expect(only(ended.events, 'seatClosed').seat).toBe(first.seat);
  });

  it('R-LEAVE-8: a deal that was interrupted has used its number', () => {
    const misdeal = { 'leave.midHand': 'void', 'misdeal.mode': 'simulated', 'misdeal.rate': 1 };
    const left = party(misdeal, people(5)).timeOut().say(4, leave);
    expect(left.board).toMatchObject({ phase: 'handEnd', handNumber: 1, exposed: null });
    expect(left.state.dealing).toBeNull();
    expect(left.timeOut().board.exposed).not.toBeNull();
  });
});
