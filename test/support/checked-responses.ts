/** Holds every answer of the test suite to the committed OpenAPI document (promise 9): what it does not tell of fails the test. */
import { Readable } from 'node:stream';
import { buffer as bytesOf } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Json, type Judge, judgeOf } from './documents.ts';

/** Answers of routes that are no part of the contract (the page at /docs), and to addresses that do not exist. */
const OUTSIDE: readonly string[] = ['not_found', 'method_not_allowed', 'invalid_request', 'internal', 'unavailable'];
/** Headers of HTTP itself and of the server, which every answer may have. */
const OF_HTTP: readonly string[] = [
  'content-type',
  'content-length',
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  // What browsers ask of every answer, for pages of other origins.
  'access-control-allow-origin',
  'access-control-expose-headers',
];

/** @param broken what did not keep the contract is added to it, in words */
export function checkResponses(app: FastifyInstance, broken: string[]): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const bytes =
      payload instanceof Readable ? await bytesOf(payload) : Buffer.from(typeof payload === 'string' ? payload : '');
    const text = (reply.getHeader('content-encoding') === 'gzip' ? gunzipSync(bytes) : bytes).toString();
    const faults = faultsOf(judgeOf('openapi.json'), request, reply, text);
    if (faults.length > 0) {
      broken.push(
        `${request.method} ${request.routeOptions.url ?? request.url} answered ${reply.statusCode}: ${faults.join('; ')}`,
      );
    }
    return payload instanceof Readable ? Readable.from([bytes]) : payload;
  });
}

function faultsOf(judge: Judge, request: FastifyRequest, reply: FastifyReply, text: string): readonly string[] {
  const type = String(reply.getHeader('content-type') ?? '').split(';', 1)[0] ?? '';
  const { schema, url = '' } = request.routeOptions;
  if (schema?.tags === undefined) return type === 'application/problem+json' ? outside(text) : [];
  const path = url.replace(/:(\w+)/g, '{$1}');
  const method = (request.method === 'HEAD' ? 'GET' : request.method).toLowerCase();
  const operation: Json = judge.document.paths[path]?.[method];
  if (operation === undefined) return ['the contract does not have it; run: npm run openapi'];
  const status = String(reply.statusCode);
  const declared: Json = operation.responses[status];
  if (declared === undefined) return ['this status is not in the contract'];
  const headers = headerFaults(reply, declared.headers ?? {});
  if (request.method === 'HEAD') return headers;
  if (declared.content === undefined) return [...headers, ...(text === '' ? [] : ['there should be no body'])];
  if (declared.content[type] === undefined) return [...headers, `the type ${type} is not in the contract`];
  if (!type.endsWith('json')) return headers;
  const body: Json = JSON.parse(text);
  const at = ['paths', path, method, 'responses', status, 'content', type, 'schema'];
  const codes = Object.keys(declared.content[type].examples ?? {});
  const unknown = type === 'application/problem+json' && !codes.includes(body.code);
  return [...headers, ...judge.faults(at, body), ...(unknown ? [`the code ${body.code} is not in the contract`] : [])];
}

function headerFaults(reply: FastifyReply, declared: Json): readonly string[] {
  const known = Object.keys(declared).map((name) => name.toLowerCase());
  const sent = Object.keys(reply.getHeaders()).map((name) => name.toLowerCase());
  return sent
    .filter((name) => !known.includes(name) && !OF_HTTP.includes(name))
    .filter((name) => name !== 'vary' || reply.getHeader(name) !== 'Origin')
    .map((name) => `the header ${name} is not in the contract`);
}

function outside(text: string): readonly string[] {
  const { code } = JSON.parse(text);
  return OUTSIDE.includes(code) ? [] : [`the code ${code} is not in the contract`];
}
