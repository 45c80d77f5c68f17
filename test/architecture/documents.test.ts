/** The documents are held against the code: what they link to, call, list and show by example is there, and nothing is left out. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { adminVariables } from '../../src/cli/admin/service.ts';
import { storeVariables } from '../../src/cli/archive-place.ts';
import { variables } from '../../src/config/config.ts';
import { BOUNDS } from '../../src/http/bounds.ts';
import { LIMITS } from '../../src/http/limits.ts';
import { CLOSE_CODES } from '../../src/streams/close-codes.ts';
import { ClientFrameSchema } from '../../src/streams/frames.ts';
import { CLAUSES } from '../support/clauses.ts';
import { brokenLinks, callsIn, firstColumn, inRepository, jsonBlocks, read, trackedFiles } from './markdown.ts';

const documents = trackedFiles('*.md').map((path) => [path, read(path)] as const);
const protocol = read('docs/PROTOCOL.md');
const openapi = JSON.parse(read('openapi/openapi.json'));
const asyncapi = JSON.parse(read('openapi/asyncapi.json'));
const { scripts } = JSON.parse(read('package.json'));

describe('every document', () => {
  const faults = (find: (text: string, path: string) => readonly string[]) =>
    documents.flatMap(([path, text]) => find(text, path).map((fault) => `${path}: ${fault}`));

  it('links to nothing that is not there', () => {
    expect(faults((text, path) => brokenLinks(path, text, inRepository))).toEqual([]);
  });

  it('names no npm script and no subcommand that is not there', () => {
    const main = read('src/cli/command-line.ts');
    const unknown = faults((text) => [
      ...named(text, /\bnpm run (?:--silent )?([a-z]+(?::[a-z]+)*)/g).filter((name) => !(name in scripts)),
      ...named(text, /(?:src\/cli\/main\.ts|dist\/cli\/main\.js|`dalmuti) ([a-z]+)/g).filter(
        (name) => !main.includes(`name: '${name}'`),
      ),
    ]);
    expect(unknown).toEqual([]);
  });

  it('cites no clause of the rules that is not there', () => {
    expect(faults((text) => named(text, /\b(R-[A-Z]+-\d+)\b/g).filter((clause) => !CLAUSES.includes(clause)))).toEqual(
      [],
    );
  });
});

describe('comments in the code', () => {
  const sources = trackedFiles('src/*.ts', 'tools/*.ts', 'test/*.ts').map((path) => [path, read(path)] as const);
  const told = (pattern: RegExp, isThere: (name: string) => boolean) =>
    sources.flatMap(([path, text]) =>
      named(text, pattern)
        .filter((name) => !isThere(name))
        .map((name) => `${path}: ${name}`),
    );

  it('cite decisions of docs/ARCHITECTURE.md', () => {
    const decisions = read('docs/ARCHITECTURE.md');
    expect(told(/\bdecision (\d+)/g, (number) => decisions.includes(`\n**${number}. `))).toEqual([]);
  });

  it('cite clauses and ambiguities of docs/RULES.md', () => {
    const rules = read('docs/RULES.md');
    expect(told(/\b(R-[A-Z]+-\d+)\b/g, (clause) => rules.includes(`**${clause}**`))).toEqual([]);
    expect(told(/\((A-\d\d[a-z]?)\)/g, (entry) => rules.includes(`**${entry} `))).toEqual([]);
  });
});

describe('docs/PROTOCOL.md', () => {
  const bare = (path: string) => path.replace(/\{[^}]*\}/g, '{}');
  const routes = Object.entries<object>(openapi.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path: bare(path) })),
  );
  const names = (call: { method: string; path: string; isEnd: boolean }, route: { method: string; path: string }) =>
    call.method === route.method && (call.isEnd ? route.path.endsWith(call.path) : route.path === call.path);

  it('names every call of the contract', () => {
    const calls = callsIn(protocol);
    const published = routes.filter(({ path }) => path.startsWith('/v1/') || path.startsWith('/.well-known/'));
    expect(published.length).toBeGreaterThan(20);
    const missing = published.filter((route) => !calls.some((call) => names(call, route)));
    expect(missing).toEqual([]);
  });

  it('names no call that the contract does not have, but for what comes later', () => {
    const now = protocol
      .split('\n')
      .map((line) => line.replace(/\*Later:\*.*$/, ''))
      .join('\n');
    const missing = callsIn(now).filter((call) => !routes.some((route) => names(call, route)));
    expect(missing).toEqual([]);
  });

  it('tells of every event what it sets in the view', () => {
    const listed = firstColumn(protocol, '## Events').filter((type) => type !== 'anything else');
    expect(listed.toSorted()).toEqual(typesOf('PublicEvent').toSorted());
  });

  it('tells of every frame', () => {
    const sent = firstColumn(protocol, 'From the server:');
    const received = ClientFrameSchema.options.map(({ shape }) => shape.type.value);
    const frames: readonly string[] = Object.keys(asyncapi.components.messages);
    expect(sent.toSorted()).toEqual(frames.filter((type) => !received.some((own) => own === type)).toSorted());
  });

  it('tells of every close code its reason and whether to come back', () => {
    for (const { code, reason, reconnect } of Object.values(CLOSE_CODES)) {
      const [, row = ''] = new RegExp(`^\\| ${code} \\| (.*)$`, 'm').exec(protocol) ?? [];
      expect(row, `${code}`).toContain(`${reason} |`);
      if (reconnect) expect(row, `${code}`).toMatch(/\| (?:yes|after)/);
      else expect(row, `${code}`).toMatch(/\| (?:no|after a new token) \|/);
    }
  });

  it('links each promise to tests, which speak of it', () => {
    const [, section = ''] = protocol.split('\n## Promises\n');
    const promises = [...section.matchAll(/^(\d+)\. (.*)$/gm)];
    expect(promises.map(([, number]) => Number(number))).toEqual(promises.map((_, index) => index + 1));
    expect(promises.length).toBeGreaterThan(10);
    for (const [, number, text = ''] of promises) {
      const tests = named(text, /\]\(\.\.\/(test\/[^)]+)\)/g);
      expect(tests.length, `promise ${number}`).toBeGreaterThan(0);
      // That they are there is held by the links of every document.
      const told = tests.map((path) => read(path)).join('\n');
      expect(told, `promise ${number}`).toMatch(new RegExp(`\\bpromises? (?:\\d+(?:, | and ))*${number}\\b`));
    }
  });

  it('lists every limit as it is counted', () => {
    const [, section = ''] = protocol.split('\n## Limits\n');
    const rows = Object.values(LIMITS).map(
      ({ name, quota, windowSeconds, per }) => `| \`${name}\` | ${quota} | ${windowSeconds} | ${per} |`,
    );
    expect(section.match(/^\| `.*$/gm)).toEqual(rows);
  });

  it('lists everything else that is bounded', () => {
    const [, table = ''] = protocol.split('| of | at most | for each | beyond it |\n|---|---|---|---|\n');
    const rows = Object.values(BOUNDS).map(({ of, most, per, beyond }) => `| ${of} | ${most} | ${per} | ${beyond} |`);
    expect(table.split('\n\n')[0]?.split('\n')).toEqual(rows);
  });

  it('shows a match, commands, events, frames and problems that the contract accepts, each command and frame at least once', () => {
    const [match, commands, events, frames, problem] = jsonBlocks(protocol);
    expect(validator('Match')(match)).toBe(true);
    const isCommand = validator('Command');
    for (const command of commands) expect(isCommand(command), JSON.stringify(command)).toBe(true);
    expect(new Set(commands.map(({ type }: { type: string }) => type))).toEqual(new Set(typesOf('Command')));
    const isEvent = validator('PublicEvent');
    for (const event of events) expect(isEvent(event), JSON.stringify(event)).toBe(true);
    for (const frame of frames) expect(ClientFrameSchema.safeParse(frame).error).toBeUndefined();
    expect(new Set(frames.map(({ type }: { type: string }) => type))).toEqual(
      new Set(ClientFrameSchema.options.map(({ shape }) => shape.type.value)),
    );
    expect(validator('Problem')(problem)).toBe(true);
  });
});

describe('docs/OPERATIONS.md and README.md', () => {
  it('name no variable that the service does not read', () => {
    const ours = new Set([
      ...Object.keys({ ...variables.shape, ...storeVariables.shape, ...adminVariables.shape }),
      'BOT_TOKEN',
      'API',
      // Read by Compose alone.
      'BIND_ADDRESS',
    ]);
    const written = ['docs/OPERATIONS.md', 'README.md'].flatMap((path) => [
      ...named(read(path), /(?:^|[\s`])([A-Z][A-Z_]{2,})=/gm),
      ...named(read(path), /`([A-Z]+_[A-Z_]+)`/g),
    ]);
    expect(written.length).toBeGreaterThan(10);
    expect(written.filter((name) => !ours.has(name))).toEqual([]);
  });
});

describe('the checks themselves', () => {
  it('find links to files and headings that are not there', () => {
    const text =
      '# A head: one\n[a](b.md) [b](b.md#two) [c](b.md#three) [d](#a-head-one) [e](#two) [f](https://x) `[g](h)`';
    const find = (path: string) => (path === 'docs/b.md' ? '## Two' : null);
    expect(brokenLinks('docs/a.md', text, find)).toEqual(['docs/a.md: b.md#three', 'docs/a.md: #two']);
    expect(brokenLinks('a.md', '[a](b.md)', find)).toEqual(['a.md: b.md']);
  });

  it('read calls, with their method and their beginning left out', () => {
    expect(callsIn('`GET /v1/a/{id}?x=1` · `DELETE …/b/{seat}` or `…/c`, `/docs`')).toEqual([
      { method: 'GET', path: '/v1/a/{}', isEnd: false },
      { method: 'DELETE', path: '/b/{}', isEnd: true },
      { method: 'DELETE', path: '/c', isEnd: true },
    ]);
  });

  it('read the first column of a table', () => {
    const text = '## One\n\n| x | y |\n|---|---|\n| `a` `{b}` · `c` | 1 |\n| d | `e` |\n\n| z |\n|---|\n| `f` |\n';
    expect(firstColumn(text, '## One')).toEqual(['a', 'c', 'd']);
  });
});

function named(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []);
}

function validator(name: string) {
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  ajv.addSchema(openapi, 'openapi');
  return ajv.compile({ $ref: `openapi#/components/schemas/${name}` });
}

function typesOf(name: string): readonly string[] {
  return Object.keys(openapi.components.schemas[name].discriminator.mapping);
}
