/** The contract, generated from the routes themselves (decision 13), and a page that lets one try it. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { BOUNDS } from './bounds.ts';
import { finished } from './contract/document.ts';
import type { LimitRule } from './limits.ts';
import { PROBLEMS } from './problem.ts';
import { RULE_TITLES, ruleCodes } from './rule-titles.ts';

export interface OpenapiOptions {
  readonly version: string;
  /** How clients reach the service; `undefined`: at the address that the document came from. */
  readonly publicUrl: string | undefined;
  /** As they hold in this service. */
  readonly limits: readonly LimitRule[];
}

const TAGS = [
  { name: 'Identity', description: 'Guests, their tokens, and bots.' },
  { name: 'Players', description: 'Who somebody is, and what he played.' },
  { name: 'Lobby', description: 'Tables, seats, invitations.' },
  { name: 'Games', description: 'Views, commands, events.' },
  { name: 'Streams', description: 'Server-sent events; the WebSocket is described in asyncapi.json.' },
  { name: 'Administration', description: 'Keeping order, for those who have the scope `admin`.' },
  { name: 'Operations', description: 'For whoever runs the service.' },
];

export const openapi = plugin(
  async (app: FastifyInstance, { version, publicUrl, limits }: OpenapiOptions) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'The Great Dalmuti, an open game service',
          version,
          description: description(limits),
          license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
        },
        servers: [{ url: publicUrl ?? '/' }],
        tags: TAGS,
        components: {
          securitySchemes: {
            token: {
              type: 'http',
              scheme: 'bearer',
              description:
                'An access token of a guest (`POST /v1/guests`) or the token of a bot. The names beside it are the scopes that it must have.',
            },
            ticket: {
              type: 'apiKey',
              in: 'query',
              name: 'ticket',
              description:
                'From `POST /v1/stream-tickets`, where no header can be sent; beside a token it is not looked at.',
            },
          },
        },
      },
      hideUntagged: true,
      refResolver: {
        buildLocalReference: (json, _base, _fragment, index) =>
          typeof json.$id === 'string' ? json.$id : `def-${index}`,
      },
      transformObject: (document) => finished('openapiObject' in document ? document.openapiObject : {}),
    });
    await app.register(swaggerUi, {
      routePrefix: '/docs',
      uiConfig: {
        persistAuthorization: true,
        tryItOutEnabled: true,
        displayRequestDuration: true,
        docExpansion: 'list',
      },
      staticCSP: true,
    });
    let text: string | null = null;
    app.get('/openapi.json', { schema: { hide: true } }, async (_, reply) => {
      text ??= JSON.stringify(openapiDocument(app));
      return reply.type('application/json; charset=utf-8').send(text);
    });
  },
  { name: 'openapi' },
);

/** @param app after `ready()` */
export function openapiDocument(app: FastifyInstance): ReturnType<FastifyInstance['swagger']> {
  return app.swagger();
}

function description(counted: readonly LimitRule[]): string {
  const limits = counted.map(
    ({ name, quota, windowSeconds, per }) => `| ${name} | ${quota} | ${windowSeconds} s | ${per} |`,
  );
  const bounds = Object.values(BOUNDS).map(({ of, most, per, beyond }) => `| ${of} | ${most} | ${per} | ${beyond} |`);
  const problems = Object.entries(PROBLEMS).map(
    ([code, { status, title }]) => `| \`${code}\` | ${status} | ${title} |`,
  );
  const rules = Object.values(RULE_TITLES).map((title, index) => `| \`${ruleCodes[index]}\` | 422 | ${title} |`);
  return [
    'Properties, enum values and codes may be added within `/v1`: clients ignore what they do not know. Requests refuse unknown properties. The WebSocket and server-sent events are described at [/docs/stream](/docs/stream).',
    '## Limits',
    ['| limit | requests | in | counted for each |', '|---|---|---|---|', ...limits].join('\n'),
    ['| of | at most | for each | beyond it |', '|---|---|---|---|', ...bounds].join('\n'),
    '## Problems',
    'Every answer that is not a success is `application/problem+json` (RFC 9457). Decide by `code`.',
    ['| code | status | title |', '|---|---|---|', ...problems, ...rules].join('\n'),
  ].join('\n\n');
}
