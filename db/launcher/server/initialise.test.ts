import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, watch } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginStep } from '../step-progress.mjs';
import { findServer } from './find.ts';
import { initialise } from './initialise.ts';
import { sharedServerFolders } from './paths.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "gazetteer initialise's 地名 "));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function installedProgram() {
  const program = findServer({
    searchPath: process.env.PATH ?? '',
    chosen: process.env.MYSQLD,
    unpacked: sharedServerFolders(),
  });
  if (!program) throw new Error('No database server is installed.');
  return program;
}
const silent = beginStep('Test', { write: () => true });

test('creating a data directory leaves no temporary files in a shared folder, where a starting server would delete them', async () => {
  const shared = path.join(folder, 'shared');
  mkdirSync(shared);
  vi.stubEnv('TMPDIR', shared);
  const changedNames: (string | null)[] = [];
  const watcher = watch(shared, (_, name) => changedNames.push(name));
  await initialise(installedProgram(), path.join(folder, 'mysql'), silent);
  watcher.close();
  expect(changedNames.filter((name) => name?.startsWith('#sql'))).toEqual([]);
  expect(existsSync(path.join(folder, 'mysql', 'mysql'))).toBe(true);
  expect(readdirSync(folder).sort()).toEqual(['mysql', 'shared']);
});

test('an unpacked server in a folder with spaces can create its data directory', async (context) => {
  const program = installedProgram();
  const { daemon, flavour, home = '/' } = program;
  const relativeDaemon = path.relative(path.join(home, 'usr'), daemon);
  if (flavour !== 'mariadb' || relativeDaemon.startsWith('..')) context.skip('Another flavour of server is installed.');
  const unpacked = path.join(folder, 'mariadb');
  mkdirSync(unpacked);
  symlinkSync(path.join(home, 'usr'), path.join(unpacked, 'usr'));
  const unpackedProgram = { ...program, daemon: path.join(unpacked, 'usr', relativeDaemon), home: unpacked };
  await initialise(unpackedProgram, path.join(folder, 'mysql'), silent);
  expect(existsSync(path.join(folder, 'mysql', 'mysql'))).toBe(true);
});
