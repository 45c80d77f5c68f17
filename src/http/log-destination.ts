/** Writes lines to standard output or error without ever stopping the process: what cannot be written is dropped and counted. */
import { fstatSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';

export interface LogDestination {
  /** Never blocks on a pipe, never throws. */
  write(line: string): void;
  /** Resolves when everything is written or lost, or after a second when the reader does not read. */
  flush(): Promise<void>;
}

/** Bytes that wait for a slow reader; lines beyond them are dropped. */
const MAX_WAITING_BYTES = 1_048_576;
const MAX_FLUSH_MS = 1_000;

/** What one kind of file descriptor can do. */
interface Sink {
  /** @returns whether the text is written, or will be while the reader reads */
  send(text: string): boolean;
  flush(): Promise<void>;
}

/** @param fd 1 or 2; a pipe or a socket behind it becomes non-blocking */
export function createLogDestination(fd: number): LogDestination {
  const stat = fstatSync(fd);
  const sink = stat.isFIFO() || stat.isSocket() ? pipeSink(fd) : fileSink(fd);
  let dropped = 0;
  return {
    write: (line) => {
      if (dropped > 0) {
        if (sink.send(droppedLine(dropped))) dropped = 0;
      }
      if (dropped > 0 || !sink.send(line)) dropped += 1;
    },
    flush: () => sink.flush(),
  };
}

function droppedLine(dropped: number): string {
  return `${JSON.stringify({ level: 40, time: Date.now(), dropped, msg: 'log lines were dropped because the log could not be written' })}\n`;
}

/** `process.stdout` would block on a full pipe, and pino's own destination retries for ever. */
function pipeSink(fd: number): Sink {
  const socket = new Socket({ fd, readable: false, writable: true });
  socket.on('error', () => undefined);
  return {
    send: (text) => {
      if (socket.destroyed || socket.writableLength > MAX_WAITING_BYTES) return false;
      socket.write(text);
      return true;
    },
    flush: () =>
      new Promise((resolve) => {
        if (socket.destroyed || socket.writableLength === 0) return resolve();
        const timer = setTimeout(resolve, MAX_FLUSH_MS);
        socket.write('', () => {
          clearTimeout(timer);
          resolve();
        });
      }),
  };
}

/** A full disk fails at once, so a synchronous write is enough and nothing is left to flush. */
function fileSink(fd: number): Sink {
  let torn = false;
  return {
    send: (text) => {
      const bytes = Buffer.from(torn ? `\n${text}` : text);
      try {
        const written = writeSync(fd, bytes);
        torn = written < bytes.length;
      } catch {
        return false;
      }
      return !torn;
    },
    flush: async () => undefined,
  };
}
