/** The page at /docs/stream tells of every topic, frame and close code, and needs nothing but itself. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLOSE_CODES } from '../../src/streams/close-codes.ts';
import { bootApp, type TestApp } from '../support/app.ts';
import { type Json, judgeOf } from '../support/documents.ts';

const { document } = judgeOf('asyncapi.json');

describe('/docs/stream', () => {
  let node: TestApp;
  let page: string;
  beforeAll(async () => {
    node = await bootApp();
    const answer = await node.inject({ method: 'GET', url: '/docs/stream' });
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    page = answer.body;
  });
  afterAll(() => node.close());

  it('has a section for each frame, with each of its fields and an example', () => {
    for (const [name, { payload, examples }] of Object.entries<Json>(document.components.messages)) {
      const [, section = ''] = page.split(`id="frame-${name}"`);
      const [own = ''] = section.split('</section>');
      const schema = document.components.schemas[payload.$ref.split('/').at(-1)];
      for (const field of Object.keys(schema.properties)) expect(own, name).toContain(`<td><code>${field}</code>`);
      expect(own.match(/<pre>/g), name).toHaveLength(examples.length);
    }
  });

  it('names every address and every close code', () => {
    for (const { address } of Object.values<Json>(document.channels)) expect(page).toContain(`GET ${address}`);
    for (const { code, reason } of Object.values(CLOSE_CODES)) {
      expect(page).toContain(`<td><code>${code}</code></td><td>${reason}</td>`);
    }
  });

  it('loads nothing and runs nothing, and its links lead somewhere', () => {
    expect(page).not.toMatch(/<script|<link (?!rel="icon")|<img|\son\w+=|@import|url\(/);
    for (const [, id] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`id="${id}"`);
  });

  it('is the document that is served at /asyncapi.json', async () => {
    expect((await node.inject({ method: 'GET', url: '/asyncapi.json' })).json()).toEqual(document);
  });
});
