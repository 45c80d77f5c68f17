/** Long documents on their way to clients: few for each player, each at the pace of its reader. */
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { createQueue } from '../games/queue.ts';
import { problem } from '../http/problem.ts';
import type { SystemClock } from '../ports/system.ts';
import { createKeptDocuments } from './kept-documents.ts';
import { createSharedRate } from './shared-rate.ts';

/** A long document as text, in parts of bounded size. */
export interface LongDocument {
  /** Stands for its bytes: two documents with the same key are equal. */
  readonly key: string;
  /** Each part is read from the log when it is asked for. */
  parts(): AsyncGenerator<string, void, undefined>;
}

export interface Sending {
  /** Does one piece of reading in a queue that all share. @throws Problem `unavailable` when too many wait */
  read<T>(playerId: string, work: () => Promise<T>): Promise<T>;
  /**
   * A stream of a document. Its first bytes are made before this resolves, so that what fails then is still an answer.
   * A client that reads too slowly is disconnected.
   * @param encoding of the stream's bytes; `gzip` as they are kept
   * @throws Problem `rate_limited` when the player receives too many already; `unavailable` when all players together do
   */
  stream(playerId: string, document: LongDocument, encoding: 'gzip' | 'identity'): Promise<Readable>;
  /** Documents that are being sent. */
  count(): number;
}

/** Pages that are read at once, so that other requests find connections and time between them. */
const AT_ONCE = 2;
export const MAX_STREAMS_PER_PLAYER = 4;
export const MAX_STREAMS = 200;
/** For the next bytes, and for the whole document. */
const STALLED_MS = 20_000;
const WHOLE_MS = 600_000;
/** A document of 300,000 events takes 5 to 10 MB compressed. */
const KEPT = { maxBytes: 64 * 2 ** 20, maxMaking: 8, idleMs: 600_000 };
/** Of all streams of a node together; the burst is more than the document of a usual game. */
const RATE = { bytesPerSecond: 16 * 2 ** 20, burstBytes: 2 * 2 ** 20 };
/** Events are about eight times as long as their compressed text. */
const EXPANSION = 8;

export function createSending(clock: SystemClock): Sending {
  const queue = createQueue({ atOnce: AT_ONCE, maxPerSender: 8, maxWaiting: 200 });
  const kept = createKeptDocuments(clock, KEPT);
  const rate = createSharedRate(clock, RATE);
  const streams = new Map<string, number>();
  let all = 0;

  /** @returns gives the place back */
  function takePlace(playerId: string): () => void {
    const own = streams.get(playerId) ?? 0;
    if (own >= MAX_STREAMS_PER_PLAYER) {
      const detail = `You are receiving ${own} documents. Repeat the request when one of them has arrived.`;
      throw problem('rate_limited', detail, { retryAfterSeconds: 2 });
    }
    if (all >= MAX_STREAMS) {
      const detail = `This server is sending ${all} documents. Repeat the request later.`;
      throw problem('unavailable', detail, { retryAfterSeconds: 5 });
    }
    streams.set(playerId, own + 1);
    all += 1;
    return () => {
      const left = (streams.get(playerId) ?? 1) - 1;
      if (left > 0) streams.set(playerId, left);
      else streams.delete(playerId);
      all -= 1;
    };
  }

  const read: Sending['read'] = (playerId, work) => queue.run('', playerId, work);

  /** The parts of a document, each read in its turn of the queue. */
  async function* inTurn(playerId: string, document: LongDocument): AsyncGenerator<string, void, undefined> {
    const parts = document.parts();
    for (;;) {
      const part = await read(playerId, () => parts.next());
      if (part.done) return;
      yield part.value;
    }
  }

  /** The same chunks at the shared rate; calls `stalled` when one of them is not taken in time. */
  async function* paced(
    chunks: AsyncGenerator<Buffer, void, undefined>,
    expansion: number,
    stalled: () => void,
  ): AsyncGenerator<Buffer, void, undefined> {
    for await (const chunk of chunks) {
      await rate.take(chunk.length * expansion);
      const cancel = clock.after(STALLED_MS, stalled);
      try {
        yield chunk;
      } finally {
        cancel();
      }
    }
  }

  return {
    read,
    count: () => all,

    async stream(playerId, document, encoding) {
      const givePlaceBack = takePlace(playerId);
      try {
        const open = await kept.open(document.key, () => inTurn(playerId, document));
        const disconnect = (): unknown => body.destroy(new Error('The client reads the document too slowly.'));
        const expansion = encoding === 'gzip' ? 1 : EXPANSION;
        const chunks = Readable.from(paced(open(), expansion, disconnect), { objectMode: false, highWaterMark: 1 });
        const body =
          encoding === 'gzip' ? chunks : pipeline(chunks, createGunzip({ chunkSize: 2 ** 16 }), () => undefined);
        const cancelWhole = clock.after(WHOLE_MS, disconnect);
        // Without a listener the error of a stream that has no reader would end the process.
        body.on('error', () => undefined);
        body.once('close', () => {
          cancelWhole();
          givePlaceBack();
        });
        return body;
      } catch (error) {
        givePlaceBack();
        throw error;
      }
    },
  };
}
