/** The finishing-order log of whole games in which people come and go (docs/PROTOCOL.md, `GET …/hands`). */
import { describe, expect, it } from 'vitest';
import type { Player } from '../../src/http/identity.ts';
import { type HandRow, handRows } from '../../src/replays/hands.ts';
import type { Seat, Title } from '../../src/rules/seats.ts';
import { clock, lobby, newcomer, type Party, people, standIn } from '../rules/party.ts';
import { eventsOf, recorded } from './recorded-party.ts';

const leave = { type: 'leave' } as const;
const comeBack = { type: 'comeBack' } as const;
const pass = { type: 'pass' } as const;

const names: ReadonlyMap<string, Player> = new Map(
  [0, 1, 2, 3, 4, 5, 6].map((seat) => [
    `player ${seat}`,
    { id: `player ${seat}`, name: `Name ${seat}`, kind: 'guest' },
  ]),
);

const rows = (story: Party): readonly HandRow[] => handRows(eventsOf(story), names);

function lastRow(story: Party): HandRow {
  const row = rows(story).at(-1);
  if (row === undefined) throw new Error('No hand is over.');
  return row;
}

/** Five people; seat k has position k at the first deal. */
const playing = (options: Readonly<Record<string, unknown>> = {}, players = 5): Party =>
  recorded(options, people(players)).until('play');

/** Each of `seats` folds and is back for the next hand, but the last of them, who leaves. */
function fold(story: Party, ...seats: readonly Seat[]): Party {
  const last = seats.at(-1);
  return seats.reduce((before, seat) => {
    const left = before.say(seat, leave);
    return seat === last ? left : left.say(seat, comeBack);
  }, story);
}

/** Plays the first moves until the seat has the turn in a trick that somebody else has led. */
function untilAsked(story: Party, seat: Seat): Party {
  let before = story;
  while (before.board.turn !== seat || before.board.trick === null) before = before.step();
  return before;
}

/** The stand-in of a seat gives the first answer to what the seat is asked. */
function standInFor(story: Party, seat: Seat): Party {
  const [move] = story.you(seat).legal;
  if (move === undefined) throw new Error(`Seat ${seat} is asked nothing.`);
  return story.say(standIn(seat), move);
}

type Titles = readonly [dealt: Title, played: Title, next: Title];
type Score = readonly [points: number, total: number];

/** A placing without a stand-in and without a bonus. */
function placing(
  place: number,
  seat: Seat,
  finish: 'out' | 'last' | 'folded',
  [titleDealt, titlePlayed, titleNext]: Titles,
  [points, total]: Score,
): HandRow['placings'][number] {
  const who = { seat, playerId: `player ${seat}`, name: `Name ${seat}` };
  return { place, ...who, finish, standIn: false, titleDealt, titlePlayed, titleNext, points, bonus: 0, total };
}

const TAXES = [
  { kind: 'greater', upper: 0, lower: 4, count: 2 },
  { kind: 'lesser', upper: 1, lower: 3, count: 1 },
] as const;

