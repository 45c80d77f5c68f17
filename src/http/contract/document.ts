/** From what Fastify's plugin writes to the OpenAPI document: names, unions with their mapping, headers, examples. */
import { isJsonSchema, type JsonSchema } from '../json-schema.ts';
import { type ProblemCode, statusOf } from '../problem.ts';
import { ANSWER_HEADERS, type AnswersWith, headersOf } from './answer-headers.ts';
import {
  addExchanges,
  type DocumentedOperation,
  type Media,
  problemExampleRefs,
  problemExamples,
  recordedExamples,
} from './examples.ts';
import { capital, createNaming, type Naming } from './names.ts';

/** What a route's declaration says beyond Fastify's schema; it is taken out of the document again. */
export const MARK = 'x-dalmuti';

declare module 'fastify' {
  interface FastifySchema {
    [MARK]?: Marked;
  }
}

export interface Marked extends AnswersWith {
  readonly problems: readonly ProblemCode[];
}

const UNMARKED: Marked = { problems: [], sends: [], limited: false, personal: false };

type Operation = DocumentedOperation & { [MARK]?: Marked };

/** @param written by `@fastify/swagger`; it is left as it is */
export function finished<T extends object>(written: T): T {
  const document = JSON.parse(JSON.stringify(written));
  const recorded = recordedExamples();
  const components = { ...document.components };
  const naming = createNaming({ ...components.schemas });
  for (const operation of operationsOf(document)) {
    const { problems, ...carries } = operation[MARK] ?? UNMARKED;
    delete operation[MARK];
    nameBodies(operation, naming);
    // The library that speaks WebSocket refuses by itself what is no handshake, before a route hears of it.
    if ('101' in operation.responses)
      operation.responses.default = { description: 'The handshake is refused (RFC 6455).' };
    for (const [status, response] of Object.entries(operation.responses)) {
      const headers = headersOf(Number(status), carries).map((name) => [
        name,
        { $ref: `#/components/headers/${name}` },
      ]);
      response.headers = Object.fromEntries(headers);
      const problem = response.content?.['application/problem+json'];
      const codes = problems.filter((code) => statusOf(code) === Number(status));
      if (problem !== undefined) problem.examples = problemExampleRefs(codes);
    }
    addExchanges(operation, recorded.operations[operation.operationId ?? ''] ?? []);
  }
  const schemas = Object.entries(naming.components).sort(([one], [other]) => (one < other ? -1 : 1));
  document.components = {
    ...components,
    schemas: Object.fromEntries(schemas),
    headers: usedOf('headers', ANSWER_HEADERS, document),
    examples: usedOf('examples', problemExamples(recorded), document),
  };
  return document;
}

/** Those to which the document refers. */
function usedOf(kind: string, all: Readonly<Record<string, object>>, document: object): Record<string, object> {
  const text = JSON.stringify(document);
  const used = Object.entries(all).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`));
  return Object.fromEntries(used);
}

function operationsOf(document: { paths?: Record<string, Record<string, Operation>> }): readonly Operation[] {
  return Object.values(document.paths ?? {}).flatMap((methods) => Object.values(methods));
}

/** Bodies are components, called by their title or after their operation. */
function nameBodies(operation: Operation, { component }: Naming): void {
  const called = capital(operation.operationId ?? '');
  for (const media of Object.values(operation.requestBody?.content ?? {})) name(media, `${called}Request`);
  for (const { content } of Object.values(operation.responses)) {
    for (const media of Object.values(content ?? {})) name(media, `${called}Response`);
  }

  function name(media: Media, otherwise: string): void {
    const { schema } = media;
    if (isJsonSchema(schema) && isStructured(schema)) media.schema = component(schema, otherwise);
  }
}

function isStructured({ properties, discriminator }: JsonSchema): boolean {
  return properties !== undefined || discriminator !== undefined;
}
