/** Bounded lines that are served fairly: order, bounds, and who goes first (decision 4). */
import { describe, expect, it } from 'vitest';
import { createQueue, type QueueOptions } from '../../src/games/queue.ts';

/** A queue whose work ends when the test says so, and what has begun so far. */
function heldQueue(options: Partial<QueueOptions> = {}) {
  const queue = createQueue({ atOnce: 1, maxPerSender: 3, maxWaiting: 8, ...options });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (sender: string, key = 'game') =>
    queue.run(key, sender, () => {
      begun.push(sender);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  /** Ends the work that began first, and lets what follows begin. */
  const endOne = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { queue, begun, ask, endOne };
}

describe('a queue', () => {
  it('does the work of one key one after the other, and of two keys at once', async () => {
    const { begun, ask, endOne } = heldQueue();
    void ask('ann');
    void ask('ann');
    void ask('bob', 'another game');
    expect(begun).toEqual(['ann', 'bob']);
    await endOne();
    expect(begun).toEqual(['ann', 'bob', 'ann']);
  });

  it('serves senders in turn, whoever has asked how often', async () => {
    const { begun, ask, endOne } = heldQueue();
    for (const sender of ['ann', 'ann', 'ann', 'bob', 'cid']) void ask(sender);
    for (let round = 0; round < 4; round++) await endOne();
    expect(begun).toEqual(['ann', 'ann', 'bob', 'cid', 'ann']);
  });

  it('serves urgent senders before all others', async () => {
    const { begun, ask, endOne } = heldQueue({ first: new Set(['clock']) });
    for (const sender of ['ann', 'ann', 'bob', 'clock']) void ask(sender);
    for (let round = 0; round < 3; round++) await endOne();
    expect(begun).toEqual(['ann', 'clock', 'ann', 'bob']);
  });

  it('refuses what goes beyond the bound of a sender, and takes what others ask', async () => {
    const { ask, queue } = heldQueue();
    for (let asked = 0; asked < 4; asked++) void ask('ann');
    await expect(ask('ann')).rejects.toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 1 } });
    void ask('bob');
    expect(queue.waiting('game')).toBe(4);
  });

  it('refuses what goes beyond the bound of all senders together', async () => {
    const { ask, queue } = heldQueue({ maxWaiting: 2 });
    for (const sender of ['ann', 'bob', 'cid']) void ask(sender);
    await expect(ask('dan')).rejects.toMatchObject({ code: 'unavailable' });
    expect(queue.waiting('game')).toBe(2);
  });

  it('goes on after work that fails, and hands its error to who asked', async () => {
    const { queue } = heldQueue();
    const failing = queue.run('game', 'ann', () => Promise.reject(new Error('broken')));
    const next = queue.run('game', 'ann', async () => 'done');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });

  it('keeps nothing of a key whose work is done', async () => {
    const { queue } = heldQueue();
    await queue.run('game', 'ann', async () => undefined);
    await new Promise(setImmediate);
    expect(queue.waiting('game')).toBe(0);
  });

  it('does as many pieces of work at once as it may', () => {
    const { begun, ask } = heldQueue({ atOnce: 2 });
    for (const sender of ['ann', 'bob', 'cid']) void ask(sender);
    expect(begun).toEqual(['ann', 'bob']);
  });
});
