import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildUi } from './build.ts';

let root: string;
let told: string[];
const step = {
  phase: (text: string) => void told.push(text),
  tick: () => {},
  done: (text: string) => void told.push(text),
};

/** Scripts that leave what the real ones leave: a generated file and a built page. */
const generate = "const fs = require('fs'); fs.writeFileSync('bff/src/contract.gen.ts', '')";
const build =
  "const fs = require('fs'); fs.mkdirSync('dist', { recursive: true }); fs.writeFileSync('dist/index.html', '')";

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'gazetteer-build-'));
  told = [];
  write('package.json', JSON.stringify({ workspaces: ['ui'], scripts: { generate: 'node generate.cjs' } }));
  write('generate.cjs', generate);
  write('ui/package.json', JSON.stringify({ name: 'ui', version: '1.0.0', scripts: { build: 'node build.cjs' } }));
  write('ui/build.cjs', build);
  write('ui/src/page.tsx', 'one');
  write('bff/src/main.ts', '');
  write('openapi.yaml', 'openapi: 3.1.0');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, content: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), content);
}

async function buildAgain(): Promise<string | undefined> {
  told = [];
  await buildUi(root, step);
  return told.at(-1);
}

test('builds once, and again only for other sources', async () => {
  await buildUi(root, step);
  expect(told).toEqual(['generating code from the contract', 'building the ui', 'built']);
  expect(readFileSync(path.join(root, 'ui/dist/index.html'), 'utf8')).toBe('');
  expect(await buildAgain()).toBe('up to date');
  write('ui/src/page.test.tsx', 'tests are not part of the page');
  write('bff/src/main.ts', 'nor is the service');
  expect(await buildAgain()).toBe('up to date');
  write('ui/src/page.tsx', 'two');
  expect(await buildAgain()).toBe('built');
  write('openapi.yaml', 'openapi: 3.1.1');
  expect(await buildAgain()).toBe('built');
});

test('generates what is missing beside a page that is up to date', async () => {
  await buildUi(root, step);
  rmSync(path.join(root, 'bff/src/contract.gen.ts'));
  expect(await buildAgain()).toBe('generated');
});

test('a build that fails says how', async () => {
  write('ui/build.cjs', "console.error('page.tsx is wrong'); process.exit(1)");
  await expect(buildUi(root, step)).rejects.toThrow('page.tsx is wrong');
  expect(await buildUi(root, step).catch(() => told.at(-1))).not.toBe('up to date');
});