describe('a hand in which people fold', () => {
  const folded = () => fold(playing({ 'leave.midHand': 'fold' }).later(70), 4, 3, 2, 1);

  it('R-LEAVE-6, R-LEAVE-7: places those who folded last, the first of them lowest, with the points of their places', () => {
    expect(rows(folded())).toEqual([
      {
        gameId: 'game',
        handNumber: 1,
        void: false,
        startedAt: '2026-01-05T19:00:00.000Z',
        endedAt: '2026-01-05T19:01:10.000Z',
        preset: 'official-scored',
        deck: 'full',
        revolution: null,
        exchanges: TAXES,
        joined: [],
        left: [],
        placings: [
          placing(1, 0, 'last', ['GD', 'GD', 'GD'], [4, 4]),
          placing(2, 1, 'folded', ['LD', 'LD', 'LD'], [3, 3]),
          placing(3, 2, 'folded', ['M', 'M', 'M'], [2, 2]),
          placing(4, 3, 'folded', ['LP', 'LP', 'LP'], [1, 1]),
          placing(5, 4, 'folded', ['GP', 'GP', 'GP'], [0, 0]),
        ],
      },
    ]);
  });

  it('names who joined and who left in the row of the hand after, and newcomers like everybody', () => {
    const joined = folded().say(lobby, newcomer('player 5')).later(50).until('play').later(20);
    expect(joined.board.order).toEqual([0, 2, 5, 3, 4]);
    expect(lastRow(fold(joined, 0, 2, 5, 3))).toEqual({
      gameId: 'game',
      handNumber: 2,
      void: false,
      startedAt: '2026-01-05T19:02:00.000Z',
      endedAt: '2026-01-05T19:02:20.000Z',
      preset: 'official-scored',
      deck: 'full',
      revolution: null,
      exchanges: [
        { kind: 'greater', upper: 0, lower: 4, count: 2 },
        { kind: 'lesser', upper: 2, lower: 3, count: 1 },
      ],
      joined: [5],
      left: [1],
      placings: [
        placing(1, 4, 'last', ['GP', 'GP', 'GD'], [4, 4]),
        placing(2, 3, 'folded', ['LP', 'LP', 'LD'], [3, 4]),
        placing(3, 5, 'folded', ['M', 'M', 'M'], [2, 2]),
        placing(4, 2, 'folded', ['LD', 'LD', 'LP'], [1, 3]),
        placing(5, 0, 'folded', ['GD', 'GD', 'GP'], [0, 4]),
      ],
    });
  });
});

describe('joins and leaves', () => {
  it('before the first deal count from those with whom the game began', () => {
    const story = recorded({}, people(5)).say(2, leave).say(lobby, newcomer('player 5')).timeOut();
    expect(lastRow(story.until('handEnd'))).toMatchObject({ handNumber: 1, joined: [5], left: [2] });
  });

  it('of newcomers are those that came in: not who still waits, nor who went before he was dealt in', () => {
    const gone = playing().say(lobby, newcomer('player 5')).say(5, leave).until('handEnd');
    const waiting = gone.until('play').say(lobby, newcomer('player 6'));
    expect(rows(waiting.until('handEnd')).map(({ joined, left }) => [joined, left])).toEqual([
      [[], []],
      [[], []],
    ]);
    const between = waiting.until('handEnd').until('play').until('handEnd');
    expect(lastRow(between)).toMatchObject({ handNumber: 3, joined: [6], left: [] });
    expect(lastRow(between.until('play').until('handEnd'))).toMatchObject({ handNumber: 4, joined: [], left: [] });
  });

  it('are told by the number of the seat, whatever the order of their places', () => {
    const started = recorded({}, people(6)).say(4, leave).say(2, leave);
    const asked = started.say(lobby, newcomer('player 6')).say(lobby, newcomer('player 7')).timeOut();
    const placed = asked.say(0, { type: 'placeNewcomers', above: 2, order: [7, 6] });
    expect(placed.board.order).toEqual([0, 1, 7, 6, 3, 5]);
    expect(lastRow(placed.until('handEnd'))).toMatchObject({ joined: [6, 7], left: [2, 4] });
    const turned = fold(playing({ 'leave.midHand': 'fold' }, 8), 0, 1, 2, 3, 4, 5, 6).until('play');
    expect(turned.board.order).toEqual([7, 5, 4, 3, 2, 1, 0]);
    const without = turned.say(5, leave).say(2, leave).until('handEnd').until('play').until('handEnd');
    expect(lastRow(without)).toMatchObject({ handNumber: 3, joined: [], left: [2, 5] });
  });

  it('between two hands come and go unseen if they cancel out', () => {
    const placed = playing({}, 4).say(lobby, newcomer('player 4')).until('handEnd');
    expect(placed.board.order).toContain(4);
    const story = placed.say(4, leave).until('play').until('handEnd');
    expect(lastRow(story)).toMatchObject({ handNumber: 2, joined: [], left: [] });
  });

  it('R-JOIN-8: who returns has another seat under his own name', () => {
    const away = playing().say(2, leave).say(lobby, newcomer('player 5')).until('handEnd');
    const back = away.say(lobby, newcomer('player 2')).until('play').until('handEnd');
    const row = lastRow(back);
    expect(row).toMatchObject({ joined: [5, 6], left: [2] });
    expect(row.placings.find(({ seat }) => seat === 6)).toMatchObject({ playerId: 'player 2', name: 'Name 2' });
  });

  it('after the last hand are in no row, and a row that is there does not change', () => {
    const ended = playing().until('handEnd');
    const [first = 0, ...rest] = ended.board.order;
    const before = rows(ended);
    expect(rows(rest.reduce((story, seat) => story.say(seat, leave), ended.say(first, leave)))).toEqual(before);
  });
});

