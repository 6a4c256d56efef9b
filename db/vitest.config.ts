import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Private servers are initialised for real; on a busy machine that takes longer than the default 5 s.
  test: { testTimeout: 120_000, hookTimeout: 120_000 },
});
