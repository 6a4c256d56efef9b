import { defineConfig } from 'vitest/config';
import { LongestFirst } from './journeys/kit/longest-first.ts';

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { name: 'unit', environment: 'node', include: ['src/**/*.test.ts', '*.test.ts'] } },
      {
        test: {
          name: 'journeys',
          environment: 'node',
          include: ['journeys/**/*.journey.test.ts'],
          globalSetup: ['journeys/kit/build-ui.ts', 'journeys/kit/template.ts'],
          // Two files at once: each has a database and a server of its own; each worker has one process that serves all of
          // its files, and one browser.
          maxWorkers: 2,
          isolate: false,
          // a busy machine takes its time, and that is no fault
          testTimeout: 180_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 20_000, interval: 25 } },
        },
      },
      {
        test: {
          name: 'newcomer',
          environment: 'node',
          include: ['journeys/newcomer.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
