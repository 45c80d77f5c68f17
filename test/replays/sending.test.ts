/** Long documents are sent at their reader's pace, few to each player, and made once for all readers. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { expect, it } from 'vitest';
import { createKeptDocuments } from '../../src/replays/kept-documents.ts';
import { createSending, MAX_STREAMS, MAX_STREAMS_PER_PLAYER } from '../../src/replays/sending.ts';
import { manualClock } from '../streams/manual-clock.ts';

const START = '2026-01-05T19:00:00.000Z';

/** A document of parts that do not compress well, which counts the parts that were made. */
function document(length: number, key = 'a') {
  const made = { parts: 0, times: 0 };
  const words = Array.from({ length }, () => randomBytes(3_000).toString('base64'));
  async function* parts(): AsyncGenerator<string, void, undefined> {
    made.times += 1;
    for (const word of words) {
      made.parts += 1;
      yield word;
    }
  }
  return { made, whole: words.join(''), document: { key, parts } };
}

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
};

it('a stream contains all parts in order, compressed or not, and frees its place at its end', async () => {
  const sending = createSending(manualClock(START));
  const { whole, document: wanted } = document(40);
  const plain = await sending.stream('ada', wanted, 'identity');
  expect(sending.count()).toBe(1);
  expect(await text(plain)).toBe(whole);
  const gzip = await sending.stream('ben', wanted, 'gzip');
  expect(await text(gzip.pipe(createGunzip()))).toBe(whole);
  await expect.poll(() => sending.count()).toBe(0);
});

it('a document is read from the log once, however many clients read it at the same time and later', async () => {
  const sending = createSending(manualClock(START));
  const { made, whole, document: wanted } = document(10);
  const readers = ['ada', 'ben', 'cleo', 'dora'].map(async (player) => {
    return text(await sending.stream(player, wanted, 'identity'));
  });
  expect(new Set(await Promise.all(readers))).toEqual(new Set([whole]));
  expect(await text(await sending.stream('ada', wanted, 'identity'))).toBe(whole);
  expect(made.times).toBe(1);
});

it('a reader that takes nothing does not delay the others', async () => {
  const sending = createSending(manualClock(START));
  const { whole, document: wanted } = document(40);
  const stuck = await sending.stream('ada', wanted, 'identity');
  expect(await text(await sending.stream('ben', wanted, 'identity'))).toBe(whole);
  stuck.destroy();
});

it('a client that stalls is disconnected', async () => {
  const clock = manualClock(START);
  const sending = createSending(clock);
  const body = await sending.stream('ada', document(1_000).document, 'gzip');
  const failed = once(body, 'error');
  body.once('readable', () => undefined);
  await turns(50);
  clock.forward(20_000);
  expect(String((await failed)[0])).toContain('too slowly');
  await expect.poll(() => sending.count()).toBe(0);
});

it('a document that no client reads is ended after its time, without an error of the process', async () => {
  const clock = manualClock(START);
  const sending = createSending(clock);
  const body = await sending.stream('ada', document(9).document, 'identity');
  clock.forward(600_000);
  await expect.poll(() => [body.closed, sending.count()]).toEqual([true, 0]);
});

it('a client that disconnects frees its place', async () => {
  const sending = createSending(manualClock(START));
  const body = await sending.stream('ada', document(1_000).document, 'identity');
  body.destroy();
  await expect.poll(() => sending.count()).toBe(0);
});

it('one player receives four documents at once and no more, and others still receive theirs', async () => {
  const sending = createSending(manualClock(START));
  const { document: wanted } = document(9);
  const bodies = [];
  for (let more = 0; more < MAX_STREAMS_PER_PLAYER; more += 1) bodies.push(await sending.stream('ada', wanted, 'gzip'));
  const refused = sending.stream('ada', wanted, 'gzip');
  await expect(refused).rejects.toMatchObject({ code: 'rate_limited', details: { retryAfterSeconds: 2 } });
  bodies.push(await sending.stream('ben', wanted, 'gzip'));
  expect(sending.count()).toBe(5);
  for (const body of bodies) body.destroy();
});

