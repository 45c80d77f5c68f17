/** What the walk through a finished game shows, in windows of every size and of everybody's names (issue: replays in the terminal). */
import { describe, expect, test } from 'vitest';
import { picture, type Size } from '../../src/cli/replay/picture.ts';
import { readReplay } from '../../src/cli/replay/read-replay.ts';
import { type Recording, recordingOf } from '../../src/cli/replay/recording.ts';
import { BEGIN, type Walk } from '../../src/cli/replay/walk.ts';
import { createStyle } from '../../src/cli/terminal/style.ts';
import { clip, column, visible, widthOf, wrap } from '../../src/cli/terminal/text.ts';
import { verifyReplay } from '../../src/replays/verify.ts';
import { BUILT_PRESETS, replay as stateAfter, tableSizes } from '../../src/rules/dalmuti.ts';
import type { GamePlan } from '../../tools/simulation/plan.ts';
import { type Document, finishedGame } from '../replays/finished-game.ts';

const PLAN: GamePlan = {
  preset: 'official-scored',
  options: {},
  players: 5,
  hands: 2,
  seed: 1,
  humans: 1,
  overdue: 5,
  restless: 0,
};
const NAMES = [
  'Agnes',
  '王小明',
  '👩‍👩‍👧 und 🃏',
  'Bob\u001b[2J\u009b31m\u202e',
  'Elisabeth-Charlotte of the long name',
];

function recorded(plan: Partial<GamePlan>, change: (document: Document) => void = () => {}): Recording {
  const { document } = finishedGame({ ...PLAN, ...plan });
  document.events[0].seats.forEach((seat: Document, index: number) => {
    seat.player.name = NAMES[index % NAMES.length];
  });
  change(document);
  return recordingOf(readReplay(document), verifyReplay(document));
}

const plain = createStyle(false);
const coloured = createStyle(true);
const BIG: Size = { width: 120, height: 40 };

const shown = (recording: Recording, walk: Partial<Walk>, size = BIG): string =>
  picture(recording, { ...BEGIN, ...walk }, size, plain).join('\n');

/** The place of the first event of a type, from a place on. */
function placeOf({ frames }: Recording, type: string, from = 0): number {
  const place = frames.findIndex(({ event }, index) => index >= from && event.type === type);
  expect(place).toBeGreaterThanOrEqual(0);
  return place;
}

/** The places where each type of event comes for the first time. */
function firstOfEachType({ frames }: Recording): readonly number[] {
  const types = frames.map(({ event }) => event.type);
  return [...frames.keys()].filter((at) => types.indexOf(types[at] ?? 'gameEnded') === at);
}

const GAME = recorded({});

describe('a recording', () => {
  test('R-INV-5: has at every place the state that the events up to it give, so that going back is exact', () => {
    const events = GAME.frames.map(({ event }) => event);
    for (let place = 0; place < events.length; place += 23) {
      expect(GAME.frames[place]?.state).toEqual(stateAfter(events.slice(0, place + 1)));
    }
    expect(GAME.frames.at(-1)?.state.board.phase).toBe('ended');
  });

  test('knows where each hand and each trick begins', () => {
    const types = (places: readonly number[]) => new Set(places.map((place) => GAME.frames[place]?.event.type));
    expect(GAME.handStarts.map((place) => GAME.frames[place]?.event.type)).toEqual([
      'gameStarted',
      'handDealt',
      'handDealt',
    ]);
    expect(types(GAME.trickStarts)).toEqual(new Set(['setPlayed']));
    const finished = GAME.frames.filter(({ event }) => event.type === 'trickWon').length;
    // Each hand ends inside its last trick (R-END-4).
    expect(GAME.trickStarts).toHaveLength(finished + 2);
  });

  test('R-MIS-2: a hand begins with the card that lay open while it was dealt', () => {
    const options = { 'misdeal.mode': 'simulated', 'misdeal.rate': 0.2 };
    const game = recorded({ options });
    const [, first = 0] = game.handStarts;
    expect(game.frames[first]?.event.type).toBe('cardExposed');
    expect(shown(game, { at: first })).toMatch(/The cards are being dealt; a \w+ for .* lies open\./);
    expect(shown(game, { at: first })).toContain('hand 1 of 2 ');
  });
});

