/** Topic `me` reminds by itself of a question that stays open. */
import { describe, expect, test, vi } from 'vitest';
import { createLocalBus } from '../../src/adapters/local-bus.ts';
import { createGapRefresh } from '../../src/lobby/gap-refresh.ts';
import { createInboxTopic } from '../../src/lobby/topics.ts';
import { manualClock } from '../streams/manual-clock.ts';
import { identity } from '../support/game-node.ts';

const HOUR_MS = 3_600_000;
const START = '2026-01-05T19:00:00.000Z';

describe('topic me', () => {
  test('sends the inbox again when a reminder is due, and looks no more once it is left', async () => {
    const clock = manualClock(START);
    const due = Date.parse(START) + 30 * HOUR_MS;
    const readInbox = async (_: string, tell: (at: number) => void = () => undefined) => {
      const reminded = clock.now() >= due;
      if (!reminded) tell(due);
      const remindedAt = reminded ? new Date(due).toISOString() : null;
      return { games: [{ remindedAt }], tables: [], invitations: [], matches: [] } as never;
    };
    const games = { watch: async () => () => undefined } as never;
    const failed = (error: unknown): void => {
      throw error;
    };
    const bus = createLocalBus();
    const topic = createInboxTopic({
      bus,
      gapRefresh: createGapRefresh(bus),
      games,
      clock,
      followers: { join: () => () => undefined },
      readInbox,
      readTable: failed as never,
      failed,
    });
    const frames: { version: number; inbox: { games: { remindedAt: string | null }[] } }[] = [];
    const follower = {
      topic: 'me',
      identity: identity('Ada'),
      send: (frame: string) => frames.push(JSON.parse(frame)),
      end: failed,
    };
    const following = await topic.open(null, null, follower);
    following.begin();
    expect(frames).toHaveLength(1);
    clock.forward(24 * HOUR_MS);
    await vi.waitFor(() => expect(clock.pending()).toBe(1));
    expect(frames).toHaveLength(1);
    clock.forward(6 * HOUR_MS);
    await vi.waitFor(() => expect(frames).toHaveLength(2));
    expect(frames[1]).toMatchObject({ version: 2, inbox: { games: [{ remindedAt: '2026-01-07T01:00:00.000Z' }] } });
    following.close();
    expect(clock.pending()).toBe(0);
  });
});
