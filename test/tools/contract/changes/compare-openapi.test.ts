/** Each kind of change of an operation, in the real document. */
import { describe, expect, it } from 'vitest';
import { compareOpenapi } from '../../../../tools/contract/changes/compare-openapi.ts';
import { type Json, judgeOf } from '../../../support/documents.ts';
import { type Case, changesBy, told } from './edited-contract.ts';

const { document: openapi } = judgeOf('openapi.json');
const tables =
  (method: string) =>
  ({ paths }: Json) =>
    paths['/v1/tables'][method];
const problem = {
  description: 'Another.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

const CASES: readonly Case[] = [
  [
    'compatible',
    'The operation is new.',
    ({ paths }) => Object.assign(paths, { '/v1/teas': { get: { responses: {} } } }),
    'GET /v1/teas',
  ],
  ['breaking', 'The operation is gone.', ({ paths }) => delete paths['/v1/tables'].get, 'GET /v1/tables'],
  ['breaking', 'The operation is gone.', ({ paths }) => delete paths['/v1/rulesets'], 'GET /v1/rulesets'],
  [
    'compatible',
    'It is called pour now.',
    (to) => Object.assign(tables('get')(to), { operationId: 'pour' }),
    'GET /v1/tables',
  ],
  [
    'compatible',
    'It is deprecated now.',
    (to) => Object.assign(tables('get')(to), { deprecated: true }),
    'GET /v1/tables',
  ],

  [
    'compatible',
    'The parameter "tea" (query) is new.',
    (to) => tables('get')(to).parameters.push({ in: 'query', name: 'tea', schema: {} }),
    'GET /v1/tables, request',
  ],
  [
    'breaking',
    'The parameter "tea" (query) is new and must be there.',
    (to) => tables('get')(to).parameters.push({ in: 'query', name: 'tea', required: true, schema: {} }),
    'GET /v1/tables, request',
  ],
  [
    'breaking',
    'The parameter "state" (query) is gone.',
    (to) => tables('get')(to).parameters.shift(),
    'GET /v1/tables, request',
  ],
  [
    'breaking',
    'The parameter "state" (query) must be there now.',
    (to) => Object.assign(tables('get')(to).parameters[0], { required: true }),
    'GET /v1/tables, request',
  ],
  [
    'breaking',
    'The value "closed" is gone.',
    (to) => tables('get')(to).parameters[0].schema.enum.pop(),
    'GET /v1/tables, request',
  ],
  [
    'compatible',
    'The value "paused" is new.',
    (to) => tables('get')(to).parameters[0].schema.enum.push('paused'),
    'GET /v1/tables, request',
  ],

  [
    'compatible',
    'The body may be missing now.',
    ({ paths }) => Object.assign(paths['/v1/guests'].post.requestBody, { required: false }),
    'POST /v1/guests, request',
  ],
  [
    'breaking',
    'A body must be sent now.',
    ({ paths }) =>
      Object.assign(paths['/v1/tables/{tableId}/start'].post, { requestBody: { required: true, content: {} } }),
    'POST /v1/tables/{tableId}/start, request',
  ],
  [
    'compatible',
    'A body may be sent now.',
    ({ paths }) => Object.assign(paths['/v1/tables/{tableId}/start'].post, { requestBody: { content: {} } }),
    'POST /v1/tables/{tableId}/start, request',
  ],
  ['breaking', 'The body is gone.', (to) => delete tables('post')(to).requestBody, 'POST /v1/tables, request'],
  [
    'breaking',
    'The media type application/json is gone.',
    (to) => Object.assign(tables('post')(to).requestBody, { content: {} }),
    'POST /v1/tables, request',
  ],
  [
    'compatible',
    'The media type text/tea is new.',
    (to) => Object.assign(tables('post')(to).requestBody.content, { 'text/tea': {} }),
    'POST /v1/tables, request',
  ],

  [
    'breaking',
    'The status 200 is gone.',
    (to) => delete tables('get')(to).responses[200],
    'GET /v1/tables, answer 200',
  ],
  [
    'breaking',
    'The status 202 is new.',
    (to) => Object.assign(tables('get')(to).responses, { 202: { description: 'Later.' } }),
    'GET /v1/tables, answer 202',
  ],
  [
    'compatible',
    'The status 418 is new.',
    (to) => Object.assign(tables('get')(to).responses, { 418: problem }),
    'GET /v1/tables, answer 418',
  ],
  [
    'breaking',
    'The media type application/json is gone.',
    (to) => Object.assign(tables('get')(to).responses[200], { content: {} }),
    'GET /v1/tables, answer 200',
  ],
  [
    'breaking',
    'The header RateLimit is gone.',
    (to) => delete tables('get')(to).responses[200].headers.RateLimit,
    'GET /v1/tables, answer 200',
  ],
  [
    'compatible',
    'The header Tea is new.',
    (to) => Object.assign(tables('get')(to).responses[200].headers, { Tea: { schema: {} } }),
    'GET /v1/tables, answer 200',
  ],

  [
    'breaking',
    'Who shows token bots is not let in any more: it takes token admin bots.',
    ({ paths }) => Object.assign(paths['/v1/bots'].get, { security: [{ token: ['admin', 'bots'] }] }),
    'GET /v1/bots, request',
  ],
  [
    'breaking',
    'Who shows nothing is not let in any more: it takes token.',
    ({ paths }) => Object.assign(paths['/v1/rulesets'].get, { security: [{ token: [] }] }),
    'GET /v1/rulesets, request',
  ],
  [
    'compatible',
    'Who shows nothing is let in now.',
    ({ paths }) => Object.assign(paths['/v1/bots'].get, { security: [] }),
    'GET /v1/bots, request',
  ],
  [
    'compatible',
    'Who shows ticket is let in now.',
    ({ paths }) => paths['/v1/bots'].get.security.push({ ticket: [] }),
    'GET /v1/bots, request',
  ],
  [
    'breaking',
    '"ticket" is shown in another way.',
    ({ components }) => Object.assign(components.securitySchemes.ticket, { in: 'header' }),
    'every operation',
  ],

  [
    'compatible',
    'The property "tea" is new.',
    ({ components }) => Object.assign(components.schemas.CreateTableRequest.properties, { tea: { type: 'string' } }),
    'POST /v1/tables, request',
  ],
  [
    'breaking',
    'The property "expiresAt" is gone.',
    ({ components }) => delete components.schemas.Invitation.properties.expiresAt,
    'GET /v1/me/inbox, answer 200',
  ],
];

describe('the contract of HTTP', () => {
  it('is what it is', () => {
    expect(compareOpenapi(openapi, structuredClone(openapi))).toEqual([]);
  });

  it.each(CASES)('%s: %s', (severity, what, edit, place) => {
    const changes = changesBy(compareOpenapi, openapi, edit);
    expect(told(changes)).toContain(`${severity}: ${what}`);
    expect(changes.map(({ operation }) => operation)).toContain(place);
  });

  it('breaks where a body must be sent that might be left out', () => {
    const from = structuredClone(openapi);
    from.paths['/v1/guests'].post.requestBody.required = false;
    expect(told(compareOpenapi(from, openapi))).toEqual(['breaking: The body must be there now.']);
  });

  it('does not care how the parameters of a path are called', () => {
    const changes = changesBy(compareOpenapi, openapi, ({ paths }) => {
      const { '/v1/games/{gameId}': game } = paths;
      delete paths['/v1/games/{gameId}'];
      paths['/v1/games/{id}'] = game;
      for (const parameter of game.get.parameters) if (parameter.name === 'gameId') parameter.name = 'id';
    });
    expect(changes).toEqual([]);
  });

  it('may be described in other words', () => {
    const changes = changesBy(compareOpenapi, openapi, (to) => {
      to.info.description = 'Tea.';
      tables('get')(to).summary = 'Tea';
      tables('get')(to).responses[200].description = 'Tea.';
      to.components.schemas.Table.description = 'Tea.';
      to.components.securitySchemes.token.description = 'Tea.';
      to.components.examples = {};
    });
    expect(changes).toEqual([]);
  });
});
