import { describe, expect, it } from 'vitest';
import { disclose, evolve } from '../../src/rules/dalmuti.ts';
import type { SeatKind } from '../../src/rules/seats.ts';
import type { State } from '../../src/rules/state.ts';
import { party, people } from './party.ts';
import { at, cards, only, type Table, table, types } from './table.ts';

const play = (text: string) => ({ type: 'play', cards: cards(text) }) as const;

/** Two of four are out; A's last card ends the hand. */
function ending(
  options: Readonly<Record<string, unknown>> = {},
  change: (state: State) => State = (state) => state,
): Table {
  const given = { turn: 'A', finished: ['D', 'C'], handNo: 2 };
  const { state } = table({ preset: 'official-scored', ...options }, ['12', '1 2', '', ''], given);
  return at(change(state), [], () => 0);
}

const seated =
  (kind: SeatKind, more: Partial<State> = {}) =>
  (state: State): State => {
    const seats = state.board.seats.map((seat) => ({ ...seat, kind }));
    return { ...state, ...more, board: { ...state.board, seats } };
  };

describe('the end of a hand', () => {
  it('R-END-1, R-RANK-1, PROTOCOL Events: ranks, points, totals and the next order in one event', () => {
    const ended = ending().send(0, play('12'));
    expect(types(ended.events)).toEqual(['setPlayed', 'playerWentOut', 'handEnded']);
    expect(only(ended.events, 'playerWentOut')).toMatchObject({ seat: 0, place: 3, points: 1, cause: 'rule' });
    expect(only(ended.events, 'handEnded')).toMatchObject({
      handNumber: 2,
      placings: [
        { place: 1, seat: 3, finish: 'out', points: 3, bonus: 0, total: 3 },
        { place: 2, seat: 2, finish: 'out', points: 2, bonus: 0, total: 2 },
        { place: 3, seat: 0, finish: 'out', points: 1, bonus: 0, total: 1 },
        { place: 4, seat: 1, finish: 'last', points: 0, bonus: 0, total: 0 },
      ],
      remaining: ['1', '2'],
      order: [3, 2, 0, 1],
      titles: [
        { seat: 3, title: 'GD' },
        { seat: 2, title: 'LD' },
        { seat: 0, title: 'LP' },
        { seat: 1, title: 'GP' },
      ],
    });
    const { board } = ended.state;
    expect(board.lastHand).toEqual({ handNumber: 2, void: false, placings: only(ended.events, 'handEnded').placings });
    expect(board.history?.at(-1)).toMatchObject({ winner: null });
    expect([board.turn, board.trick, board.awaiting]).toEqual([null, null, []]);
  });

  it('R-END-2: at once also in the middle of a trick, which the last player could have beaten', () => {
    const trick = { rank: 12, count: 1, by: 'B', pile: [12] };
    const given = { turn: 'A', finished: ['D', 'C'], trick };
    const ended = table({}, ['9', '1 2', '', ''], given).send(0, play('9'));
    expect(ended.state.board.phase).toBe('handEnd');
    expect(ended.code(1, play('1'))).toBe('E_PHASE');
    expect(ended.state.hands[1]).toEqual(['1', '2']);
  });

  it('R-VIS-4: what the last player kept is for the replay, not even for himself in the event', () => {
    const event = only(ending().send(0, play('12')).events, 'handEnded');
    for (const viewer of [0, 1, 'spectator'] as const)
      expect(disclose(event, viewer)).toEqual({ ...event, remaining: null });
  });

  it('R-SCORE-1: without scoring there are no points, no bonus and no total', () => {
    const ended = ending({ preset: 'official' }).send(0, play('12'));
    expect(only(ended.events, 'playerWentOut').points).toBeNull();
    for (const placing of only(ended.events, 'handEnded').placings) {
      expect([placing.points, placing.bonus, placing.total]).toEqual([null, null, null]);
    }
    expect(ended.state.board.seats.map(({ total }) => total)).toEqual([null, null, null, null]);
  });

  it('R-SCORE-6: a bonus stands beside the points and counts in the total', () => {
    const { board } = ending({ 'scoring.bonus': 'democratic' }).send(0, play('12')).state;
    // Peon D rose from fourth to first, Peon C from third to second.
    expect(board.lastHand?.placings.map(({ points, bonus, total }) => [points, bonus, total])).toEqual([
      [3, 0, 3],
      [2, 0, 2],
      [1, 3, 4],
      [0, 1, 1],
    ]);
    expect(board.seats.map(({ points }) => points)).toEqual([4, 1, 2, 3]);
  });

  it('R-SCORE-7: bonuses look at the roles after a greater revolution, or those of the deal', () => {
    const reversed = (baseline: string) =>
      ending({ 'scoring.bonus': 'philanthropic', 'scoring.baseline': baseline }, (state) => ({
        ...state,
        board: { ...state.board, revolution: { by: 0, greater: true } },
      })).send(0, play('12'));
    const bonuses = (baseline: string) =>
      only(reversed(baseline).events, 'handEnded').placings.map(({ seat, bonus }) => [seat, bonus]);
    // By play-start A is Dalmuti of D, who rose, and B of C; by hand-start D is Dalmuti of A, who rose by one, and C of B, who fell.
    expect(bonuses('play-start')).toEqual([
      [3, 0],
      [2, 0],
      [0, 1],
      [1, 1],
    ]);
    expect(bonuses('hand-start')).toEqual([
      [3, 1],
      [2, 0],
      [0, 0],
      [1, 0],
    ]);
  });

  it('R-SCORE-7: without a greater revolution the roles of the deal are those of the play', () => {
    for (const revolution of [null, { by: 1, greater: false }]) {
      const options = { 'scoring.bonus': 'philanthropic', 'scoring.baseline': 'hand-start' };
      const ended = ending(options, (state) => ({ ...state, board: { ...state.board, revolution } }));
      const { placings } = only(ended.send(0, play('12')).events, 'handEnded');
      expect(placings.map(({ bonus }) => bonus)).toEqual([0, 0, 1, 1]);
    }
  });

  it('R-GAME-7: the result stays for the pause where a human sits; then the next hand is dealt in a step of its own', () => {
    const ended = ending({}, seated('human')).send(0, play('12'));
    expect(ended.state.board).toMatchObject({ phase: 'handEnd', deadline: '2026-01-05T19:00:18.000Z' });
    const dealt = ended.timeOut();
    expect(types(dealt.events.slice(3))).toEqual(['handDealt']);
    expect(only(dealt.events, 'handDealt')).toMatchObject({
      handNumber: 3,
      order: [3, 2, 0, 1],
      dealer: 1,
      cause: 'clock',
    });
    expect(dealt.state.board).toMatchObject({
      phase: 'revolution',
      awaiting: [0, 1, 2, 3],
      history: [],
      lastHand: { handNumber: 2 },
    });
    expect(dealt.state.board.seats.map(({ place, points, cardCount }) => [place, points, cardCount])).toEqual(
      Array(4).fill([null, null, 20]),
    );
    expect(ending({}, seated('bot')).send(0, play('12')).state.board.deadline).toBe('2026-01-05T19:00:10.000Z');
  });

  it('R-LEAD-1, R-RANK-1: the next hand is led by its own Greater Dalmuti, not by whoever laid the last card', () => {
    const next = ending().send(0, play('12')).timeOut().timeOut().timeOut();
    expect(types(next.events).slice(-2)).toEqual(['taxesExchanged', 'playStarted']);
    expect(only(next.events, 'playStarted').lead).toBe(3);
    expect(next.state.board).toMatchObject({ handNumber: 3, turn: 3, awaiting: [3], tricksDone: 0, trick: null });
  });

  it('R-REV-16: without revolutions the taxes are opened in the step of the deal', () => {
    const dealt = ending({ 'revolution.enabled': false }).send(0, play('12')).timeOut();
    expect(types(dealt.events.slice(3))).toEqual(['handDealt', 'taxOpened']);
    expect(dealt.state.board).toMatchObject({ phase: 'tax', asked: dealt.state.board.version });
  });
});

