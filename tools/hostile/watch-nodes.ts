/** How the nodes fare during an attack: memory, and whether they say that they are ready. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ServiceProcess } from '../bench/service-process.ts';

export interface Watched {
  /** Largest resident memory of any node, in bytes. */
  readonly rss: number;
  /** Readiness checks that were not answered 200 within five seconds. */
  readonly notReady: number;
}

const EVERY_MS = 500;
const PATIENCE_MS = 5_000;

/** @returns what ends the watch and reports it */
export function watchNodes(nodes: readonly ServiceProcess[]): () => Promise<Watched> {
  let rss = 0;
  let notReady = 0;
  let stop: () => void = () => undefined;
  const stopped = new Promise<true>((resolve) => {
    stop = () => resolve(true);
  });
  const look = async () => {
    for (const { base, pid } of nodes) {
      rss = Math.max(rss, await residentBytes(pid));
      const answer = await fetch(new URL('/health/ready', base), { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
        () => null,
      );
      if (answer?.status !== 200) notReady += 1;
      await answer?.text();
    }
  };
  const watch = async () => {
    for (let ended = false; !ended; ) {
      await look();
      ended = await Promise.race([stopped, new Promise<false>((resolve) => setTimeout(resolve, EVERY_MS, false))]);
    }
  };
  const watching = watch();
  return async () => {
    stop();
    await watching;
    return { rss, notReady };
  };
}

async function residentBytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return Number(stdout.trim()) * 1024;
}
