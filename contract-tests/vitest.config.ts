import { defineConfig } from 'vitest/config';
import { tags } from '../.ci/tags.ts';

export default defineConfig({
  test: {
    tags,
    // The test files share accounts, so running in parallel they would end one another's sessions.
    fileParallelism: false,
    // Without isolation the contract is parsed and its validators are compiled once.
    isolate: false,
    // Timeouts are generous because CI machines can be slow.
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
});
