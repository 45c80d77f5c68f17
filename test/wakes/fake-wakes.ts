/** Wakes in memory on a manual clock, with a switch that makes the database fail. */
import type { ClaimedWake, Wake, Wakes } from '../../src/ports/event-log.ts';
import type { SystemClock } from '../../src/ports/system.ts';

interface Row {
  readonly version: number;
  readonly reason: Wake['reason'];
  readonly botsOnly: boolean;
  readonly due: number;
  readonly leasedUntil: number;
}

export interface FakeWakes extends Wakes {
  put(gameId: string, version: number, wake: Wake): void;
  has(gameId: string): boolean;
  broken: boolean;
  claims: number;
}

export function fakeWakes(clock: Pick<SystemClock, 'now'>): FakeWakes {
  const rows = new Map<string, Row>();
  const put = (gameId: string, version: number, { reason, delayMs, botsOnly }: Wake): void => {
    rows.set(gameId, { version, reason, botsOnly, due: clock.now() + delayMs, leasedUntil: 0 });
  };
  const fake: FakeWakes = {
    broken: false,
    claims: 0,
    put,
    has: (gameId) => rows.has(gameId),
    async claim(free, leaseMs) {
      fake.claims += 1;
      if (fake.broken) throw new Error('the database is away');
      const now = clock.now();
      const due = [...rows].filter(([, row]) => row.due <= now && row.leasedUntil <= now);
      const kind = (botsOnly: boolean) => due.filter(([, row]) => row.botsOnly === botsOnly);
      const taken = [...kind(false).slice(0, free.people), ...kind(true).slice(0, free.botsOnly)];
      return taken.map(([gameId, row]): ClaimedWake => {
        rows.set(gameId, { ...row, leasedUntil: now + leaseMs });
        return { gameId, version: row.version, reason: row.reason, botsOnly: row.botsOnly };
      });
    },
    async postpone(gameId, version, wake) {
      if (rows.get(gameId)?.version === version) put(gameId, version, wake);
    },
    async remove(gameId, version) {
      if (rows.get(gameId)?.version === version) rows.delete(gameId);
    },
    async nextDueMs(free) {
      if (fake.broken) throw new Error('the database is away');
      const looked = [...rows.values()].filter(({ botsOnly }) => (botsOnly ? free.botsOnly : free.people) > 0);
      const dues = looked.map(({ due, leasedUntil }) => Math.max(due, leasedUntil) - clock.now());
      return dues.length === 0 ? null : Math.max(0, Math.min(...dues));
    },
  };
  return fake;
}
