/** Wakes in memory on a manual clock, with a switch that makes the database fail. */
import type { ClaimedWake, Wake, Wakes } from '../../src/ports/event-log.ts';
import type { SystemClock } from '../../src/ports/system.ts';

interface Row {
  readonly version: number;
  readonly reason: Wake['reason'];
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
  const put = (gameId: string, version: number, { reason, delayMs }: Wake): void => {
    rows.set(gameId, { version, reason, due: clock.now() + delayMs, leasedUntil: 0 });
  };
  const fake: FakeWakes = {
    broken: false,
    claims: 0,
    put,
    has: (gameId) => rows.has(gameId),
    async claim(limit, leaseMs) {
      fake.claims += 1;
      if (fake.broken) throw new Error('the database is away');
      const now = clock.now();
      const claimed: ClaimedWake[] = [];
      for (const [gameId, row] of rows) {
        if (claimed.length === limit || row.due > now || row.leasedUntil > now) continue;
        rows.set(gameId, { ...row, leasedUntil: now + leaseMs });
        claimed.push({ gameId, version: row.version, reason: row.reason });
      }
      return claimed;
    },
    async postpone(gameId, version, wake) {
      if (rows.get(gameId)?.version === version) put(gameId, version, wake);
    },
    async remove(gameId, version) {
      if (rows.get(gameId)?.version === version) rows.delete(gameId);
    },
    async nextDueMs() {
      if (fake.broken) throw new Error('the database is away');
      const dues = [...rows.values()].map(({ due, leasedUntil }) => Math.max(due, leasedUntil) - clock.now());
      return dues.length === 0 ? null : Math.max(0, Math.min(...dues));
    },
  };
  return fake;
}
