/** The topics that one stream follows, from asking to leaving; knows nothing of sockets. */
import type { Identity } from '../http/identity.ts';
import { problem } from '../http/problem.ts';
import { MAX_TOPICS } from './frames.ts';
import type { Follower, Following, TopicKind, Topics, UnsubscribedCode } from './topics.ts';

export interface SubscriptionsNeeds {
  readonly topics: Topics;
  send(frame: string): void;
}

interface Subscription {
  following: Following | null;
  over: boolean;
}

export interface Subscriptions {
  /**
   * Follows a topic, and tells it by `subscribed` before anything else of the topic. Following again begins afresh.
   * @throws Problem `not_found`, `too_many_topics`, or what the topic throws
   */
  subscribe(identity: Identity, id: string, topic: string, after: number | null): Promise<void>;
  unsubscribe(topic: string): void;
  heads(): readonly { readonly topic: string; readonly version: number }[];
  close(): void;
}

export function createSubscriptions({ topics, send }: SubscriptionsNeeds): Subscriptions {
  const open = new Map<string, Subscription>();

  function leave(topic: string, subscription: Subscription): void {
    subscription.over = true;
    subscription.following?.close();
    if (open.get(topic) === subscription) open.delete(topic);
  }

  function end(topic: string, subscription: Subscription, code: UnsubscribedCode): void {
    if (subscription.over) return;
    leave(topic, subscription);
    send(JSON.stringify({ type: 'unsubscribed', topic, code }));
  }

  return {
    async subscribe(identity, id, topic, after) {
      const before = open.get(topic);
      if (before !== undefined) leave(topic, before);
      const { kind, subject } = find(topics, topic);
      if (open.size >= MAX_TOPICS) throw problem('too_many_topics', `A socket follows at most ${MAX_TOPICS} topics.`);
      const subscription: Subscription = { following: null, over: false };
      open.set(topic, subscription);
      const follower: Follower = {
        topic,
        identity,
        send(frame) {
          if (!subscription.over) send(frame);
        },
        end: (code) => end(topic, subscription, code),
      };
      try {
        const following = await kind.open(subject, after, follower);
        subscription.following = following;
        // It was left, or asked for again, while it was being opened.
        if (subscription.over) {
          following.close();
          return;
        }
        const { mode, version } = following;
        send(JSON.stringify({ type: 'subscribed', id, topic, mode, version }));
        following.begin();
      } catch (error) {
        leave(topic, subscription);
        throw error;
      }
    },

    unsubscribe(topic) {
      const subscription = open.get(topic);
      if (subscription === undefined) send(JSON.stringify({ type: 'unsubscribed', topic, code: 'asked' }));
      else end(topic, subscription, 'asked');
    },

    heads: () =>
      [...open].flatMap(([topic, { following }]) => (following === null ? [] : [{ topic, version: following.head() }])),

    close() {
      for (const [topic, subscription] of [...open]) leave(topic, subscription);
    },
  };
}

/** `game:0192…` is the kind `game` and its subject; a kind without a subject stands alone. */
function find(topics: Topics, topic: string): { kind: TopicKind; subject: string | null } {
  const colon = topic.indexOf(':');
  const kind = topics.get(colon < 0 ? topic : topic.slice(0, colon));
  if (kind === undefined) throw problem('not_found', 'There is no such topic.');
  return { kind, subject: colon < 0 ? null : topic.slice(colon + 1) };
}