describe('the picture', () => {
  test('tells which hand and which event it is, whether all is true, and who did what', () => {
    const at = placeOf(GAME, 'handDealt');
    expect(shown(GAME, { at })).toContain('  verified  ');
    expect(shown(GAME, { at })).toContain(`hand 1 of 2 · event ${at + 1} of ${GAME.frames.length} `);
    expect(shown(GAME, { at })).toMatch(/▶ +3 {2}Hand 1: 80 cards are dealt by /);
    expect(shown(GAME, {})).toContain(`before the first hand · event 1 of ${GAME.frames.length} `);
  });

  test('shows all hands, card by card', () => {
    const at = placeOf(GAME, 'handDealt');
    const { hands = [], board } = GAME.frames[at]?.state ?? {};
    expect(hands).toHaveLength(5);
    for (const cards of hands) expect(shown(GAME, { at })).toContain(` 16  ${cards.join(' ')} `);
    expect(board?.order.map((seat) => GAME.names[seat])).toHaveLength(5);
    const lines = shown(GAME, { at }).split('\n');
    expect(lines[2]).toContain('Greater Dalmuti');
    expect(lines[6]).toContain('Greater Peon');
  });

  test('R-TAX-6: shows what was chosen for the taxes, and what was exchanged', () => {
    const at = placeOf(GAME, 'taxesExchanged');
    const { event } = GAME.frames[at] ?? {};
    if (event?.type !== 'taxesExchanged') throw new Error('no taxes');
    const [greater] = event.exchanges;
    const [upper, lower] = [GAME.names[greater?.upper ?? 0], GAME.names[greater?.lower ?? 0]];
    const cards = `${greater?.lowerGives.join(' ')} ⇄ ${greater?.upperGives.join(' ')}`;
    expect(shown(GAME, { at })).toContain(`Greater    ${lower} ${cards} ${upper}`);
    expect(shown(GAME, { at: at - 1 })).toContain('2 cards each, not yet exchanged');
  });

  test('shows the trick on the table, who passed, and who is next', () => {
    const at = placeOf(GAME, 'playerPassed');
    const trick = GAME.frames[at]?.state.board.trick;
    expect(shown(GAME, { at })).toContain(` Trick ${trick?.number}`);
    expect(shown(GAME, { at })).toContain(`passed: ${trick?.passed.map((seat) => GAME.names[seat]).join(', ')}`);
    const turn = GAME.frames[at]?.state.board.turn ?? 0;
    expect(shown(GAME, { at })).toMatch(new RegExp(`▶ [A-Z][a-z]+ [A-Z][a-z]+ +${GAME.names[turn]?.slice(0, 3)}`));
  });

  test('tells of a revolution as long as its hand lasts', () => {
    const games = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => recorded({ seed, hands: 4 }));
    const game = games.find(({ frames }) => frames.some(({ event }) => event.type === 'revolutionDeclared'));
    if (game === undefined) throw new Error('no game with a revolution');
    const at = placeOf(game, 'revolutionDeclared');
    expect(shown(game, { at })).toMatch(/calls a (GREATER )?REVOLUTION!/i);
    expect(shown(game, { at: placeOf(game, 'setPlayed', at) })).toMatch(/ Trick 1 {3}(greater )?revolution of /);
  });

  test('R-VIS-4: shows the results of a hand and of the game, and what the last player was left with', () => {
    const at = placeOf(GAME, 'handEnded');
    const { event } = GAME.frames[at] ?? {};
    const over = shown(GAME, { at });
    // It may take several lines.
    expect(over.replace(/\s+/g, ' ')).toContain(
      `The last one was left with ${event?.type === 'handEnded' ? event.remaining.join(' ') : ''}.`,
    );
    expect(over).toContain('Hand 1 is over.');
    expect(over).toMatch(/ 1\. .* {2}\+4 = 4/);
    expect(shown(GAME, { at: GAME.frames.length - 1 })).toMatch(/The game is over; .* won\./);
  });

  test('asks for the number of an event, says why a key led nowhere, and explains its keys', () => {
    expect(shown(GAME, { typed: '12' })).toContain(`Go to event (1 to ${GAME.frames.length}): 12_`);
    expect(shown(GAME, { said: 'There is nothing more that way.' })).toContain('There is nothing more that way.');
    expect(shown(GAME, { help: true })).toContain('the next trick');
  });
});

