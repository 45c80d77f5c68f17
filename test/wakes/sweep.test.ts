/** The sweep: due rows are handed out once, failures are survived, and it stops when it is told to (decision 11). */
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ClaimedWake, Wake } from '../../src/ports/event-log.ts';
import { createSweep, type Sweep } from '../../src/wakes/sweep.ts';
import { type ManualClock, manualClock } from '../streams/manual-clock.ts';
import { type FakeWakes, fakeWakes } from './fake-wakes.ts';

interface Bench {
  readonly clock: ManualClock;
  readonly wakes: FakeWakes;
  readonly sweep: Sweep;
  readonly handled: string[];
  readonly told: string[];
}

/** @param handle what is done with a row; unless said otherwise it is removed */
function bench(handle?: (wake: ClaimedWake, bench: Bench) => Promise<void>): Bench {
  const clock = manualClock('2026-01-05T19:00:00.000Z');
  const wakes = fakeWakes(clock);
  const told: string[] = [];
  const tell = (level: string) => (_: object, message: string) => void told.push(`${level}: ${message}`);
  const handled: string[] = [];
  const serve = async (wake: ClaimedWake): Promise<void> => {
    handled.push(`${wake.reason} ${wake.gameId} ${wake.version}`);
    await (handle === undefined ? wakes.remove(wake.gameId, wake.version) : handle(wake, all));
  };
  const logger = { info: tell('info'), warn: tell('warn'), error: tell('error') };
  const sweep = createSweep({ wakes, clock, logger, handlers: { clock: serve, bots: serve, ended: serve } });
  const all: Bench = { clock, wakes, sweep, handled, told };
  return all;
}

/** Holds something up until the test lets it go. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  const opens: (() => void)[] = [];
  const opened = new Promise<void>((resolve) => opens.push(resolve));
  return { opened, open: () => opens[0]?.() };
}

/** Lets everything that is ready happen. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) await turn();
}

/** Time goes by in small steps, and everything has time to happen. */
async function pass({ clock }: Bench, ms: number, stepMs = 50): Promise<void> {
  for (let gone = 0; gone < ms; gone += stepMs) {
    clock.forward(stepMs);
    await settle();
  }
}

const at = (reason: Wake['reason'], delayMs = 0, botsOnly = false): Wake => ({ reason, delayMs, botsOnly });

test('each reason goes to its handler, each row once', async () => {
  const all = bench();
  all.wakes.put('a', 3, at('clock'));
  all.wakes.put('b', 4, at('bots'));
  all.wakes.put('c', 5, at('ended'));
  all.sweep.start();
  await pass(all, 3000);
  expect(all.handled).toEqual(['clock a 3', 'bots b 4', 'ended c 5']);
});

test('a row is handed out when it is due and not before', async () => {
  const all = bench();
  all.sweep.start();
  await pass(all, 100);
  all.wakes.put('a', 1, at('clock', 4000));
  await pass(all, 3900);
  expect(all.handled).toEqual([]);
  await pass(all, 200);
  expect(all.handled).toEqual(['clock a 1']);
});

test('a row of another node is found within about a second, a nudge finds it at once', async () => {
  const all = bench();
  all.sweep.start();
  await pass(all, 100);
  all.wakes.put('far', 1, at('bots'));
  await pass(all, 1100);
  expect(all.handled).toEqual(['bots far 1']);
  all.wakes.put('near', 1, at('bots'));
  all.sweep.nudge();
  await pass(all, 50);
  expect(all.handled).toEqual(['bots far 1', 'bots near 1']);
});

test('a nudge for later shortens the sleep to that moment', async () => {
  const all = bench();
  all.sweep.start();
  await pass(all, 100);
  all.wakes.put('a', 1, at('bots', 300));
  all.sweep.nudge(300, 'a');
  await pass(all, 250);
  expect(all.handled).toEqual([]);
  await pass(all, 100);
  expect(all.handled).toEqual(['bots a 1']);
});

test('while a game is in hand it is not taken up twice, and what fell due meanwhile follows', async () => {
  const held = gate();
  const all = bench(async (wake, { wakes }) => {
    if (wake.version === 1) await held.opened;
    await wakes.remove(wake.gameId, wake.version);
  });
  all.wakes.put('a', 1, at('bots'));
  all.sweep.start();
  await pass(all, 100);
  all.wakes.put('a', 2, at('bots'));
  all.sweep.nudge(0, 'a');
  await pass(all, 2000);
  expect(all.handled).toEqual(['bots a 1']);
  held.open();
  await pass(all, 100);
  expect(all.handled).toEqual(['bots a 1', 'bots a 2']);
  expect(all.wakes.has('a')).toBe(false);
});

