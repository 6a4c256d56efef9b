import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { tags } from '../.ci/tags.ts';
import { LongestFirst } from './journeys/kit/longest-first.ts';

const folder = import.meta.dirname;
const units = ['src/**/*.test.ts', '*.test.ts'];
const replaces = /vi\.mock|stubGlobal|session-world|env\.TZ/;
/** What replaces a module, a global or the time zone has a process of its own; the others share one. */
const replacing = readdirSync(`${folder}/src`, { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file}`)
  .filter((file) => file.endsWith('.test.ts') && replaces.test(readFileSync(`${folder}/${file}`, 'utf8')));
// a busy machine takes its time, and that is no fault
const unit = { environment: 'node', testTimeout: 60_000 } as const;

export default defineConfig({
  test: {
    tags,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...unit, name: 'unit', include: units, exclude: replacing, isolate: false } },
      { test: { ...unit, name: 'unit of its own', include: replacing } },
      {
        test: {
          ...unit,
          name: 'components',
          isolate: false,
          environment: 'happy-dom',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['testing/setup.ts'],
        },
      },
      {
        test: {
          name: 'journeys',
          environment: 'node',
          include: ['journeys/**/*.journey.test.ts'],
          globalSetup: ['journeys/kit/build-ui.ts', 'journeys/kit/template.ts'],
          // Two files at once, as each waits for its page now and then: each has a database and a server of its own; each
          // worker has one process that serves all of its files, and one browser.
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
          testTimeout: 600_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
