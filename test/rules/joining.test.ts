import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../src/rules/dalmuti.ts';
import { closedUp, halfwayPlaces, joined } from '../../src/rules/joining.ts';

describe('joining', () => {
  it('R-JOIN-3: halfway for every number of players', () => {
    const places = [3, 4, 5, 6, 7, 8, 9, 10, 11].map(halfwayPlaces);
    expect(places).toEqual([[1, 2], [2], [2, 3], [3], [3, 4], [4], [4, 5], [5], [5, 6]]);
  });

  it('R-JOIN-7: unasked, newcomers enter lower, or upper where the table says so', () => {
    const { official } = PRESETS;
    const upper = { ...official, join: { ...official.join, choice: 'upper' as const } };
    expect(joined(official, [0, 1, 2, 3, 4], [5], null)).toEqual([0, 1, 2, 5, 3, 4]);
    expect(joined(upper, [0, 1, 2, 3, 4], [5], null)).toEqual([0, 1, 5, 2, 3, 4]);
  });

  it('R-JOIN-10: a full table takes nobody', () => {
    expect(joined(PRESETS.official, [0, 1, 2, 3, 4, 5, 6], [7], null)).toEqual([0, 1, 2, 3, 7, 4, 5, 6]);
    expect(joined(PRESETS.official, [0, 1, 2, 3, 4, 5, 6, 7], [8], null)).toEqual({
      code: 'E_TABLE_FULL',
      detail: 'The table seats 8 players.',
    });
    expect(joined(PRESETS.official, [0, 1, 2, 3, 4, 5, 6], [7, 8], null)).toMatchObject({ code: 'E_TABLE_FULL' });
  });

  it('R-LEAVE-1: the others close up', () => {
    expect(closedUp([3, 1, 0, 2], [1])).toEqual([3, 0, 2]);
  });
});
