/** What the WebSocket library is told, and the one thing it does by itself that a client must hear of first. */
import type { WebsocketPluginOptions } from '@fastify/websocket';
import WebSocket from 'ws';
import { BOUNDS } from '../http/bounds.ts';
import { CLOSE_CODES, type CloseCause, closingFrame } from './close-codes.ts';
import { SUBPROTOCOL } from './frames.ts';

/** Faults that the library finds while it reads, by the code with which it would close. */
const READING_FAULTS: Readonly<Record<number, CloseCause>> = {
  1002: 'protocolError',
  1007: 'protocolError',
  1008: 'protocolError',
  1009: 'frameTooBig',
};

/** The library closes for a fault of reading without a reason, and everybody else gives one: so they are told apart. */
class StreamSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    const cause = code === undefined || reason !== undefined ? undefined : READING_FAULTS[code];
    if (cause === undefined) super.close(code, reason);
    else {
      if (this.readyState === WebSocket.OPEN) this.send(closingFrame(cause));
      super.close(CLOSE_CODES[cause].code, CLOSE_CODES[cause].reason);
    }
  }
}

type LibraryClass = NonNullable<NonNullable<WebsocketPluginOptions['options']>['WebSocket']>;

export const socketOptions: WebsocketPluginOptions = {
  options: {
    // One class, but the library's types for `import` and for `require` do not know each other.
    WebSocket: StreamSocket as unknown as LibraryClass,
    // Found in the head of a frame: what is too big is never held in memory.
    maxPayload: BOUNDS.frameBytes.most,
    // Compressing costs five times as much as sending.
    perMessageDeflate: false,
    // Browsers open no socket whose subprotocol was not taken up, and could not be told what they did wrong.
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : ([...offered][0] ?? false)),
  },
  errorHandler(error, socket, request) {
    request.log.debug({ err: error }, 'a socket broke');
    // After a fault of reading the library closes by itself; cutting the line now would swallow the reason.
    if (socket.readyState === WebSocket.OPEN) socket.terminate();
  },
};
