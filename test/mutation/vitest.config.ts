/** The tests that decide whether a mutant of the rules lives: the rules' own, with few games for each property. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/rules/**/*.test.ts'],
    exclude: ['test/rules/coverage.test.ts'],
    env: { PROPERTY_RUNS: '0.15', PROPERTY_SEED: '1' },
  },
});
