/** Which requests may leave HTTP: WebSockets alone, since many clients offer HTTP/2 by `Upgrade: h2c` with all that they ask. */
import { IncomingMessage } from 'node:http';

/**
 * Node hands every request with `Upgrade` to who listens for upgrades, without its body. A server may ignore an offer
 * (RFC 9110, section 7.8), and Node does so for what does not say `upgrade` here.
 */
export class Incoming extends IncomingMessage {
  // Node's own constructor sets it, before a field of this class would be there.
  declare private offered: boolean | null;

  /** Set by Node when the head has been read; asked before it decides where the request goes. */
  get upgrade(): boolean | null {
    return this.offered && (this.method === 'CONNECT' || this.headers.upgrade?.toLowerCase() === 'websocket');
  }

  set upgrade(offered: boolean | null) {
    this.offered = offered;
  }
}
