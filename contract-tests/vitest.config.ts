import { defineConfig } from 'vitest/config';
import { tags } from '../.ci/tags.ts';

export default defineConfig({
  test: {
    tags,
    // The runners start servers and share accounts; side by side they would end one another's sessions.
    fileParallelism: false,
    // the contract and its validators are read and compiled once
    isolate: false,
    // a busy machine takes its time, and that is no fault
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
});
