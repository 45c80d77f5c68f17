/** Something wrong with a request that was right: in its address, its query, its headers or its body. */
import { randomUUID } from 'node:crypto';
import type { Draft } from './draft.ts';
import type { Lot } from './lot.ts';
import { STRANGE_BODIES, STRANGE_QUERIES, STRANGE_SEGMENTS, STRANGE_TEXTS, STRANGE_TYPES, spoil } from './strange.ts';

type Spoiler = (lot: Lot, draft: Draft) => Draft;

/** One thing for the most part, sometimes two. */
export function spoilRequest(lot: Lot, draft: Draft): Draft {
  const once = lot.one(spoilersOf(draft))(lot, draft);
  return lot.happens(25) ? lot.one(spoilersOf(once))(lot, once) : once;
}

function spoilersOf({ payload, operation, headers }: Draft): readonly Spoiler[] {
  const hasIds = operation.path.includes('{');
  return [
    query,
    header,
    method,
    stranger,
    ...(operation.parameters.some((parameter) => parameter.in === 'query') ? [query, query] : []),
    ...(hasIds ? [segment, segment, unknownId, unknownId] : []),
    ...(headers['content-type'] === undefined ? [] : [mediaType, noHeader]),
    ...(operation.method === 'GET' ? [] : [bodyText]),
    ...(payload === null ? [] : [bodyValue, bodyValue, bodyValue, bodyValue, bodyText]),
  ];
}

const query: Spoiler = (lot, draft) => {
  const names = draft.operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const named = names.length > 0 && lot.happens(70);
  const strange = named ? `${lot.one(names)}=${encodedText(lot)}` : lot.one(STRANGE_QUERIES);
  return { ...draft, url: `${draft.url}${draft.url.includes('?') ? '&' : '?'}${strange}` };
};

const segment: Spoiler = (lot, draft) => ({ ...draft, url: withSegment(lot, draft, lot.one(STRANGE_SEGMENTS)) });

const unknownId: Spoiler = (lot, draft) => {
  const id = randomUUID();
  return { ...draft, url: withSegment(lot, draft, lot.one([id, id.toUpperCase(), id.slice(1), `${id}0`, `{${id}}`])) };
};

/** Puts a text where the document has a name in braces. */
function withSegment(lot: Lot, { url, operation }: Draft, text: string): string {
  const [path = '', rest] = url.split(/(?=\?)/, 2);
  const places = operation.path.split('/').flatMap((name, at) => (name.startsWith('{') ? [at] : []));
  const at = lot.one(places);
  const segments = path.split('/').map((part, place) => (place === at ? text : part));
  return `${segments.join('/')}${rest ?? ''}`;
}

const header: Spoiler = (lot, draft) => {
  const own = draft.operation.parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
  const name = lot.one([...own, ...own, 'accept', 'if-none-match', 'prefer', 'origin', 'x-forwarded-for', 'expect-ct']);
  const values = [
    '',
    '*',
    '"',
    'W/"1"',
    '"1"',
    '-1',
    '1e9',
    'a'.repeat(129),
    'a'.repeat(4_000),
    'é',
    'text/csv;q=x',
    ',,,',
  ];
  return { ...draft, headers: { ...draft.headers, [name]: lot.one(values) } };
};

const noHeader: Spoiler = (lot, draft) => {
  const gone = lot.one(Object.keys(draft.headers));
  return { ...draft, headers: Object.fromEntries(Object.entries(draft.headers).filter(([name]) => name !== gone)) };
};

const stranger: Spoiler = (lot, draft) => {
  const { authorization = 'Bearer none', ...others } = draft.headers;
  const broken = [
    `${authorization}x`,
    authorization.slice(0, -1),
    authorization.replace('.', '..'),
    `${authorization}, x`,
  ];
  return { ...draft, headers: lot.happens(40) ? others : { ...others, authorization: lot.one(broken) } };
};

const mediaType: Spoiler = (lot, draft) => ({
  ...draft,
  headers: { ...draft.headers, 'content-type': lot.one(STRANGE_TYPES) },
});

const method: Spoiler = (lot, draft) => ({
  ...draft,
  method: lot.one(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']),
});

const bodyText: Spoiler = (lot, draft) => ({
  ...draft,
  headers: { ...draft.headers, 'content-type': 'application/json' },
  payload: lot.one(STRANGE_BODIES),
});

const bodyValue: Spoiler = (lot, draft) => {
  // A strange body is spoiled enough, and may be nested deeper than this program's own stack.
  if (draft.payload === null || STRANGE_BODIES.includes(draft.payload)) return draft;
  return { ...draft, payload: JSON.stringify(spoil(lot, readAgain(draft.payload))) ?? 'null' };
};

/** Another spoiler may have left something that is no JSON. */
function readAgain(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return payload;
  }
}

function encodedText(lot: Lot): string {
  const text = lot.one(STRANGE_TEXTS);
  return lot.happens(10) ? '%E0%A4%A' : encodeURIComponent(Buffer.from(text).toString());
}
