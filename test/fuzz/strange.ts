/** What nobody sends who means well: values that have broken services before. */
import type { Lot } from './lot.ts';

/** Nested so deep that a careless reader overflows its stack, and still small enough to be read. */
const DEPTH = 5_000;
const nested = (open: string, close: string) => `${open.repeat(DEPTH)}${close.repeat(DEPTH)}`;

export const STRANGE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00x',
  '\u202egnp.exe',
  '\ufeff',
  'Ж'.repeat(200),
  'e\u0301'.repeat(60),
  '👩‍👩‍👧‍👦'.repeat(30),
  'a'.repeat(10_000),
  '../../etc/passwd',
  "'; DROP TABLE player; --",
  '%s%n%x',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'null',
  '-1',
  '1e400',
];

/** Of an address, encoded. None is among the texts: the log, which has addresses, is searched for tokens that were sent. */
export const STRANGE_SEGMENTS: readonly string[] = [
  '',
  '%20',
  '%00',
  '%ED%A0%80',
  '%E0%A4%A',
  '%2e%2e%2f%2e%2e',
  'me',
  '-1',
  '12',
  '1e9',
  'toString',
  'x'.repeat(90),
  'x'.repeat(3_000),
  '%F0%9F%91%A9',
  "'%20or%20''='",
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
];

export const STRANGE_VALUES: readonly unknown[] = [
  ...STRANGE_TEXTS,
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  -1e308,
  2 ** 31,
  2 ** 53,
  [],
  {},
  [[]],
  [null],
  { $ref: '#' },
  { toString: null, valueOf: null, length: -1 },
];

/** Bodies that are no JSON, or hardly: as they stand on the wire. */
export const STRANGE_BODIES: readonly string[] = [
  '',
  ' ',
  '{',
  '}',
  'null',
  'true',
  '0',
  '"text"',
  '[]',
  '[{}]',
  '{}{}',
  '{"a":1,}',
  "{'a':1}",
  '{"name":"a","name":"b"}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"a":NaN}',
  '{"a":1e999}',
  '{"a":"\u0001"}',
  '{"a":"\\ud800"}',
  '\ufeff{}',
  nested('[', ']'),
  nested('{"a":', '}').replace('}', '1}'),
  `{"name":"${'a'.repeat(70_000)}"}`,
];

export const STRANGE_TYPES: readonly string[] = [
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/json; charset=utf-16',
  'application/json; charset=latin1',
  'application/json;',
  'application/jsonx',
  'application/problem+json',
  'APPLICATION/JSON',
  'application/json, application/json',
  ';;;',
  '*/*',
  'constructor',
];

export const STRANGE_QUERIES: readonly string[] = [
  '?',
  '&&&&',
  '=',
  'limit',
  'limit=',
  'limit=1&limit=2',
  'limit[]=1',
  'limit[a]=1',
  'limit=0x10',
  'limit=1e2',
  'limit=99999999999999999999',
  'cursor=%00',
  'cursor=%ED%A0%80',
  'cursor=%',
  'after=-1',
  'wait=1.5',
  '__proto__[a]=1',
  '__proto__=1',
  'constructor=1',
  'a=1'.concat('&a=1'.repeat(1_500)),
  `x=${'y'.repeat(8_000)}`,
  'ticket=none',
];

/** Changes one thing somewhere in a value. */
export function spoil(lot: Lot, value: unknown): unknown {
  if (Array.isArray(value) && value.length > 0 && lot.happens(70)) {
    if (lot.happens(20)) return Array.from({ length: 500 }, () => value[0]);
    const at = lot.one([...value.keys()]);
    return value.map((item, index) => (index === at ? spoil(lot, item) : item));
  }
  if (typeof value !== 'object' || value === null || lot.happens(10)) return spoilScalar(lot, value);
  const entries = Object.entries(value);
  if (entries.length === 0 || lot.happens(25)) {
    return { ...value, [lot.one(['extra', 'Name', '', 'x'.repeat(3_000), 'id', 'scopes'])]: lot.one(STRANGE_VALUES) };
  }
  const [name] = lot.one(entries);
  if (lot.happens(20)) return Object.fromEntries(entries.filter(([other]) => other !== name));
  return Object.fromEntries(entries.map(([key, part]) => [key, key === name ? spoil(lot, part) : part]));
}

function spoilScalar(lot: Lot, value: unknown): unknown {
  if (typeof value === 'number' && lot.happens(60))
    return lot.one([value + 1, -value, value + 0.5, value * 1e6, `${value}`]);
  if (typeof value === 'string' && lot.happens(50)) {
    return lot.one([`${value}\u0000`, `${value} `, value.toUpperCase(), value.slice(1), value.repeat(50), [value]]);
  }
  return lot.one(STRANGE_VALUES);
}
