/** `dalmuti duel`: the figure by which one built-in bot is better than another, with its interval. */

import { duel, type Score } from '../bots/duel.ts';
import { POLICIES } from '../bots/levels.ts';
import type { Level } from '../bots/policy.ts';
import { type CommandSpec, helpFor, parse, UsageError } from './command.ts';
import { printJson, printText } from './terminal/output.ts';

const SPEC: CommandSpec = {
  name: 'duel',
  positionals: '[one] [other]',
  summary:
    'Plays single hands in which half of the seats are of one level and half of the other, straight on the rules.\nLevels: random, greedy. The same seed gives the same figures.',
  options: [
    { name: 'hands', value: 'number', default: '1000', help: 'Hands to play.' },
    { name: 'players', value: 'number', default: '6', help: 'Seats at the table, an even number.' },
    { name: 'seed', value: 'text', default: '1', help: 'Where all chance comes from.' },
    { name: 'json', value: null, default: null, help: 'Print one JSON object.' },
    { name: 'help', value: null, default: null, help: 'Show this.' },
  ],
};

const LEVELS: readonly Level[] = ['random', 'greedy'];

export async function run(args: readonly string[]): Promise<number> {
  const options = parse(SPEC, args);
  if (options.flag('help')) {
    printText(helpFor(SPEC));
    return 0;
  }
  const [one, other] = [level(options.positionals[0] ?? 'greedy'), level(options.positionals[1] ?? 'random')];
  const players = options.whole('players', 4, 12);
  if (players % 2 !== 0) throw new UsageError(SPEC.name, `--players takes an even number, not ${players}.`);
  const hands = options.whole('hands', 2, 1_000_000);
  const result = duel({ one: POLICIES[one], other: POLICIES[other], players, hands, seed: options.text('seed') ?? '' });
  if (options.flag('json')) {
    printJson({ levels: { one, other }, ...result });
    return 0;
  }
  const { mean, low, high } = result.difference;
  printText(
    [
      `${hands} hands of ${players}, half of the seats each:`,
      line(one, result.one),
      line(other, result.other),
      `  ${one} is better by ${mean.toFixed(2)} points a hand (95 % interval ${low.toFixed(2)} to ${high.toFixed(2)})`,
      '',
    ].join('\n'),
  );
  return 0;
}

function line(name: Level, { points, place, firsts }: Score): string {
  return `  ${name.padEnd(8)} ${points.toFixed(2)} points, mean place ${place.toFixed(2)}, first in ${(100 * firsts).toFixed(1)} % of its hands`;
}

function level(written: string): Level {
  const found = LEVELS.find((each) => each === written);
  if (found === undefined) throw new UsageError(SPEC.name, `There is no level "${written}": ${LEVELS.join(', ')}.`);
  return found;
}
