/** Answers everything that is not a success: as RFC 9457 says, with a stable code, and with nothing that is not meant for the caller. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { faultsOf, summaryOf } from './faults.ts';
import { Problem, problem } from './problem.ts';
import { unreachableFor } from './unreachable.ts';
import { whereInstead } from './where-instead.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Of the problem that was answered; for the log. */
    problemCode: string | null;
  }
}

export const problems = plugin(
  async (app: FastifyInstance) => {
    const { methodsAt, paths } = watchRoutes(app);
    const unknownPath = (path: string) => whereInstead(path, paths(), (other) => methodsAt(other).length > 0);
    app.decorateReply('problemCode', null);
    app.setErrorHandler(answerError);
    app.setNotFoundHandler((request, reply) => {
      const methods = methodsAt(pathOf(request.url));
      if (methods.length === 0)
        return sendProblem(request, reply, problem('not_found', unknownPath(pathOf(request.url))));
      reply.header('Allow', methods.join(', '));
      const detail = `This address takes ${methods.join(', ')}.`;
      return sendProblem(request, reply, problem('method_not_allowed', detail));
    });
  },
  { name: 'problems' },
);

/** For errors before a route was found, too. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = asProblem(error);
  if (answer.code === 'internal') request.log.error({ err: error }, 'a request failed');
  else if (answer.status >= 500) request.log.warn({ err: error }, answer.message);
  return sendProblem(request, reply, answer);
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, answer: Problem): FastifyReply {
  reply.problemCode = answer.code;
  reply.code(answer.status).headers(headersOf(answer)).type('application/problem+json; charset=utf-8');
  return reply.send(answer.body(request.id));
}

/** What an error means to whoever caused it; the rest of it is for the log alone. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const retryAfterSeconds = unreachableFor(error);
  if (retryAfterSeconds !== null) {
    return problem('unavailable', 'The database did not answer in time.', { retryAfterSeconds }, error);
  }
  if (isFastifyError(error)) return ofFastify(error);
  return problem('internal', 'The operator finds it in the log under the request id.', {}, error);
}

function ofFastify(error: FastifyError): Problem {
  if (error.validation !== undefined) return ofValidation(error);
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return problem('payload_too_large', 'The body is larger than this service reads.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return problem('unsupported_media_type', 'Send "Content-Type: application/json".');
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return malformed('The body is not JSON.');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return malformed('The body is not as long as Content-Length says.');
    case 'FST_ERR_BAD_URL':
      return problem('invalid_request', 'The address has a % that begins nothing.');
  }
  const isCallers = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500;
  if (isCallers) return problem('invalid_request', 'The request cannot be read.', {}, error);
  return problem('internal', 'The operator finds it in the log under the request id.', {}, error);
}

function ofValidation(error: FastifyError): Problem {
  const part = error.validationContext;
  if (part === 'params') return problem('not_found', 'Nothing has this address.');
  if (part !== 'body' && part !== 'headers' && part !== 'querystring')
    return problem('internal', 'Unknown part.', {}, error);
  // Fastify's type knows less of the errors than ajv has put there.
  const faults = faultsOf(part, (error.validation ?? []) as Parameters<typeof faultsOf>[1]);
  return problem('invalid_request', summaryOf(faults), { errors: faults });
}

function malformed(detail: string): Problem {
  return problem('invalid_request', detail, { errors: [{ pointer: '#', code: 'malformed_json', detail }] });
}

function headersOf({ code, details: { retryAfterSeconds, requiredScope } }: Problem): Record<string, string> {
  const challenge = challengeOf(code, requiredScope);
  return {
    ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
    ...(challenge === null ? {} : { 'WWW-Authenticate': challenge }),
  };
}

/** RFC 6750, section 3. */
function challengeOf(code: string, requiredScope: string | undefined): string | null {
  if (code === 'token_missing') return 'Bearer';
  if (code.startsWith('token_') || code.startsWith('oidc_')) return 'Bearer error="invalid_token"';
  return code === 'scope_missing' ? `Bearer error="insufficient_scope", scope="${requiredScope ?? ''}"` : null;
}

interface RoutesSeen {
  /** Which methods the routes that fit a path take. */
  readonly methodsAt: (path: string) => readonly string[];
  /** Of routes without parameters. */
  readonly paths: () => readonly string[];
}

function watchRoutes(app: FastifyInstance): RoutesSeen {
  const routes = new Map<string, { readonly fits: RegExp; readonly methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = routes.get(url) ?? { fits: patternOf(url), methods: new Set() };
    for (const one of [method].flat()) known.methods.add(one);
    routes.set(url, known);
  });
  return {
    methodsAt: (path) => [
      ...new Set([...routes.values()].filter(({ fits }) => fits.test(path)).flatMap(({ methods }) => [...methods])),
    ],
    paths: () => [...routes.keys()].filter((url) => !/[:*]/.test(url)),
  };
}

function patternOf(url: string): RegExp {
  const parts = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`^${parts.join('/')}$`);
}

/** Queries may hold what is nobody else's business. */
export function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? url;
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && (error.code === 'FST_ERR_VALIDATION' || 'statusCode' in error);
}
