/** The one-way street: left never imports right, nothing goes in a circle, and the rules are pure. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { circles, importsIn, impurities, orderFaults, readImports } from './import-graph.ts';

const { imports, sources } = await readImports(fileURLToPath(new URL('../../src', import.meta.url)));
const tools = await readImports(fileURLToPath(new URL('../../tools', import.meta.url)));
const MOST_LINES = 300;
const WRITES =
  /\bprocess\s*\??\.\s*(?:stdout|stderr)\b|\bprocess\s*\[|\{[^}]*\b(?:stdout|stderr)\b[^}]*\}\s*=\s*process|\bconsole\s*\.|node:(?:console|process)|writeSync/;
/** Programs of their own that print nothing foreign: what they write is made from this repository. */
const OWN_PROGRAMS = ['bench/service-process.ts', 'contract/changes/main.ts'];
/** Written by a program, read by others. */
const GENERATED = 'client/contract.ts';

describe('the sources', () => {
  it('are all read', () => {
    expect(imports.size).toBeGreaterThan(150);
    expect(imports.get('games/handle.ts')).toContain('rules/dalmuti.ts');
  });

  it('keep the order of imports', () => {
    expect(orderFaults(imports)).toEqual([]);
  });

  it('have no circle', () => {
    expect(circles(imports)).toEqual([]);
  });

  it('keep the client free of packages and of Node', () => {
    const foreign = [...imports].flatMap(([path, targets]) =>
      path.startsWith('client/') ? targets.filter((target) => !target.endsWith('.ts')) : [],
    );
    expect(foreign).toEqual([]);
  });

  it('keep the rules pure', () => {
    const faults = [...sources].flatMap(([path, source]) =>
      path.startsWith('rules/') ? impurities(path, source, imports.get(path) ?? []) : [],
    );
    expect(faults).toEqual([]);
  });

  it('write to the terminal in one place of the command line, which neutralises what is foreign', () => {
    const own = 'cli/terminal/output.ts';
    const cli = [...sources].filter(([path]) => path.startsWith('cli/') && path !== own);
    expect(cli.filter(([, source]) => WRITES.test(source)).map(([path]) => path)).toEqual([]);
  });

  it(`have no file over ${MOST_LINES} lines but what is generated`, () => {
    const long = [...sources].filter(([, source]) => source.split('\n').length > MOST_LINES).map(([path]) => path);
    expect(long).toEqual([GENERATED]);
  });
});

describe('the tools', () => {
  it('are all read', () => {
    expect(tools.imports.size).toBeGreaterThan(40);
    expect(tools.imports.get('tools.ts')).toContain('../src/cli/command-line.ts');
  });

  it('are imported by nothing that is shipped', () => {
    const outside = [...imports].flatMap(([path, targets]) =>
      targets.filter((target) => target.startsWith('../')).map((target) => `${path} -> ${target}`),
    );
    expect(outside).toEqual([]);
  });

  it('have no circle', () => {
    expect(circles(tools.imports)).toEqual([]);
  });

  it('write to the terminal through the command line, except programs that run in a child process', () => {
    const writing = [...tools.sources].filter(([, source]) => WRITES.test(source)).map(([path]) => path);
    expect(writing.toSorted()).toEqual(OWN_PROGRAMS);
  });

  it(`have no file over ${MOST_LINES} lines`, () => {
    const long = [...tools.sources].filter(([, source]) => source.split('\n').length > MOST_LINES);
    expect(long.map(([path]) => path)).toEqual([]);
  });
});

describe('the checks themselves', () => {
  const tree = (files: Readonly<Record<string, readonly string[]>>) => new Map(Object.entries(files));

  it('find imports of every form', () => {
    const source = `
      import type { A } from './a.ts';
      import {
        b,
      } from "./b.ts";
      import './c.ts';
      export { d } from './d.ts';
      // import e from './e.ts';
      /* import f from './f.ts'; */ const all = '/*'; // import f from './f.ts';
      const g = await import('./g.ts');
      import h, { type I } from 'package';`;
    expect([...importsIn(source)].sort()).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './g.ts', 'package']);
  });

  it.each([
    ['rules/a.ts', 'ports/b.ts'],
    ['rules/a.ts', 'config/b.ts'],
    ['fairness/a.ts', 'http/b.ts'],
    ['games/a.ts', 'wakes/b.ts'],
    ['streams/a.ts', 'games/b.ts'],
    ['games/a.ts', 'adapters/b.ts'],
    ['app.ts', 'adapters/b.ts'],
    ['adapters/a.ts', 'http/b.ts'],
    ['client/a.ts', 'games/b.ts'],
    ['lobby/a.ts', 'client/b.ts'],
    ['lobby/a.ts', 'app.ts'],
    ['main.ts', 'cli/b.ts'],
    ['app.ts', 'main.ts'],
    ['deps.ts', 'cli/b.ts'],
    ['app.ts', 'client/b.ts'],
    ['cli/a.ts', 'adapters/b.ts'],
    ['config/a.ts', 'http/b.ts'],
  ])('refuse %s -> %s', (from, target) => {
    expect(orderFaults(tree({ [from]: [target] }))).toEqual([`${from} must not import ${target}`]);
  });

  it.each([
    ['lobby/a.ts', 'games/b.ts'],
    ['deps.ts', 'adapters/b.ts'],
    ['adapters/a.ts', 'ports/b.ts'],
    ['client/a.ts', 'rules/b.ts'],
    ['cli/a.ts', 'client/b.ts'],
    ['identity/a.ts', 'config/b.ts'],
    ['games/a.ts', 'generated/prisma/client.ts'],
  ])('allow %s -> %s', (from, target) => {
    expect(orderFaults(tree({ [from]: [target] }))).toEqual([]);
  });

  it('find circles', () => {
    const found = circles(tree({ 'a.ts': ['b.ts'], 'b.ts': ['c.ts'], 'c.ts': ['a.ts'], 'd.ts': ['a.ts'] }));
    expect(found).toEqual(['a.ts -> b.ts -> c.ts -> a.ts']);
  });

  it.each([
    'Date.now()',
    'new Date()',
    'Math.random()',
    'process.env',
    "process['env']",
    'setTimeout(f)',
    'console.log(1)',
    'async () => 1',
  ])('find %s in the rules', (code) => {
    expect(impurities('rules/a.ts', code, [])).toHaveLength(1);
  });

  it('find a package in the rules, and let a time be read from text', () => {
    expect(impurities('rules/a.ts', '', ['zod'])).toEqual(['rules/a.ts imports zod']);
    expect(impurities('rules/a.ts', 'new Date(at).toISOString()', ['rules/b.ts'])).toEqual([]);
  });
});
