/** Topics `table` and `me`: the present whole on subscribe and whenever it changes; there is nothing to resume. */
import type { Follow } from '../games/follow.ts';
import type { Identity } from '../http/identity.ts';
import { Problem, problem } from '../http/problem.ts';
import type { Bus } from '../ports/bus.ts';
import type { SystemClock } from '../ports/system.ts';
import type { Follower, Following, TopicKind } from '../streams/topics.ts';
import { inboxChannel, tableChannel } from './announce.ts';
import type { GapRefresh } from './gap-refresh.ts';
import type { ReadInbox } from './inbox.ts';
import type { Followers } from './matchmaking/followers.ts';
import type { WireTable } from './schemas.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface LobbyTopicsNeeds {
  readonly bus: Bus;
  readonly gapRefresh: GapRefresh;
  readonly games: Follow;
  readonly clock: SystemClock;
  /** Told of whoever follows `me`. */
  readonly followers: Pick<Followers, 'join'>;
  readonly readInbox: ReadInbox;
  /** @throws Problem `not_found` */
  readonly readTable: (who: Identity, tableId: string) => Promise<WireTable>;
  readonly failed: (error: unknown) => void;
}

export function createTableTopic({ bus, gapRefresh, readTable, failed }: LobbyTopicsNeeds): TopicKind {
  return {
    async open(id, _after, follower) {
      if (id === null || !UUID.test(id)) throw problem('not_found', 'No such table.');
      const read = async () => {
        const table = await readTable(follower.identity, id);
        return {
          version: table.version,
          frame: { type: 'table', topic: follower.topic, version: table.version, table },
        };
      };
      return followWhole({ bus, gapRefresh, failed }, [tableChannel(id)], follower, read);
    },
  };
}

const NONE = (): void => undefined;
const DAY_MS = 86_400_000;

export function createInboxTopic({
  bus,
  gapRefresh,
  games,
  clock,
  followers,
  readInbox,
  failed,
}: LobbyTopicsNeeds): TopicKind {
  return {
    async open(id, _after, follower) {
      if (id !== null) throw problem('not_found', 'The topic is just `me`.');
      const watched = new Map<string, Promise<() => void>>();
      let version = 0;
      let last = '';
      let again: () => void = NONE;
      let cancelReminder: () => void = NONE;
      const read = async () => {
        let next = Number.POSITIVE_INFINITY;
        const inbox = await readInbox(follower.identity.id, (at) => {
          next = Math.min(next, at);
        });
        cancelReminder();
        // Beyond that a timer would overflow; it is looked at again anyway.
        cancelReminder =
          next < Number.POSITIVE_INFINITY ? clock.after(Math.min(DAY_MS, next - clock.now()), () => again()) : NONE;
        const present = new Set(inbox.games.map(({ gameId }) => gameId));
        for (const gameId of present) {
          if (!watched.has(gameId))
            watched.set(
              gameId,
              games.watch(gameId, () => again()),
            );
        }
        for (const [gameId, stop] of watched) {
          if (present.has(gameId)) continue;
          watched.delete(gameId);
          (await stop)();
        }
        const text = JSON.stringify(inbox);
        if (text !== last) version += 1;
        last = text;
        return { version, frame: { type: 'inbox', topic: follower.topic, version, inbox } };
      };
      const following = await followWhole(
        { bus, gapRefresh, failed },
        [inboxChannel(follower.identity.id)],
        follower,
        read,
        (refresh) => {
          again = refresh;
        },
      );
      const leave = followers.join(follower.identity.id);
      return {
        ...following,
        close() {
          following.close();
          leave();
          cancelReminder();
          Promise.all([...watched.values()].map(async (stop) => (await stop)())).catch(failed);
        },
      };
    },
  };
}

interface Whole {
  readonly version: number;
  readonly frame: object;
}

/** Reads the whole at each hint, one reading at a time, and sends it when its version has grown. */
async function followWhole(
  { bus, gapRefresh, failed }: Pick<LobbyTopicsNeeds, 'bus' | 'gapRefresh' | 'failed'>,
  channels: readonly string[],
  follower: Follower,
  read: () => Promise<Whole>,
  refreshes: (refresh: () => void) => void = () => undefined,
): Promise<Following> {
  let closed = false;
  let begun = false;
  let reading: Promise<void> | null = null;
  let stale = false;
  const refresh = async (): Promise<void> => {
    stale = true;
    if (closed || !begun) return;
    reading ??= readAll()
      .catch(failed)
      .finally(() => {
        reading = null;
      });
    await reading;
  };
  const readAll = async () => {
    while (stale && !closed) {
      stale = false;
      try {
        const next = await read();
        if (next.version <= sent.version || closed) continue;
        sent = next;
        follower.send(JSON.stringify(next.frame));
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
        closed = true;
        follower.end('forbidden');
      }
    }
  };
  refreshes(refresh);
  const unsubscribe = await Promise.all(channels.map((channel) => bus.subscribe(channel, refresh)));
  const stopGaps = gapRefresh.add(refresh);
  const close = () => {
    closed = true;
    stopGaps();
    Promise.all(unsubscribe.map((stop) => stop())).catch(failed);
  };
  let sent: Whole;
  try {
    sent = await read();
  } catch (error) {
    close();
    throw error;
  }
  return {
    mode: 'snapshot',
    version: sent.version,
    over: false,
    head: () => sent.version,
    close,
    begin() {
      begun = true;
      follower.send(JSON.stringify(sent.frame));
      if (stale) refresh();
    },
  };
}
