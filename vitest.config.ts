/** How the tests run: every file in a process of its own, two at a time, with the services that were found. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/services.ts', 'test/support/run-log/setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A gate's machine is shared: what fails once and then passes is reported as such, and is no broken build.
    retry: process.env.CI ? 1 : 0,
  },
});
