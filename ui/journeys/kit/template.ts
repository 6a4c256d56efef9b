import type { TestProject } from 'vitest/node';
import { makeTemplate } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The database that each file of journeys gets a copy of. */
    template: string;
  }
}

export default async function setup(project: TestProject): Promise<void> {
  project.provide('template', await makeTemplate());
}
