import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, watch } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginStep } from '../step-progress.mjs';
import { findServer } from './find.ts';
import { initialise } from './initialise.ts';
import { sharedUnpackedFolders } from './paths.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "gazetteer initialise's 地名 "));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function installed() {
  const program = findServer({
    searchPath: process.env.PATH ?? '',
    chosen: process.env.MYSQLD,
    unpacked: sharedUnpackedFolders(),
  });
  if (!program) throw new Error('There is no server to make a data directory with.');
  return program;
}
const silent = beginStep('Test', { write: () => true });

test('what a data directory is made with lies in no folder that servers share, where one that starts removes it', async () => {
  const shared = path.join(folder, 'shared');
  mkdirSync(shared);
  vi.stubEnv('TMPDIR', shared);
  const seen: (string | null)[] = [];
  const watcher = watch(shared, (_, name) => seen.push(name));
  await initialise(installed(), path.join(folder, 'mysql'), silent);
  watcher.close();
  expect(seen.filter((name) => name?.startsWith('#sql'))).toEqual([]);
  expect(existsSync(path.join(folder, 'mysql', 'mysql'))).toBe(true);
  expect(readdirSync(folder).sort()).toEqual(['mysql', 'shared']);
});

test('a server that was unpacked into a folder with spaces makes its data directory', async (context) => {
  const program = installed();
  const { daemon, flavour, home = '/' } = program;
  const place = path.relative(path.join(home, 'usr'), daemon);
  if (flavour !== 'mariadb' || place.startsWith('..')) context.skip('Another kind of server is installed.');
  const unpacked = path.join(folder, 'mariadb');
  mkdirSync(unpacked);
  symlinkSync(path.join(home, 'usr'), path.join(unpacked, 'usr'));
  const unpackedProgram = { ...program, daemon: path.join(unpacked, 'usr', place), home: unpacked };
  await initialise(unpackedProgram, path.join(folder, 'mysql'), silent);
  expect(existsSync(path.join(folder, 'mysql', 'mysql'))).toBe(true);
});
