/** Every way of losing a stream: a code, a reason, and whether to come back (docs/PROTOCOL.md). */

export const CLOSE_CODES = {
  done: { code: 1000, reason: 'done', reconnect: false, retryAfterSeconds: 0 },
  frameTooBig: { code: 1009, reason: 'frame too big', reconnect: false, retryAfterSeconds: 0 },
  serverError: { code: 1011, reason: 'server error', reconnect: true, retryAfterSeconds: 1 },
  restarting: { code: 1012, reason: 'restarting', reconnect: true, retryAfterSeconds: 1 },
  protocolError: { code: 4000, reason: 'protocol error', reconnect: false, retryAfterSeconds: 0 },
  notAuthenticated: { code: 4001, reason: 'not authenticated', reconnect: false, retryAfterSeconds: 0 },
  revoked: { code: 4003, reason: 'revoked', reconnect: false, retryAfterSeconds: 0 },
  tooSlow: { code: 4008, reason: 'too slow', reconnect: true, retryAfterSeconds: 0 },
  replaced: { code: 4009, reason: 'replaced', reconnect: false, retryAfterSeconds: 0 },
  rateLimited: { code: 4029, reason: 'rate limited', reconnect: true, retryAfterSeconds: 10 },
} as const satisfies Record<string, Closing>;

export interface Closing {
  readonly code: number;
  readonly reason: string;
  readonly reconnect: boolean;
  readonly retryAfterSeconds: number;
}

export type CloseCause = keyof typeof CLOSE_CODES;

/** What is known of one case beyond its code. */
export interface ClosingDetails {
  /** Says more than the reason. */
  readonly reason?: string;
  readonly retryAfterSeconds?: number;
}

/** RFC 6455, section 5.5: a control frame has 125 bytes, of which the code takes two. */
const MAX_REASON_BYTES = 123;

/** The text of the `closing` frame for the WebSocket's own close frame, for clients that show nothing else. */
export function closeReason(cause: CloseCause, details: ClosingDetails = {}): string {
  const reason = details.reason ?? CLOSE_CODES[cause].reason;
  if (Buffer.byteLength(reason) <= MAX_REASON_BYTES) return reason;
  const short = new TextDecoder().decode(Buffer.from(reason).subarray(0, MAX_REASON_BYTES - 3));
  return `${short.replace(/\uFFFD+$/, '')}…`;
}

export function closingFrame(cause: CloseCause, details: ClosingDetails = {}): string {
  return JSON.stringify({ type: 'closing', ...CLOSE_CODES[cause], ...details });
}
