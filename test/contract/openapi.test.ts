/** What clients are made from: the committed OpenAPI document is whole, and each of its examples is true (promise 9). */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Json, judgeOf } from '../support/documents.ts';

const judge = judgeOf('openapi.json');
const { document } = judge;

interface Place {
  readonly name: string;
  readonly path: readonly string[];
  readonly operation: Json;
}

const operations: readonly Place[] = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
  Object.entries<Json>(methods).map(([method, operation]) => ({
    name: `${operation.operationId} (${method.toUpperCase()} ${path})`,
    path: ['paths', path, method],
    operation,
  })),
);

/** Bodies of an operation: what is asked for, and every answer that has one. */
function bodiesOf({ path, operation }: Place): readonly { readonly path: readonly string[]; readonly media: Json }[] {
  const parts: readonly [readonly string[], Json][] = [
    [['requestBody'], operation.requestBody],
    ...Object.entries<Json>(operation.responses).map(
      ([status, response]) => [['responses', status], response] as [string[], Json],
    ),
  ];
  return parts.flatMap(([inside, part]) =>
    Object.entries<Json>(part?.content ?? {}).map(([type, media]) => ({
      path: [...path, ...inside, 'content', type],
      media,
    })),
  );
}

/** Every value in the document with the keys that lead to it, examples left out. */
function* inside(value: Json, path: readonly string[] = []): Generator<{ value: Json; path: readonly string[] }> {
  if (typeof value !== 'object' || value === null) return;
  yield { value, path };
  for (const [key, part] of Object.entries<Json>(value)) {
    if (key !== 'examples' && key !== 'example') yield* inside(part, [...path, key]);
  }
}

describe('every operation', () => {
  it.each(operations)(
    '$name says what it is for, and shows what is asked and answered',
    ({ name, path, operation }) => {
      expect(operation.summary, name).toMatch(/\S/);
      expect(operation.description, `${name} needs a description`).toMatch(/\S/);
      for (const { path: place, media } of bodiesOf({ name, path, operation })) {
        const hint = `${place.join(' ')} has no example: let test/contract/story tell it, then npm run examples`;
        expect(Object.keys(media.examples ?? {}).length, hint).toBeGreaterThan(0);
      }
      for (const parameter of operation.parameters ?? []) {
        expect(parameter.schema, `${name} ${parameter.name}`).toBeDefined();
        if (parameter.in === 'path') expect(parameter.example, `${name} ${parameter.name}`).toBeDefined();
      }
    },
  );

  it.each(operations)('$name has examples that fit their schemas', (place) => {
    for (const { path, media } of bodiesOf(place)) {
      for (const [name, example] of Object.entries<Json>(media.examples ?? {})) {
        const { value } =
          example.$ref === undefined ? example : document.components.examples[example.$ref.split('/').at(-1)];
        expect([...path, name, ...judge.faults([...path, 'schema'], value)]).toEqual([...path, name]);
      }
    }
    for (const [index, { name, example }] of (place.operation.parameters ?? []).entries()) {
      if (example === undefined) continue;
      expect([name, ...judge.faults([...place.path, 'parameters', String(index), 'schema'], example)]).toEqual([name]);
    }
  });

  it.each(operations)('$name declares headers that exist, and its limit on every answer', ({ operation }) => {
    const answers = Object.entries<Json>(operation.responses).filter(([status]) => status !== 'default');
    const limited = '429' in operation.responses;
    for (const [status, { headers }] of answers) {
      const names = Object.keys(headers);
      expect(names).toContain('X-Request-Id');
      expect([status, names.includes('RateLimit')]).toEqual([status, limited]);
      for (const name of names) expect(document.components.headers).toHaveProperty([name]);
      if (status === '429' || status === '503') expect(names).toContain('Retry-After');
      if (status === '401') expect(names).toContain('WWW-Authenticate');
    }
  });
});

describe('every schema', () => {
  it('of some size has a name: bodies, entries of lists, branches of unions, whatever has three properties', () => {
    for (const place of operations) {
      for (const { media, path } of bodiesOf(place)) {
        if (media.schema.type !== 'string') expect(media.schema.$ref, path.join(' ')).toBeDefined();
      }
    }
    for (const { value, path } of inside(document)) {
      const isComponent = path.length === 3 && path[0] === 'components' && path[1] === 'schemas';
      const isSchema = value.type === 'object' && value.properties !== undefined;
      if (!isSchema || isComponent) continue;
      const place = path.join(' ');
      expect(Object.keys(value.properties).length, place).toBeLessThan(3);
      expect(path.at(-1), place).not.toBe('items');
      expect(path.at(-2), place).not.toBe('oneOf');
    }
  });

  it('that is a union of objects says by which property its branches are told apart, and which is which', () => {
    const unions = [...inside(document)].filter(({ value }) => Array.isArray(value.oneOf));
    expect(unions.length).toBeGreaterThan(2);
    for (const { value, path } of unions) {
      const { propertyName, mapping } = value.discriminator;
      const branches = value.oneOf.map(({ $ref }: { $ref: string }) => $ref);
      expect([path.join(' '), [...new Set(Object.values(mapping))].sort()]).toEqual([
        path.join(' '),
        [...branches].sort(),
      ]);
      for (const [tag, $ref] of Object.entries<string>(mapping)) {
        const branch = document.components.schemas[$ref.split('/').at(-1) ?? ''];
        const schema = branch.properties[propertyName];
        expect([$ref, schema.enum ?? [schema.const]]).toEqual([$ref, expect.arrayContaining([tag])]);
        expect(branch.required).toContain(propertyName);
      }
    }
  });
});

it('every call that needs a scope says which', () => {
  const scopeOf = (id: string) => operations.find(({ operation }) => operation.operationId === id)?.operation.security;
  expect(scopeOf('createTable')).toEqual([{ token: ['lobby'] }]);
  expect(scopeOf('sendCommand')).toEqual([{ token: ['play'] }]);
  expect(scopeOf('createBot')).toEqual([{ token: ['bots'] }]);
  expect(scopeOf('getMe')).toEqual([{ token: [] }]);
  expect(scopeOf('createGuest')).toEqual([]);
  expect(scopeOf('streamGame')).toEqual([{ token: [] }, { ticket: [] }]);
  for (const { name, operation } of operations) {
    const problems = JSON.stringify(operation.responses);
    const scoped = operation.security.some(({ token = [] }: { token?: string[] }) => token.length > 0);
    expect([name, problems.includes('examples/scope_missing')]).toEqual([name, scoped]);
  }
});

it('Redocly’s recommended rules find neither an error nor a warning', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/@redocly/cli/bin/cli.js', 'lint', 'openapi/openapi.json', '--extends=recommended', '--format=json'],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  expect(stdout, stderr).not.toBe('');
  const { totals, problems } = JSON.parse(stdout.slice(stdout.indexOf('{')));
  expect(problems.map(({ ruleId, message }: Json) => `${ruleId}: ${message}`)).toEqual([]);
  expect(totals).toMatchObject({ errors: 0, warnings: 0 });
});
