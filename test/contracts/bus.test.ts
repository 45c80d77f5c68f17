/** What every bus promises its listeners, whether there is a Redis in between or not (decision 7). */
import { afterEach, expect, it } from 'vitest';
import type { Bus } from '../../src/ports/bus.ts';
import { describeOnEachBus, type TestBus } from '../support/redis.ts';

describeOnEachBus('bus', (open) => {
  let test: TestBus | null = null;

  async function twoNodes(): Promise<readonly [Bus, Bus]> {
    test = open();
    return [await test.connect(), await test.connect()];
  }
  afterEach(() => test?.close());

  /** A message that comes last: when it is here, so is all that was published before it. */
  async function settle(from: Bus, to: Bus): Promise<void> {
    let arrived = false;
    const end = await to.subscribe('settle', () => {
      arrived = true;
    });
    from.publish('settle', 'now');
    await expect.poll(() => arrived, { interval: 5 }).toBe(true);
    await end();
  }

  it('decision 7: brings a message to every listener of its channel, on every node, in order', async () => {
    const [here, there] = await twoNodes();
    const heard: [string[], string[], string[]] = [[], [], []];
    await here.subscribe('game:1', (message) => heard[0].push(message));
    await there.subscribe('game:1', (message) => heard[1].push(message));
    await there.subscribe('game:1', (message) => heard[2].push(message));

    for (const message of ['one', 'two', 'drei ♥']) here.publish('game:1', message);
    await settle(here, here);
    await settle(here, there);

    expect(heard).toEqual(Array(3).fill(['one', 'two', 'drei ♥']));
  });

  it('brings nothing of other channels', async () => {
    const [here, there] = await twoNodes();
    const heard: string[] = [];
    await there.subscribe('game:1', (message) => heard.push(message));

    here.publish('game:11', 'not for it');
    here.publish('game:*', 'nor this');
    await settle(here, there);

    expect(heard).toEqual([]);
  });

  it('a listener that has ended hears nothing more, the others of its channel do', async () => {
    const [here, there] = await twoNodes();
    const heard: [string[], string[]] = [[], []];
    const end = await there.subscribe('game:1', (message) => heard[0].push(message));
    await there.subscribe('game:1', (message) => heard[1].push(message));

    here.publish('game:1', 'for both');
    await settle(here, there);
    await end();
    await end();
    here.publish('game:1', 'for one');
    await settle(here, there);

    expect(heard).toEqual([['for both'], ['for both', 'for one']]);
  });

  it('a channel that was left can be joined again', async () => {
    const [here, there] = await twoNodes();
    const heard: string[] = [];
    const end = await there.subscribe('game:1', () => undefined);
    const ended = end();
    await there.subscribe('game:1', (message) => heard.push(message));
    await ended;

    here.publish('game:1', 'again');
    await settle(here, there);
    expect(heard).toEqual(['again']);
  });

  it('a publisher runs no listener’s code, and one that throws costs the others nothing', async () => {
    const [here, there] = await twoNodes();
    const heard: string[] = [];
    await there.subscribe('game:1', () => {
      throw new Error('a listener’s mistake, thrown on purpose');
    });
    await there.subscribe('game:1', (message) => heard.push(message));

    here.publish('game:1', 'message');
    expect(heard).toEqual([]);
    await settle(here, there);
    expect(heard).toEqual(['message']);
    expect(test?.errors).toEqual([new Error('a listener’s mistake, thrown on purpose')]);
  });

  it('is healthy until it is closed; afterwards publishing does nothing', async () => {
    const [here] = await twoNodes();
    expect(here.healthy()).toBe(true);
    await here.close();
    expect(here.healthy()).toBe(false);
    here.publish('game:1', 'into the void');
  });
});
