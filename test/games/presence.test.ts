/** Presence costs what a message names: it travels on a game's channel, among the nodes that serve that game. */
import { afterEach, describe, expect, it } from 'vitest';
import { createLocalBus } from '../../src/adapters/local-bus.ts';
import { createPresence, type Presence } from '../../src/games/presence.ts';
import type { Bus } from '../../src/ports/bus.ts';
import { type ManualClock, manualClock } from '../streams/manual-clock.ts';

interface Node {
  readonly presence: Presence;
  readonly bus: Bus;
  /** Messages that this node has sent and got, by channel. */
  readonly sent: string[];
  readonly got: string[];
  /** What its listeners were told: `game/player` and whether they came. */
  readonly changes: [string, boolean][];
}

const opened: Node[] = [];
afterEach(async () => {
  for (const node of opened.splice(0)) await node.presence.close();
});

/** A node on a bus that all share, which may lose what it is told to. */
async function openNode(shared: Bus, clock: ManualClock, name: string, loses = () => false): Promise<Node> {
  const sent: string[] = [];
  const got: string[] = [];
  const gaps: (() => void)[] = [];
  const bus: Bus = {
    ...shared,
    publish(channel, message) {
      sent.push(channel);
      if (!loses()) shared.publish(channel, message);
    },
    subscribe: (channel, listener) =>
      shared.subscribe(channel, (message) => {
        got.push(channel);
        listener(message);
      }),
    onGap(listener) {
      gaps.push(listener);
      return () => undefined;
    },
  };
  const presence = await createPresence(bus, clock, name);
  const changes: [string, boolean][] = [];
  presence.onChange((gameId, playerId, connected) => changes.push([`${gameId}/${playerId}`, connected]));
  const node = { presence, bus, sent, got, changes };
  opened.push(node);
  return node;
}

