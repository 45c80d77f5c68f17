/** Reads the project's documents: their links, headings, calls, commands and tables. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export function read(path: string): string {
  return readFileSync(`${ROOT}/${path}`, 'utf8');
}

/** Of this repository, deleted ones left out. */
export function trackedFiles(...patterns: readonly string[]): readonly string[] {
  const list = execFileSync('git', ['ls-files', '--', ...patterns], { cwd: ROOT, encoding: 'utf8' });
  return list.split('\n').filter((path) => path !== '' && existsSync(`${ROOT}/${path}`));
}

/** @returns one sentence for each relative link of a document that leads nowhere */
export function brokenLinks(path: string, text: string, find: (path: string) => string | null): readonly string[] {
  const links = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link]) => link ?? []);
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [file = '', anchor = ''] = link.split('#');
      const target = file === '' ? text : find(posix.join(posix.dirname(path), file));
      return target === null || (anchor !== '' && !anchorsIn(target).has(anchor));
    })
    .map((link) => `${path}: ${link}`);
}

/** @returns the text of a tracked document, an empty text for a folder or another file, `null` where there is nothing */
export function inRepository(path: string): string | null {
  if (!existsSync(`${ROOT}/${path}`)) return null;
  return path.endsWith('.md') ? read(path) : '';
}

/** As GitHub makes them. */
function anchorsIn(text: string): ReadonlySet<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].flatMap(([, heading]) => heading ?? []);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function withoutCode(text: string): string {
  return text.replace(/```[\s\S]*?```/g, '').replace(/`[^`\n]*`/g, '');
}

/** The `GET /v1/…` that stand in backticks; `…` repeats the beginning of the address before. */
export interface Call {
  readonly method: string;
  /** With `{}` for each part that varies. */
  readonly path: string;
  /** Its beginning is left out. */
  readonly isEnd: boolean;
}

export function callsIn(text: string): readonly Call[] {
  const spans = [...text.matchAll(/`(?:(GET|POST|PUT|PATCH|DELETE) )?(…?\/[^`\s]*)/g)];
  let last = 'GET';
  return spans.flatMap(([, method, written = '']) => {
    const isEnd = written.startsWith('…');
    if (method === undefined && !isEnd) return [];
    last = method ?? last;
    const [path = ''] = written.replace('…', '').split('?');
    return [{ method: last, path: path.replace(/\{[^}]*\}/g, '{}'), isEnd }];
  });
}

/** The first cells of the rows below a heading's first table, without backticks; several in one cell are taken apart. */
export function firstColumn(text: string, after: string): readonly string[] {
  const from = text.slice(text.indexOf(after));
  const rows = from.slice(from.indexOf('\n|')).trimStart().split('\n\n')[0]?.split('\n').slice(2) ?? [];
  return rows.flatMap((row) => {
    const cell = row.split(/(?<!\\)\|/)[1] ?? '';
    const quoted = [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => name?.split(' ')[0] ?? []);
    return quoted.length > 0 ? quoted.filter((name) => !name.startsWith('{')) : [cell.trim()];
  });
}

/** The blocks marked as JSON, in order. */
export function jsonBlocks(text: string) {
  return [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, block = '']) => JSON.parse(block));
}

/** The blocks of code of a section, up to the next heading of its level. */
export function blocksUnder(text: string, heading: string, language: string): readonly string[] {
  const [, section = ''] = text.split(`\n${heading}\n`);
  const [own = ''] = section.split('\n## ');
  const blocks = own.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'));
  return [...blocks].map(([, block = '']) => block);
}
