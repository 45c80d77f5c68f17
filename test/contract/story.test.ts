/** The examples of the contract are what the service says today; `npm run examples` writes them anew (promise 9). */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Recorded } from '../../src/http/contract/examples.ts';
import { isJsonSchema } from '../../src/http/json-schema.ts';
import { tellStory } from './story/story.ts';

const FILE = fileURLToPath(new URL('../../openapi/examples.json', import.meta.url));

/** Which properties there are, and of what type; of a list what its entries have. */
function outline(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((one) => JSON.stringify(outline(one))))].sort();
  if (isJsonSchema(value)) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, outline(one)]));
  return value === null ? 'null' : typeof value;
}

describe('the examples of the contract', () => {
  let told: Recorded;
  let kept: Recorded;
  beforeAll(async () => {
    told = await tellStory();
    if (process.env.RECORD_EXAMPLES === 'true') await writeFile(FILE, `${JSON.stringify(told, null, 1)}\n`);
    kept = JSON.parse(await readFile(FILE, 'utf8'));
  });

  it('are requests and answers of a game that was played just now', () => {
    const { operations } = kept;
    expect(Object.keys(operations)).toEqual(Object.keys(told.operations));
    for (const [id, exchanges] of Object.entries(told.operations)) {
      const before = operations[id] ?? [];
      expect(before.map(({ name }) => name)).toEqual(exchanges.map(({ name }) => name));
      for (const [index, { request, answer }] of exchanges.entries()) {
        const was = before[index];
        expect([id, was?.answer.status, was?.answer.type]).toEqual([id, answer.status, answer.type]);
        expect([id, outline(was?.request)]).toEqual([id, outline(request)]);
        // Whoever polls a long game may get more of it on a quick machine: what differs is how many events there are.
        if (id !== 'getEvents') expect([id, outline(was?.answer.body)]).toEqual([id, outline(answer.body)]);
      }
    }
  });

  it('have every frame that came, and every problem', () => {
    const { frames, problems } = kept;
    expect(Object.keys(frames)).toEqual(Object.keys(told.frames));
    expect(Object.keys(problems)).toEqual(Object.keys(told.problems));
  });
});
