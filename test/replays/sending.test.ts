/** Long documents are sent at their reader's pace, few at once, and hold a part or two each. */
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createSending } from '../../src/replays/sending.ts';
import { manualClock } from '../streams/manual-clock.ts';

const START = '2026-01-05T19:00:00.000Z';

/** Parts that count how many were made, and whether they were given up. */
function document(length: number) {
  const made = { parts: 0, ended: false };
  async function* parts(): AsyncGenerator<string, void, undefined> {
    try {
      for (let part = 0; part < length; part += 1) {
        made.parts += 1;
        yield `${part},`;
      }
    } finally {
      made.ended = true;
    }
  }
  return { made, parts: parts() };
}

it('a stream has all parts in order, and gives its place back at its end', async () => {
  const sending = createSending(manualClock(START));
  const body = await sending.stream('ada', document(5).parts);
  expect(sending.count()).toBe(1);
  expect(await text(body)).toBe('0,1,2,3,4,');
  if (!body.closed) await once(body, 'close');
  expect(sending.count()).toBe(0);
});

it('a client that does not read holds a few parts, however long the document is', async () => {
  const sending = createSending(manualClock(START));
  const { made, parts } = document(1_000);
  const body = await sending.stream('ada', parts);
  body.once('readable', () => undefined);
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  expect(made.parts).toBeLessThanOrEqual(3);
  body.destroy();
});

it('a client that takes a part too slowly is cut off, and its document given up', async () => {
  const clock = manualClock(START);
  const sending = createSending(clock);
  const { made, parts } = document(1_000);
  const body = await sending.stream('ada', parts);
  const failed = once(body, 'error');
  body.once('readable', () => undefined);
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  clock.forward(20_000);
  expect(String((await failed)[0])).toContain('too slowly');
  if (!body.closed) await once(body, 'close');
  expect([sending.count(), clock.pending()]).toEqual([0, 0]);
  expect(made.ended).toBe(true);
});

it('a document that no client reads is ended after its time, without an error of the process', async () => {
  const clock = manualClock(START);
  const sending = createSending(clock);
  const body = await sending.stream('ada', document(9).parts);
  clock.forward(600_000);
  await expect.poll(() => body.closed).toBe(true);
  expect(sending.count()).toBe(0);
});

it('a client that goes away gives its place back', async () => {
  const sending = createSending(manualClock(START));
  const body = await sending.stream('ada', document(1_000).parts);
  body.destroy();
  await once(body, 'close');
  expect(sending.count()).toBe(0);
});

it('one player is sent four documents at once and no more, and others still get theirs', async () => {
  const sending = createSending(manualClock(START));
  const bodies = [];
  for (let more = 0; more < 4; more += 1) bodies.push(await sending.stream('ada', document(9).parts));
  const refused = sending.stream('ada', document(9).parts);
  await expect(refused).rejects.toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 2 } });
  bodies.push(await sending.stream('ben', document(9).parts));
  expect(sending.count()).toBe(5);
  for (const body of bodies) body.destroy();
});

it('what fails before the first part is an error of the request, and takes no place', async () => {
  const sending = createSending(manualClock(START));
  const failing = async function* (): AsyncGenerator<string, void, undefined> {
    yield await Promise.reject<string>(new Error('the log cannot be read'));
  };
  await expect(sending.stream('ada', failing())).rejects.toThrow('the log cannot be read');
  expect(sending.count()).toBe(0);
});
