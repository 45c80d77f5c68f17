/** What `dalmuti replay` can be told. */
import { type CommandSpec, parse, UsageError } from '../command.ts';

export interface ReplayOptions {
  /** A path, `-` for standard input, or an address. */
  readonly source: string;
  /** Sent along with an address; `null` for none. */
  readonly token: string | null;
  /** Only this hand, 0 for what comes before the first; `null` for all. */
  readonly hand: number | null;
  readonly plain: boolean;
  readonly json: boolean;
}

export const SPEC: CommandSpec = {
  name: 'replay',
  positionals: '<replay.json | address | ->',
  summary:
    'Walks through a finished game, forwards and back, with all hands open; first its deals and moves are checked.\nAnywhere else than on a terminal it prints the whole story. Status 0 when all is true, 1 when something is not,\n2 when there is nothing to be shown.',
  options: [
    { name: 'plain', value: null, default: null, help: 'Print the story on a terminal, too.' },
    { name: 'hand', value: 'number', default: null, help: 'Print only this hand; 0 is what comes before the first.' },
    {
      name: 'json',
      value: null,
      default: null,
      help: 'Print one JSON object for each event, with the state after it.',
    },
    { name: 'token', value: 'token', default: null, help: 'Sent to an address that wants to know who asks.' },
    { name: 'help', value: null, default: null, help: 'Show this.' },
  ],
};

const MOST_HANDS = 1_000_000;

/** @returns `null` when help is asked for @throws UsageError */
export function readOptions(args: readonly string[]): ReplayOptions | null {
  const given = parse(SPEC, args);
  if (given.flag('help')) return null;
  const [source, ...more] = given.positionals;
  if (source === undefined)
    throw new UsageError(SPEC.name, 'Name the file of a finished game, or - for standard input.');
  if (more.length > 0) throw new UsageError(SPEC.name, 'One game at a time, please.');
  return {
    source,
    token: given.text('token'),
    hand: given.text('hand') === null ? null : given.whole('hand', 0, MOST_HANDS),
    plain: given.flag('plain'),
    json: given.flag('json'),
  };
}
