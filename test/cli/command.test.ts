/** Subcommands complain about what was typed in words, and the demo about each of its options (issue: the demo's options). */
import { describe, expect, test } from 'vitest';
import { type CommandSpec, helpFor, parse, UsageError } from '../../src/cli/command.ts';
import { readOptions } from '../../src/cli/demo/options.ts';

describe('the demo', () => {
  test('has six players, three hands and the scored rules unless it is told otherwise', () => {
    expect(readOptions([])).toEqual({
      players: 6,
      hands: 3,
      preset: 'official-scored',
      seed: null,
      delayMs: 150,
      replay: null,
      json: false,
      help: false,
    });
  });

  test('takes every option', () => {
    const typed = '--players 8 --hands 2 --ruleset dutch --seed 42 --delay 0 --replay game.json --json'.split(' ');
    expect(readOptions(typed)).toEqual({
      players: 8,
      hands: 2,
      preset: 'dutch',
      seed: '42',
      delayMs: 0,
      replay: 'game.json',
      json: true,
      help: false,
    });
  });

  test.each([
    [['--players', '2'], '--players takes a whole number from 3 to 12, not "2".'],
    [['--players', '13'], '--players takes a whole number from 3 to 12, not "13".'],
    [['--hands', '1.5'], '--hands takes a whole number from 1 to 1000, not "1.5".'],
    [['--hands', '0'], '--hands takes a whole number from 1 to 1000, not "0".'],
    [['--delay', 'fast'], '--delay takes a whole number from 0 to 60000, not "fast".'],
    [['--ruleset', 'poker'], /^--ruleset is one of official, official-scored, .*, not "poker"\.$/],
    [['--ruleset', 'corporate', '--players', '7'], 'The ruleset corporate is for 4 to 6 players, not 7.'],
    [['--speed', '3'], /--speed/],
    [['six'], /six/],
    [['--seed'], /--seed/],
  ])('refuses %j', (typed, message) => {
    expect(() => readOptions(typed)).toThrow(UsageError);
    expect(() => readOptions(typed)).toThrow(message);
  });
});

const SPEC: CommandSpec = {
  name: 'greet',
  positionals: '[who]',
  summary: 'Says hello.',
  options: [
    { name: 'times', value: 'number', default: '1', help: 'How often.' },
    { name: 'loud', value: null, default: null, help: 'In capitals.' },
  ],
};

test('help names the command, what it takes and the defaults', () => {
  expect(helpFor(SPEC)).toBe(
    [
      'Usage: dalmuti greet [who] [options]',
      '',
      'Says hello.',
      '',
      'Options:',
      '  --times <number>  How often. (default: 1)',
      '  --loud            In capitals.',
      '',
    ].join('\n'),
  );
});

test('positionals, flags and defaults are told apart', () => {
  const options = parse(SPEC, ['Ada', '--loud']);
  expect(options.positionals).toEqual(['Ada']);
  expect(options.flag('loud')).toBe(true);
  expect(options.whole('times', 1, 3)).toBe(1);
});
