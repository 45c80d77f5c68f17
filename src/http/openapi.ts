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
  { name: 'Players', description: 'Players, and the games they played.' },
  { name: 'Lobby', description: 'Tables, seats, invitations.' },
  { name: 'Games', description: 'Views, commands, events.' },
  { name: 'Streams', description: 'Server-sent events; the WebSocket is described in asyncapi.json.' },
  { name: 'Administration', description: 'Keeping order, for those who have the scope `admin`.' },
  { name: 'Operations', description: 'For operators.' },
];

export const openapi = plugin(
  async (app: FastifyInstance, { version, publicUrl, limits }: OpenapiOptions) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'The Great Dalmuti, an open game service',
          version,
          description: DESCRIPTION,
          license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
        },
        servers: [{ url: publicUrl ?? '/' }],
        tags: TAGS,
        ...contractTables(limits),
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
      staticCSP: pagePolicy(publicUrl),
      logo: { type: 'image/svg+xml', content: Buffer.from(LOGO), href: '/', target: '_self' },
      theme: { title: 'The Great Dalmuti: calls over HTTP' },
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

/** The page styles its elements in place; it calls this service, at the address that clients use. */
function pagePolicy(publicUrl: string | undefined): Record<string, string[]> {
  const origin = publicUrl === undefined ? [] : [new URL(publicUrl).origin];
  return {
    'default-src': ["'self'"],
    'connect-src': ["'self'", ...origin],
    'img-src': ["'self'", 'data:'],
    'style-src': ["'self'", "'unsafe-inline'"],
    'base-uri': ["'self'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'self'"],
  };
}

/** Our own name in the bar of the page. */
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 40"><text x="0" y="29" fill="#fff" font-family="Georgia, serif" font-size="27">The Great Dalmuti</text></svg>';

/** What a newcomer does first; everything else is a link. */
const DESCRIPTION = `People and bots play The Great Dalmuti through this API. In three steps:

1. \`POST /v1/guests\` with a name gives an \`accessToken\`.
2. **Authorize** (the button on this page) with that token; programs send \`Authorization: Bearer …\`.
3. \`POST /v1/tables\` opens a table, \`…/seats\` and \`…/bots\` fill it, \`…/start\` begins the game. \`you.legal\` in the game's view lists every command that you may send.

[Streams](/docs/stream): the WebSocket and server-sent events. [Limits and problems](/docs/limits): every limit and every error code.

Properties, enum values and codes may be added within \`/v1\`: clients ignore what they do not know. Requests refuse unknown properties.`;

/** As data, for tools and for the page at /docs/limits. */
function contractTables(limits: readonly LimitRule[]) {
  const problems = Object.entries(PROBLEMS).map(([code, { status, title }]) => ({ code, status, title }));
  const rules = Object.values(RULE_TITLES).map((title, index) => ({ code: ruleCodes[index], status: 422, title }));
  return {
    'x-limits': limits.map(({ name, quota, windowSeconds, per }) => ({ name, quota, windowSeconds, per })),
    'x-bounds': Object.values(BOUNDS),
    'x-problems': [...problems, ...rules],
  };
}
