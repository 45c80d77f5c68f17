/** The tests that decide whether a mutant of the rules lives: the rules' own, with few games for each property. */
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A mutant dies by the first test that fails, so the quick ones come first, and whole games last. */
const SLOWEST: readonly string[] = ['/golden/', '/properties/'];

class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => SLOWEST.findIndex((folder) => moduleId.includes(folder));
    return files.toSorted((a, b) => rank(a) - rank(b) || a.moduleId.localeCompare(b.moduleId));
  }
}

export default defineConfig({
  test: {
    include: ['test/rules/**/*.test.ts'],
    exclude: ['test/rules/coverage.test.ts'],
    setupFiles: ['test/mutation/no-shrinking.ts'],
    // The rules keep nothing between two tests, so all files can share one process.
    isolate: false,
    sequence: { sequencer: QuickestFirst },
    env: { PROPERTY_RUNS: '0.15', PROPERTY_SEED: '1' },
  },
});
