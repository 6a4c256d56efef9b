import { defineConfig } from 'vitest/config';
import { tags } from '../.ci/tags.ts';

export default defineConfig({
  test: {
    tags,
    globalSetup: './test/global-setup.ts',
    env: { NODE_ENV: 'test' },
    // the contract's validators are compiled once per worker, not once per file
    isolate: false,
    // the database driver tells of every lost connection, which some tests lose on purpose
    silent: 'passed-only',
    pool: 'threads',
    // some files wait for time limits, and so do little
    maxWorkers: 4,
    // Timeouts are generous because CI machines can be slow.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000, interval: 25 } },
  },
});
