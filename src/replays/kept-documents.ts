/** Long documents made once: compressed while the log is read, shared by all their readers, and kept within a bound. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { problem } from '../http/problem.ts';
import type { SystemClock } from '../ports/system.ts';

export interface KeptDocuments {
  /**
   * The document of a key, made now if it is not kept. Resolves when its first bytes are there, so that what fails before
   * is still an error of the request.
   * @param key the same key stands for the same bytes: it contains everything the document depends on
   * @param make reads the next part when the one before has been compressed; runs to its end without its readers
   * @returns opens one reader: the whole document from its beginning, as gzip (RFC 1952)
   * @throws Problem `unavailable` when too many documents are in use or being made
   */
  open(key: string, make: () => AsyncIterable<string>): Promise<() => AsyncGenerator<Buffer, void, undefined>>;
  /** Compressed bytes in memory. */
  bytes(): number;
}

export interface KeptDocumentsOptions {
  /** Compressed bytes of all documents; one that is being made when they are reached is still finished. */
  readonly maxBytes: number;
  /** Documents that are made at once. */
  readonly maxMaking: number;
  /** How long a document without readers is kept. */
  readonly idleMs: number;
}

/** Of zlib: twice as fast as the default, for documents that are a quarter longer. */
const LEVEL = 2;

interface Document {
  readonly chunks: Buffer[];
  bytes: number;
  readers: number;
  state: 'making' | 'whole' | 'failed';
  /** Called at the next change: one more chunk, or the end. */
  waiting: (() => void)[];
  /** Why it was not made. */
  error: unknown;
  cancelExpiry: () => void;
}

export function createKeptDocuments(clock: SystemClock, options: KeptDocumentsOptions): KeptDocuments {
  const { maxBytes, maxMaking, idleMs } = options;
  /** The least recently opened first. */
  const documents = new Map<string, Document>();
  let making = 0;
  /** Of all documents that are kept or read. */
  let bytes = 0;

  function discard(key: string, document: Document): void {
    document.cancelExpiry();
    if (documents.get(key) === document) documents.delete(key);
    bytes -= document.bytes;
    document.bytes = 0;
  }

  function makeRoom(): void {
    for (const [key, document] of documents) {
      if (bytes < maxBytes) return;
      if (document.state === 'whole' && document.readers === 0) discard(key, document);
    }
    if (bytes >= maxBytes || making >= maxMaking) throw full();
  }

  /** Without readers a whole document is kept for a while. */
  function expireLater(key: string, document: Document): void {
    document.cancelExpiry();
    if (document.state === 'whole' && document.readers === 0) {
      document.cancelExpiry = clock.after(idleMs, () => discard(key, document));
    }
  }

  function announce(document: Document): void {
    const waiting = document.waiting;
    document.waiting = [];
    for (const wake of waiting) wake();
  }

  async function compress(key: string, document: Document, parts: AsyncIterable<string>): Promise<void> {
    making += 1;
    try {
      await pipeline(Readable.from(parts, { highWaterMark: 1 }), createGzip({ level: LEVEL }), async (compressed) => {
        for await (const chunk of compressed as AsyncIterable<Buffer>) {
          document.chunks.push(chunk);
          document.bytes += chunk.length;
          bytes += chunk.length;
          announce(document);
        }
      });
      document.state = 'whole';
      expireLater(key, document);
    } catch (error) {
      document.state = 'failed';
      document.error = error;
      discard(key, document);
    } finally {
      making -= 1;
      announce(document);
    }
  }

  return {
    bytes: () => bytes,

    async open(key, make) {
      let document = documents.get(key);
      if (document === undefined) {
        makeRoom();
        document = emptyDocument();
        documents.set(key, document);
        void compress(key, document, make());
      } else {
        documents.delete(key);
        documents.set(key, document);
      }
      const opened = document;
      if (opened.chunks.length === 0 && opened.state === 'making') await change(opened);
      if (opened.state === 'failed') throw opened.error;
      return async function* read() {
        opened.cancelExpiry();
        opened.readers += 1;
        try {
          for (let next = 0; ; next += 1) {
            while (next === opened.chunks.length && opened.state === 'making') await change(opened);
            const chunk = opened.chunks[next];
            if (opened.state === 'failed') throw opened.error;
            if (chunk === undefined) return;
            yield chunk;
          }
        } finally {
          opened.readers -= 1;
          expireLater(key, opened);
        }
      };
    },
  };
}

function emptyDocument(): Document {
  const cancelExpiry = () => undefined;
  return { chunks: [], bytes: 0, readers: 0, state: 'making', waiting: [], error: undefined, cancelExpiry };
}

function change(document: Document): Promise<void> {
  return new Promise((resolve) => document.waiting.push(resolve));
}

function full() {
  const detail = 'Too many long documents are being made or read on this server. Repeat the request later.';
  return problem('unavailable', detail, { retryAfterSeconds: 5 });
}
