/** Every answer that is not a success: one registry of stable codes, one error that carries them (RFC 9457). */

/** The service's own codes; refusals by the rules are `rule_…` and always 422. */
export const PROBLEMS = {
  invalid_request: { status: 400, title: 'The request is not valid' },
  token_missing: { status: 401, title: 'A token is needed' },
  token_invalid: { status: 401, title: 'The token is not valid' },
  token_unsigned: { status: 401, title: 'The token is not signed as ours are' },
  token_signature_invalid: { status: 401, title: 'This service has not signed the token' },
  token_audience_wrong: { status: 401, title: 'The token was made for something else' },
  token_expired: { status: 401, title: 'The access token has expired' },
  token_revoked: { status: 401, title: 'The token has been revoked' },
  token_reused: { status: 401, title: 'The refresh token was used before' },
  oidc_malformed: { status: 401, title: 'This is not a signed token of an issuer' },
  oidc_issuer_unknown: { status: 401, title: 'Tokens of this issuer are not taken here' },
  oidc_signature_invalid: { status: 401, title: 'The issuer has not signed this token' },
  oidc_audience_wrong: { status: 401, title: 'The token has another audience' },
  oidc_claims_unusable: { status: 401, title: 'The token does not say what is needed' },
  oidc_expired: { status: 401, title: "The issuer's token is too old" },
  oidc_not_yet_valid: { status: 401, title: "The issuer's token is not valid yet" },
  player_banned: { status: 403, title: 'The player is banned' },
  scope_missing: { status: 403, title: 'The token does not allow this' },
  forbidden: { status: 403, title: 'You may see this but not do it' },
  guests_refused: { status: 403, title: 'The guest is not admitted' },
  not_found: { status: 404, title: 'There is nothing here' },
  method_not_allowed: { status: 405, title: 'The address does not take this method' },
  identity_conflict: { status: 409, title: 'This log-in is not one of the player sent along' },
  version_conflict: { status: 409, title: 'The game has moved on' },
  game_not_over: { status: 409, title: 'The game is not over' },
  table_playing: { status: 409, title: 'The table is playing' },
  table_closed: { status: 409, title: 'The table is closed' },
  table_full: { status: 409, title: 'The table is full' },
  not_seated: { status: 409, title: 'You do not sit at this table' },
  not_ready: { status: 409, title: 'A player is not ready' },
  too_few_players: { status: 409, title: 'There are too few players' },
  invitation_lapsed: { status: 409, title: 'The invitation is over' },
  already_matched: { status: 409, title: 'The match has been made' },
  too_many_topics: { status: 409, title: 'The socket follows too many topics' },
  too_many_games: { status: 409, title: 'Too many games are running' },
  too_many_tables: { status: 409, title: 'Too many tables are open' },
  payload_too_large: { status: 413, title: 'The request is too large' },
  unsupported_media_type: { status: 415, title: 'The body must be JSON' },
  idempotency_key_reused: { status: 422, title: 'The key belongs to another request' },
  device_code_refused: { status: 422, title: 'The code is good no longer, or never was' },
  ruleset_refused: { status: 422, title: 'The ruleset cannot be played' },
  upgrade_required: { status: 426, title: 'This address speaks WebSocket' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something went wrong here' },
  unavailable: { status: 503, title: 'The game cannot be reached just now' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ServiceCode = keyof typeof PROBLEMS;
export type RuleCode = `rule_${string}`;
export type ProblemCode = ServiceCode | RuleCode;

export interface Limit {
  readonly name: string;
  readonly quota: number;
  readonly windowSeconds: number;
}

/** Members beyond those of the RFC; none of them may hold anything secret. */
export interface ProblemDetails {
  readonly version?: number;
  readonly errors?: readonly { readonly pointer: string; readonly code: string; readonly detail: string }[];
  readonly limit?: Limit;
  readonly retryAfterSeconds?: number;
  readonly requiredScope?: string;
  readonly by?: readonly string[];
  readonly gameId?: string;
}

/** The body as it is sent; `requestId` is added where the request is known. */
export interface ProblemBody extends ProblemDetails {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly requestId: string;
}

/** Thrown by features, answered by the problem plugin, sent as `rejected` by sockets. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly details: ProblemDetails;

  constructor(
    code: ProblemCode,
    about: { status: number; title: string },
    detail: string,
    details: ProblemDetails,
    cause?: unknown,
  ) {
    super(`${code}: ${detail}`, { cause });
    this.name = 'Problem';
    this.code = code;
    this.status = about.status;
    this.title = about.title;
    this.detail = detail;
    this.details = details;
  }

  /** @param requestId the id by which the operator finds the request in the log */
  body(requestId: string): ProblemBody {
    return {
      type: `urn:dalmuti:problem:${this.code}`,
      title: this.title,
      status: this.status,
      detail: this.detail,
      code: this.code,
      requestId,
      ...this.details,
    };
  }
}

/** @param detail one sentence for people; never anything that the receiver may not know */
export function problem(code: ServiceCode, detail: string, details: ProblemDetails = {}, cause?: unknown): Problem {
  return new Problem(code, PROBLEMS[code], detail, details, cause);
}

export function isServiceCode(code: string): code is ServiceCode {
  return Object.hasOwn(PROBLEMS, code);
}

/** Refusals by the rules are always 422. */
export function statusOf(code: ProblemCode): number {
  return isServiceCode(code) ? PROBLEMS[code].status : 422;
}

/** `E_NOT_OWNED` becomes `rule_not_owned`. */
export function ruleCode(code: string): RuleCode {
  return `rule_${code.replace(/^E_/, '').toLowerCase()}`;
}

/** A refusal by the rules, 422. */
export function ruleProblem(code: string, title: string, detail: string, details: ProblemDetails = {}): Problem {
  return new Problem(ruleCode(code), { status: 422, title }, detail, details);
}
