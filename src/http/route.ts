/** One way to declare a route: its schemas validate the request, serialise the answer and write the contract (decision 13). */
import type { Readable } from 'node:stream';
import type { WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { ANSWER_MS, answerInTime } from './answer-in-time.ts';
import type { Identity, Scope } from './identity.ts';
import type { LimitName } from './limits.ts';
import type { ProblemCode } from './problem.ts';
import { type Auth, contractOf, type Declaration, problemsOf } from './route-contract.ts';

export interface Answer {
  readonly status: number;
  /** Goes through the serializer of the declared schema. */
  readonly body?: unknown;
  /** JSON that has been serialised already. */
  readonly json?: string;
  readonly text?: { readonly type: string; readonly body: string };
  /** Sent as it is read; destroyed when the client goes away. */
  readonly stream?: { readonly type: string; readonly encoding: 'gzip' | 'identity'; readonly body: Readable };
  readonly headers?: Readonly<Record<string, string>>;
}

/** The handler has taken the connection over (`reply.hijack()`) and answers by itself. */
export type Taken = 'taken';

type NoFields = z.ZodObject<Record<never, never>>;

interface Asked<A extends Auth, P, Q, H, B> {
  readonly params: P;
  readonly query: Q;
  readonly headers: H;
  readonly body: B;
  readonly identity: A extends 'player' ? Identity : Identity | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Schemas have no transforms or refinements: JSON Schema cannot say them, so they would not run. */
export interface RouteSpec<
  A extends Auth,
  P extends z.ZodObject,
  Q extends z.ZodObject,
  H extends z.ZodObject,
  B extends z.ZodType,
> extends Declaration {
  readonly auth: A;
  readonly params?: P;
  readonly query?: Q;
  readonly headers?: H;
  readonly body?: B;
  /** Takes over when the request asks to become a WebSocket; `handle` answers all others. */
  readonly wsHandler?: (socket: WebSocket, request: FastifyRequest) => void;
  /** For how long the request itself asks the handler to wait: a long poll. */
  waitSeconds?(asked: Pick<Asked<A, z.output<P>, z.output<Q>, z.output<H>, z.output<B>>, 'query'>): number;
  handle(asked: Asked<A, z.output<P>, z.output<Q>, z.output<H>, z.output<B>>): Answer | Taken | Promise<Answer | Taken>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    auth?: Auth;
    scope?: Scope;
    /** `null`: as often as anybody likes. */
    limit?: LimitName | null;
    hourly?: readonly LimitName[];
    /** A request that becomes a socket is refused on the socket (`request.refusal`). */
    opensSocket?: boolean;
    /** Every code that the contract names for this route. */
    problems?: readonly ProblemCode[];
  }
}

/** Declares one route. @throws Error at start-up when two schemas share an id */
export function route<
  A extends Auth,
  P extends z.ZodObject = NoFields,
  Q extends z.ZodObject = NoFields,
  H extends z.ZodObject = NoFields,
  B extends z.ZodType = z.ZodUndefined,
>(app: FastifyInstance, spec: RouteSpec<A, P, Q, H, B>): void {
  const problems = problemsOf(spec);
  app.route({
    method: spec.method,
    url: spec.url,
    // The head of what goes on and on would never be over: 405.
    exposeHeadRoute: !(spec.types ?? []).includes('text/event-stream'),
    config: {
      auth: spec.auth,
      problems,
      ...(spec.scope === undefined ? {} : { scope: spec.scope }),
      limit: spec.limit,
      ...(spec.hourly === undefined ? {} : { hourly: spec.hourly }),
      opensSocket: spec.wsHandler !== undefined,
    },
    schema: contractOf(app, spec, problems),
    ...(spec.wsHandler === undefined ? {} : { wsHandler: spec.wsHandler }),
    ...(spec.body === undefined ? {} : { preValidation: emptyBodyIsEmptyObject }),
    handler: async (request, reply) => {
      const asked = {
        params: request.params as z.output<P>,
        query: request.query as z.output<Q>,
        headers: request.headers as z.output<H>,
        body: request.body as z.output<B>,
        identity: request.identity as A extends 'player' ? Identity : Identity | null,
        request,
        reply,
      };
      const waited = (spec.waitSeconds?.(asked) ?? 0) * 1000;
      // Reading the body and the token count too, but each handler has some time of its own.
      const left = Math.max(ANSWER_MS / 4, ANSWER_MS - reply.elapsedTime);
      const answer = await inTime(Promise.resolve(spec.handle(asked)), waited + left);
      return answer === 'taken' ? reply : send(reply, answer);
    },
  });
}

/** A stream that is made after its request was answered has no reader: it is closed, so that it holds no page and no place. */
async function inTime(answer: Promise<Answer | Taken>, ms: number): Promise<Answer | Taken> {
  try {
    return await answerInTime(answer, ms);
  } catch (error) {
    answer.then((late) => late !== 'taken' && late.stream?.body.destroy()).catch(() => undefined);
    throw error;
  }
}

/** Whoever sends nothing to an address that takes a body has left out each of its fields; `null` is something. */
async function emptyBodyIsEmptyObject(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {};
}

function send(reply: FastifyReply, { status, body, json, text, stream, headers }: Answer): FastifyReply {
  reply.code(status);
  if (headers !== undefined) reply.headers(headers);
  if (stream !== undefined) {
    if (stream.encoding !== 'identity') reply.header('Content-Encoding', stream.encoding);
    return reply.type(stream.type).send(stream.body);
  }
  if (text !== undefined) return reply.type(text.type).send(text.body);
  if (json !== undefined) return reply.type('application/json; charset=utf-8').send(json);
  return reply.send(body);
}
