import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', environment: 'node', include: ['src/**/*.test.ts', '*.test.ts'] } },
      {
        test: {
          name: 'journeys',
          environment: 'node',
          include: ['journeys/**/*.journey.test.ts'],
          globalSetup: ['journeys/kit/build-ui.ts', 'journeys/kit/template.ts'],
          // One browser for all of them, and one journey at a time: each has a database and a server of its own.
          fileParallelism: false,
          isolate: false,
          testTimeout: 40_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 8_000, interval: 25 } },
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
