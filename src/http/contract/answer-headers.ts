/** The headers that answers carry, told once and referred to by every answer that has them. */
import type { JsonSchema } from '../json-schema.ts';

interface AnswerHeader {
  readonly description: string;
  /** It is on every answer that is declared with it. */
  readonly required?: boolean;
  readonly schema: JsonSchema;
  readonly example: string;
}

export const ANSWER_HEADERS = {
  'X-Request-Id': {
    description: 'By which the operator finds this request; in a problem it is `requestId`.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
    example: '019b8f0a-0009-7001-8001-0000000d0901',
  },
  RateLimit: {
    description: 'What is left of the limit that counts this request: `r` requests in the next `t` seconds.',
    schema: { type: 'string' },
    example: '"lobby";r=118;t=52',
  },
  'RateLimit-Policy': {
    description: 'The limit that counts this request: `q` requests in `w` seconds.',
    schema: { type: 'string' },
    example: '"lobby";q=120;w=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before the request is repeated; in a problem it is `retryAfterSeconds`.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
    example: '2',
  },
  'WWW-Authenticate': {
    description: 'What is missing or wrong with the token (RFC 6750).',
    schema: { type: 'string' },
    example: 'Bearer error="invalid_token"',
  },
  Location: {
    description: 'The address of what was made or begun.',
    schema: { type: 'string', format: 'uri-reference' },
    example: '/v1/tables/019b8f0a-0003-7001-8001-0000000d0301',
  },
  ETag: {
    description: 'Names what you were shown; it goes into `If-None-Match`.',
    schema: { type: 'string', pattern: '^W/".+"$' },
    example: 'W/"48.2"',
  },
  Vary: {
    description: 'The response depends on these request headers.',
    schema: { type: 'string' },
    example: 'Authorization',
  },
  'Cache-Control': {
    description: 'Whether and for how long the answer may be kept.',
    schema: { type: 'string' },
    example: 'private, no-cache',
  },
  'Content-Encoding': {
    description: 'The body is compressed as `Accept-Encoding` allows.',
    schema: { type: 'string', const: 'gzip' },
    example: 'gzip',
  },
  'Idempotent-Replayed': {
    description: 'The key had been carried out before: this is the answer of then with the view of now.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  'Preference-Applied': {
    description: 'Which of the wishes in `Prefer` was followed.',
    schema: { type: 'string' },
    example: 'return=minimal',
  },
} as const satisfies Record<string, AnswerHeader>;

export type AnswerHeaderName = keyof typeof ANSWER_HEADERS;

/** What a route says of the headers of its answers. */
export interface AnswersWith {
  /** What its own answers carry besides. */
  readonly sends: readonly AnswerHeaderName[];
  /** A limit counts its requests. */
  readonly limited: boolean;
  /** Its answers depend on who asks. */
  readonly personal: boolean;
}

export function headersOf(status: number, { sends, limited, personal }: AnswersWith): readonly AnswerHeaderName[] {
  const own = [...sends, 'Cache-Control', ...(personal ? (['Vary'] as const) : [])] as const;
  return [
    'X-Request-Id',
    ...(status < 400 ? own : []),
    ...(status === 401 || status === 403 ? (['WWW-Authenticate'] as const) : []),
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    ...(limited ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
  ];
}
