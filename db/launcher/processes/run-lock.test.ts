import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTimeOf } from './processes.mjs';
import { acquireRunLock } from './run-lock.mjs';

let folder: string;
const file = () => path.join(folder, 'run.json');

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'gazetteer-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('blocks other runs until it is released, and names the address of the first', () => {
  const lock = acquireRunLock(folder);
  expect(() => acquireRunLock(folder)).toThrow(/still starting/);
  lock.announce('http://127.0.0.1:8080');
  expect(() => acquireRunLock(folder)).toThrow(/at http:\/\/127\.0\.0\.1:8080 \(process \d+\)/);
  lock.release();
  expect(readdirSync(folder)).toEqual([]);
});

test('ignores the file of a dead run', () => {
  writeFileSync(file(), JSON.stringify({ pid: 2 ** 22 + 1, started: '1' }));
  acquireRunLock(folder);
  expect(JSON.parse(readFileSync(file(), 'utf8')).pid).toBe(process.pid);
});

test('ignores a file whose process id now belongs to another process', () => {
  writeFileSync(file(), JSON.stringify({ pid: process.pid, started: `not ${startTimeOf(process.pid)}` }));
  acquireRunLock(folder).release();
});
