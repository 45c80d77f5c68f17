/** The contract of the streams, for tools and for people: `/asyncapi.json` and the page at `/docs/stream`. */
import type { FastifyInstance } from 'fastify';
import { asyncapiDocument } from './asyncapi.ts';
import { streamPage } from './stream-page/stream-page.ts';

/** Nothing but the page's own style is loaded, and nothing runs. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function streamDocs(app: FastifyInstance): void {
  let document: string | null = null;
  let page: string | null = null;

  app.get('/asyncapi.json', { schema: { hide: true } }, async (_, reply) => {
    document ??= JSON.stringify(asyncapiDocument());
    return reply.type('application/json; charset=utf-8').header('Access-Control-Allow-Origin', '*').send(document);
  });

  app.get('/docs/stream', { schema: { hide: true } }, async (_, reply) => {
    page ??= streamPage(asyncapiDocument());
    return reply.type('text/html; charset=utf-8').header('Content-Security-Policy', POLICY).send(page);
  });
}
