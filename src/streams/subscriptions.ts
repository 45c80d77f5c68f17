/** The topics that one stream follows, from asking to leaving; knows nothing of sockets. */
import { BOUNDS } from '../http/bounds.ts';
import type { Identity } from '../http/identity.ts';
import { problem } from '../http/problem.ts';
import type { Pace } from './pace.ts';
import type { Follower, Following, TopicKind, Topics, UnsubscribedCode } from './topics.ts';

export interface SubscriptionsNeeds {
  readonly topics: Topics;
  readonly pace: Pace;
  send(frame: string): void;
}

export interface Subscriptions {
  /**
   * Follows a topic, and tells it by `subscribed` before anything else of the topic. Following again begins afresh;
   * if that fails, what was followed goes on.
   * @throws Problem `not_found`, `too_many_topics`, or what the topic throws
   */
  subscribe(identity: Identity, id: string, topic: string, after: number | null): Promise<void>;
  /** Answered after every `subscribe` of the same topic that came before. */
  unsubscribe(topic: string): Promise<void>;
  heads(): readonly { readonly topic: string; readonly version: number }[];
  close(): void;
}

/** One following of a topic, from its opening on. */
interface Line {
  following: Following | null;
  /** Why nothing is sent on it any more. */
  over: UnsubscribedCode | null;
}

/** One topic of this stream: what is asked of it is done in the order in which it was asked. */
interface Subscription {
  line: Line | null;
  /** How often it was left: what is opened meanwhile begins nothing. */
  left: number;
  waiting: number;
  last: Promise<unknown>;
}

export function createSubscriptions({ topics, pace, send }: SubscriptionsNeeds): Subscriptions {
  const open = new Map<string, Subscription>();
  let closed = false;

  function find(topic: string): Subscription {
    const known = open.get(topic);
    if (known !== undefined) return known;
    if (open.size >= BOUNDS.topics.most) {
      throw problem('too_many_topics', `A socket follows at most ${BOUNDS.topics.most} topics.`);
    }
    const subscription = { line: null, left: 0, waiting: 0, last: Promise.resolve() };
    open.set(topic, subscription);
    return subscription;
  }

  async function inTurn(topic: string, subscription: Subscription, work: () => Promise<void> | void): Promise<void> {
    const before = subscription.last;
    subscription.waiting += 1;
    const mine = before.then(work).finally(() => {
      subscription.waiting -= 1;
      forgetIdle(topic, subscription);
    });
    subscription.last = mine.catch(() => undefined);
    return mine;
  }

  function forgetIdle(topic: string, subscription: Subscription): void {
    if (subscription.line === null && subscription.waiting === 0) open.delete(topic);
  }

  function drop(subscription: Subscription, code: UnsubscribedCode): void {
    const { line } = subscription;
    subscription.line = null;
    if (line === null) return;
    line.over ??= code;
    line.following?.close();
  }

  function leave(topic: string, subscription: Subscription, code: UnsubscribedCode): void {
    drop(subscription, code);
    send(JSON.stringify({ type: 'unsubscribed', topic, code }));
    forgetIdle(topic, subscription);
  }

  return {
    async subscribe(identity, id, topic, after) {
      const { kind, subject } = kindOf(topics, topic);
      const subscription = find(topic);
      const { left } = subscription;
      const opened = async () => {
        const line: Line = { following: null, over: null };
        const follower: Follower = {
          topic,
          identity,
          send(frame) {
            if (line.over === null) send(frame);
          },
          end(code) {
            line.over ??= code;
            if (subscription.line === line) leave(topic, subscription, line.over);
          },
        };
        const following = await kind.open(subject, after, follower);
        line.following = following;
        if (closed) {
          following.close();
          return;
        }
        drop(subscription, 'asked');
        send(JSON.stringify({ type: 'subscribed', id, topic, mode: following.mode, version: following.version }));
        subscription.line = line;
        if (subscription.left !== left) drop(subscription, 'asked');
        else if (line.over !== null) leave(topic, subscription, line.over);
        else following.begin();
      };
      return inTurn(topic, subscription, () => pace.run(opened));
    },

    async unsubscribe(topic) {
      const subscription = open.get(topic);
      if (subscription === undefined) return send(JSON.stringify({ type: 'unsubscribed', topic, code: 'asked' }));
      subscription.left += 1;
      if (subscription.waiting === 0) return leave(topic, subscription, 'asked');
      return inTurn(topic, subscription, () => leave(topic, subscription, 'asked'));
    },

    heads: () =>
      [...open].flatMap(([topic, { line }]) => (line?.following ? [{ topic, version: line.following.head() }] : [])),

    close() {
      closed = true;
      for (const subscription of open.values()) drop(subscription, 'closed');
      open.clear();
    },
  };
}

const UNKNOWN_TOPIC =
  'Unknown topic. Topics are `game:<id>`, `table:<id>`, `lobby`, `lobby?state=…&preset=…` and `me`.';

/** `game:0192…` is the kind `game` and its subject, `lobby?state=open` the kind `lobby` and its filter; a kind may stand alone. */
function kindOf(topics: Topics, topic: string): { kind: TopicKind; subject: string | null } {
  const end = topic.search(/[:?]/);
  const kind = topics.get(end < 0 ? topic : topic.slice(0, end));
  if (kind === undefined) throw problem('not_found', UNKNOWN_TOPIC);
  return { kind, subject: end < 0 ? null : topic.slice(topic[end] === '?' ? end : end + 1) };
}
