/** What the committed OpenAPI document says can be asked: the fuzzer knows of no other source. */
import { type Json, judgeOf } from '../support/documents.ts';
import type { Schema } from './values.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  /** With names in braces. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | null;
  /** Without a good token nobody is let in. */
  readonly needsToken: boolean;
  /** A success goes on and on. */
  readonly streams: boolean;
  /** A success becomes a WebSocket. */
  readonly opensSocket: boolean;
  /** Nothing is asked of it and nobody is refused: there is no request that it could find wrong. */
  readonly refusesNothing: boolean;
  /** @returns what the document finds wrong with a body, in words */
  faultsOf(body: unknown): readonly string[];
}

const JSON_BODY = ['requestBody', 'content', 'application/json', 'schema'];

export function readOperations(): readonly Operation[] {
  const judge = judgeOf('openapi.json');
  return Object.entries<Json>(judge.document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, declared]): Operation => {
      const { operationId, parameters = [], requestBody, security = [], responses } = declared;
      const needsToken = security.length > 0 && !security.some((way: object) => Object.keys(way).length === 0);
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        parameters,
        body: requestBody?.content['application/json'].schema ?? null,
        needsToken,
        streams: responses[200]?.content?.['text/event-stream'] !== undefined,
        opensSocket: 101 in responses,
        refusesNothing: method === 'get' && security.length === 0 && parameters.length === 0 && !(426 in responses),
        faultsOf: (body) => judge.faults(['paths', path, method, ...JSON_BODY], body),
      };
    }),
  );
}
