import { defineConfig } from 'vitest/config';
import { tags } from '../.ci/tags.ts';

export default defineConfig({
  // Private servers are initialised for real; on a busy machine that takes longer than the default 5 s.
  test: { tags, testTimeout: 120_000, hookTimeout: 120_000 },
});
