/** Who imports whom, read from the sources; and the rules that the imports must keep (docs/ARCHITECTURE.md). */
import { readdir, readFile } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';

/** By path below the root that was read, `src` or `tools`, with `/` between folders: the paths that a file imports, packages by their names. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** Left never imports right. `app.ts` and `deps.ts` wire all of it; `main.ts` and the command line stand on top. */
export const ORDER = [
  'rules',
  'fairness',
  'ports',
  'http',
  'identity',
  'streams',
  'games',
  'bots',
  'wakes',
  'lobby',
  'replays',
  'admin',
  'ops',
] as const;

/** Import nothing else of the project. */
const LEAVES: ReadonlySet<string> = new Set(['config', 'version.ts']);
const WIRING: ReadonlySet<string> = new Set(['app.ts', 'deps.ts']);

/** The source without its comments; what stands in strings stays, also when it looks like a comment. */
function withoutComments(source: string): string {
  return source.replace(
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|\/\*[\s\S]*?\*\/|(?<![:/\\])\/\/.*$/gm,
    (_found, text: string | undefined) => text ?? '',
  );
}

/** Static, re-exporting, side-effect and dynamic imports with a literal; comments are taken out first. */
export function importsIn(source: string): readonly string[] {
  const code = withoutComments(source);
  const statements = /(?:^|[;\n])\s*(?:import|export)\b[^;'"]*?\bfrom\s*['"]([^'"]+)['"]/g;
  const bare = /(?:^|[;\n])\s*import\s*['"]([^'"]+)['"]/g;
  const dynamic = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;
  return [statements, bare, dynamic].flatMap((pattern) =>
    [...code.matchAll(pattern)].flatMap(([, name]) => name ?? []),
  );
}

export async function readImports(root: string): Promise<{ imports: Imports; sources: ReadonlyMap<string, string> }> {
  const imports = new Map<string, readonly string[]>();
  const sources = new Map<string, string>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts')) continue;
    const path = relative(root, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (path.startsWith('generated/')) continue;
    const source = await readFile(join(root, path), 'utf8');
    sources.set(path, source);
    imports.set(
      path,
      importsIn(source).map((name) => (name.startsWith('.') ? posix.join(posix.dirname(path), name) : name)),
    );
  }
  return { imports, sources };
}

function roomOf(path: string): string {
  const slash = path.indexOf('/');
  return slash < 0 ? path : path.slice(0, slash);
}

/** @returns one sentence for each import that breaks the order */
export function orderFaults(imports: Imports): readonly string[] {
  return [...imports].flatMap(([from, targets]) =>
    targets
      .filter((target) => target.endsWith('.ts') && !mayImport(from, target))
      .map((target) => `${from} must not import ${target}`),
  );
}

function mayImport(from: string, target: string): boolean {
  const [room, other] = [roomOf(from), roomOf(target)];
  if (room === other) return true;
  if (room === 'rules') return false;
  if (LEAVES.has(room)) return false;
  if (LEAVES.has(other)) return room !== 'fairness' && room !== 'ports' && room !== 'client';
  if (room === 'client') return other === 'rules';
  if (room === 'adapters') return other === 'ports' || other === 'rules' || other === 'generated';
  if (other === 'adapters') return room === 'deps.ts';
  if (other === 'generated') return room !== 'fairness' && room !== 'ports' && room !== 'streams';
  if (room === 'main.ts') return other !== 'cli' && other !== 'client';
  if (room === 'cli') return true;
  // What is wired knows neither who starts it nor who calls it from outside.
  if (WIRING.has(room)) return other !== 'main.ts' && other !== 'cli' && other !== 'client';
  const order: readonly string[] = ORDER;
  return order.includes(room) && order.includes(other) && order.indexOf(other) < order.indexOf(room);
}

/** @returns each circle once, as the files along it */
export function circles(imports: Imports): readonly string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) found.push([...trail.slice(at), path].join(' -> '));
    if (at >= 0 || done.has(path)) return;
    for (const target of imports.get(path) ?? []) if (imports.has(target)) walk(target, [...trail, path]);
    done.add(path);
  };
  for (const path of imports.keys()) walk(path, []);
  return found;
}

/** The rules are pure: no packages, no clock, no chance, no world. */
export function impurities(path: string, source: string, targets: readonly string[]): readonly string[] {
  const packages = targets.filter((target) => !target.endsWith('.ts')).map((name) => `${path} imports ${name}`);
  const code = withoutComments(source);
  const worlds = [
    /\bDate\.now\b/,
    /\bnew Date\(\s*\)/,
    /\bMath\.random\b/,
    /\b(?:process|globalThis|global)\b\s*[.[]/,
    /\bset(?:Timeout|Interval|Immediate)\b/,
    /\bconsole\./,
    /\bPromise\b/,
    /\basync\b/,
  ];
  return [
    ...packages,
    ...worlds.filter((world) => world.test(code)).map((world) => `${path} reaches for ${world.source}`),
  ];
}