describe('the end of the game', () => {
  it('R-GAME-2, PROTOCOL Events: after the agreed number of hands, in the step of the last one', () => {
    const ended = ending({ 'end.hands': 2 }).send(0, play('12'));
    expect(types(ended.events).slice(-2)).toEqual(['handEnded', 'gameEnded']);
    expect(only(ended.events, 'gameEnded')).toMatchObject({
      reason: 'hands',
      winners: [3],
      standings: [
        { rank: 1, seat: 3, total: 3 },
        { rank: 2, seat: 2, total: 2 },
        { rank: 3, seat: 0, total: 1 },
        { rank: 4, seat: 1, total: 0 },
      ],
    });
    expect(ended.state.board).toMatchObject({ phase: 'ended', awaiting: [], deadline: null });
    expect(ended.code({ kind: 'clock' }, { type: 'timeout' })).toBe('E_PHASE');
    expect(ended.code(1, play('1'))).toBe('E_PHASE');
  });

  it('R-GAME-1: without a limit there is always another hand', () => {
    const many = (state: State): State => ({ ...state, handLimit: 1000, board: { ...state.board, handNumber: 400 } });
    expect(types(ending({ preset: 'official' }, many).send(0, play('12')).events)).not.toContain('gameEnded');
  });

  it('R-GAME-5: equal totals share a rank, listed by the last order', () => {
    const totals = (state: State): State => {
      const seats = state.board.seats.map((seat, index) => ({ ...seat, total: [2, 3, 1, 0][index] ?? 0 }));
      return { ...state, board: { ...state.board, seats } };
    };
    const ended = ending({ 'end.hands': 2 }, totals).send(0, play('12'));
    expect(only(ended.events, 'gameEnded')).toMatchObject({
      winners: [3, 2, 0, 1],
      standings: [3, 2, 0, 1].map((seat) => ({ rank: 1, seat, total: 3 })),
    });
  });

  it('R-GAME-5: a countback looks at the places of the whole game', () => {
    const earlier = (state: State): State => {
      const seats = state.board.seats.map((seat, index) => ({ ...seat, total: [2, 3, 1, 0][index] ?? 0 }));
      return {
        ...state,
        finishes: [
          [0, 2],
          [1, 0, 0, 1],
          [0, 2],
          [0, 1, 1],
        ],
        board: { ...state.board, seats },
      };
    };
    const ended = ending({ 'end.hands': 2, 'end.tieBreak': 'countback' }, earlier).send(0, play('12'));
    expect(ended.state.finishes).toEqual([
      [0, 2, 1],
      [1, 0, 0, 2],
      [0, 3],
      [1, 1, 1],
    ]);
    expect(only(ended.events, 'gameEnded').standings.map(({ rank, seat }) => [rank, seat])).toEqual([
      [1, 3],
      [2, 1],
      [3, 2],
      [4, 0],
    ]);
  });

  it('R-GAME-5: without scoring nobody has won, and the last order stands', () => {
    const ended = ending({ preset: 'official', 'end.hands': 2 }).send(0, play('12'));
    expect(only(ended.events, 'gameEnded')).toMatchObject({
      winners: [],
      standings: [
        { rank: 1, seat: 3, total: null },
        { rank: 2, seat: 2, total: null },
        { rank: 3, seat: 0, total: null },
        { rank: 4, seat: 1, total: null },
      ],
    });
  });

  it('R-GAME-6: abandoned after a hand without a single command of a person', () => {
    const silent = ending({}, seated('human')).timeOut();
    expect(types(silent.events)).toEqual(['setPlayed', 'playerWentOut', 'handEnded', 'gameEnded']);
    expect(only(silent.events, 'gameEnded').reason).toBe('abandoned');
  });

  it('R-GAME-6: one person among bots is enough to be missed', () => {
    const mixed = (state: State): State => {
      const seats = state.board.seats.map((seat) => ({
        ...seat,
        kind: seat.seat === 3 ? ('human' as const) : seat.kind,
      }));
      return { ...state, board: { ...state.board, seats } };
    };
    expect(only(ending({}, mixed).timeOut().events, 'gameEnded').reason).toBe('abandoned');
  });

  it('R-GAME-6: goes on when a person has sent anything, or where there are none', () => {
    expect(types(ending({}, seated('human', { humanActed: true })).timeOut().events)).not.toContain('gameEnded');
    expect(types(ending({}, seated('human')).send(0, play('12')).events)).not.toContain('gameEnded');
    expect(types(ending({}, seated('bot')).timeOut().events)).not.toContain('gameEnded');
  });

  it('R-GAME-6: what a person did in one hand does not count for the next', () => {
    const ended = ending({}, seated('human')).send(0, play('12'));
    expect(ended.state.humanActed).toBe(false);
  });

  it("R-GAME-6: at the operator's limit of hands", () => {
    const limited = ending({}, seated('bot', { handLimit: 2 })).send(0, play('12'));
    expect(only(limited.events, 'gameEnded').reason).toBe('abandoned');
    expect(types(ending({}, seated('bot', { handLimit: 3 })).send(0, play('12')).events)).not.toContain('gameEnded');
  });

  it('R-GAME-3: when the time is over the running hand still counts, and no further one is dealt', () => {
    const since = (startedAt: string) =>
      ending({ 'end.timeLimitMin': 1 }, seated('bot', { startedAt })).send(0, play('12'));
    const over = since('2026-01-05T18:59:10.000Z');
    expect(only(over.events, 'gameEnded').reason).toBe('timeLimit');
    expect(only(over.events, 'handEnded').placings).toHaveLength(4);
    expect(types(since('2026-01-05T18:59:10.001Z').events)).not.toContain('gameEnded');
  });

  it('R-GAME-3: nor when it runs out between two hands', () => {
    const since = '2026-01-05T18:59:11.000Z';
    const waiting = ending({ 'end.timeLimitMin': 1 }, seated('human', { startedAt: since })).send(0, play('12'));
    expect(waiting.state.board.phase).toBe('handEnd');
    const older = { ...waiting.state, startedAt: '2026-01-05T18:59:10.000Z' };
    const ended = at(older, [], () => 0).timeOut();
    expect(types(ended.events)).toEqual(['gameEnded']);
    expect(only(ended.events, 'gameEnded').reason).toBe('timeLimit');
    expect(ended.events.reduce(evolve, older).board.phase).toBe('ended');
  });
});

describe('the longest reign', () => {
  it('R-GAME-5: counts the hands in a row through which a seat is Greater Dalmuti, and no void hand', () => {
    let story = party(
      { 'end.hands': 5, 'scoring.mode': 'none', 'leave.midHand': 'void', deck: 'strip11-12' },
      people(5),
    );
    const greater: number[] = [];
    while (story.board.phase !== 'ended') {
      story = story.until('play');
      if (greater.length === 2 && story.board.voided === 0) {
        // The second hand of two is annulled by a leaver, who is not its Greater Dalmuti.
        story = story.say(story.board.order.at(-1) ?? 0, { type: 'leave' }).until('play');
      }
      greater.push(story.board.order[0] ?? -1);
      while (story.board.phase === 'play') story = story.step();
    }
    const longest = (seat: number) =>
      Math.max(
        ...greater
          .join('')
          .split(new RegExp(`[^${seat}]`))
          .map(({ length }) => length),
      );
    expect(greater).toHaveLength(5);
    expect(story.board.voided).toBe(1);
    for (const { seat, longestReign } of only(story.events, 'gameEnded').standings) {
      expect(longestReign).toBe(longest(seat));
    }
  });
});
