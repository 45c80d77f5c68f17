/** `npm run openapi`: writes the contract from the code, or says that what is written is out of date. */

import { fileURLToPath } from 'node:url';
import { type CommandSpec, helpFor, parse } from '../../src/cli/command.ts';
import { openService } from '../../src/cli/own-service.ts';
import { printText } from '../../src/cli/terminal/output.ts';
import { standaloneJsonSchema } from '../../src/http/json-schema.ts';
import { openapiDocument } from '../../src/http/openapi.ts';
import { asyncapiDocument } from '../../src/ops/asyncapi.ts';
import { ReplaySchema } from '../../src/replays/schemas.ts';
import { check, checkOption, type Files, write } from '../written.ts';
import { contractTypes } from './types/contract-types.ts';

const SPEC: CommandSpec = {
  program: 'npm run',
  name: 'openapi',
  positionals: '',
  summary:
    "Writes openapi.json (HTTP), asyncapi.json (WebSocket) and replay.schema.json (documents of finished games), generated\nfrom the code; in the project itself also the client's types, src/client/contract.ts.",
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
    printText(helpFor(SPEC));
    return 0;
  }
  const out = options.text('out');
  const { documents, types } = await generate();
  const written: readonly (readonly [folder: string, files: Files])[] =
    out === null
      ? [
          [inProject('openapi'), documents],
          [inProject('src/client'), types],
        ]
      : [[out, documents]];
  for (const [folder, files] of written) {
    const code = await (options.flag('check') ? check(folder, files, 'openapi') : write(folder, files));
    if (code !== 0) return code;
  }
  return 0;
}

function inProject(folder: string): string {
  return fileURLToPath(new URL(`../../${folder}`, import.meta.url));
}

async function generate(): Promise<{ readonly documents: Files; readonly types: Files }> {
  const service = await openService(null);
  try {
    await service.app.ready();
    const openapi = openapiDocument(service.app);
    const asyncapi = asyncapiDocument();
    return {
      documents: [
        ['openapi.json', textOf(openapi)],
        ['asyncapi.json', textOf(asyncapi)],
        ['replay.schema.json', textOf(replaySchema())],
      ],
      types: [['contract.ts', contractTypes(openapi, asyncapi)]],
    };
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
