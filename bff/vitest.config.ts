import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: './test/global-setup.ts',
    env: { NODE_ENV: 'test' },
    // The contract is parsed and its validators are compiled once per worker, not once per file.
    isolate: false,
    pool: 'threads',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
