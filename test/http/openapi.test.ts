/** The generated document is OpenAPI 3.1, whole, and served with a page that needs nothing from elsewhere (decision 13). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROBLEMS } from '../../src/http/problem.ts';
import { ruleCodes } from '../../src/http/rule-titles.ts';
import { bootApp, type TestApp } from '../support/app.ts';

interface Operation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly security?: readonly object[];
  readonly responses: Record<string, { description: string; content?: Record<string, { schema: { $ref?: string } }> }>;
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string; readonly description: string };
  readonly 'x-problems': readonly { readonly code: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly tags: readonly { readonly name: string }[];
  readonly components: Record<string, Record<string, object>>;
}

/** Every value under a key, at any depth. */
function valuesOf(key: string, inside: unknown): readonly unknown[] {
  if (typeof inside !== 'object' || inside === null) return [];
  return Object.entries(inside).flatMap(([name, value]) => [...(name === key ? [value] : []), ...valuesOf(key, value)]);
}

describe('openapi.json', () => {
  let node: TestApp;
  let document: Document;
  let operations: readonly (readonly [string, Operation])[];
  beforeAll(async () => {
    node = await bootApp();
    document = (await node.inject({ method: 'GET', url: '/openapi.json' })).json();
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation] as const),
    );
  });
  afterAll(() => node.close());

  test('is OpenAPI 3.1 of this release', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/v1/guests', '/v1/games/{gameId}/commands', '/health/ready', '/.well-known/jwks.json']),
    );
  });

  test('every operation has an id of its own, a known tag, a summary, and only answers that are described', () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(ids.every((id) => /^[a-z][A-Za-z0-9]*$/.test(id ?? ''))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    const known = document.tags.map(({ name }) => name);
    for (const [name, { tags = [], summary = '', responses }] of operations) {
      expect(known, name).toEqual(expect.arrayContaining([...tags]));
      expect(summary, name).not.toBe('');
      expect(
        Object.keys(responses).some((status) => /^[123]/.test(status)),
        name,
      ).toBe(true);
      for (const { description } of Object.values(responses)) expect(description, name).not.toBe('Default Response');
    }
  });

  test('every $ref leads somewhere', () => {
    const references = valuesOf('$ref', document);
    expect(references.length).toBeGreaterThan(20);
    for (const reference of references) {
      const [, kind = '', name = ''] = /^#\/components\/(\w+)\/([\w-]+)$/.exec(String(reference)) ?? [];
      expect(Object.keys(document.components[kind] ?? {}), String(reference)).toContain(name);
    }
    for (const scheme of operations.flatMap(([, { security = [] }]) => security.flatMap((one) => Object.keys(one)))) {
      expect(document.components.securitySchemes).toHaveProperty(scheme);
    }
  });

  test('nothing of Fastify or ajv is left in it', () => {
    expect(valuesOf('$id', document)).toEqual([]);
    expect(JSON.stringify(document)).not.toMatch(/def-\d|\$defs|x-fastify|x-dalmuti/);
  });

  test('every failure is a Problem, and its description lists the codes', () => {
    for (const [name, { responses }] of operations) {
      for (const [status, { description, content }] of Object.entries(responses)) {
        if (!/^[45]/.test(status)) continue;
        const reference = content?.['application/problem+json']?.schema.$ref;
        expect(reference, `${name} ${status}`).toBe('#/components/schemas/Problem');
        expect(description, `${name} ${status}`).toMatch(/^- `[a-z_]+`: /);
      }
    }
  });

  test('the list of problems has every code', () => {
    const listed = document['x-problems'].map(({ code }) => code);
    expect(listed).toEqual([...Object.keys(PROBLEMS), ...ruleCodes]);
  });

  test('the page at /docs loads everything from this service', async () => {
    const page = await node.inject({ method: 'GET', url: '/docs/' });
    expect(page.statusCode).toBe(200);
    const loaded = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '');
    expect(loaded.length).toBeGreaterThan(3);
    for (const url of loaded) {
      expect(url).not.toMatch(/^(https?:)?\/\//);
      const asset = await node.inject({ method: 'GET', url: new URL(url, 'http://here/docs/').pathname });
      expect([url, asset.statusCode]).toEqual([url, 200]);
    }
    const described = await node.inject({ method: 'GET', url: '/docs/json' });
    expect(described.json().openapi).toBe('3.1.0');
  });
});
