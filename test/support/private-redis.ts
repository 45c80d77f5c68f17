/** A Redis server of a test's own, which it may stop and start. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';

export interface PrivateRedis {
  readonly url: string;
  /** Starts it again on the same port, empty; resolves when it answers. */
  start(): Promise<void>;
  /** Ends it at once, as a crash would. */
  stop(): Promise<void>;
  /** It keeps its connections and answers nothing, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Sends one command as text and waits for the answer. */
  say(command: string): Promise<void>;
  close(): Promise<void>;
}

/** A suite that needs the program `redis-server`; without it it is skipped, and the run says so. */
export function describeWithPrivateRedis(name: string, suite: () => void): void {
  const isInstalled = spawnSync('redis-server', ['--version']).status === 0;
  if (!isInstalled) console.warn(`SKIPPED, as redis-server is not installed: ${name}`);
  describe.skipIf(!isInstalled)(name, suite);
}

/** Takes a free port; the server is not started yet. */
export async function openPrivateRedis(): Promise<PrivateRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'dalmuti-redis-'));
  const port = await freePort();
  let server: ChildProcess | null = null;
  const stop = async () => {
    if (server === null || server.exitCode !== null) return;
    const exited = once(server, 'exit');
    server.kill('SIGKILL');
    await exited;
    server = null;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    start: async () => {
      const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
      server = spawn('redis-server', options, { stdio: 'ignore' });
      while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, 10));
    },
    stop,
    freeze: () => {
      server?.kill('SIGSTOP');
    },
    thaw: () => {
      server?.kill('SIGCONT');
    },
    say: async (command) => {
      await answer(port, command);
    },
    close: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function answers(port: number): Promise<boolean> {
  return (await answer(port, 'PING').catch(() => '')).startsWith('+PONG');
}

function answer(port: number, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', reject);
    socket.on('data', (data) => {
      socket.destroy();
      resolve(data.toString());
    });
    socket.write(`${command}\r\n`);
  });
}
