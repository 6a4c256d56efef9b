import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // The runners start servers and share accounts; side by side they would end one another's sessions.
    fileParallelism: false,
    testTimeout: 20_000,
    hookTimeout: 120_000,
  },
});
