/** Bytes on a socket, as they stand: what a client library would never let out. */
import { connect } from 'node:net';

export interface Wire {
  /** 0 when the service hung up without a word. */
  readonly status: number;
  readonly text: string;
}

/** No measure of speed: only how long a broken service is waited for. */
const PATIENCE_MS = 45_000;

/**
 * @param base as `http://127.0.0.1:1234`
 * @param bytes one or several requests; the last one must close the connection
 * @throws Error when the service neither answers nor hangs up
 */
export function sendRaw(base: string, bytes: string | Uint8Array): Promise<Wire> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('nobody answered')));
    socket.on('data', (data) => {
      text += data.toString('latin1');
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The service need not read all of what it refuses.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('close', () => resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text }));
  });
}
