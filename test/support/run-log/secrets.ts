/** Which words of a request or an answer are secret, and what such words look like in a text. */

const SECRET_FIELDS: ReadonlySet<string> = new Set([
  'accessToken',
  'refreshToken',
  'token',
  'ticket',
  'invite',
  'inviteCode',
]);
/** Here `code` is one that lets somebody in, elsewhere it is the code of a problem. */
const CODES_AT: ReadonlySet<string> = new Set(['/v1/me/device-codes', '/v1/tokens/device', '/v1/invites/:code']);
/** Shorter ones are a test's nonsense, and words of other things. */
const LEAST = 8;

/** What a token, a ticket or a code looks like, whoever made it. */
const SHAPES: readonly (readonly [string, RegExp])[] = [
  ['a signed token', /eyJ[\w-]{8,}\.[\w-]{8,}/g],
  ['a bot or refresh token', /\bd[br]t_[\w-]{20,}/g],
  ['a token of the service', /\bdalmuti_[a-z]+_\w{20,}/g],
  ['an invite code', /(?<![\w-])[A-HJ-NP-TV-Z2-9]{4}-[A-HJ-NP-TV-Z2-9]{4}(?![\w-])/g],
];
/** A JSON text has its words between quotes, spaces and the like. */
const WORD = /[\w.~-]{8,}/g;

/**
 * @param route its pattern, `/v1/tables/:tableId`
 * @param parts headers, query and body, or whatever there is of them
 */
export function secretsIn(route: string, parts: readonly unknown[]): readonly string[] {
  return parts.flatMap((part) => [...walk(route, part)]).filter((secret) => secret.length >= LEAST);
}

/** Without recursion: what somebody sends may be nested deeper than a stack is high. */
function* walk(route: string, part: unknown): Generator<string> {
  const left = [part];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner !== 'string') left.push(inner ?? null);
      else if (key === 'authorization') yield inner.replace(/^Bearer +/i, '');
      else if (SECRET_FIELDS.has(key) || (key === 'code' && CODES_AT.has(route) && !isProblem(value))) yield inner;
    }
  }
}

const isProblem = (value: object): boolean => 'requestId' in value;

/**
 * @param known in whatever case: codes are good in any
 * @returns each secret that the text has, with what it is
 */
export function findSecrets(text: string, known: Iterable<string>): readonly string[] {
  const given = new Set([...known].map((secret) => secret.toUpperCase()));
  const shaped = SHAPES.flatMap(([what, shape]) => (text.match(shape) ?? []).map((found) => `${what}: ${found}`));
  const words = (text.match(WORD) ?? [])
    .filter((word) => given.has(word.toUpperCase()))
    .map((word) => `it was given out: ${word}`);
  return [...new Set([...shaped, ...words])];
}
