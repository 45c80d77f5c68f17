import { describe, expect, it } from 'vitest';
import { later } from '../../src/rules/clock.ts';

const SEVEN = '2026-01-05T19:00:00.000Z';

describe('deadlines', () => {
  it('R-PLAY-12, R-TAX-13: so many seconds after the question was put, to the millisecond', () => {
    expect(later(SEVEN, 45)).toBe('2026-01-05T19:00:45.000Z');
    expect(later(SEVEN, 45)).toBe('2026-01-05T19:00:45.000Z');
    expect(later(SEVEN, 0.25)).toBe('2026-01-05T19:00:00.250Z');
    expect(later('2026-12-31T23:59:59.999Z', 0.25)).toBe('2027-01-01T00:00:00.249Z');
    expect(later('2026-12-31T23:59:59.999Z', 45)).toBe('2027-01-01T00:00:44.999Z');
    expect(later(SEVEN, 0)).toBe(SEVEN);
  });

  it('R-PLAY-12, R-TAX-13: a clock that waits for ever has none', () => {
    expect(later(SEVEN, null)).toBeNull();
  });
});
