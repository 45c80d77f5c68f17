/** `npm run docs`: writes the documents that are generated from the code, or says that what is written is out of date. */

import { fileURLToPath } from 'node:url';
import { type CommandSpec, helpFor, parse } from '../../src/cli/command.ts';
import { printText } from '../../src/cli/terminal/output.ts';
import { variables } from '../../src/config/config.ts';
import { recordedExamples } from '../../src/http/contract/examples.ts';
import { PROBLEMS, ruleCode } from '../../src/http/problem.ts';
import { RULE_TITLES } from '../../src/http/rule-titles.ts';
import { check, checkOption, write } from '../written.ts';
import { RULE_ADVICE, SERVICE_ADVICE } from './advice.ts';
import { RULE_OCCASIONS, SERVICE_OCCASIONS } from './occasions.ts';

const SPEC: CommandSpec = {
  program: 'npm run',
  name: 'docs',
  positionals: '',
  summary: 'Writes ERRORS.md, CONFIGURATION.md and SHAPES.md, generated from the code.',
  options: [
    {
      name: 'out',
      value: 'folder',
      default: null,
      help: "Where they are written (default: the project's docs folder).",
    },
    checkOption,
    { name: 'help', value: null, default: null, help: 'Show this.' },
  ],
};

const HEAD = '<!-- Generated from the code by `npm run docs`; changes go there. -->';

export async function run(args: readonly string[]): Promise<number> {
  const options = parse(SPEC, args);
  if (options.flag('help')) {
    printText(helpFor(SPEC));
    return 0;
  }
  const folder = options.text('out') ?? fileURLToPath(new URL('../../docs', import.meta.url));
  const files = [
    ['ERRORS.md', errorsPage()],
    ['CONFIGURATION.md', configurationPage()],
    ['SHAPES.md', shapesPage()],
  ] as const;
  return options.flag('check') ? check(folder, files, 'docs') : write(folder, files);
}

function errorsPage(): string {
  const services = entries(SERVICE_ADVICE).map(([code, advice]) => [
    `\`${code}\``,
    `${PROBLEMS[code].status}`,
    PROBLEMS[code].title,
    SERVICE_OCCASIONS[code],
    advice,
  ]);
  const rules = entries(RULE_ADVICE).map(([code, advice]) => [
    `\`${ruleCode(code)}\``,
    `\`${code}\``,
    RULE_TITLES[code],
    RULE_OCCASIONS[code],
    advice,
  ]);
  return page(
    '# Errors',
    HEAD,
    'Every answer that is not a success is `application/problem+json` (RFC 9457). Decide by `code`: codes are stable, while `detail` is for people and may change. ' +
      'How they look on the wire is told in [PROTOCOL.md](PROTOCOL.md#errors).',
    '## From the service',
    table(['code', 'status', 'title', 'when', 'what to do'], services),
    '## From the rules',
    'Always 422. A refused command changes nothing (R-ERR-3). The second column is the name in [RULES.md](RULES.md), whose clauses say it exactly.',
    table(['code', 'in the rules', 'title', 'when', 'what to do'], rules),
  );
}

function configurationPage(): string {
  const defaults: Readonly<Record<string, unknown>> = variables.parse({});
  const rows = Object.entries(variables.shape).map(([name, { description }]) => [
    `\`${name}\``,
    defaults[name] === undefined ? '' : `\`${defaults[name]}\``,
    description ?? '',
  ]);
  return page(
    '# Configuration',
    HEAD,
    'Environment variables, read once at the start. Nothing has to be set. An empty variable counts as not set; the service refuses to start on nonsense and names the variable. ' +
      'Flags take `true`, `1`, `yes`, `on` and `false`, `0`, `no`, `off`.',
    table(['variable', 'default', 'meaning'], rows),
    'How to run it with them is told in [OPERATIONS.md](OPERATIONS.md).',
  );
}

/** What a client parses most, whole, as it was recorded from a game. */
function shapesPage(): string {
  const { operations, frames } = recordedExamples();
  const view = operations.getGame?.find(({ name }) => name === 'seat')?.answer?.body;
  const shapes = [
    ['A view', 'What `GET /v1/games/{id}` answers and a `snapshot` frame carries. Long lists are cut.', view],
    ['A step', 'An `events` frame: one command with all its events.', frames.events?.[0]?.payload],
    ['An inbox', 'The frame of topic `me`.', frames.inbox?.[0]?.payload],
  ] as const;
  return page(
    '# Shapes',
    HEAD,
    'What a client reads most often, complete, as recorded from a game. [PROTOCOL.md](PROTOCOL.md) says what it means; every shape is in [openapi.json](../openapi/openapi.json) and [asyncapi.json](../openapi/asyncapi.json).',
    ...shapes.flatMap(([title, text, shape]) => {
      if (shape === undefined) throw new Error(`No example is recorded of: ${title}.`);
      return [`## ${title}`, text, `\`\`\`json\n${JSON.stringify(shape, null, 2)}\n\`\`\``];
    }),
  );
}

function page(...parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

function entries<Key extends string>(record: Readonly<Record<Key, string>>): readonly (readonly [Key, string])[] {
  const keys = Object.keys(record) as Key[];
  return keys.map((key) => [key, record[key]]);
}
