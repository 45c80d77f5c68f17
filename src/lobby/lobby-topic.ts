/** Topic `lobby`: the newest public tables that a filter lets through, whole at first and from then on what changes. */
import { problem } from '../http/problem.ts';
import { createReader } from '../http/reader.ts';
import type { Bus } from '../ports/bus.ts';
import type { SystemClock } from '../ports/system.ts';
import type { Follower, Following, TopicKind } from '../streams/topics.ts';
import { lobbyChannel } from './announce.ts';
import type { TableFilter } from './list.ts';
import { TableFilterSchema, type WireTableSummary } from './schemas.ts';

export interface LobbyTopicNeeds {
  readonly bus: Bus;
  readonly clock: SystemClock;
  /** The newest tables of a filter as of now, newest first, and when the next one lapses by itself. */
  readonly newest: (filter: TableFilter) => Promise<Newest>;
  readonly failed: (error: unknown) => void;
}

export interface Newest {
  readonly tables: readonly WireTableSummary[];
  /** Milliseconds since 1970; `null` when none of them does. */
  readonly lapsesAt: number | null;
}

/** However many tables change, a filter's list is read so often at most, and by one reading for all who follow it here. */
const REST_MS = 250;
/** What no hint has told, as Redis may lose one, and a host's new name: looked for so often. */
const LOOK_EVERY_MS = 30_000;
const DAY_MS = 86_400_000;
const NONE = (): void => undefined;

export function createLobbyTopic(needs: LobbyTopicNeeds): TopicKind {
  const feeds = new Map<string, { readonly feed: Feed; users: number }>();

  function leave(key: string): void {
    const held = feeds.get(key);
    if (held === undefined) return;
    held.users -= 1;
    if (held.users > 0) return;
    feeds.delete(key);
    held.feed.close();
  }

  return {
    async open(subject, _after, follower) {
      const filter = readFilter(subject);
      const key = `${filter.state}/${filter.preset ?? ''}`;
      const held = feeds.get(key) ?? { feed: createFeed(filter, needs), users: 0 };
      feeds.set(key, held);
      held.users += 1;
      try {
        const following = await held.feed.join(follower);
        return {
          ...following,
          close() {
            following.close();
            leave(key);
          },
        };
      } catch (error) {
        leave(key);
        throw error;
      }
    },
  };
}

interface Line {
  readonly follower: Follower;
  /** What is sent after the first frame; `null` when that is out. */
  corked: string[] | null;
}

interface Feed {
  join(follower: Follower): Promise<Following>;
  close(): void;
}

/** One filter's list on this node: what was read last, and everybody who has been told so. */
function createFeed(filter: TableFilter, { bus, clock, newest, failed }: LobbyTopicNeeds): Feed {
  const lines = new Set<Line>();
  /** Summaries as text, by the table's id, newest first. */
  let known: ReadonlyMap<string, string> = new Map();
  let version = 0;
  /** The whole list as it is now, as text by topic. */
  const firstFrames = new Map<string, string>();
  let reading: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  let resting = false;
  let hinted = false;
  let cancelRest = NONE;
  let cancelLapse = NONE;
  let closed = false;

  async function read(): Promise<void> {
    const { tables, lapsesAt } = await newest(filter);
    if (closed) return;
    cancelLapse();
    cancelLapse = lapsesAt === null ? NONE : clock.after(Math.min(DAY_MS, lapsesAt - clock.now()), hint);
    const now = new Map(tables.map((table) => [table.id, JSON.stringify(table)]));
    const changed = [...now].filter(([id, text]) => known.get(id) !== text).map(([, text]) => text);
    const removed = [...known.keys()].filter((id) => !now.has(id));
    known = now;
    // The first reading is a version too, though it may have found nothing.
    if (version > 0 && changed.length + removed.length === 0) return;
    version += 1;
    firstFrames.clear();
    // One text for all who follow under the same topic, however many they are.
    const frames = new Map<string, string>();
    for (const { follower, corked } of lines) {
      const frame = textOf(frames, follower.topic, () => lobbyFrame(follower.topic, version, false, changed, removed));
      if (corked === null) follower.send(frame);
      else corked.push(frame);
    }
  }

  /** One reading at a time; all who ask while it is under way share the one after it. @returns when it is done */
  function refresh(): Promise<void> {
    next ??= reading
      .catch(() => undefined)
      .then(() => {
        next = null;
        reading = read();
        return reading;
      });
    return next;
  }

  function hint(): void {
    if (closed) return;
    hinted = true;
    if (resting) return;
    resting = true;
    hinted = false;
    refresh().catch(failed);
    cancelRest = clock.after(REST_MS, () => {
      resting = false;
      if (hinted) hint();
    });
  }

  const subscribed = bus.subscribe(lobbyChannel, hint);
  const stopGaps = bus.onGap(hint);
  const stopLooking = clock.every(LOOK_EVERY_MS, hint);

  return {
    async join(follower) {
      await subscribed;
      // Whoever has just changed a table finds it so, whether or not the hint has come.
      await refresh();
      const line: Line = { follower, corked: [] };
      lines.add(line);
      const joined = version;
      const all = [...known.values()];
      const first = textOf(firstFrames, follower.topic, () => lobbyFrame(follower.topic, joined, true, all, []));
      return {
        mode: 'snapshot',
        version: joined,
        over: false,
        head: () => version,
        begin() {
          follower.send(first);
          for (const frame of line.corked ?? []) follower.send(frame);
          line.corked = null;
        },
        close: () => lines.delete(line),
      };
    },

    close() {
      closed = true;
      stopGaps();
      stopLooking();
      cancelRest();
      cancelLapse();
      subscribed.then((unsubscribe) => unsubscribe()).catch(failed);
    },
  };
}

/** Topics are many only in how one filter is spelled: a few texts serve, any other is made anew. */
const MAX_TEXTS = 16;

function textOf(texts: Map<string, string>, topic: string, make: () => string): string {
  const text = texts.get(topic) ?? make();
  if (texts.size < MAX_TEXTS) texts.set(topic, text);
  return text;
}

function lobbyFrame(
  topic: string,
  version: number,
  full: boolean,
  tables: readonly string[],
  removed: readonly string[],
): string {
  const head = JSON.stringify({ type: 'lobby', topic, version, full });
  return `${head.slice(0, -1)},"tables":[${tables.join(',')}],"removed":${JSON.stringify(removed)}}`;
}

const checkFilter = createReader(TableFilterSchema);

/** @param subject `null`, or `?state=open&preset=official` as it stands in the topic */
function readFilter(subject: string | null): TableFilter {
  if (subject !== null && !subject.startsWith('?')) throw problem('not_found', 'The topic is `lobby`.');
  const params = [...new URLSearchParams(subject ?? '')];
  const twice = params.find(([name], index) => params.findIndex(([other]) => other === name) < index);
  const read = checkFilter(Object.fromEntries(params));
  if (read.ok && twice === undefined) return read.value;
  const faults = read.ok
    ? [{ pointer: `#/${twice?.[0]}`, code: 'invalid', detail: 'It stands there twice.' }]
    : read.errors;
  const errors = faults.map((fault) => ({ ...fault, pointer: fault.pointer.replace('#/', '#/topic?') }));
  throw problem('invalid_request', 'The topic asks for a filter that there is not.', { errors });
}
