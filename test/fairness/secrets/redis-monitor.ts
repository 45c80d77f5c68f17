/** All traffic of a Redis server, as its own MONITOR tells it. */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Recorder } from './captured.ts';

export interface RedisMonitor {
  close(): void;
}

/** Keeps each message under its channel, and every other command under `redis`. */
export async function monitorRedis(url: string, recorder: Recorder): Promise<RedisMonitor> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let rest = '';
  let begun = (): void => {};
  const ready = new Promise<void>((resolve) => {
    begun = resolve;
  });
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString('latin1')).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '+OK') begun();
      else keep(line);
    }
  });
  socket.write('MONITOR\r\n');
  await ready;

  function keep(line: string): void {
    const [command = '', ...args] = wordsOf(line);
    const isMessage = command.toLowerCase() === 'publish';
    const [channel = ''] = args;
    const said = isMessage ? args.slice(1) : [command, ...args];
    recorder.keep(isMessage ? channel : 'redis', 'redis', Buffer.from(said.join('\n'), 'latin1'));
  }

  return { close: () => socket.destroy() };
}

/** `+1700000000.000000 [0 127.0.0.1:1] "publish" "channel" "message"`, with bytes that are no ASCII written as `\xHH`. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word = '']) => word.replace(/\\(x..|.)/g, unescaped));
}

const LETTERS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', a: '\x07', b: '\b' };

function unescaped(_: string, said: string): string {
  return said.length === 3 ? String.fromCharCode(Number.parseInt(said.slice(1), 16)) : (LETTERS[said] ?? said);
}
