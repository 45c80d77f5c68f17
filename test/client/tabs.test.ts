/** Tabs of one site share one login in a real browser: none of them presents a refresh token that another one used. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { bootApp } from '../support/app.ts';
import { describeInBrowser, openBrowser } from '../support/browser.ts';
import { type PageServer, servePage } from '../support/page-server.ts';
import { shiftedClock } from '../support/shifted-clock.ts';

/** Only how long a broken test takes to fail. */
vi.setConfig({ testTimeout: 240_000 });

const PROGRAM = `
import { createClient, loginAsGuest } from 'dalmuti/client';

let login;
let current = null;
export async function logIn(base) {
  login = await loginAsGuest(base, { name: 'Reader' });
  return login.player.id;
}
export async function renew() {
  current = await login.token(current);
  return current;
}
export const whoAmI = async (base) => (await createClient({ base, token: login.token, WebSocket: null }).call('getMe')).id;
`;

/** Longer than the service repeats the answer to a used refresh token. */
const PAST_GRACE_MS = 120_000;

const run = <T>(page: Page, call: string): Promise<T> =>
  page.evaluate<T>(`import('/program.js').then((program) => program.${call})`);

describeInBrowser('tabs of one site', () => {
  let browser: Browser;
  let site: PageServer;
  beforeAll(async () => {
    browser = await openBrowser();
    site = await servePage(PROGRAM);
  });
  afterAll(() => Promise.all([browser.close(), site.close()]));

  test('two tabs, one of them suspended, and a third one share a guest through three renewals', async () => {
    const clock = shiftedClock();
    const node = await bootApp({ onTestFinished }, { clock });
    const base = await node.listen();
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const openTab = async (): Promise<Page> => {
      const page = await context.newPage();
      await page.goto(site.origin);
      return page;
    };
    const [one, other] = [await openTab(), await openTab()];
    const players = await Promise.all([one, other].map((page) => run<string>(page, `logIn('${base}')`)));
    expect(new Set(players).size).toBe(1);
    const renewBoth = () => Promise.all([one, other].map((page) => run<string>(page, 'renew()')));
    const tokens = await renewBoth();

    clock.forward(PAST_GRACE_MS);
    tokens.push(...(await renewBoth()));

    const session = await context.newCDPSession(other);
    await session.send('Page.setWebLifecycleState', { state: 'frozen' });
    for (let renewal = 0; renewal < 2; renewal += 1) {
      clock.forward(PAST_GRACE_MS);
      tokens.push(await run<string>(one, 'renew()'));
    }
    await session.send('Page.setWebLifecycleState', { state: 'active' });
    tokens.push(await run<string>(other, 'renew()'));
    // One token at first, and one for each of three renewals, whichever tab asked.
    expect(new Set(tokens).size).toBe(4);

    const third = await openTab();
    expect(await run<string>(third, `logIn('${base}')`)).toBe(players[0]);
    for (const page of [one, other, third]) expect(await run<string>(page, `whoAmI('${base}')`)).toBe(players[0]);
  });
});
