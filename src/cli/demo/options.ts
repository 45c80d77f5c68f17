/** What the demo can be told. */
import { PRESETS, PRESETS_NOT_BUILT } from '../../rules/dalmuti.ts';
import type { Preset } from '../../rules/ruleset.ts';
import { type CommandSpec, parse, UsageError } from '../command.ts';

export interface DemoOptions {
  readonly players: number;
  readonly hands: number;
  readonly preset: Preset;
  /** `null`: every run is another. */
  readonly seed: string | null;
  /** How long a bot thinks about a play, in milliseconds. */
  readonly delayMs: number;
  readonly json: boolean;
  readonly help: boolean;
}

const presets = (Object.keys(PRESETS) as Preset[]).filter((preset) => !PRESETS_NOT_BUILT.includes(preset));

export const SPEC: CommandSpec = {
  name: 'demo',
  positionals: '',
  summary:
    'Starts the service with an empty database in a temporary folder, opens a table there, and lets bots play at it\nthrough the public HTTP and WebSocket API. The table is shown as a spectator sees it.',
  options: [
    { name: 'players', value: 'number', default: '6', help: 'Bots at the table, 3 to 12.' },
    { name: 'hands', value: 'number', default: '3', help: 'Hands to play.' },
    { name: 'ruleset', value: 'preset', default: 'official-scored', help: `One of ${presets.join(', ')}.` },
    { name: 'seed', value: 'text', default: null, help: 'The same seed deals the same cards and plays the same game.' },
    { name: 'delay', value: 'ms', default: '150', help: 'How long a bot thinks about a play.' },
    { name: 'json', value: null, default: null, help: 'Show nothing, and print one JSON object at the end.' },
    { name: 'help', value: null, default: null, help: 'Show this.' },
  ],
};

/** @throws UsageError */
export function readOptions(args: readonly string[]): DemoOptions {
  const given = parse(SPEC, args);
  const players = given.whole('players', 3, 12);
  const preset = given.choice('ruleset', presets);
  if (PRESETS[preset].edition === 'corporate' && (players < 4 || players > 6)) {
    throw new UsageError(SPEC.name, `The ruleset ${preset} is for 4 to 6 players, not ${players}.`);
  }
  return {
    players,
    hands: given.whole('hands', 1, 1000),
    preset,
    seed: given.text('seed'),
    delayMs: given.whole('delay', 0, 60_000),
    json: given.flag('json'),
    help: given.flag('help'),
  };
}