describe('a stand-in', () => {
  const standIns = (story: Party) =>
    lastRow(story)
      .placings.filter((each) => each.standIn)
      .map(({ seat }) => seat);

  it('R-LEAVE-3: that has played a seat to the end is told, and the result is that of the seat', () => {
    const ended = playing().say(2, leave).until('handEnd');
    const dealt: readonly Title[] = ['GD', 'LD', 'M', 'LP', 'GP'];
    const row = lastRow(ended);
    expect(row).toMatchObject({ exchanges: TAXES, joined: [], left: [], void: false });
    expect(row.placings).toEqual(
      (ended.board.lastHand?.placings ?? []).map(({ seat, finish }, index) => {
        const [titleDealt = 'M', titleNext = 'M'] = [dealt[seat], dealt[index]];
        const points = 4 - index;
        const usual = placing(index + 1, seat, finish, [titleDealt, titleDealt, titleNext], [points, points]);
        return { ...usual, standIn: seat === 2 };
      }),
    );
    const next = lastRow(ended.until('play').until('handEnd'));
    expect(next).toMatchObject({ handNumber: 2, joined: [], left: [2] });
    expect(next.placings.map(({ standIn: stoodIn }) => stoodIn)).toEqual([false, false, false, false]);
  });

  it('is told for one move, even if the player has come back', () => {
    const asked = untilAsked(playing(), 1);
    const back = asked.say(1, leave).say(standIn(1), pass).say(1, comeBack);
    expect(standIns(back.until('handEnd'))).toEqual([1]);
    expect(standIns(back.until('handEnd').until('play').until('handEnd'))).toEqual([]);
  });

  it('is not told where it had no move to make: the player came back first, or was out', () => {
    const back = untilAsked(playing(), 1).say(1, leave).say(1, comeBack);
    expect(standIns(back.until('handEnd'))).toEqual([]);
    let story = playing();
    while (story.board.seats.every(({ place }) => place === null)) story = story.step();
    const out = story.board.seats.findIndex(({ place }) => place === 1);
    expect(standIns(story.say(out, leave).until('handEnd'))).toEqual([]);
  });

  it('R-LEAVE-2: of an absent player is told alike', () => {
    const missed = playing().step().later(30).timeOut().later(60).say(clock, { type: 'absence', seat: 1 });
    expect(standIns(missed.until('handEnd'))).toEqual([1]);
  });

  it('R-PLAY-12: is not the clock, which moves for a player who is late', () => {
    const late = recorded({}, people(5)).until('tax').timeOut().until('play').timeOut().timeOut();
    expect(late.types).toContain('playerPassed');
    expect(standIns(late.until('handEnd'))).toEqual([]);
  });

  it('is told when it has chosen a tax', () => {
    const taxed = recorded({}, people(5)).until('tax').say(0, leave);
    expect(standIns(standInFor(taxed, 0).say(0, comeBack).until('handEnd'))).toEqual([0]);
  });

  it('R-REV-4: is not told for its silence in the revolution window', () => {
    const window = recorded({}, people(5)).until('revolution').say(3, leave);
    const answered = window.say(standIn(3), { type: 'answerRevolution', call: false }).say(3, comeBack);
    expect(standIns(answered.until('handEnd'))).toEqual([]);
  });

  it.each([
    ['random', 'exchangeMerchant', [2]],
    ['target-choice', 'exchangeMerchant', [2]],
    ['random', 'declineMerchantExchange', [2]],
  ] as const)('is told when under mex.take=%s it has answered %s', (take, type, told) => {
    const trading = recorded({ 'mex.enabled': true, 'mex.take': take }, people(6)).until('tax').say(2, leave);
    const answer = trading.you(2).legal.find((each) => each.type === type);
    if (answer === undefined) throw new Error('The highest Merchant is asked.');
    const answered = trading.say(standIn(2), answer).say(2, comeBack);
    expect(standIns(answered.until('handEnd'))).toEqual(told);
  });

  it('is told when it has chosen what the partner of the highest Merchant gives', () => {
    const trading = recorded({ 'mex.enabled': true, 'mex.take': 'target-choice' }, people(6)).until('tax');
    const named = trading.say(2, { type: 'exchangeMerchant', target: 3 }).say(3, leave);
    const answered = standInFor(named, 3).say(3, comeBack).until('handEnd');
    expect(standIns(answered)).toEqual([3]);
    expect(lastRow(answered).exchanges).toContainEqual({ kind: 'merchant', upper: 2, lower: 3, count: 1 });
  });

  it('is told when it has decided about an exposed card', () => {
    const exposed = recorded({ 'misdeal.mode': 'simulated', 'misdeal.rate': 1 }, people(5)).timeOut().say(0, leave);
    expect(exposed.board.phase).toBe('deal');
    expect(standIns(standInFor(exposed, 0).say(0, comeBack).until('handEnd'))).toEqual([0]);
  });
});

