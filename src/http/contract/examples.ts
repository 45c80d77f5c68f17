/** The recorded requests and answers of `openapi/examples.json`, put where the document shows them. */
import { readFileSync } from 'node:fs';
import { isJsonSchema } from '../json-schema.ts';
import { PROBLEMS, type ProblemCode, problem, ruleProblem } from '../problem.ts';
import { RULE_TITLES, ruleCodes } from '../rule-titles.ts';

/** One request and its answer, as they once were on the wire; long lists may be cut. */
export interface Exchange {
  /** Names it among the examples of its operation. */
  readonly name: string;
  readonly summary: string;
  readonly request: {
    readonly path: Readonly<Record<string, string>>;
    readonly query: Readonly<Record<string, string>>;
    readonly headers: Readonly<Record<string, string>>;
    /** `null` for a request without one. */
    readonly body: unknown;
  };
  readonly answer: {
    readonly status: number;
    /** Media type of the body; `null` for an answer without one. */
    readonly type: string | null;
    readonly body: unknown;
  };
}

export interface Frame {
  readonly name: string;
  readonly summary: string;
  readonly payload: object;
}

export interface Recorded {
  /** By operationId. */
  readonly operations: Readonly<Record<string, readonly Exchange[]>>;
  /** A problem that was answered, by its code. */
  readonly problems: Readonly<Record<string, object>>;
  /** Frames of streams, by their `type`. */
  readonly frames: Readonly<Record<string, readonly Frame[]>>;
}

const FILE = new URL('../../../openapi/examples.json', import.meta.url);

let recorded: Recorded | null = null;

/** As `npm run examples` has written it. */
export function recordedExamples(): Recorded {
  recorded ??= JSON.parse(readFileSync(FILE, 'utf8')) as Recorded;
  return recorded;
}

const NOBODY = '019b8f0a-0009-7001-8001-0000000d0901';

/** One for each code: as it was answered, or, for what only a broken service says, as it would be. */
export function problemExamples({ problems }: Recorded): Record<string, { summary: string; value: unknown }> {
  const service = Object.entries(PROBLEMS).map(([code, { title }]) => {
    const made = problem(code as keyof typeof PROBLEMS, `${title}.`).body(NOBODY);
    return [code, { summary: title, value: problems[code] ?? made }] as const;
  });
  const rules = Object.entries(RULE_TITLES).map(([rule, title], index) => {
    const code = ruleCodes[index] ?? '';
    const made = ruleProblem(rule, title, `${title}.`).body(NOBODY);
    return [code, { summary: title, value: problems[code] ?? made }] as const;
  });
  return Object.fromEntries([...service, ...rules]);
}

export function problemExampleRefs(codes: readonly ProblemCode[]): Record<string, { $ref: string }> {
  return Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
}

export interface Media {
  schema?: unknown;
  examples?: object;
}

export interface DocumentedOperation {
  operationId?: string;
  parameters?: { name: string; in: string; example?: unknown }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { description: string; content?: Record<string, Media>; headers?: object }>;
}

/** Adds what was recorded of one operation to its parameters, its body and its answers. */
export function addExchanges(operation: DocumentedOperation, exchanges: readonly Exchange[]): void {
  for (const parameter of operation.parameters ?? []) {
    const seen = exchanges.map(({ request }) => parameterOf(request, parameter)).find((value) => value !== undefined);
    if (seen !== undefined) parameter.example = readAs(seen, parameter);
  }
  const asked = exchanges.filter(({ request }) => request.body !== null);
  addTo(operation.requestBody?.content['application/json'], asked, ({ request }) => request.body);
  for (const [status, { content }] of Object.entries(operation.responses)) {
    for (const [type, media] of Object.entries(content ?? {})) {
      const answered = exchanges.filter(({ answer }) => String(answer.status) === status && answer.type === type);
      addTo(media, answered, ({ answer }) => answer.body);
    }
  }
}

function addTo(media: Media | undefined, exchanges: readonly Exchange[], part: (exchange: Exchange) => unknown): void {
  if (media === undefined || exchanges.length === 0) return;
  const shown = exchanges.map((exchange) => [exchange.name, { summary: exchange.summary, value: part(exchange) }]);
  media.examples = { ...media.examples, ...Object.fromEntries(shown) };
}

function parameterOf(request: Exchange['request'], { name, in: place }: { name: string; in: string }) {
  return place === 'path' ? request.path[name] : place === 'query' ? request.query[name] : request.headers[name];
}

/** What stands in an address is text; what the document says of it may be a number, or yes or no. */
function readAs(text: string, parameter: object): string | number | boolean {
  const { schema } = parameter as { schema?: unknown };
  if (isJsonSchema(schema) && schema.type === 'boolean') return text === 'true';
  const numeric = isJsonSchema(schema) && (schema.type === 'integer' || schema.type === 'number');
  return numeric ? Number(text) : text;
}
