import { defineConfig } from 'vitest/config';
import { tags } from '../.ci/tags.ts';

export default defineConfig({
  // Timeouts are generous because initialising private servers can be slow on CI machines.
  test: { tags, testTimeout: 120_000, hookTimeout: 120_000 },
});
