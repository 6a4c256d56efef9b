import { existsSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { BUILT_UI_FOLDER, createTemplateDatabase } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The name of the database that each test file gets a copy of. */
    template: string;
  }
}

export default async function setup(project: TestProject): Promise<void> {
  await ensureUiIsBuilt();
  project.provide('template', await createTemplateDatabase());
}

/** Builds the ui if it is missing, for journeys that are not run by the test runner, which builds it first. */
async function ensureUiIsBuilt(): Promise<void> {
  if (existsSync(path.join(BUILT_UI_FOLDER, 'index.html'))) return;
  await build({
    root: path.resolve(import.meta.dirname, '../..'),
    build: { outDir: BUILT_UI_FOLDER },
    logLevel: 'warn',
  });
}
