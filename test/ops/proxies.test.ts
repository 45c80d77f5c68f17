/** The example configurations of proxies: parsed by the proxies themselves, and played through. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import WebSocket from 'ws';
import { bootApp, type TestApp } from '../support/app.ts';

const read = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../ops/${name}`, import.meta.url)), 'utf8');

interface Proxy {
  readonly name: string;
  readonly program: string;
  /** The example on a free port, in front of another address, without TLS. */
  readonly config: (folder: string, port: number, upstream: string) => string;
  readonly args: (config: string, folder: string) => readonly string[];
}

function changed(text: string, ...changes: readonly (readonly [from: RegExp, to: string])[]): string {
  let result = text;
  for (const [from, to] of changes) {
    if (!from.test(result)) throw new Error(`The example has no ${from}.`);
    result = result.replace(from, to);
  }
  return result;
}

const PROXIES: readonly Proxy[] = [
  {
    name: 'nginx.conf',
    program: '/usr/sbin/nginx',
    config: (folder, port, upstream) => {
      const site = changed(
        read('nginx.conf'),
        [/listen 443 ssl;/, `listen 127.0.0.1:${port};`],
        [/ssl_certificate .*;/, ''],
        [/ssl_certificate_key .*;/, ''],
        [/server 127\.0\.0\.1:7575/, `server ${upstream}`],
      );
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${folder}/t;`,
      );
      return `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
        events {} http { access_log off; ${paths.join(' ')} ${site} }`;
    },
    args: (config, folder) => ['-p', folder, '-c', config],
  },
  {
    name: 'Caddyfile',
    program: '/usr/bin/caddy',
    config: (_, port, upstream) =>
      `{
        admin off
        auto_https off
      }
      ${changed(
        read('Caddyfile'),
        [/^play\.example \{/m, `http://127.0.0.1:${port} {`],
        [/reverse_proxy 127\.0\.0\.1:7575/, `reverse_proxy ${upstream}`],
      )}`,
    args: (config) => ['run', '--adapter', 'caddyfile', '--config', config],
  },
];

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** @returns the address of the proxy */
async function start(test: TestContext, proxy: Proxy, upstream: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dalmuti-proxy-'));
  await mkdir(join(folder, 't'));
  const port = await freePort();
  const config = join(folder, 'config');
  await writeFile(config, proxy.config(folder, port, upstream));
  const child = spawn(proxy.program, proxy.args(config, folder), {
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  test.onTestFinished(async () => {
    const gone = once(child, 'exit');
    if (child.exitCode === null) {
      child.kill('SIGKILL');
      await gone;
    }
    await rm(folder, { recursive: true, force: true });
  });
  const base = `http://127.0.0.1:${port}`;
  await expect
    .poll(
      () =>
        child.exitCode === null
          ? fetch(`${base}/health/live`).then(
              ({ status }) => status,
              () => 0,
            )
          : said,
      {
        timeout: 30_000,
      },
    )
    .toBe(200);
  return base;
}

describe.each(PROXIES)('ops/$name', (proxy) => {
  const isHere = existsSync(proxy.program);
  if (!isHere) console.warn(`SKIPPED, as there is no ${proxy.program}: ops/${proxy.name}`);
  let node: TestApp;
  let upstream: string;
  beforeAll(async () => {
    node = await bootApp(null, { env: { TRUST_PROXY: 'loopback' } });
    upstream = new URL(await node.listen()).host;
  });
  afterAll(() => node.close());

  it.skipIf(!isHere)(
    'passes WebSockets, sends events at once, and leaves the refusal of large bodies to be seen',
    async (test) => {
      const base = await start(test, proxy, upstream);
      const { token } = await node.guest();
      const authorization = `Bearer ${token}`;

      const socket = new WebSocket(`${base.replace('http', 'ws')}/v1/stream`, ['dalmuti.v1'], {
        headers: { authorization },
      });
      test.onTestFinished(() => socket.terminate());
      const [welcome] = await once(socket, 'message');
      expect(JSON.parse(String(welcome)).type).toBe('welcome');

      // The response goes on; its first event arrives all the same.
      const aborted = new AbortController();
      test.onTestFinished(() => aborted.abort());
      const events = await fetch(`${base}/v1/me/stream`, { headers: { authorization }, signal: aborted.signal });
      expect(events.headers.get('content-type')).toMatch(/^text\/event-stream/);
      const first = await events.body?.getReader().read();
      expect(Buffer.from(first?.value ?? []).toString()).toContain('event: ');

      const me = await fetch(`${base}/v1/me`, { headers: { authorization } });
      expect(me.status).toBe(200);
      const large = await fetch(`${base}/v1/tables`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: 'x'.repeat(70_000),
      });
      expect(large.status).toBe(413);
    },
  );
});
