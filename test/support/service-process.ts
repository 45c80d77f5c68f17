/** The service as an operator runs it: a process of its own, which a test may kill. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { keepLog } from './run-log/run-log.ts';
import { UNCAPPED } from './uncapped.ts';

export interface ServiceProcess {
  /** `http://127.0.0.1:<port>` */
  readonly base: string;
  /** Everything it has written so far. */
  output(): string;
  /** `kill -9`: no goodbye, nothing flushed. */
  kill(): Promise<void>;
  /** SIGTERM, as a deploy sends it. @returns the exit code */
  stop(): Promise<number | null>;
}

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/**
 * Starts it and waits until it says where it listens.
 * @param env in place of the tests' own configuration
 */
export async function startService(env: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  const { DATABASE_URL: _database, REDIS_URL: _redis, ...rest } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN], {
    env: { ...rest, ...UNCAPPED, PORT: '0', RATE_LIMITS: 'false', BOT_DELAY_MS: '0', LOG_LEVEL: 'trace', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const kept = (chunk: unknown) => {
    output += String(chunk);
    keepLog(String(chunk));
  };
  child.stdout.on('data', kept);
  const base = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      kept(chunk);
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.on('exit', (code) => reject(new Error(`the service ended with ${code}:\n${output}`)));
  });
  return {
    base,
    output: () => output,
    kill: async () => {
      await end(child, 'SIGKILL');
    },
    stop: () => end(child, 'SIGTERM'),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
  return child.exitCode;
}
