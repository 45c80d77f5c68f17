/** Who follows which game just now, on any node: announced over the bus, forgotten when a node falls silent. */
import type { Bus } from '../ports/bus.ts';
import type { SystemClock } from '../ports/system.ts';

export interface Presence {
  /** One more stream of a player follows a game on this node; the returned function ends it. */
  join(gameId: string, playerId: string): () => void;
  isConnected(gameId: string, playerId: string): boolean;
  /** Everybody who follows a game just now, spectators included. */
  followers(gameId: string): readonly string[];
  /** Called when a player's first stream comes or his last one goes, on whichever node. */
  onChange(listener: (gameId: string, playerId: string, connected: boolean) => void): void;
  close(): Promise<void>;
}

const CHANNEL = 'presence';
const ANNOUNCE_EVERY_MS = 10_000;
const FORGET_AFTER_MS = 30_000;

/** `pairs` are `game/player`; a `full` list replaces what the node had said before, and asks nothing of the others. */
interface Announcement {
  readonly node: string;
  readonly full: boolean;
  readonly here: readonly string[];
  readonly gone: readonly string[];
}

export async function createPresence(bus: Bus, clock: SystemClock, node: string): Promise<Presence> {
  const mine = new Map<string, number>();
  const others = new Map<string, { pairs: Set<string>; heard: number }>();
  const listeners: ((gameId: string, playerId: string, connected: boolean) => void)[] = [];

  const connected = (pair: string) => mine.has(pair) || [...others.values()].some(({ pairs }) => pairs.has(pair));
  const announce = (part: Partial<Announcement>) =>
    bus.publish(CHANNEL, JSON.stringify({ node, full: false, here: [], gone: [], ...part } satisfies Announcement));
  const announceAll = () => announce({ full: true, here: [...mine.keys()] });

  /** Runs a change and tells the listeners of the pairs that it really changed. */
  function watching(pairs: Iterable<string>, change: () => void): void {
    const before = [...pairs].map((pair) => ({ pair, was: connected(pair) }));
    change();
    for (const { pair, was } of before) {
      const [gameId, playerId] = pair.split('/');
      if (gameId === undefined || playerId === undefined || connected(pair) === was) continue;
      for (const listener of listeners) listener(gameId, playerId, !was);
    }
  }

  function hear(text: string): void {
    const said: Announcement = JSON.parse(text);
    if (said.node === node) return;
    const known = others.get(said.node);
    const old = known?.pairs ?? new Set<string>();
    const next = new Set(said.full ? said.here : [...old, ...said.here]);
    for (const pair of said.gone) next.delete(pair);
    watching(new Set([...old, ...said.here]), () => others.set(said.node, { pairs: next, heard: clock.now() }));
    // A node that was not known before has heard nothing of us either.
    if (known === undefined) announceAll();
  }

  function forgetSilent(): void {
    for (const [name, { pairs, heard }] of others) {
      if (clock.now() - heard > FORGET_AFTER_MS) watching(pairs, () => others.delete(name));
    }
  }

  const unsubscribe = await bus.subscribe(CHANNEL, hear);
  announceAll();
  const stop = clock.every(ANNOUNCE_EVERY_MS, () => {
    announceAll();
    forgetSilent();
  });

  return {
    join(gameId, playerId) {
      const pair = `${gameId}/${playerId}`;
      watching([pair], () => mine.set(pair, (mine.get(pair) ?? 0) + 1));
      if (mine.get(pair) === 1) announce({ here: [pair] });
      let joined = true;
      return () => {
        if (!joined) return;
        joined = false;
        const left = (mine.get(pair) ?? 1) - 1;
        watching([pair], () => (left > 0 ? mine.set(pair, left) : mine.delete(pair)));
        if (left === 0) announce({ gone: [pair] });
      };
    },
    isConnected: (gameId, playerId) => connected(`${gameId}/${playerId}`),
    followers(gameId) {
      const pairs = new Set([...mine.keys(), ...[...others.values()].flatMap((node) => [...node.pairs])]);
      const prefix = `${gameId}/`;
      return [...pairs].filter((pair) => pair.startsWith(prefix)).map((pair) => pair.slice(prefix.length));
    },
    onChange: (listener) => listeners.push(listener),
    async close() {
      stop();
      announce({ full: true });
      await unsubscribe();
    },
  };
}
