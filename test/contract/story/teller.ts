/** Plays the story of which the examples of the contract are made: every request by its operationId, every answer kept. */
import type { Exchange, Recorded } from '../../../src/http/contract/examples.ts';
import { openapiDocument } from '../../../src/http/openapi.ts';
import type { TestApp } from '../../support/app.ts';

export interface Asked {
  /** Goes into `Authorization`. */
  readonly token?: string;
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: the story knows what it asked for
  readonly body: any;
}

export interface Teller {
  readonly node: TestApp;
  /** Asks without keeping the answer. */
  ask(operationId: string, asked?: Asked): Promise<Told>;
  /** Asks, and keeps request and answer as an example. @param summary without a full stop */
  tell(operationId: string, name: string, summary: string, asked?: Asked): Promise<Told>;
  /** Keeps what was read from a stream of server-sent events. */
  tellText(operationId: string, name: string, summary: string, asked: Asked, text: string): void;
  frame(name: string, summary: string, payload: object): void;
  /** All that was kept, with ids, secrets and lists as they are fit to be read. */
  recorded(): Recorded;
}

/** Longer lists than this are cut in examples. */
const LONGEST_LIST = 12;

export function createTeller(node: TestApp): Teller {
  const operations = new Map<string, Exchange[]>();
  const problems = new Map<string, object>();
  const frames = new Map<string, { name: string; summary: string; payload: object }[]>();
  const places = addresses(openapiDocument(node.app) as { paths?: object });

  async function send(operationId: string, { token, path = {}, query = {}, headers = {}, body }: Asked) {
    const place = places.get(operationId);
    if (place === undefined) throw new Error(`The contract has no operation ${operationId}.`);
    const url = place.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));
    const answer = await node.inject({
      method: place.method as 'GET',
      url,
      query: asTexts(query),
      headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const type = String(answer.headers['content-type'] ?? '').split(';', 1)[0] ?? '';
    const read: unknown = answer.body === '' ? null : type.endsWith('json') ? answer.json() : answer.body;
    if (type === 'application/problem+json') keepProblem(read as { code: string });
    return { status: answer.statusCode, headers: answer.headers, type: answer.body === '' ? null : type, body: read };
  }

  function keepProblem(problem: { code: string }): void {
    if (!problems.has(problem.code)) problems.set(problem.code, problem);
  }

  function keep(operationId: string, exchange: Exchange): void {
    operations.set(operationId, [...(operations.get(operationId) ?? []), exchange]);
  }

  function exchangeOf(name: string, summary: string, asked: Asked, answer: Exchange['answer']): Exchange {
    const { path = {}, query = {}, headers = {}, body = null } = asked;
    return { name, summary, request: { path: asTexts(path), query: asTexts(query), headers, body }, answer };
  }

  return {
    node,
    ask: (operationId, asked = {}) => send(operationId, asked),
    async tell(operationId, name, summary, asked = {}) {
      const told = await send(operationId, asked);
      const { status, type, body } = told;
      if (status >= 400) throw new Error(`${operationId} was to be an example: ${JSON.stringify(body)}`);
      keep(operationId, exchangeOf(name, summary, asked, { status, type, body }));
      return told;
    },
    tellText(operationId, name, summary, asked, text) {
      keep(operationId, exchangeOf(name, summary, asked, { status: 200, type: 'text/event-stream', body: text }));
    },
    frame(name, summary, payload) {
      const { type } = payload as { type: string };
      frames.set(type, [...(frames.get(type) ?? []), { name, summary, payload }]);
    },
    recorded: () =>
      JSON.parse(
        readable(
          JSON.stringify({
            operations: sorted([...operations].map(([id, all]) => [id, all.map(cutExchange)])),
            problems: sorted([...problems]),
            frames: sorted(
              [...frames].map(([id, all]) => [id, all.map((one) => ({ ...one, payload: cut(one.payload) }))]),
            ),
          }),
        ),
      ),
  };
}

function addresses(document: { paths?: object }): ReadonlyMap<string, { path: string; method: string }> {
  return new Map(
    Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
      Object.entries<{ operationId: string }>(methods).map(([method, { operationId }]) => [
        operationId,
        { path, method: method.toUpperCase() },
      ]),
    ),
  );
}

function asTexts(values: Readonly<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

function sorted<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries([...entries].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function cutExchange(exchange: Exchange): Exchange {
  const body = cut(exchange.answer.body);
  const wasCut = JSON.stringify(body) !== JSON.stringify(exchange.answer.body);
  const summary = wasCut ? `${exchange.summary} (long lists are cut)` : exchange.summary;
  return { ...exchange, summary, answer: { ...exchange.answer, body } };
}

/** The first entries of a long list, and the last. */
function cut(value: unknown): unknown {
  if (Array.isArray(value)) {
    const kept =
      value.length <= LONGEST_LIST || value.every((one) => typeof one !== 'object')
        ? value
        : [...value.slice(0, LONGEST_LIST - 1), value.at(-1)];
    return kept.map(cut);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cut(inner)]));
}

/** Each id becomes a short one of its own, and nothing that looks like a token is a token. */
function readable(text: string): string {
  const ids = new Map<string, string>();
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g, (id) => {
      const short = ids.get(id) ?? `019b8f0a-0001-7000-8000-${(ids.size + 1).toString(16).padStart(12, '0')}`;
      ids.set(id, short);
      return short;
    })
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'eyJhbGciOiJFZERTQSJ9.eyJpc3MiOiJkYWxtdXRpIn0.c2lnbmF0dXJl')
    .replace(/(dalmuti_[a-z]+_)[0-9A-Za-z]+/g, '$1<secret>');
}