describe('a void hand', () => {
  it('R-LEAVE-8: is a row of its own, without placings, and the next hand has the next number', () => {
    const left = playing({ 'leave.midHand': 'void' }).step().later(40).say(1, leave);
    const row = {
      gameId: 'game',
      handNumber: 1,
      void: true,
      startedAt: '2026-01-05T19:00:00.000Z',
      endedAt: '2026-01-05T19:00:40.000Z',
      preset: 'official-scored',
      deck: 'full',
      revolution: null,
      exchanges: TAXES,
      joined: [],
      left: [],
      placings: [],
    };
    expect(rows(left)).toEqual([row]);
    const [first, second] = rows(left.until('play').until('handEnd'));
    expect(first).toEqual(row);
    expect(second).toMatchObject({ handNumber: 2, void: false, joined: [], left: [1] });
    expect(second?.placings.map(({ total }) => total)).toEqual([3, 2, 1, 0]);
  });

  it('R-GAME-4: when the people stop at once, too', () => {
    const ended = playing({}, 4).say(0, { type: 'proposeEnd', when: 'now' });
    const agreed = [1, 2, 3].reduce((story, seat) => story.say(seat, { type: 'voteEnd', agree: true }), ended);
    expect(agreed.board.phase).toBe('ended');
    expect(rows(agreed).map(({ handNumber, void: isVoid, placings }) => [handNumber, isVoid, placings])).toEqual([
      [1, true, []],
    ]);
  });

  it('may never have been dealt, and has its number, its beginning and its deck all the same', () => {
    const options = { 'leave.midHand': 'void', 'misdeal.mode': 'simulated', 'misdeal.rate': 1, deck: 'auto' };
    const exposed = recorded(options, people(5)).later(8).timeOut().later(5);
    expect(exposed.board).toMatchObject({ phase: 'deal', handNumber: 0 });
    const again = exposed.say(4, leave).later(8).timeOut().later(5).say(3, leave);
    expect(rows(again)).toMatchObject([
      {
        handNumber: 1,
        void: true,
        startedAt: '2026-01-05T19:00:08.000Z',
        endedAt: '2026-01-05T19:00:13.000Z',
        deck: 'strip12',
        exchanges: [],
        left: [],
        placings: [],
      },
      { handNumber: 2, void: true, startedAt: '2026-01-05T19:00:21.000Z', deck: 'strip11-12', left: [4] },
    ]);
  });
});

