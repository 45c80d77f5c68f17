/** What a route's declaration promises: its schemas as Fastify and the OpenAPI document read them, and all its problems. */
import type {} from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import type { z } from 'zod';
import type { AnswerHeaderName } from './contract/answer-headers.ts';
import { MARK, type Marked } from './contract/document.ts';
import type { Scope } from './identity.ts';
import { type JsonSchema, toJsonSchema } from './json-schema.ts';
import type { LimitName } from './limits.ts';
import { isServiceCode, PROBLEMS, type ProblemCode, ruleCode, type ServiceCode, statusOf } from './problem.ts';
import { RULE_TITLES, ruleCodes } from './rule-titles.ts';
import { ProblemSchema } from './schemas.ts';

/** `player`: without a token 401; `optional`: a token may come, and then it must be good. */
export type Auth = 'none' | 'optional' | 'player';

export interface Declaration {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** The operation's name in generated clients; made from method and address unless given. */
  readonly id?: string;
  readonly auth: Auth;
  readonly scope?: Scope;
  /** `null` for what is cheap and the same for everybody. */
  readonly limit: LimitName | null;
  /** Counted as well, over longer windows: what the call may add to the database. */
  readonly hourly?: readonly LimitName[];
  /** A fault in them is a 404: an address that cannot exist does not exist. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Names in small letters. */
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  /** By status; `null` for an answer without a body. */
  readonly responses: Readonly<Record<number, z.ZodType | null>>;
  /** Headers that its own answers may carry, besides those that all such answers have. */
  readonly sends?: readonly AnswerHeaderName[];
  /** A ticket in `?ticket=` opens it as well as a token does. */
  readonly ticket?: boolean;
  /** Media types, besides JSON, in which the first of the responses may come. */
  readonly types?: readonly string[];
  /** Besides those that follow from the rest of the declaration; `rules` stands for every refusal by the rules. */
  readonly problems?: readonly (ProblemCode | 'rules')[];
}

/** What may be wrong with an access token that was sent. */
const TOKEN_FAULTS = [
  'token_invalid',
  'token_unsigned',
  'token_signature_invalid',
  'token_audience_wrong',
  'token_expired',
  'token_revoked',
] as const;

/** Every code that the route may answer, each once. */
export function problemsOf(spec: Declaration): readonly ProblemCode[] {
  const { method, auth, params, scope, limit } = spec;
  // Also where no body is asked for, one may be sent.
  const reads = method !== 'GET';
  const implied: readonly (ServiceCode | false)[] = [
    // Whatever the address: what cannot be read as a request is not valid.
    'invalid_request',
    auth === 'player' && 'token_missing',
    ...(auth === 'none' ? [] : TOKEN_FAULTS),
    auth !== 'none' && 'player_banned',
    scope !== undefined && 'scope_missing',
    params !== undefined && 'not_found',
    reads && 'payload_too_large',
    reads && 'unsupported_media_type',
    limit !== null && 'rate_limited',
    'internal',
    'unavailable',
  ];
  const declared = (spec.problems ?? []).flatMap((code): readonly ProblemCode[] =>
    code === 'rules' ? ruleCodes : [code],
  );
  return [...new Set([...implied.filter((code) => code !== false), ...declared])];
}

/** Components are added to `app` on the way. */
export function contractOf(app: FastifyInstance, spec: Declaration, problems: readonly ProblemCode[]): FastifySchema {
  const asked = Object.entries({
    params: spec.params,
    querystring: spec.query,
    headers: spec.headers,
    body: spec.body,
  });
  const request = asked.flatMap(([part, schema]) =>
    schema === undefined ? [] : [[part, toJsonSchema(app, schema, 'input')] as const],
  );
  const successes = Object.entries(spec.responses).map(([status, schema], index) => {
    const json = schema === null ? null : toJsonSchema(app, schema, 'output');
    return [status, success(Number(status), json, index === 0 ? (spec.types ?? []) : [])] as const;
  });
  return {
    tags: [spec.tag],
    summary: spec.summary,
    operationId: spec.id ?? operationId(spec.method, spec.url),
    ...(spec.description === undefined ? {} : { description: spec.description }),
    // An empty list says that nothing is asked for; nothing at all would leave it open.
    security: securityOf(spec),
    ...Object.fromEntries(request),
    response: { ...Object.fromEntries(successes), ...failures(app, problems) },
    [MARK]: markOf(spec, problems),
  };
}

function markOf({ sends = [], limit, auth }: Declaration, problems: readonly ProblemCode[]): Marked {
  return {
    problems,
    sends,
    limited: limit !== null,
    personal: auth !== 'none',
  };
}

/** The scope that a token must have stands beside it. */
function securityOf({ auth, scope, ticket }: Declaration): { readonly [scheme: string]: readonly string[] }[] {
  const token = { token: scope === undefined ? [] : [scope] };
  if (ticket === true) return [token, { ticket: [] }];
  return { none: [], optional: [{}, token], player: [token] }[auth];
}

function success(status: number, json: JsonSchema | null, types: readonly string[]): JsonSchema {
  const description = DESCRIPTIONS[status] ?? 'Done.';
  if (json === null && types.length === 0) return { description, type: 'null' };
  const texts = types.map((type) => [type, { schema: { type: 'string' } }] as const);
  const content = Object.fromEntries(texts);
  return { description, content: json === null ? content : { 'application/json': { schema: json }, ...content } };
}

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  101: 'It becomes a WebSocket.',
  200: 'Here it is.',
  201: 'Made.',
  202: 'Taken on.',
  204: 'Done; there is nothing to say.',
  304: 'You have the newest already.',
};

/** One entry for each status, whose description lists the codes that come with it. */
function failures(app: FastifyInstance, problems: readonly ProblemCode[]): JsonSchema {
  const schema = toJsonSchema(app, ProblemSchema, 'output');
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of problems) {
    const status = statusOf(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const sorted = [...byStatus].sort(([one], [other]) => one - other);
  return Object.fromEntries(
    sorted.map(([status, codes]) => [
      status,
      { description: codes.map(describe).join('\n'), content: { 'application/problem+json': { schema } } },
    ]),
  );
}

function describe(code: ProblemCode): string {
  const title = isServiceCode(code) ? PROBLEMS[code].title : TITLE_OF_RULE.get(code);
  return title === undefined ? `- \`${code}\`` : `- \`${code}\`: ${title}.`;
}

const TITLE_OF_RULE: ReadonlyMap<string, string> = new Map(
  Object.entries(RULE_TITLES).map(([code, title]) => [ruleCode(code), title] as const),
);

/** `POST /v1/tables/:tableId/seats` becomes `postTablesByTableIdSeats`. */
function operationId(method: string, url: string): string {
  const words = url.split('/').filter((part) => part !== '' && part !== 'v1');
  const named = words.map((word) => (word.startsWith(':') ? `By${capital(word.slice(1))}` : capital(word)));
  return `${method.toLowerCase()}${named.join('')}`;
}

function capital(word: string): string {
  return word.replace(/(^|[^A-Za-z0-9]+)([A-Za-z0-9]|$)/g, (_, __, first: string) => first.toUpperCase());
}
