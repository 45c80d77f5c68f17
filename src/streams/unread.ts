/**
 * Counts what a WebSocket client was sent and has not acknowledged. What the kernel has taken is still unread, up to
 * megabytes for each socket; a pong proves that the client has read everything before its ping.
 */
import { randomBytes } from 'node:crypto';

/** A ping follows after this many bytes. */
const PING_AFTER_BYTES = 65_536;

export interface Unread {
  /** Bytes sent that no pong has acknowledged. */
  bytes(): number;
  sent(bytes: number): void;
  /** @param payload of a pong; one that answers no open ping acknowledges nothing */
  pong(payload: Uint8Array): void;
  /**
   * Pings; called at each heartbeat.
   * @returns whether the client has acknowledged something since the last call
   */
  beat(): boolean;
}

/** @param ping sends a ping with this payload */
export function createUnread(ping: (payload: Uint8Array) => void): Unread {
  /** Pings without an answer, oldest first: what had been sent before each of them. */
  const open: { readonly payload: string; readonly upTo: number }[] = [];
  let sent = 0;
  let read = 0;
  let pinged = 0;
  let heard = true;

  function ask(): void {
    // Random, so that a client cannot acknowledge what it has not read.
    const payload = randomBytes(8);
    open.push({ payload: payload.toString('hex'), upTo: sent });
    pinged = sent;
    ping(payload);
  }

  return {
    bytes: () => sent - read,
    sent(bytes) {
      sent += bytes;
      if (sent - pinged >= PING_AFTER_BYTES) ask();
    },
    pong(payload) {
      const answer = Buffer.from(payload).toString('hex');
      const index = open.findIndex((one) => one.payload === answer);
      // A client may answer the newest ping alone (RFC 6455, section 5.5.3).
      const answered = open.splice(0, index + 1).at(-1);
      if (answered === undefined) return;
      heard = true;
      read = answered.upTo;
    },
    beat() {
      const alive = heard;
      heard = false;
      ask();
      return alive;
    },
  };
}
