/** Decision 7: what other nodes have counted is a hint that may be late or lost, and never makes anybody wait or count twice. */
import { describe, expect, it } from 'vitest';
import { createWindows } from '../../src/http/windows.ts';
import type { Tally, Told } from '../../src/ports/tally.ts';

interface Asked {
  readonly caller: string;
  readonly by: number;
  answer(told: Told | null): void;
}

/** A tally that answers when the test says so. */
function fakeTally() {
  const asked: Asked[] = [];
  const state = { isHealthy: true };
  const tally: Tally = {
    add: (caller, by) => new Promise((resolve) => asked.push({ caller, by, answer: resolve })),
    healthy: () => state.isHealthy,
    close: async () => undefined,
  };
  /** The next question, once it has been asked. */
  async function next(): Promise<Asked> {
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    const [first] = asked.splice(0, 1);
    if (first === undefined) throw new Error('nothing was asked');
    return first;
  }
  return { tally, asked, state, next };
}

const SECONDS = 10;
const clockAt = (now: number) => ({ now: () => now });

describe('windows', () => {
  it('count at once by what is known, and tell what came in one turn together', async () => {
    const { tally, asked, next } = fakeTally();
    const windows = createWindows(clockAt(0), tally);
    const used = [1, 2, 3].map(() => windows.count('ada', SECONDS).used);
    expect(used).toEqual([1, 2, 3]);
    const question = await next();
    expect([question.caller, question.by]).toEqual(['ada', 3]);
    expect(asked).toEqual([]);
  });

  it('take over what the tally says, and when the window ends', async () => {
    const { tally, next } = fakeTally();
    const windows = createWindows(clockAt(1000), tally);
    windows.count('ada', SECONDS);
    (await next()).answer({ used: 41, msLeft: 500 });
    await expect.poll(() => windows.look('ada', SECONDS)).toEqual({ used: 41, msLeft: 500 });
    expect(windows.count('ada', SECONDS)).toEqual({ used: 42, msLeft: 500 });
  });

  it('agree on the place of each request, also among those that were told together', async () => {
    const { tally, next } = fakeTally();
    const windows = createWindows(clockAt(0), tally);
    const counted = [1, 2, 3].map(() => windows.agree('ada', SECONDS));
    (await next()).answer({ used: 13, msLeft: 4000 });
    expect((await Promise.all(counted)).map(({ used }) => used)).toEqual([11, 12, 13]);
  });

  it('count on what was not told yet when an answer comes', async () => {
    const { tally, next } = fakeTally();
    const windows = createWindows(clockAt(0), tally);
    windows.count('ada', SECONDS);
    const first = await next();
    windows.count('ada', SECONDS);
    first.answer({ used: 7, msLeft: 4000 });
    await expect.poll(() => windows.look('ada', SECONDS).used).toBe(8);
    expect((await next()).by).toBe(1);
  });

  it('do not tell again what was lost, and go on by themselves', async () => {
    const { tally, next } = fakeTally();
    const windows = createWindows(clockAt(0), tally);
    const lost = windows.agree('ada', SECONDS);
    (await next()).answer(null);
    expect((await lost).used).toBe(1);
    const told = windows.agree('ada', SECONDS);
    const question = await next();
    expect(question.by).toBe(1);
    question.answer({ used: 20, msLeft: 4000 });
    expect((await told).used).toBe(20);
  });

  it('wait for nobody while the tally is away, and tell afterwards what came meanwhile', async () => {
    const { tally, asked, state, next } = fakeTally();
    state.isHealthy = false;
    const windows = createWindows(clockAt(0), tally);
    expect((await windows.agree('ada', SECONDS)).used).toBe(1);
    expect((await windows.agree('ada', SECONDS)).used).toBe(2);
    expect(asked).toEqual([]);
    state.isHealthy = true;
    windows.count('ada', SECONDS);
    expect((await next()).by).toBe(3);
  });

  it('begin anew when they have ended, and an answer to an old one changes nothing', async () => {
    const { tally, next } = fakeTally();
    let now = 0;
    const windows = createWindows({ now: () => now }, tally);
    windows.count('ada', SECONDS);
    const old = await next();
    now = SECONDS * 1000;
    expect(windows.count('ada', SECONDS)).toEqual({ used: 1, msLeft: SECONDS * 1000 });
    old.answer({ used: 300, msLeft: 1 });
    (await next()).answer({ used: 2, msLeft: 9000 });
    await expect.poll(() => windows.look('ada', SECONDS)).toEqual({ used: 2, msLeft: 9000 });
  });
});
