import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { installPackages } from './packages.mjs';

let root: string;
let messages: string[];
const step = {
  phase: (text: string) => void messages.push(text),
  tick: () => {},
  done: (text: string) => void messages.push(text),
};

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'gazetteer-packages-'));
  messages = [];
  write('package.json', { name: 'place', version: '1.0.0', dependencies: { local: 'file:local' } });
  write('local/package.json', { name: 'local', version: '1.0.0' });
  lock('1.0.0');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, content: unknown): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), JSON.stringify(content));
}

function lock(version: string): void {
  write('local/package.json', { name: 'local', version });
  write('package-lock.json', {
    name: 'place',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: {
      '': { name: 'place', version: '1.0.0', dependencies: { local: 'file:local' } },
      local: { version },
      'node_modules/local': { resolved: 'local', link: true },
    },
  });
}

test('installs the packages of the lock file once', async () => {
  await installPackages(root, step);
  expect(existsSync(path.join(root, 'node_modules/local/package.json'))).toBe(true);
  await installPackages(root, step);
  expect(messages).toEqual(['installing 2 packages with npm', '2 packages are in place', 'up to date']);
});

test('installs again if the lock file has changed', async () => {
  await installPackages(root, step);
  rmSync(path.join(root, 'node_modules/.package-lock.json'));
  lock('1.0.1');
  await installPackages(root, step);
  expect(messages.filter((text) => text.startsWith('installing'))).toHaveLength(2);
});

test('does not reinstall packages that npm has installed', async () => {
  write('node_modules/.package-lock.json', { packages: { 'node_modules/local': { resolved: 'local', link: true } } });
  await installPackages(root, step);
  expect(messages).toEqual(['2 packages are in place']);
});

test('replaces packages of other versions, and ignores missing optional packages', async () => {
  const packages = {
    '': {},
    'node_modules/a': { version: '2.0.0' },
    'node_modules/b': { version: '1.0.0', optional: true },
  };
  write('package-lock.json', { name: 'place', version: '1.0.0', lockfileVersion: 3, packages });
  write('node_modules/.package-lock.json', { packages: { 'node_modules/a': { version: '2.0.0' } } });
  await installPackages(root, step);
  expect(messages).toEqual(['2 packages are in place']);
});
