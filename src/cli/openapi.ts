/** `dalmuti openapi`: writes the contract from the code, or says that what is written is out of date. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openapiDocument } from '../http/openapi.ts';
import { asyncapiDocument } from './asyncapi.ts';
import { type CommandSpec, helpFor, parse } from './command.ts';
import { openService } from './own-service.ts';

const SPEC: CommandSpec = {
  name: 'openapi',
  positionals: '',
  summary: 'Writes openapi.json (HTTP) and asyncapi.json (WebSocket), generated from the code.',
  options: [
    {
      name: 'out',
      value: 'folder',
      default: null,
      help: "Where they are written (default: the project's openapi folder).",
    },
    { name: 'check', value: null, default: null, help: 'Write nothing; fail when a file differs from the code.' },
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
  return options.flag('check') ? check(folder, files) : write(folder, files);
}

type Files = readonly (readonly [name: string, text: string])[];

async function generate(): Promise<Files> {
  const service = await openService(null);
  try {
    await service.app.ready();
    return [
      ['openapi.json', textOf(openapiDocument(service.app))],
      ['asyncapi.json', textOf(asyncapiDocument())],
    ];
  } finally {
    await service.close();
  }
}

function textOf(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

async function write(folder: string, files: Files): Promise<number> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of files) {
    await writeFile(join(folder, name), text);
    process.stdout.write(`${join(folder, name)}\n`);
  }
  return 0;
}

async function check(folder: string, files: Files): Promise<number> {
  let stale = 0;
  for (const [name, text] of files) {
    const written = await readFile(join(folder, name), 'utf8').catch(() => null);
    if (written === text) continue;
    stale += 1;
    process.stderr.write(`${join(folder, name)} is not what the code says; run: npm run openapi\n`);
  }
  return stale === 0 ? 0 : 1;
}
