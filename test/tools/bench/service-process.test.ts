/** The process that the bench measures lives through its own warnings, and its end is reported with its output. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startService } from '../../../tools/bench/service-process.ts';

/** More in all than a pipe holds, so that output which is not read would block or end the process. */
const WARNS = `data:text/javascript,${encodeURIComponent(
  'process.on("message",()=>process.emitWarning("a".repeat(50_000),"DeprecationWarning"))',
)}`;

it('a measured service keeps running while it writes warnings to stderr', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'dalmuti-measured-'));
  const service = await startService({
    NODE_OPTIONS: `--import tsx --import ${WARNS}`,
    DALMUTI_DATA_DIR: join(directory, 'data'),
  });
  try {
    for (let round = 0; round < 5; round++) expect(await service.heap()).toBeGreaterThan(0);
    expect((await fetch(new URL('/health/live', service.base))).status).toBe(200);
  } finally {
    await service.end();
    await rm(directory, { recursive: true });
  }
});

it('a service that does not start is reported with what it wrote', async () => {
  const started = startService({ NODE_OPTIONS: '--import tsx', PORT: 'none' });
  await expect(started).rejects.toThrow(/^The service did not start:\n[\s\S]*PORT/);
});
