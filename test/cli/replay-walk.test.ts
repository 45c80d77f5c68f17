/** Each key of the walk through a finished game leads where its help says (issue: replays in the terminal). */
import { describe, expect, test } from 'vitest';
import { BEGIN, type Course, type Key, press, type Walk } from '../../src/cli/replay/walk.ts';

/** Twenty events: two before the first hand, tricks at 4, 7, 12 and 15, the second hand at 10. */
const COURSE: Course = { length: 20, handStarts: [0, 2, 10], trickStarts: [4, 7, 12, 15] };

const at = (place: number): Walk => ({ ...BEGIN, at: place });

/** As `node:readline` tells it. */
function key(word: string): Key {
  const named: Readonly<Record<string, string>> = { ' ': 'space', '\r': 'return', '\u007f': 'backspace' };
  if (word.length > 1) return { name: word, sequence: '\u001b[…' };
  return { name: named[word] ?? (/[a-z0-9]/i.test(word) ? word.toLowerCase() : undefined), sequence: word };
}

const typed = (walk: Walk, words: readonly string[]): Walk =>
  words.reduce((before, word) => press(before, key(word), COURSE), walk);

describe('a key leads', () => {
  test.each([
    ['right', 5, 6],
    [' ', 5, 6],
    ['l', 5, 6],
    ['left', 5, 4],
    ['h', 5, 4],
    ['down', 0, 2],
    ['n', 5, 10],
    ['up', 10, 2],
    ['p', 12, 10],
    ['up', 2, 0],
    ['t', 0, 4],
    ['t', 8, 12],
    ['T', 15, 12],
    ['T', 9, 7],
    ['g', 13, 0],
    ['home', 13, 0],
    ['G', 3, 19],
    ['end', 3, 19],
  ])('%j from place %i to place %i', (word, from, to) => {
    expect(press(at(from), key(word), COURSE)).toEqual(at(to));
  });

  test.each([
    ['right', 19],
    ['n', 10],
    ['t', 15],
    ['left', 0],
    ['p', 0],
    ['T', 4],
  ])('%j from place %i nowhere, and that is said until the next key', (word, from) => {
    const stuck = press(at(from), key(word), COURSE);
    expect(stuck).toEqual({ ...at(from), said: 'There is nothing more that way.' });
    expect(press(stuck, key('x'), COURSE)).toEqual(at(from));
  });
});

describe('the number of an event', () => {
  test('is typed with or without a stroke before it, and Enter goes there', () => {
    expect(typed(at(3), ['/', '1', '2'])).toEqual({ ...at(3), typed: '12' });
    expect(typed(at(3), ['/', '1', '2', '\r'])).toEqual(at(11));
    expect(typed(at(3), ['2', '0', '\r'])).toEqual(at(19));
    expect(press(typed(at(3), ['1']), { name: 'enter', sequence: '\n' }, COURSE)).toEqual(at(0));
  });

  test('can be corrected and forgotten; any other key forgets it too, and does what it does', () => {
    expect(typed(at(3), ['/', '1', '9', '\u007f', '\u007f'])).toEqual({ ...at(3), typed: '' });
    expect(typed(at(3), ['/', '\r'])).toEqual(at(3));
    expect(typed(at(3), ['1', 'escape', '\r'])).toEqual(at(3));
    expect(typed(at(3), ['1', 'right'])).toEqual(at(4));
  });

  test.each(['0', '21', '99999999999'])('%s is none of this game', (number) => {
    const { said, at: place } = typed(at(3), [...number, '\r']);
    expect(place).toBe(3);
    expect(said).toMatch(/^There is no event \d{1,9}: they are numbered from 1 to 20\.$/);
  });
});

test('help comes and goes without a step, whatever the key', () => {
  const helped = press(at(3), key('?'), COURSE);
  expect(helped).toEqual({ ...at(3), help: true });
  expect(press(helped, key('right'), COURSE)).toEqual(at(3));
});

test.each([
  ['q', key('q')],
  ['Ctrl-C', { name: 'c', ctrl: true, sequence: '\u0003' }],
  ['Ctrl-D', { name: 'd', ctrl: true, sequence: '\u0004' }],
])('%s ends the walk, from the help and in the midst of a number too', (_name, quit) => {
  for (const walk of [at(3), { ...at(3), help: true }, { ...at(3), typed: '1' }]) {
    expect(press(walk, quit, COURSE).over).toBe(true);
  }
});
