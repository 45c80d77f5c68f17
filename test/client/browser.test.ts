/** The packed client in a real browser, on a page of another origin than the service: it plays, comes back, and is let in or not (CORS_ORIGINS). */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { bootApp } from '../support/app.ts';
import { describeInBrowser, openBrowser, openPage } from '../support/browser.ts';
import { openFaultyLine } from '../support/faulty-line.ts';
import { type PageServer, servePage } from '../support/page-server.ts';

/** Only how long a broken test takes to fail. */
vi.setConfig({ testTimeout: 240_000 });

/** What the page runs. `playHand` plays one hand to its end, and tells what it saw; `beforeFirstPlay` comes before its first answer in a trick. */
const PROGRAM = `
import { createClient, loginAsGuest } from 'dalmuti/client';

export const logIn = async (base) => (await loginAsGuest(base, { name: 'Reader' })).player.name;

export async function playHand(base, { beforeFirstPlay, ...line } = {}) {
  const { token } = await loginAsGuest(base, { name: 'Reader' });
  const client = createClient({ base, token, ...line });
  // Nobody can take a question from the others, as a revolution does: every answer counts.
  const ruleset = { end: { hands: 1 }, revolution: { enabled: false } };
  const { id } = await client.lobby.open({ ruleset, clock: { pauseSeconds: 0 } });
  await client.lobby.sit(id);
  for (let seat = 0; seat < 4; seat += 1) await client.lobby.addBot(id, 'greedy');
  const { gameId } = await client.lobby.start(id);
  const updates = client.follow(gameId);
  const over = new AbortController();
  const answers = [];
  const playing = (async () => {
    for await (const turn of client.turns({ signal: over.signal })) {
      const { phase } = turn.view;
      const isFirstPlay = phase === 'play' && answers.every((answer) => answer.phase !== 'play');
      if (isFirstPlay) await beforeFirstPlay?.();
      answers.push({ phase, isFirstPlay, ...(await turn.answer(turn.legal[0])) });
    }
  })().catch((reason) => reason);

  const versions = [];
  let [wholes, result] = [0, null];
  for await (const { game, change } of updates) {
    if (change === null) wholes += 1;
    if (change?.type === 'events') versions.push(...change.events.map(({ version }) => version));
    result = game.view.result;
  }
  over.abort('over');
  const ended = await playing;
  client.close();
  return { reason: result.reason, wholes, versions, answers, ended };
}
`;

/** As `playHand` tells it. */
interface Played {
  readonly reason: string;
  /** How often the game was told whole. */
  readonly wholes: number;
  readonly versions: readonly number[];
  readonly answers: readonly {
    readonly phase: string;
    readonly isFirstPlay: boolean;
    readonly version: number;
    readonly replayed: boolean;
  }[];
  readonly ended: unknown;
}

/** Evaluated on a page. */
const program = (call: string) => `import('/program.js').then((program) => program.${call})`;

describeInBrowser('on a page of another origin', () => {
  let browser: Browser;
  let site: PageServer;
  beforeAll(async () => {
    browser = await openBrowser();
    site = await servePage(PROGRAM);
  });
  afterAll(() => Promise.all([browser.close(), site.close()]));

  /** The whole hand, every version once, and no answer that counted twice. */
  function expectWholeHand({ reason, wholes, versions, answers, ended }: Played): void {
    expect([reason, ended]).toEqual(['hands', 'over']);
    expect(wholes).toBe(1);
    expect(versions).toEqual(Array.from(versions, (_, index) => (versions[0] ?? 0) + index));
    const counted = answers.map(({ version }) => version);
    expect(counted.length).toBeGreaterThan(0);
    expect(counted).toEqual([...new Set(counted)]);
    expect(versions).toEqual(expect.arrayContaining(counted));
  }

  test.each([
    ['the browser’s own WebSocket', '{}', 1],
    ['HTTP and server-sent events', '{ WebSocket: null }', 0],
  ])('a whole game is played over %s', async (_, line, opened) => {
    const node = await bootApp({ onTestFinished });
    const base = await node.listen();
    const { page, errors, sockets } = await openPage(browser, site.origin);
    const played = await page.evaluate<Played>(program(`playHand('${base}', ${line})`));
    expectWholeHand(played);
    expect(played.answers.filter(({ replayed }) => replayed)).toEqual([]);
    expect(sockets()).toBe(opened);
    expect(errors).toEqual([]);
  });

  test('a line that breaks before an answer has arrived loses nothing and does nothing twice', async () => {
    const node = await bootApp({ onTestFinished });
    const line = await openFaultyLine(await node.listen(), 80);
    onTestFinished(() => line.cut());
    const { page, errors, sockets } = await openPage(browser, site.origin);
    await page.exposeFunction('loseNextAnswer', line.loseNextAnswer);
    const played = await page.evaluate<Played>(program(`playHand('${line.url}', { beforeFirstPlay: loseNextAnswer })`));
    expectWholeHand(played);
    // The command whose acknowledgement was lost was sent again, under its key, and on another socket.
    expect(played.answers.filter(({ replayed }) => replayed)).toEqual([
      expect.objectContaining({ isFirstPlay: true, phase: 'play' }),
    ]);
    expect(sockets()).toBe(2);
    expect(errors).toEqual([]);
  });

  test('a page whose origin is not in CORS_ORIGINS is kept out by the browser, one that is comes in', async () => {
    const node = await bootApp({ onTestFinished }, { env: { CORS_ORIGINS: site.origin } });
    const call = program(`logIn('${await node.listen()}')`);
    const listed = await openPage(browser, site.origin);
    expect(await listed.page.evaluate<string>(call)).toBe('Reader');
    expect(listed.errors).toEqual([]);
    const other = await openPage(browser, site.otherOrigin);
    await expect(other.page.evaluate<string>(call)).rejects.toThrow('Failed to fetch');
    expect(other.errors).toEqual(expect.arrayContaining([expect.stringContaining('blocked by CORS policy')]));
  });
});
