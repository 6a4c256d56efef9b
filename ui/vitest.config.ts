import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { tags } from '../.ci/tags.ts';

const folder = import.meta.dirname;
const unitFiles = ['src/**/*.test.ts', '*.test.ts'];
const changesGlobals = /vi\.mock|stubGlobal|test-session|env\.TZ|createServer/;
const testFiles = readdirSync(`${folder}/src`, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => ({ name: `src/${file}`, text: readFileSync(`${folder}/src/${file}`, 'utf8') }));
const filesWith = (ending: string, content: RegExp) =>
  testFiles.filter(({ name, text }) => name.endsWith(ending) && content.test(text)).map(({ name }) => name);
/** Tests that replace a module, a global or the time zone, or learn a server's time, get a process of their own; the others share one. */
const isolatedFiles = filesWith('.test.ts', changesGlobals);
/** Component tests share globals, but a replaced module works only if no earlier test has imported the real one. */
const isolatedComponents = filesWith('.test.tsx', /vi\.mock/);
// Timeouts are generous because CI machines can be slow.
const unit = { environment: 'node', testTimeout: 60_000 } as const;
const components = { ...unit, environment: 'happy-dom', setupFiles: 'testing/setup.ts' } as const;

const visitsEveryScreen = ({ moduleId }: TestSpecification) => /\/every-(entity|page)[^/]*$/.test(moduleId);

/** Runs the longest files first, so that one worker does not finish long after the others. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(visitsEveryScreen), ...sorted.filter((file) => !visitsEveryScreen(file))];
  }
}

export default defineConfig({
  test: {
    tags,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...unit, name: 'unit', include: unitFiles, exclude: isolatedFiles, isolate: false } },
      { test: { ...unit, name: 'unit isolated', include: isolatedFiles } },
      {
        test: {
          ...components,
          name: 'components',
          include: ['src/**/*.test.tsx'],
          exclude: isolatedComponents,
          isolate: false,
        },
      },
      { test: { ...components, name: 'components isolated', include: isolatedComponents } },
      {
        test: {
          name: 'journeys',
          environment: 'node',
          include: ['journeys/**/*.journey.test.ts'],
          globalSetup: ['journeys/kit/global-setup.ts'],
          // Two files run at once, because each spends part of its time waiting for its page. Each file has a database and a
          // bff of its own; the files of one worker share a bff process and a browser.
          maxWorkers: 2,
          isolate: false,
          // Timeouts are generous because CI machines can be slow.
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
