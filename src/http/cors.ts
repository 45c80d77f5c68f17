/** Lets pages of other origins use the service in a browser: tokens travel in a header, so no page acts by a visitor's cookies. */
import fastifyCors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { ANSWER_HEADERS } from './contract/answer-headers.ts';

/** What clients send besides what browsers send by themselves. */
const SENT = ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-None-Match', 'Last-Event-ID', 'Prefer'];

/** What pages are shown without asking, and what is for caches alone. */
const SHOWN_ANYWAY: ReadonlySet<string> = new Set(['Cache-Control', 'Vary']);
/** `Allow` is on answers that belong to no route. */
const READ = ['Allow', ...Object.keys(ANSWER_HEADERS).filter((name) => !SHOWN_ANYWAY.has(name))];

/** For so long a browser need not ask again; more than two hours are cut by some of them. */
const REMEMBERED_SECONDS = 7200;

/** `*` is the pages of all origins, an empty list none. */
export type Origins = '*' | readonly string[];

/** Comes before everything that could refuse: a preflight has no token, and an answer that a page cannot read helps nobody. */
export const cors = plugin(
  async (app: FastifyInstance, { origins }: { readonly origins: Origins }) => {
    if (origins.length === 0) return;
    if (origins !== '*') app.addHook('onSend', keepVary);
    await app.register(fastifyCors, {
      origin: origins === '*' ? '*' : [...origins],
      credentials: false,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders: SENT,
      exposedHeaders: READ,
      maxAge: REMEMBERED_SECONDS,
      // What asks in another way than browsers do gets the same answer, and no page of the library's own.
      strictPreflight: false,
    });
  },
  { name: 'cors', dependencies: ['problems'] },
);

/** For the answer to what is no request of any route, which no hook has seen. */
export function letRead(origins: Origins, { headers: { origin } }: FastifyRequest, reply: FastifyReply): void {
  const allowed = origins === '*' ? '*' : origins.find((one) => one === origin);
  if (allowed === undefined) return;
  reply.header('Access-Control-Allow-Origin', allowed).header('Access-Control-Expose-Headers', READ.join(', '));
}

/** Routes name what their own answers depend on; the origin is among it where it is repeated. */
async function keepVary(_: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const vary = String(reply.getHeader('Vary') ?? '');
  if (!/\borigin\b/i.test(vary)) reply.header('Vary', vary === '' ? 'Origin' : `${vary}, Origin`);
  return payload;
}
