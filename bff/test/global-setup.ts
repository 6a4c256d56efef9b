// This import comes first, because without the generated files the other imports fail and this one says why.
import './kit/require-generated.ts';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { createCrudContext } from '../src/create-crud.ts';
import { indexMissingSearchTexts } from '../src/crud/list/search-index.ts';
import { connect } from '../src/database/database.ts';
import { databaseUrl, dropDatabases, newDatabaseName } from './kit/database/database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    template: string;
  }
}

/** Builds the programs that some tests start, and migrates and seeds the template database that the tests copy. */
export default async function setup(project: TestProject) {
  const template = newDatabaseName();
  const url = databaseUrl(template);
  await import('../build.ts');
  await promisify(execFile)(process.execPath, ['--import', 'tsx', '../db/migrate.ts', '--demo'], {
    cwd: new URL('..', import.meta.url),
    env: { ...process.env, DATABASE_URL: url },
  });
  const db = connect(url);
  await indexMissingSearchTexts(createCrudContext(db));
  await db.destroy();
  project.provide('template', template);
  return () => dropDatabases(template);
}
