import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, watch } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginStep } from '../say.mjs';
import { findServer } from './find.ts';
import { initialise } from './initialise.ts';
import { keptUnpacked } from './paths.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'gazetteer-initialise-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test('what a data directory is made with lies in no folder that servers share, where one that starts removes it', async () => {
  const shared = path.join(folder, 'shared');
  mkdirSync(shared);
  vi.stubEnv('TMPDIR', shared);
  const seen: (string | null)[] = [];
  const watcher = watch(shared, (_, name) => seen.push(name));
  const program = findServer({ searchPath: process.env.PATH ?? '', unpacked: keptUnpacked() });
  if (!program) throw new Error('There is no server to make a data directory with.');
  await initialise(program, path.join(folder, 'mysql'), beginStep('Test', { write: () => true }));
  watcher.close();
  expect(seen.filter((name) => name?.startsWith('#sql'))).toEqual([]);
  expect(existsSync(path.join(folder, 'mysql', 'mysql'))).toBe(true);
  expect(readdirSync(folder).sort()).toEqual(['mysql', 'shared']);
});
