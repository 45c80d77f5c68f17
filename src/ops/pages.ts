/** The service's own pages, and the contract of the streams for tools. The calls over HTTP have their page at `/docs`. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { openapiDocument } from '../http/openapi.ts';
import { version } from '../version.ts';
import { asyncapiDocument } from './asyncapi.ts';
import { FAVICON, FAVICON_PATH } from './pages/favicon.ts';
import { homePage } from './pages/home-page.ts';
import { type ContractTables, limitsPage } from './pages/limits-page.ts';
import { PAGE_POLICY } from './pages/page.ts';
import { streamPage } from './pages/stream-page.ts';

const hidden = { schema: { hide: true } };

export function pages(app: FastifyInstance): void {
  /** Made when it is first asked for: a start does not wait for it. */
  const made = new Map<string, string>();
  function once(name: string, make: () => string): string {
    const text = made.get(name) ?? make();
    made.set(name, text);
    return text;
  }
  const html = (reply: FastifyReply, name: string, make: () => string) =>
    reply
      .type('text/html; charset=utf-8')
      .header('Content-Security-Policy', PAGE_POLICY)
      .header('X-Content-Type-Options', 'nosniff')
      .send(once(name, make));

  app.get('/', hidden, (_, reply) => html(reply, 'home', () => homePage(version)));
  app.get('/docs/stream', hidden, (_, reply) => html(reply, 'stream', () => streamPage(asyncapiDocument())));
  app.get('/docs/limits', hidden, (_, reply) =>
    html(reply, 'limits', () => limitsPage(openapiDocument(app) as unknown as ContractTables)),
  );

  // Browsers ask for the second one by themselves.
  for (const path of [FAVICON_PATH, '/favicon.ico']) {
    app.get(path, hidden, (_, reply) =>
      reply.type('image/svg+xml').header('Cache-Control', 'public, max-age=86400').send(FAVICON),
    );
  }

  app.get('/asyncapi.json', hidden, (_, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .header('Access-Control-Allow-Origin', '*')
      .send(once('asyncapi', () => JSON.stringify(asyncapiDocument()))),
  );
}
