/** A site that has a page and the packed client's modules, as a developer of a web client would serve them: on an origin of its own. */
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeClientPackage } from '../../packaging/client-package.ts';

export interface PageServer {
  /** The page's address and its origin; under the name `localhost` the same page is of another origin. */
  readonly origin: string;
  readonly otherOrigin: string;
  close(): Promise<void>;
}

/** @param program a module that the page can import as `/program.js`, and that imports `dalmuti/client` */
export async function servePage(program: string): Promise<PageServer> {
  const folder = await mkdtemp(join(tmpdir(), 'dalmuti-page-'));
  await writeClientPackage(folder);
  const { exports } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const page = pageOf({ 'dalmuti/client': join('/', exports['./client'].default) });

  const server = createServer(async ({ url = '/' }, answer) => {
    const { pathname } = new URL(url, 'http://page.example');
    if (pathname === '/') return answer.setHeader('Content-Type', 'text/html').end(page);
    const text = pathname === '/program.js' ? program : await readFile(join(folder, pathname)).catch(() => null);
    if (text === null) return answer.writeHead(404).end();
    return answer.setHeader('Content-Type', 'text/javascript').end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    otherOrigin: `http://localhost:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** @param imports where the browser finds what programs import by name */
function pageOf(imports: Readonly<Record<string, string>>): string {
  return `<!doctype html>
<title>A page that plays</title>
<link rel="icon" href="data:,">
<script type="importmap">${JSON.stringify({ imports })}</script>`;
}