describe('a hand with an exposed card', () => {
  it('R-MIS-2: begins when it is dealt', () => {
    const options = { 'misdeal.mode': 'simulated', 'misdeal.rate': 1 };
    let story = recorded(options, people(5)).timeOut();
    while (story.board.phase === 'deal') story = story.later(2).say(0, { type: 'settleMisdeal', to: 'intended' });
    expect(story.seconds).toBeGreaterThan(2);
    expect(lastRow(story.later(60).until('handEnd')).startedAt).toBe(story.time(story.seconds));
  });
});

describe('a greater revolution', () => {
  /** The window of the first hand in which the Greater Peon holds both Jesters. */
  function callable(options: Readonly<Record<string, unknown>>): Party {
    let story = recorded({ 'end.hands': null, ...options }, people(4)).until('revolution');
    const jesters = () => story.you(story.board.order.at(-1) ?? 0).cards.filter((card) => card === 'J');
    while (jesters().length < 2) story = story.until('handEnd').until('revolution');
    return story;
  }
  const call = { type: 'answerRevolution', call: true } as const;

  it('R-REV-8: is in the row, by whom, with the title of the deal, that of play and the one earned', () => {
    const window = callable({});
    const { order, handNumber } = window.board;
    const [best = 0, second = 0, third = 0, worst = 0] = order;
    const row = lastRow(window.say(worst, call).until('handEnd'));
    expect(row).toMatchObject({ handNumber, revolution: { by: worst, greater: true }, exchanges: [], void: false });
    const byPlace: readonly Title[] = ['GD', 'LD', 'LP', 'GP'];
    const told = new Map(row.placings.map(({ seat, titleDealt, titlePlayed }) => [seat, [titleDealt, titlePlayed]]));
    expect(told).toEqual(
      new Map([
        [best, ['GD', 'GP']],
        [second, ['LD', 'LP']],
        [third, ['LP', 'LD']],
        [worst, ['GP', 'GD']],
      ]),
    );
    expect(row.placings.map(({ titleNext }) => titleNext)).toEqual(byPlace);
    expect(row.placings.map(({ points, bonus }) => [points, bonus])).toEqual([
      [3, 0],
      [2, 0],
      [1, 0],
      [0, 0],
    ]);
  });

  it('R-LEAVE-8: of a void hand is told, though it is undone', () => {
    const window = callable({ 'leave.midHand': 'void' });
    const worst = window.board.order.at(-1) ?? 0;
    const left = window.say(worst, call).say(worst, leave);
    expect(lastRow(left)).toMatchObject({ void: true, revolution: { by: worst, greater: true }, placings: [] });
  });

  it('that a stand-in called is its move', () => {
    const window = callable({});
    const worst = window.board.order.at(-1) ?? 0;
    const called = window.say(worst, leave).say(standIn(worst), call).say(worst, comeBack).until('handEnd');
    expect(
      lastRow(called)
        .placings.filter((each) => each.standIn)
        .map(({ seat }) => seat),
    ).toEqual([worst]);
  });
});

describe('no game', () => {
  it('has no rows', () => {
    expect(handRows([], names)).toEqual([]);
  });

  it('names somebody whom nobody knows any more', () => {
    const [row] = handRows(eventsOf(playing().until('handEnd')), new Map());
    expect(row?.placings.map(({ name }) => name)).toEqual(Array(5).fill('Somebody'));
  });
});
