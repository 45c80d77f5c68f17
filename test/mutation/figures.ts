/** Writes the figures of the last `npm run mutation` into `docs/mutation.md`, and prints the mutants that live. */
import { readFileSync, writeFileSync } from 'node:fs';

const REPORT = new URL('../../reports/mutation.json', import.meta.url);
const PAGE = new URL('../../docs/mutation.md', import.meta.url);

/** What is read of Stryker's report, in the common format of mutation testing tools. */
interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

interface Mutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status:
    | 'Killed'
    | 'Timeout'
    | 'Survived'
    | 'NoCoverage'
    | 'Ignored'
    | 'CompileError'
    | 'RuntimeError'
    | 'Pending';
  readonly location: { readonly start: Place; readonly end: Place };
}

/** From 1, both. */
interface Place {
  readonly line: number;
  readonly column: number;
}

const { files } = JSON.parse(readFileSync(REPORT, 'utf8')) as Report;
const KILLED: readonly Mutant['status'][] = ['Killed', 'Timeout'];
const ALIVE: readonly Mutant['status'][] = ['Survived', 'NoCoverage'];

const having = (mutants: readonly Mutant[], statuses: readonly Mutant['status'][]): readonly Mutant[] =>
  mutants.filter(({ status }) => statuses.includes(status));

function row(name: string, mutants: readonly Mutant[]): string {
  const [killed, alive] = [having(mutants, KILLED).length, having(mutants, ALIVE).length];
  return `| ${name} | ${killed + alive} | ${killed} | ${alive} | ${((100 * killed) / (killed + alive)).toFixed(1)} % |`;
}

const counted = Object.entries(files)
  .map(([path, { mutants }]) => [path.replace('src/rules/', ''), having(mutants, [...KILLED, ...ALIVE])] as const)
  .filter(([, mutants]) => mutants.length > 0)
  .sort(([a], [b]) => a.localeCompare(b));

const table = [
  '| file of `src/rules` | mutants | killed | alive | |',
  '|---|---|---|---|---|',
  row(
    '**all of these**',
    counted.flatMap(([, mutants]) => mutants),
  ),
  ...counted.map(([name, mutants]) => row(`\`${name}\``, mutants)),
].join('\n');

const page = readFileSync(PAGE, 'utf8');
writeFileSync(PAGE, page.replace(/^\|.*(?:\n\|.*)*/m, table));

for (const [path, { source, mutants }] of Object.entries(files)) {
  const lines = source.split('\n');
  for (const { mutatorName, replacement, location } of having(mutants, ALIVE)) {
    const { start } = location;
    const there = lines[start.line - 1]?.trim();
    console.log(`${path}:${start.line}:${start.column} ${mutatorName}\n  ${there}\n  → ${replacement ?? ''}`);
  }
}
