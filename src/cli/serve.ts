/** `dalmuti serve`: the service itself. */

import { serve } from '../main.ts';
import { type CommandSpec, helpFor, parse } from './command.ts';
import { printText } from './terminal/output.ts';

const SPEC: CommandSpec = {
  name: 'serve',
  positionals: '',
  summary:
    'Starts the service and listens until it is told to stop (SIGTERM or SIGINT).\nWithout any configuration it uses an embedded database in ./data and listens on port 7575.',
  options: [{ name: 'help', value: null, default: null, help: 'Show this.' }],
};

export async function run(args: readonly string[]): Promise<number> {
  if (parse(SPEC, args).flag('help')) printText(helpFor(SPEC));
  else await serve(process.env);
  return 0;
}
