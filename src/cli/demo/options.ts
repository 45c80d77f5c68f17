/** What the demo can be told. */
import type { Preset } from '../../rules/ruleset.ts';
import { type CommandSpec, parse } from '../command.ts';
import { RULESETS, readRuleset } from '../ruleset-option.ts';

export interface DemoOptions {
  readonly players: number;
  readonly hands: number;
  readonly preset: Preset;
  /** `null`: every run is another. */
  readonly seed: string | null;
  /** How long a bot thinks about a play, in milliseconds. */
  readonly delayMs: number;
  readonly json: boolean;
  /** Where the document of the finished game is written; `null` for nowhere. */
  readonly replay: string | null;
  readonly help: boolean;
}

export const SPEC: CommandSpec = {
  name: 'demo',
  positionals: '',
  summary:
    'Starts the service with an empty database in a temporary folder, opens a table there, and lets bots play at it\nthrough the public HTTP and WebSocket API. The table is shown as a spectator sees it.',
  options: [
    { name: 'players', value: 'number', default: '6', help: 'Bots at the table, 3 to 12.' },
    { name: 'hands', value: 'number', default: '3', help: 'Hands to play.' },
    { name: 'ruleset', value: 'preset', default: 'official-scored', help: `One of ${RULESETS}.` },
    { name: 'seed', value: 'text', default: null, help: 'The same seed deals the same cards and plays the same game.' },
    { name: 'delay', value: 'ms', default: '150', help: 'How long a bot thinks about a play.' },
    {
      name: 'replay',
      value: 'file',
      default: null,
      help: 'Write the finished game there, to be checked by dalmuti verify.',
    },
    { name: 'json', value: null, default: null, help: 'Show nothing, and print one JSON object at the end.' },
    { name: 'help', value: null, default: null, help: 'Show this.' },
  ],
};

/** @throws UsageError */
export function readOptions(args: readonly string[]): DemoOptions {
  const given = parse(SPEC, args);
  const players = given.whole('players', 3, 12);
  return {
    players,
    hands: given.whole('hands', 1, 1000),
    preset: readRuleset(SPEC, given, players),
    seed: given.text('seed'),
    delayMs: given.whole('delay', 0, 60_000),
    replay: given.text('replay'),
    json: given.flag('json'),
    help: given.flag('help'),
  };
}
