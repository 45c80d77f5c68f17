/** `npm run simulate`: hands of every ruleset and every number of players, held against everything that must always hold. */

import { type CommandSpec, helpFor, type Parsed, parse, table } from '../src/cli/command.ts';
import { RULESETS, readRuleset } from '../src/cli/ruleset-option.ts';
import { printError, printJson, printText } from '../src/cli/terminal/output.ts';
import { type Outcome, type Simulation, simulate } from './simulation/simulate.ts';
import { WORLD } from './simulation/world.ts';

const SPEC: CommandSpec = {
  program: 'npm run',
  name: 'simulate',
  positionals: '',
  summary:
    'Plays games by random legal moves straight on the rules: every preset as it is and with options drawn by lot, with\n3 to 12 players, and holds all of it against the invariants of the rules. Stops at the first violation, with status 1.\nThe same options give the same figures.',
  options: [
    { name: 'hands', value: 'number', default: '1000', help: 'Hands to play.' },
    { name: 'seed', value: 'text', default: '1', help: 'Where all chance comes from.' },
    { name: 'players', value: 'number', default: null, help: 'Only games of so many players, 3 to 12.' },
    { name: 'ruleset', value: 'preset', default: null, help: `Only games of one of ${RULESETS}.` },
    { name: 'game', value: 'number', default: null, help: 'Only this game of all that the other options give.' },
    { name: 'json', value: null, default: null, help: 'Print one JSON object.' },
    { name: 'help', value: null, default: null, help: 'Show this.' },
  ],
};

const PROGRESS_MS = 1000;

/** @param world others than the real rules, to see that a violation is found */
export async function run(args: readonly string[], world = WORLD): Promise<number> {
  const options = parse(SPEC, args);
  if (options.flag('help')) {
    printText(helpFor(SPEC));
    return 0;
  }
  const simulation = readSimulation(options);
  const outcome = simulate(simulation, world, progressOf(simulation.hands));
  if (options.flag('json')) printJson({ ...simulation, ...outcome });
  else printText(report(simulation, outcome));
  return outcome.violation === null ? 0 : 1;
}

/** @throws UsageError */
function readSimulation(options: Parsed): Simulation {
  const whole = (name: string, least: number, most: number): number | null =>
    options.text(name) === null ? null : options.whole(name, least, most);
  const players = whole('players', 3, 12);
  return {
    hands: options.whole('hands', 1, 100_000_000),
    seed: options.text('seed') ?? '',
    players,
    preset: options.text('ruleset') === null ? null : readRuleset(SPEC, options, players),
    game: whole('game', 1, 100_000_000),
  };
}

/** A line now and then, beside the figures: these are the same every time, the speed is not. */
function progressOf(hands: number): (played: number) => void {
  const begun = performance.now();
  let told = begun;
  return (played) => {
    const now = performance.now();
    if (now < told + PROGRESS_MS && played < hands) return;
    told = now;
    const seconds = (now - begun) / 1000;
    printError`${count(played)} of ${count(hands)} hands, ${seconds.toFixed(1)} s`;
  };
}

const count = (figure: number): string => figure.toLocaleString('en');

/** The table that ends a run. */
export function report(simulation: Simulation, { figures, gamesLookedAtClosely, violation }: Outcome): string {
  const { revolutions, misdeals, merchantExchanges, people, ends, optionValues, tables } = figures;
  const fewest = Object.values(tables).sort((a, b) => a - b)[0] ?? 0;
  const rows: (readonly [string, string])[] = [
    [
      'hands',
      `${count(figures.hands)} in ${count(figures.games)} games, ${count(gamesLookedAtClosely)} looked at closely`,
    ],
    [
      'tables',
      `${count(Object.keys(tables).length)} of preset and number of players, at least ${count(fewest)} games each`,
    ],
    ['options', `${optionValues.played} of ${optionValues.of} values${notPlayed(optionValues.notPlayed)}`],
    ['plays', `${count(figures.plays)} in ${count(figures.tricks)} tricks`],
    ['passes', `${count(figures.passes)}, forced ${count(figures.forcedPasses)}`],
    ['revolutions', `ordinary ${count(revolutions.ordinary)}, greater ${count(revolutions.greater)}`],
    [
      'misdeals',
      `settled as intended ${count(misdeals.intended)}, for the Greater Peon ${count(misdeals.greaterPeon)}`,
    ],
    ['tax exchanges', count(figures.taxExchanges)],
    ['Merchant exchanges', `${count(merchantExchanges.made)}, declined ${count(merchantExchanges.declined)}`],
    ['Twirling Wedgies', count(figures.twirlingWedgies)],
    ['Ratbert takings', count(figures.ratbertTakings)],
    ['forced defaults', count(figures.forcedDefaults)],
    [
      'people',
      `left ${count(people.left)}, absent ${count(people.absent)}, back ${count(people.back)}, folded ${count(people.folded)}, seats closed ${count(people.seatsClosed)}, joined ${count(people.joined)}`,
    ],
    ['void hands', count(figures.voidHands)],
    [
      'games ended',
      `by hands ${count(ends.hands)}, by time ${count(ends.timeLimit)}, abandoned ${count(ends.abandoned)}, by consent ${count(ends.consent)}, by the host ${count(ends.host)}`,
    ],
  ];
  return `Seed ${simulation.seed}.\n${table(rows)}\n${violation === null ? '0 violations\n' : described(simulation, violation)}`;
}

const notPlayed = (values: readonly string[]): string => (values.length === 0 ? '' : `, never ${values.join(', ')}`);

/** What was found and how to find it again. */
function described({ seed, preset, players }: Simulation, violation: NonNullable<Outcome['violation']>): string {
  const { source, version, what, game, plan } = violation;
  const only = [preset === null ? '' : ` --ruleset ${preset}`, players === null ? '' : ` --players ${players}`].join(
    '',
  );
  return [
    `1 violation: ${source} in game ${game}, version ${version}`,
    `  ${what}`,
    `  ${JSON.stringify(plan)}`,
    `  Again: npm run simulate -- --seed '${seed}'${only} --game ${game}`,
    '',
  ].join('\n');
}