/** All messages that are under way have arrived, and what they lead to. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
}

async function twoNodes() {
  const clock = manualClock('2026-01-05T19:00:00.000Z');
  const shared = createLocalBus();
  const here = await openNode(shared, clock, 'here');
  const there = await openNode(shared, clock, 'there');
  await settled();
  return { clock, shared, here, there };
}

describe('presence', () => {
  it('tells nodes that serve the same game who follows it, and who has gone', async () => {
    const { here, there } = await twoNodes();
    const leave = here.presence.join('g1', 'ada');
    there.presence.join('g1', 'ben');
    await settled();
    expect(here.presence.followers('g1')).toEqual(['ada', 'ben']);
    expect(there.presence.isConnected('g1', 'ada')).toBe(true);
    leave();
    await settled();
    expect(there.presence.isConnected('g1', 'ada')).toBe(false);
    expect(there.changes).toEqual([
      ['g1/ben', true],
      ['g1/ada', true],
      ['g1/ada', false],
    ]);
  });

  it('says nothing of a second stream of the same player, nor of its end', async () => {
    const { here, there } = await twoNodes();
    there.presence.join('g1', 'ben');
    here.presence.join('g1', 'ada');
    await settled();
    const sent = here.sent.length;
    here.presence.join('g1', 'ada')();
    await settled();
    expect(here.sent).toHaveLength(sent);
  });

  it('reaches no node that does not serve the game', async () => {
    const { here, there } = await twoNodes();
    there.presence.join('other', 'ben');
    await settled();
    const before = there.got.filter((channel) => channel === 'presence:g1').length;
    for (let player = 0; player < 100; player++) here.presence.join('g1', `player ${player}`);
    await settled();
    expect(before).toBe(0);
    expect(there.got.filter((channel) => channel === 'presence:g1')).toEqual([]);
    expect(there.presence.followers('g1')).toEqual([]);
  });

  it('sends a storm of 80,000 pairs as one message for each game, in slices', async () => {
    const { here, there } = await twoNodes();
    const games = Array.from({ length: 800 }, (_, game) => `g${game}`);
    for (const game of games) there.presence.join(game, 'watcher');
    await settled();
    here.sent.length = 0;
    for (const game of games) for (let player = 0; player < 100; player++) here.presence.join(game, `player ${player}`);
    expect(here.sent).toEqual([]);
    await new Promise(setImmediate);
    expect(here.sent.length).toBeLessThanOrEqual(200);
    await settled();
    expect(there.presence.followers('g799')).toHaveLength(101);
    // The players that came, and everything once to who listens to the game from now on.
    expect(here.sent.length).toBeLessThanOrEqual(3 * games.length);
    expect(there.changes.filter(([, connected]) => connected)).toHaveLength(800 + 80_000);
  });

  it('looks only at the players whom a message names', async () => {
    const { here, there } = await twoNodes();
    for (let player = 0; player < 500; player++) here.presence.join('g1', `player ${player}`);
    there.presence.join('g1', 'ben');
    await settled();
    there.changes.length = 0;
    here.presence.join('g1', 'late');
    await settled();
    expect(there.changes).toEqual([['g1/late', true]]);
  });

  it('tells a node that begins to serve a game who follows it already', async () => {
    const { clock, shared, here } = await twoNodes();
    here.presence.join('g1', 'ada');
    await settled();
    const late = await openNode(shared, clock, 'late');
    late.presence.join('g1', 'cid');
    await settled();
    expect(late.presence.followers('g1')).toEqual(['cid', 'ada']);
  });

  it('repairs within a minute what a message that was lost would have said', async () => {
    const clock = manualClock('2026-01-05T19:00:00.000Z');
    const shared = createLocalBus();
    let loses = false;
    const here = await openNode(shared, clock, 'here', () => loses);
    const there = await openNode(shared, clock, 'there');
    there.presence.join('g1', 'ben');
    const leave = here.presence.join('g1', 'ada');
    here.presence.join('g1', 'eve');
    await settled();
    loses = true;
    leave();
    here.presence.join('g1', 'fay');
    await settled();
    expect(there.presence.followers('g1')).toEqual(['ben', 'ada', 'eve']);
    loses = false;
    for (let second = 0; second < 61; second++) {
      clock.forward(1_000);
      await settled();
    }
    expect(there.presence.followers('g1')).toEqual(['ben', 'eve', 'fay']);
  });

  it('forgets the last player of a live node whose departure was lost on the way', async () => {
    const clock = manualClock('2026-01-05T19:00:00.000Z');
    const shared = createLocalBus();
    let loses = false;
    const here = await openNode(shared, clock, 'here', () => loses);
    const there = await openNode(shared, clock, 'there');
    there.presence.join('g1', 'ben');
    const leave = here.presence.join('g1', 'ada');
    here.presence.join('g2', 'ada');
    there.presence.join('g2', 'ben');
    await settled();
    loses = true;
    leave();
    await settled();
    loses = false;
    for (let second = 0; second < 200; second++) {
      clock.forward(1_000);
      await settled();
    }
    expect(there.presence.followers('g1')).toEqual(['ben']);
    expect(there.presence.followers('g2')).toEqual(['ben', 'ada']);
    expect(there.changes).toContainEqual(['g1/ada', false]);
    expect(there.changes).not.toContainEqual(['g2/ada', false]);
  });

  it('remembers at most 100 other nodes of a game, and none of them for ever', async () => {
    const { clock, shared, here } = await twoNodes();
    here.presence.join('g1', 'ada');
    await settled();
    const said = { full: true, asks: false, gone: [] };
    for (let node = 0; node < 1_500; node++) {
      shared.publish('presence:g1', JSON.stringify({ node: `node ${node}`, ...said, here: [`player ${node}`] }));
    }
    await settled();
    expect(here.presence.followers('g1')).toHaveLength(1 + 100);
    for (let second = 0; second < 200; second++) {
      clock.forward(1_000);
      await settled();
    }
    expect(here.presence.followers('g1')).toEqual(['ada']);
  });

  it('lets a second look at a game wait for the answers that the first one waits for', async () => {
    const { clock, here, there } = await twoNodes();
    here.presence.join('g1', 'ada');
    await settled();
    const looks = [there.presence.lookAt('g1'), there.presence.lookAt('g1')];
    const seen = looks.map((look) => look.then(() => there.presence.isConnected('g1', 'ada')));
    await settled();
    clock.forward(100);
    expect(await Promise.all(seen)).toEqual([true, true]);
  });

  it('says nothing periodic of games but those that a node serves, each once a minute', async () => {
    const { clock, here, there } = await twoNodes();
    for (let game = 0; game < 60; game++) here.presence.join(`g${game}`, 'ada');
    await settled();
    here.sent.length = 0;
    there.got.length = 0;
    for (let second = 0; second < 60; second++) {
      clock.forward(1_000);
      await settled();
      expect(here.sent.filter((channel) => channel.startsWith('presence:')).length).toBeLessThanOrEqual(second + 2);
    }
    expect(there.got.filter((channel) => channel.startsWith('presence:'))).toEqual([]);
    expect(there.got.filter((channel) => channel === 'nodes').length).toBeLessThanOrEqual(12);
  });

  it('forgets the players of a node that falls silent after half a minute, and of one that ends at once', async () => {
    const clock = manualClock('2026-01-05T19:00:00.000Z');
    const shared = createLocalBus();
    let dead = false;
    const here = await openNode(shared, clock, 'here');
    const killed = await openNode(shared, clock, 'killed', () => dead);
    const ended = await openNode(shared, clock, 'ended');
    here.presence.join('g1', 'ada');
    killed.presence.join('g1', 'ben');
    ended.presence.join('g1', 'cid');
    await settled();
    expect(here.presence.followers('g1')).toEqual(['ada', 'ben', 'cid']);
    await ended.presence.close();
    await settled();
    expect(here.presence.followers('g1')).toEqual(['ada', 'ben']);
    dead = true;
    for (let second = 0; second < 41; second++) {
      clock.forward(1_000);
      await settled();
    }
    expect(here.presence.followers('g1')).toEqual(['ada']);
    expect(here.changes.at(-1)).toEqual(['g1/ben', false]);
  });

  it('looks at a game that it does not serve for a minute after it was asked', async () => {
    const { clock, here, there } = await twoNodes();
    const leave = here.presence.join('g1', 'ada');
    await settled();
    const looked = there.presence.lookAt('g1');
    await settled();
    clock.forward(100);
    await looked;
    expect(there.presence.isConnected('g1', 'ada')).toBe(true);
    leave();
    await settled();
    expect(there.presence.isConnected('g1', 'ada')).toBe(false);
    clock.forward(61_000);
    await settled();
    const got = there.got.length;
    here.presence.join('g1', 'ada');
    await settled();
    expect(there.got).toHaveLength(got);
  });

  it('waits for no other node where there is none', async () => {
    const alone = await openNode(createLocalBus(), manualClock('2026-01-05T19:00:00.000Z'), 'alone');
    await alone.presence.lookAt('g1');
    expect(alone.presence.followers('g1')).toEqual([]);
  });

  it('ignores messages of another shape, and more players than a game may have', async () => {
    const { shared, here } = await twoNodes();
    here.presence.join('g1', 'ada');
    await settled();
    const many = Array.from({ length: 1_001 }, (_, player) => `player ${player}`);
    const said = { node: 'odd', full: false, asks: false, here: [], gone: [] };
    for (const text of ['', 'null', '{"node":1}', '[]', JSON.stringify({ ...said, here: ['x'.repeat(100_000)] })]) {
      shared.publish('presence:g1', text);
    }
    shared.publish('presence:g1', JSON.stringify({ ...said, here: many }));
    await settled();
    expect(here.presence.followers('g1')).toHaveLength(1 + 1_000);
  });
});
