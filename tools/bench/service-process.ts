/** The service in a process of its own, for commands that measure it from outside. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { printErrorText } from '../../src/cli/terminal/output.ts';

export interface ServiceProcess {
  /** `http://127.0.0.1:<port>` */
  readonly base: string;
  readonly pid: number;
  /** Bytes of heap that the process holds after a full collection. */
  heap(): Promise<number>;
  /** Sends SIGTERM and waits for the exit. */
  end(): Promise<void>;
}

const CLI = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

/** Loaded into the process, so that the service itself needs no code for being measured. */
const REPORTS_HEAP =
  'data:text/javascript,process.on("message",()=>{gc();gc();process.send(process.memoryUsage().heapUsed)});process.channel.unref()';

/**
 * Starts `dalmuti serve` on a free port and waits until it listens. When the process ends unasked, the end of its
 * output is written to stderr, so that the errors of its clients are not all that is seen.
 * @param env what the service is configured by; a DATABASE_URL or REDIS_URL of this process is not passed on
 * @throws Error with the output when the service does not start
 */
export async function startService(env: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  const { DATABASE_URL: _database, REDIS_URL: _redis, ...rest } = process.env;
  const args = [...process.execArgv, '--expose-gc', '--import', REPORTS_HEAP, CLI, 'serve'];
  const child = spawn(process.execPath, args, {
    env: { ...rest, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('The service did not start: no process could be made.');
  const { base, end } = await listening(child);
  const heap = async () => {
    const reported = Promise.race([once(child, 'message'), once(child, 'exit').then(() => [Number.NaN])]);
    child.send('heap');
    const [bytes] = await reported;
    return Number(bytes);
  };
  return { base, pid, heap, end };
}

/**
 * An HTTP server that only answers, in a process of its own.
 * @returns its address, and what ends it
 */
export async function serveBare(): Promise<{ readonly base: string; end(): Promise<void> }> {
  return listening(spawn(process.execPath, ['-e', BARE], { stdio: ['ignore', 'ignore', 'pipe'] }));
}

const BARE = `
const body = JSON.stringify({ version: 1, replayed: false, events: [{ type: 'setPlayed', filling: 'x'.repeat(200) }] });
const server = require('node:http').createServer((request, answer) => {
  request.resume();
  request.on('end', () => answer.writeHead(200, { 'content-type': 'application/json' }).end(body));
});
server.listen(0, '127.0.0.1', () => process.stderr.write('http://127.0.0.1:' + server.address().port));
`;

/** UTF-16 units of a child's output that are kept. */
const MAX_TAIL = 8_192;

/** Reads a child's stderr as long as the child runs: a closed pipe would end it at its next warning. */
async function listening(child: ChildProcess): Promise<{ readonly base: string; end(): Promise<void> }> {
  let tail = '';
  let asked = false;
  const end = async () => {
    asked = true;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  };
  const base = await new Promise<string | null>((resolve) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      tail = (tail + String(chunk)).slice(-MAX_TAIL);
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(tail) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.on('error', () => resolve(null));
    child.on('close', () => resolve(null));
  });
  if (base === null) throw new Error(`The service did not start:\n${tail}`);
  child.on('close', (code, signal) => {
    if (!asked) printErrorText(`The service ended unasked (${signal ?? code}). Its last output:\n${tail}`);
  });
  return { base, end };
}
