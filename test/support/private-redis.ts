/** A Redis of a test's own that can be stopped and started: for what happens while it is away. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, constants } from 'node:fs/promises';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { describe } from 'vitest';

export interface PrivateRedis {
  readonly url: string;
  start(): Promise<void>;
  /** Kills it without warning. */
  stop(): Promise<void>;
}

/** Picks a free port; nothing runs until `start`. */
export async function privateRedis(): Promise<PrivateRedis> {
  const port = await freePort();
  let running: ChildProcess | null = null;
  return {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const child = spawn(
        'redis-server',
        ['--port', String(port), '--save', '', '--appendonly', 'no', '--bind', '127.0.0.1'],
        {
          stdio: ['ignore', 'pipe', 'ignore'],
        },
      );
      running = child;
      for await (const chunk of child.stdout) {
        if (String(chunk).includes('Ready to accept connections')) break;
      }
      // Leaving the loop has closed the pipe, which Redis does not mind.
    },
    async stop() {
      const child = running;
      running = null;
      if (child === null || child.exitCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Skipped, loudly, where there is no `redis-server` to start or no Postgres to tell the truth. */
export async function describeWithPrivateRedis(name: string, also: boolean, suite: () => void): Promise<void> {
  const can = also && (await hasRedisServer());
  if (!can) console.warn(`SKIPPED, as there is no Postgres server or no redis-server program: ${name}`);
  describe.skipIf(!can)(name, suite);
}

async function hasRedisServer(): Promise<boolean> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    try {
      await access(join(folder, 'redis-server'), constants.X_OK);
      return true;
    } catch {
      // Not in this folder.
    }
  }
  return false;
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