describe('the terminal', () => {
  const SGR = String.raw`\u001b\[\d+m`;
  const UNSAFE = String.raw`[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]`;

  test.each(BUILT_PRESETS)(
    'gets whole lines of its own size and nothing that steers it, at every type of event of a game of %s',
    (preset) => {
      const game = recorded({ preset, players: tableSizes(preset).max, humans: 3, restless: 10, hands: 2 });
      for (const size of [BIG, { width: 80, height: 24 }, { width: 33, height: 9 }, { width: 7, height: 3 }]) {
        for (const at of firstOfEachType(game)) {
          const lines = picture(game, { ...BEGIN, at }, size, coloured);
          expect(lines).toHaveLength(size.height);
          for (const line of lines) {
            expect(widthOf(line)).toBeLessThanOrEqual(size.width);
            expect(line.replace(new RegExp(SGR, 'g'), '')).not.toMatch(new RegExp(UNSAFE));
          }
        }
      }
    },
  );

  test.each([1, 2, 3, 5, 8, 13, 21, 34])('of %i lines still has the event itself', (height) => {
    const at = placeOf(GAME, 'playerPassed');
    expect(shown(GAME, { at }, { width: 80, height })).toMatch(/▶ +\d+ {2}\S+.* passes\./);
  });

  test('of little width has where one is in figures, and hands kind by kind', () => {
    const at = placeOf(GAME, 'handDealt');
    const small = shown(GAME, { at }, { width: 34, height: 12 });
    expect(small).toContain(`1/2 ${at + 1}/${GAME.frames.length}`);
    expect(small).toMatch(/\d×\d/);
  });
});

describe('a document that is not true', () => {
  const tampered = (document: Document): void => {
    const event = document.events.find((each: Document) => each.type === 'setPlayed');
    event.left += 1;
  };

  test('promise 4: can be walked through, says so at every step, and marks what stands behind the fault', () => {
    const game = recorded({}, tampered);
    const at = placeOf(game, 'setPlayed');
    expect(game.frames).toHaveLength(GAME.frames.length);
    expect(shown(game, { at: 0 })).toContain(`NOT VERIFIED at event ${at + 1} `);
    expect(shown(game, { at: at - 1 })).not.toContain('not true?');
    expect(shown(game, { at })).toMatch(new RegExp(`▶ +${at + 1} {2}not true\\? {2}`));
  });

  test('is shown as far as the rules can follow it', () => {
    const counting = recorded({}, (document) => {
      const ended = document.events.find((each: Document) => each.type === 'handEnded');
      ended.placings[0].place = Number.MAX_SAFE_INTEGER;
    });
    expect(counting.frames).toHaveLength(placeOf(GAME, 'handEnded'));
    const nobody = recorded({}, (document) => {
      const ended = document.events.find((each: Document) => each.type === 'taxChosen');
      ended.seat = 99;
    });
    expect(nobody.frames).toHaveLength(placeOf(GAME, 'taxChosen'));
    const headless = recorded({}, (document) => document.events.shift());
    expect(headless.frames).toHaveLength(0);
  });
});

describe('text', () => {
  test('has as many columns as a terminal gives it', () => {
    expect(column('王小明', 8)).toBe('王小明  ');
    expect(column('王小明', 5)).toBe('王小…');
    expect(column('王小明', 4)).toBe('王… ');
    expect(column('👩‍👩‍👧!', 4)).toBe('👩‍👩‍👧! ');
    expect(clip('\u001b[1mAgnes\u001b[22m plays', 4)).toBe('\u001b[1mAgn…\u001b[22m');
    expect(clip('Agnes', 0)).toBe('');
    expect(wrap('Agnes plays 12 12, 3 left.', 12)).toEqual(['Agnes plays', '12 12, 3', 'left.']);
  });

  test('of strangers cannot steer the terminal; joined emoji and scripts stay whole', () => {
    expect(visible('a\u001b[2J\u0007\u009b\u202eb\nc')).toBe('a\ufffd[2J\ufffd\ufffd\ufffdb\ufffdc');
    expect(visible('👩‍👩‍👧 王小明')).toBe('👩‍👩‍👧 王小明');
  });
});
