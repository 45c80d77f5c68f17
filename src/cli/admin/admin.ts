/** `dalmuti admin`: keeping order in a running service, as its operator or as whoever may administer it. */

import { Refused } from '../../client/refused.ts';
import { type CommandSpec, helpFor, type Option, parse, table, UsageError } from '../command.ts';
import { printErrorText, printJson, printText } from '../terminal/output.ts';
import type { Act } from './act.ts';
import { acts } from './acts.ts';
import { openAdmin } from './service.ts';

const common: readonly Option[] = [
  {
    name: 'url',
    value: 'address',
    default: null,
    help: 'Where the service is, if it is not the one that HOST and PORT tell of.',
  },
  { name: 'json', value: null, default: null, help: 'Print the answer as it came.' },
  { name: 'help', value: null, default: null, help: 'Show this.' },
];

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function run([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined || name === 'help' || name === '--help') {
    printText(help());
    return 0;
  }
  const act = acts.find((each) => each.name === name);
  if (act === undefined) throw new UsageError('admin', `There is no "dalmuti admin ${name}".`);
  const spec = specOf(act);
  const options = parse(spec, args);
  if (options.flag('help')) {
    printText(helpFor(spec));
    return 0;
  }
  const { method, path, body } = act.call(options, subjectOf(act, spec, options.positionals));
  const service = await openAdmin(spec.name, options.text('url'), process.env);
  try {
    const answer = await service(method, path, body);
    if (options.flag('json')) printJson(answer);
    else printText(act.show(answer));
    return 0;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    printErrorText(told(error));
    return 1;
  }
}

function specOf({ name, summary, subject, options }: Act): CommandSpec {
  const positionals = subject === null ? '' : `<id of the ${subject}>`;
  return { name: `admin ${name}`, positionals, summary, options: [...options, ...common] };
}

/** @throws UsageError for anything but one id, where one is taken */
function subjectOf({ subject }: Act, { name }: CommandSpec, positionals: readonly string[]): string {
  if (subject === null) return '';
  const [id = '', ...rest] = positionals.map((one) => one.toLowerCase());
  if (!ID.test(id) || rest.length > 0) throw new UsageError(name, `Name one ${subject} by its id.`);
  return id;
}

/** The service's own words, with what is wrong in each option where it says so. */
function told({ problem: { code, detail, errors } }: Refused): string {
  const faults = (errors ?? []).map((fault) => `  ${fault.pointer.replace(/^[#?]\/?/, '--')}: ${fault.detail}`);
  return [`${code}: ${detail}`, ...faults].join('\n');
}

function help(): string {
  return [
    'Usage: dalmuti admin <act> [options]',
    '',
    'Moderation of a running service. Where the secret of the service is, you are its operator; elsewhere set DALMUTI_TOKEN to a token with the scope `admin`, and --url.',
    '',
    'Acts:',
    table(acts.map(({ name, summary }) => [name, summary])),
    '',
    'dalmuti admin <act> --help tells its options.',
    '',
  ].join('\n');
}