it('all players together receive a bounded number of documents', async () => {
  const sending = createSending(manualClock(START));
  const { document: wanted } = document(9);
  const bodies = [];
  for (let more = 0; more < MAX_STREAMS; more += 1) bodies.push(await sending.stream(`player ${more}`, wanted, 'gzip'));
  await expect(sending.stream('ada', wanted, 'gzip')).rejects.toMatchObject({ code: 'unavailable' });
  for (const body of bodies) body.destroy();
  await expect.poll(() => sending.count()).toBe(0);
});

it('an error before the first bytes is an error of the request, occupies no place and is not kept', async () => {
  const sending = createSending(manualClock(START));
  const failing = async function* (): AsyncGenerator<string, void, undefined> {
    yield await Promise.reject<string>(new Error('the log cannot be read'));
  };
  const refused = sending.stream('ada', { key: 'a', parts: failing }, 'gzip');
  await expect(refused).rejects.toThrow('the log cannot be read');
  expect(sending.count()).toBe(0);
  const { whole, document: wanted } = document(3);
  expect(await text(await sending.stream('ada', wanted, 'identity'))).toBe(whole);
});

it('an error in the middle ends every reader with an error, and the document is not kept', async () => {
  const sending = createSending(manualClock(START));
  const { whole, document: wanted } = document(40);
  let fail = (): void => undefined;
  const failure = new Promise<void>((resolve) => {
    fail = resolve;
  });
  const parts = async function* (): AsyncGenerator<string, void, undefined> {
    yield* wanted.parts();
    await failure;
    throw new Error('the connection was lost');
  };
  const reading = text(await sending.stream('ada', { key: 'a', parts }, 'identity'));
  fail();
  await expect(reading).rejects.toThrow();
  expect(await text(await sending.stream('ada', wanted, 'identity'))).toBe(whole);
});

const LIMITS = { maxBytes: 100_000, maxMaking: 2, idleMs: 1_000 };

/** Reads a kept document to its end. */
async function drain(chunks: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0;
  for await (const chunk of chunks) bytes += chunk.length;
  return bytes;
}

it('documents are kept up to a number of bytes; the one opened longest ago goes first', async () => {
  const kept = createKeptDocuments(manualClock(START), LIMITS);
  const all = ['a', 'b', 'c', 'd', 'e'].map((key) => document(10, key));
  for (const { document: one } of all) await drain((await kept.open(one.key, one.parts))());
  expect(kept.bytes()).toBeLessThanOrEqual(LIMITS.maxBytes + 40_000);
  const [oldest, ...rest] = all;
  for (const { document: one } of [...rest].reverse()) await drain((await kept.open(one.key, one.parts))());
  expect(rest.at(-1)?.made.times).toBe(1);
  if (oldest === undefined) throw new Error('There is an oldest document.');
  await drain((await kept.open('a', oldest.document.parts))());
  expect(oldest.made.times).toBe(2);
});

it('a document without readers is discarded after a while, and one with readers is not', async () => {
  const clock = manualClock(START);
  const kept = createKeptDocuments(clock, LIMITS);
  const { made, document: one } = document(10);
  await drain((await kept.open('a', one.parts))());
  const chunks = (await kept.open('a', one.parts))();
  await chunks.next();
  clock.forward(LIMITS.idleMs);
  expect(kept.bytes()).toBeGreaterThan(0);
  await drain(chunks);
  clock.forward(LIMITS.idleMs);
  expect([kept.bytes(), clock.pending(), made.times]).toEqual([0, 0, 1]);
});

it('documents in use are not discarded for another one, which is refused', async () => {
  const kept = createKeptDocuments(manualClock(START), LIMITS);
  const { document: large } = document(40, 'large');
  await drain((await kept.open('large', large.parts))());
  const chunks = (await kept.open('large', large.parts))();
  await chunks.next();
  await expect(kept.open('b', document(1).document.parts)).rejects.toMatchObject({ code: 'unavailable' });
  await drain(chunks);
  await kept.open('b', document(1).document.parts);
});
