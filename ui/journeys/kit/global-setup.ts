import { existsSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { builtUi, createTemplateDatabase } from './product.ts';

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

/** The test runner builds the ui before it starts the journeys; a journey run alone builds it here if it is missing. */
async function ensureUiIsBuilt(): Promise<void> {
  if (existsSync(path.join(builtUi, 'index.html'))) return;
  await build({ root: path.resolve(import.meta.dirname, '../..'), build: { outDir: builtUi }, logLevel: 'warn' });
}
