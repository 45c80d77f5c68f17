/** Pages in a real Chromium, for what only a browser can show, on an origin of their own. */
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { describe, onTestFailed, onTestFinished } from 'vitest';

/** `CHROMIUM` names another one. */
const PROGRAM = process.env.CHROMIUM || '/usr/bin/chromium';
/** It asks for nothing but what its pages ask for. */
const QUIETLY = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A page, and what it has told whoever looks into its console. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors that were logged or not caught, by the page or by the browser about it. */
  readonly errors: readonly string[];
  /** How many WebSockets it has opened. */
  sockets(): number;
}

/** A suite that only a browser can run; without one it is skipped, and the run says so. */
export function describeInBrowser(name: string, suite: () => void): void {
  const isThere = existsSync(PROGRAM);
  if (!isThere) console.warn(`SKIPPED, as there is no Chromium at ${PROGRAM} (CHROMIUM names another): ${name}`);
  describe.skipIf(!isThere)(name, suite);
}

/** Whoever opens it closes it. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: PROGRAM, headless: true, chromiumSandbox: false, args: QUIETLY });
}

/** A page that has nothing in common with any other, no cache and no remembered preflight; it is closed with the test that opens it. */
export async function openPage(browser: Browser, url: string): Promise<WatchedPage> {
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  const errors: string[] = [];
  onTestFailed(() => console.error('Errors on the page:', errors));
  let sockets = 0;
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('websocket', () => {
    sockets += 1;
  });
  await page.goto(url);
  return { page, errors, sockets: () => sockets };
}
