import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { coveragePage } from '../../tools/clause-coverage.ts';
import { UNTESTED } from '../support/clauses.ts';

describe('docs/coverage.md', () => {
  it('issue 3: is what `npm run coverage:clauses` writes', () => {
    expect(readFileSync(new URL('../../docs/coverage.md', import.meta.url), 'utf8')).toBe(coveragePage());
  });

  it('issue 3: every clause has a case, a test, or a reason to have neither', () => {
    expect(coveragePage()).not.toContain('MISSING');
  });

  it('issue 3: a clause that is excused is not exercised after all', () => {
    for (const reason of Object.values(UNTESTED)) expect(coveragePage()).toContain(`*none: ${reason}*`);
    expect(coveragePage().split('*none: ')).toHaveLength(Object.keys(UNTESTED).length + 1);
  });
});
