/** The service's own pages as a browser shows them: at `/`, `/docs`, `/docs/stream` and `/docs/limits`. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bootApp, type TestApp } from '../support/app.ts';
import { describeInBrowser, openBrowser, openPage } from '../support/browser.ts';

const PATHS = ['/', '/docs/', '/docs/stream', '/docs/limits'] as const;

describeInBrowser('the pages of the service', () => {
  let node: TestApp;
  let base: string;
  let browser: Browser;
  beforeAll(async () => {
    node = await bootApp();
    base = await node.listen();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await node.close();
  });

  it.each(PATHS)('%s loads from this service alone, without an error, and has a title and an icon', async (path) => {
    const { page, errors } = await openPage(browser, 'about:blank');
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(`${base}${path}`, { waitUntil: 'networkidle' });
    expect(errors).toEqual([]);
    expect(requested.filter((url) => !url.startsWith(base) && !url.startsWith('data:'))).toEqual([]);
    expect(await page.title()).toMatch(/Dalmuti|Limits/);
    expect(await page.locator('link[rel~="icon"]').count()).toBeGreaterThan(0);
  });

  it.each(['/', '/docs/stream', '/docs/limits'])('%s does not scroll sideways on a narrow screen', async (path) => {
    const { page } = await openPage(browser, `${base}${path}`);
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate('document.documentElement.scrollWidth'), String(width)).toBeLessThanOrEqual(width);
    }
  });

  it('/docs shows the first call on the first two screens, and our name in the bar', async () => {
    const { page } = await openPage(browser, `${base}/docs/`);
    await page.setViewportSize({ width: 1280, height: 800 });
    const first = page.locator('.opblock').first();
    await first.waitFor();
    const box = await first.boundingBox();
    expect(box?.y).toBeLessThan(1600);
    const logo = await page.locator('.topbar img').getAttribute('src');
    const svg = Buffer.from(logo?.split('base64,')[1] ?? '', 'base64').toString();
    expect(svg).toContain('The Great Dalmuti');
  });

  it('/ leads to every other page, and each link is answered', async () => {
    const { page } = await openPage(browser, `${base}/`);
    const links = await page.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    expect(links).toEqual(expect.arrayContaining(['/docs', '/docs/stream', '/docs/limits', '/health/ready']));
    for (const path of links) expect((await page.request.get(`${base}${path}`)).status(), path).toBe(200);
  });
});
