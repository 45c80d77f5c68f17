/** The list of public tables: what one host can take of it, and how its pages go on. */
import { v7 as uuid } from 'uuid';
import { expect, it } from 'vitest';
import { listTables, nextLapse } from '../../src/lobby/list.ts';
import { manualClock } from '../streams/manual-clock.ts';
import { describeOnEachDatabase } from '../support/database.ts';

const NOW = '2026-06-30T12:00:00Z';
const at = (ms: number) => new Date(Date.parse(NOW) + ms);

describeOnEachDatabase('the list of open tables', (open) => {
  it('has the three newest open public tables of each host, page by page', async () => {
    const { prisma, close } = await open();
    const clock = manualClock(NOW);
    const [ada, bob] = [uuid(), uuid()];
    const table = async (hostId: string, more: object = {}) => {
      const common = {
        id: uuid(),
        visibility: 'public',
        ruleset: { preset: 'official' },
        clock: {},
        inviteCode: uuid(),
      };
      const { id } = await prisma.lobbyTable.create({ data: { ...common, hostId, expiresAt: at(1000), ...more } });
      return id;
    };
    const bobs = await table(bob, { expiresAt: at(500) });
    const adas: string[] = [];
    for (let made = 0; made < 5; made += 1) adas.push(await table(ada));
    await table(ada, { visibility: 'unlisted' });
    await table(ada, { expiresAt: at(0) });
    const shown = [...adas.slice(2).reverse(), bobs];

    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listTables(prisma, clock, { state: 'open', preset: 'official', limit: 2, cursor });
      expect(page.tables.length).toBe(2);
      seen.push(...page.tables.map(({ id }) => id));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(shown);
    expect(await nextLapse(prisma, clock, { state: 'open' })).toBe(at(500).getTime());
    expect((await listTables(prisma, clock, { state: 'open', preset: 'none', limit: 2 })).tables).toEqual([]);
    expect((await listTables(prisma, clock, { state: 'closed', limit: 10 })).tables).toHaveLength(1);
    await close();
  });
});
