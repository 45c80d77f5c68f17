/** What somebody is called at another issuer, made fit (PROTOCOL, Who you are). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitName, NameSchema, readName } from '../../src/identity/names.ts';

test.each([
  ['Ada', 'Ada'],
  ['Zoe\u0308', 'Zo\u00eb'],
  [' Ada \r\n Lovelace ', 'Ada Lovelace'],
  ['👩‍👩‍👧‍👦'.repeat(30), '👩‍👩‍👧‍👦'.repeat(14)],
  ['x'.repeat(41), 'x'.repeat(40)],
  ['\u3164\u200d', null],
  ['', null],
])('%j becomes %j', (given, name) => {
  expect(fitName(given)).toBe(name);
});

test('a name from elsewhere is either nothing or a name that a guest could have taken', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.string({
      unit: fc.constantFrom('a', ' ', '\u0301', '\u200d', '\u{1f469}', '\ud800', '\u2028', '\u3164'),
      maxLength: 300,
    }),
  );
  fc.assert(
    fc.property(anything, (given) => {
      const name = fitName(given);
      if (name === null) return;
      expect(NameSchema.safeParse(name).success).toBe(true);
      expect(readName(name)).toBe(name);
    }),
    { numRuns: 2_000 },
  );
});
