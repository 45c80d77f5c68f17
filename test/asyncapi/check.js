/** Fails when AsyncAPI's own parser finds an error or a warning in the committed document, its examples included. */
import { readFileSync } from 'node:fs';
import { Parser } from '@asyncapi/parser';

const file = new URL('../../openapi/asyncapi.json', import.meta.url);
const { document, diagnostics } = await new Parser().parse(readFileSync(file, 'utf8'));
// 0 is an error, 1 a warning; what comes after is advice.
const faults = diagnostics.filter(({ severity }) => severity <= 1);
for (const { message, path } of faults) process.stderr.write(`${path.join('.')}: ${message}\n`);
if (document === undefined || faults.length > 0) process.exit(1);
const messages = document.messages().length;
process.stdout.write(
  `asyncapi.json is AsyncAPI ${document.version()} with ${messages} messages, each of which has examples that fit.\n`,
);