test('at most 24 games with people are in hand, the others follow as soon as there is room', async () => {
  const releases: (() => void)[] = [];
  const all = bench(async (wake, { wakes }) => {
    await new Promise<void>((resolve) => void releases.push(resolve));
    await wakes.remove(wake.gameId, wake.version);
  });
  for (let game = 0; game < 40; game += 1) all.wakes.put(`game ${game}`, 1, at('clock'));
  all.sweep.start();
  await pass(all, 3000);
  expect(all.handled).toHaveLength(24);
  for (const release of releases.splice(0, 5)) release();
  await pass(all, 100);
  expect(all.handled).toHaveLength(29);
});

test('a game with a person is served at once while a hundred games of bots are due, and those are served as well', async () => {
  const releases: (() => void)[] = [];
  const all = bench(async (wake, { wakes }) => {
    if (wake.botsOnly) await new Promise<void>((resolve) => void releases.push(resolve));
    await wakes.remove(wake.gameId, wake.version);
  });
  for (let game = 0; game < 100; game += 1) all.wakes.put(`bots ${game}`, 1, at('bots', 0, true));
  all.wakes.put('person', 1, at('clock'));
  all.sweep.start();
  await pass(all, 50);
  expect(all.handled[0]).toBe('clock person 1');
  expect(all.handled).toHaveLength(1 + 8);

  // All slots of bots are held, and none of them answers.
  all.wakes.put('person', 2, at('clock'));
  all.sweep.nudge(0, 'person');
  await pass(all, 50);
  expect(all.handled.at(-1)).toBe('clock person 2');
  expect(all.handled).toHaveLength(2 + 8);

  for (const release of releases.splice(0)) release();
  await pass(all, 100);
  expect(all.handled).toHaveLength(2 + 16);
  for (let round = 0; round < 20; round += 1) {
    for (const release of releases.splice(0)) release();
    await pass(all, 100);
  }
  expect(all.handled).toHaveLength(2 + 100);
});

test('while all slots of bots are held, the rows of further games of bots cause no look', async () => {
  const all = bench(() => new Promise(() => undefined));
  for (let game = 0; game < 20; game += 1) all.wakes.put(`bots ${game}`, 1, at('bots', 0, true));
  all.sweep.start();
  await pass(all, 10_000);
  expect(all.handled).toHaveLength(8);
  expect(all.wakes.claims).toBeLessThan(15);
});

test('games of bots are served while more games with people are due than there are slots', async () => {
  const all = bench((wake) => (wake.botsOnly ? Promise.resolve() : new Promise(() => undefined)));
  for (let game = 0; game < 60; game += 1) all.wakes.put(`people ${game}`, 1, at('clock'));
  all.wakes.put('bots', 1, at('bots', 0, true));
  all.sweep.start();
  await pass(all, 100);
  expect(all.handled).toContain('bots bots 1');
});

test('a handler that fails is told of, holds up nobody, and is tried again when its lease has ended', async () => {
  let failures = 0;
  const all = bench(async (wake, { wakes }) => {
    if (wake.gameId === 'bad' && failures++ === 0) throw new Error('no luck');
    await wakes.remove(wake.gameId, wake.version);
  });
  all.wakes.put('bad', 1, at('clock'));
  all.wakes.put('good', 1, at('clock'));
  all.sweep.start();
  await pass(all, 1000);
  expect(all.handled).toEqual(['clock bad 1', 'clock good 1']);
  expect(all.told).toEqual(['error: a wake failed; it is tried again']);
  await pass(all, 20_000, 500);
  expect(all.handled).toEqual(['clock bad 1', 'clock good 1', 'clock bad 1']);
});

test('a database that is away is told of once, asked ever more rarely, and served again when it is back', async () => {
  const all = bench();
  all.wakes.broken = true;
  all.sweep.start();
  await pass(all, 60_000, 500);
  expect(all.told).toEqual(['warn: wakes cannot be read; trying again']);
  expect(all.wakes.claims).toBeLessThan(20);
  all.wakes.broken = false;
  all.wakes.put('a', 1, at('clock'));
  await pass(all, 11_000, 500);
  expect(all.handled).toEqual(['clock a 1']);
  expect(all.told.at(-1)).toBe('info: wakes are read again');
});

test('stopping waits for what is in hand and takes nothing more', async () => {
  const held = gate();
  const all = bench(async (wake, { wakes }) => {
    await held.opened;
    await wakes.remove(wake.gameId, wake.version);
  });
  all.wakes.put('a', 1, at('bots'));
  all.sweep.start();
  await pass(all, 100);
  let stopped = false;
  const stopping = all.sweep.stop().then(() => {
    stopped = true;
  });
  all.wakes.put('b', 1, at('bots'));
  all.sweep.nudge();
  await pass(all, 3000);
  expect(stopped).toBe(false);
  held.open();
  await stopping;
  await pass(all, 3000);
  expect(all.handled).toEqual(['bots a 1']);
  expect(all.clock.pending()).toBe(0);
});
