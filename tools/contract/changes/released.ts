/** The contract's documents and the copies of them that the last release left in `openapi/released`. */
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Change } from './change.ts';
import { compareAsyncapi } from './compare-asyncapi.ts';
import { compareOpenapi } from './compare-openapi.ts';
import { type Node, nodeOf, textOf } from './document.ts';
import { lineOf } from './release-line.ts';
import { report } from './report.ts';

const DOCUMENTS = [
  { file: 'openapi.json', compare: compareOpenapi },
  { file: 'asyncapi.json', compare: compareAsyncapi },
] as const;

export interface Outcome {
  /** 0 or 1. */
  readonly code: number;
  /** Lines for people. */
  readonly words: string;
}

/** @param folder where the documents are, with `released` in it once there is a release */
export function compareWithRelease(folder: string): Outcome {
  const missing = DOCUMENTS.filter(({ file }) => !existsSync(`${folder}/released/${file}`));
  if (missing.length === DOCUMENTS.length) {
    return { code: 0, words: 'There is no release to compare the contract with.\n' };
  }
  if (missing.length > 0) return { code: 1, words: `The last release has no ${missing[0]?.file}.\n` };
  const compared = DOCUMENTS.map(({ file, compare }) => {
    const [before, after] = [read(`${folder}/released/${file}`), read(`${folder}/${file}`)];
    return outcomeOf(file, versionOf(before), versionOf(after), compare(before, after));
  });
  return { code: Math.max(...compared.map(({ code }) => code)), words: compared.map(({ words }) => words).join('') };
}

function outcomeOf(file: string, before: string, after: string, changes: readonly Change[]): Outcome {
  const words = report(`${file}, ${before} to ${after}`, changes);
  const breaks = changes.some(({ severity }) => severity === 'breaking');
  if (!breaks || lineOf(before) !== lineOf(after)) return { code: 0, words };
  const why = `${file} may not break what ${before} promised and be called ${after}.`;
  return { code: 1, words: `${words}${why}\n` };
}

/** Copies the present documents to be what later ones are compared with; refuses what is no new release, or breaks the last. */
export function keepRelease(folder: string): Outcome {
  const compared = compareWithRelease(folder);
  if (compared.code !== 0) return compared;
  const again = DOCUMENTS.map(({ file }) => file).find((file) => releasedAlready(folder, file));
  if (again !== undefined) {
    const words = `${again} has changed since ${versionOf(read(`${folder}/${again}`))} was released: raise the version first.\n`;
    return { code: 1, words };
  }
  mkdirSync(`${folder}/released`, { recursive: true });
  for (const { file } of DOCUMENTS) cpSync(`${folder}/${file}`, `${folder}/released/${file}`);
  return { code: 0, words: `${compared.words}Kept as the contract of ${versionOf(read(`${folder}/openapi.json`))}.\n` };
}

function releasedAlready(folder: string, file: string): boolean {
  if (!existsSync(`${folder}/released/${file}`)) return false;
  const [before, after] = [read(`${folder}/released/${file}`), read(`${folder}/${file}`)];
  return versionOf(before) === versionOf(after) && !isDeepStrictEqual(before, after);
}

function read(path: string): Node {
  return nodeOf(JSON.parse(readFileSync(path, 'utf8')));
}

function versionOf(document: Node): string {
  return textOf(nodeOf(document.info).version);
}
