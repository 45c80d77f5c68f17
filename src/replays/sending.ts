/** Long documents on their way to clients: few at once, a page in memory for each, at the pace of who reads. */
import { Readable } from 'node:stream';
import { createQueue } from '../games/queue.ts';
import { problem } from '../http/problem.ts';
import type { SystemClock } from '../ports/system.ts';

export interface Sending {
  /** Does one piece of reading in a line that all share. @throws Problem `unavailable` when too many wait */
  read<T>(playerId: string, work: () => Promise<T>): Promise<T>;
  /**
   * A stream of the parts. The first one is read at once, so that what fails then is still an answer. Each other one is
   * read when the client has taken the one before; a client that is too slow for it is cut off.
   * @throws Problem `unavailable` when the player, or all players together, have too many under way
   */
  stream(playerId: string, parts: AsyncGenerator<string, void, undefined>): Promise<Readable>;
  /** Documents under way. */
  count(): number;
}

/** Pages that are read at once, so that other requests find connections and time between them. */
const AT_ONCE = 2;
const MAX_PER_PLAYER = 4;
const MAX_STREAMS = 24;
/** For taking one part, and for the whole document. */
const PART_MS = 20_000;
const WHOLE_MS = 600_000;

export function createSending(clock: SystemClock): Sending {
  const queue = createQueue({ atOnce: AT_ONCE, maxPerSender: 8, maxWaiting: 200 });
  const streams = new Map<string, number>();
  let all = 0;

  /** @returns gives the place back */
  function takePlace(playerId: string): () => void {
    const own = streams.get(playerId) ?? 0;
    if (own >= MAX_PER_PLAYER || all >= MAX_STREAMS) {
      const detail = `${own} documents are being sent to you, and ${all} to all players. Repeat the request when one has arrived.`;
      throw problem('unavailable', detail, { retryAfterSeconds: 2 });
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

  return {
    read,
    count: () => all,

    async stream(playerId, parts) {
      const givePlaceBack = takePlace(playerId);
      try {
        const first = await read(playerId, () => parts.next());
        const rest = async function* (): AsyncGenerator<string, void, undefined> {
          for (let part = first; !part.done; part = await read(playerId, () => parts.next())) yield* inTime(part.value);
        };
        const cutOff = () => body.destroy(new Error('The client takes the document too slowly.'));
        const inTime = function* (part: string): Generator<string, void, undefined> {
          const cancel = clock.after(PART_MS, cutOff);
          try {
            yield part;
          } finally {
            cancel();
          }
        };
        // One part in the stream, and one on the socket.
        const body = Readable.from(rest(), { highWaterMark: 1 });
        const cancelWhole = clock.after(WHOLE_MS, cutOff);
        // Without a listener the error of a stream that has no reader would end the process.
        body.on('error', () => undefined);
        body.once('close', () => {
          cancelWhole();
          givePlaceBack();
          parts.return().catch(() => undefined);
        });
        return body;
      } catch (error) {
        givePlaceBack();
        throw error;
      }
    },
  };
}
