/** The bench's figures are of moves that were really played, and its table says what was compared with what. */
import { expect, it } from 'vitest';
import { type Figures, report } from '../../../tools/bench/main.ts';
import { measureRules } from '../../../tools/bench/rules.ts';

const FIGURES: Figures = {
  on: 'Postgres, Redis',
  seconds: 8,
  concurrency: 32,
  rules: { playsPerSecond: 2_000_000, playsWithViewPerSecond: 500_000, bytesPerState: 6000 },
  bytesPerIdleGame: 10_000,
  http: 3000,
  socket: 6000,
  pgbench: 4000,
  bare: 12_000,
  moves: [
    { games: 1, movesPerSecond: 200, p50: 4.04, p99: 12 },
    { games: 8, movesPerSecond: 900, p50: 8, p99: 20 },
  ],
};

it('issue 2: commands stand beside pgbench and bare HTTP of the same run', () => {
  const text = report(FIGURES);
  expect(text).toContain('3,000 commands/s, 0.75 x pgbench, 0.25 x bare HTTP');
  expect(text).toContain('6,000 commands/s, 1.50 x pgbench, 0.50 x bare HTTP');
  expect(text).toContain('4,000 single-row inserts/s');
});

it('issue 2: moves of several games, with the time until all six have them', () => {
  const text = report(FIGURES);
  expect(text).toMatch(
    /1 game, six sockets each +200 moves\/s, all six have it after 4\.0 ms \(p50\), 12\.0 ms \(p99\)/,
  );
  expect(text).toMatch(/8 games, six sockets each +900 moves\/s/);
});

it('says aloud that there was nothing to compare with', () => {
  const text = report({ ...FIGURES, on: 'the embedded database, the local bus', pgbench: null });
  expect(text).toContain('SKIPPED: no Postgres, or no program pgbench');
  expect(text).toContain('3,000 commands/s, 0.25 x bare HTTP');
  expect(text).toContain('the embedded database, the local bus');
});

it('issue 2: the rules are measured by plays that they accept, and with a view they cost more', () => {
  const { playsPerSecond, playsWithViewPerSecond, bytesPerState } = measureRules(0.2);
  expect(playsWithViewPerSecond).toBeGreaterThan(0);
  expect(playsPerSecond).toBeGreaterThan(playsWithViewPerSecond);
  // Eighty cards in six hands, and the tricks of half a hand: not a few words, and not a copy of the log.
  expect(bytesPerState).toBeGreaterThan(500);
  expect(bytesPerState).toBeLessThan(100_000);
});
