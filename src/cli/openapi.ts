/** `dalmuti openapi`: writes the contract from the code, or says that what is written is out of date. */
import { fileURLToPath } from 'node:url';
import { standaloneJsonSchema } from '../http/json-schema.ts';
import { openapiDocument } from '../http/openapi.ts';
import { ReplaySchema } from '../replays/schemas.ts';
import { asyncapiDocument } from './asyncapi.ts';
import { type CommandSpec, helpFor, parse } from './command.ts';
import { openService } from './own-service.ts';
import { check, checkOption, type Files, write } from './written.ts';

const SPEC: CommandSpec = {
  name: 'openapi',
  positionals: '',
  summary:
    'Writes openapi.json (HTTP), asyncapi.json (WebSocket) and replay.schema.json (documents of finished games), generated\nfrom the code.',
  options: [
    {
      name: 'out',
      value: 'folder',
      default: null,
      help: "Where they are written (default: the project's openapi folder).",
    },
    checkOption,
    { name: 'help', value: null, default: null, help: 'Show this.' },
  ],
};

export async function run(args: readonly string[]): Promise<number> {
  const options = parse(SPEC, args);
  if (options.flag('help')) {
    process.stdout.write(helpFor(SPEC));
    return 0;
  }
  const folder = options.text('out') ?? fileURLToPath(new URL('../../openapi', import.meta.url));
  const files = await generate();
  return options.flag('check') ? check(folder, files, 'openapi') : write(folder, files);
}

async function generate(): Promise<Files> {
  const service = await openService(null);
  try {
    await service.app.ready();
    return [
      ['openapi.json', textOf(openapiDocument(service.app))],
      ['asyncapi.json', textOf(asyncapiDocument())],
      ['replay.schema.json', textOf(replaySchema())],
    ];
  } finally {
    await service.close();
  }
}

/** What a replay file holds, for whoever reads one without this service (JSON Schema 2020-12). */
function replaySchema(): object {
  return { title: 'Replay', ...standaloneJsonSchema(ReplaySchema, 'output') };
}

function textOf(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
