import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { build, npm } from './build.ts';

let root: string;
let messages: string[];
const step = {
  phase: (text: string) => void messages.push(text),
  tick: () => {},
  done: (text: string) => void messages.push(text),
};

/** Fake scripts that create a generated file and a built page. */
const generate = "const fs = require('fs'); fs.writeFileSync('bff/src/contract.gen.ts', '')";
const dist =
  "const fs = require('fs'); fs.mkdirSync('dist', { recursive: true }); fs.writeFileSync('dist/index.html', '')";

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'gazetteer-build-'));
  messages = [];
  write('package.json', JSON.stringify({ workspaces: ['ui', 'bff'], scripts: { generate: 'node generate.cjs' } }));
  write('generate.cjs', generate);
  write('ui/package.json', JSON.stringify({ name: 'ui', version: '1.0.0', scripts: { build: 'node build.cjs' } }));
  write('ui/build.cjs', dist);
  write('bff/package.json', JSON.stringify({ name: 'bff', version: '1.0.0', scripts: { build: 'node build.cjs' } }));
  write('bff/build.cjs', dist);
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
  messages = [];
  await build(root, step);
  return messages.at(-1);
}

test('builds once, and again only if the sources have changed', async () => {
  await build(root, step);
  expect(messages).toEqual(['generating code from the contract', 'building the ui', 'building the service', 'built']);
  expect(readFileSync(path.join(root, 'ui/dist/index.html'), 'utf8')).toBe('');
  expect(await buildAgain()).toBe('up to date');
  write('ui/src/page.test.tsx', 'tests are not part of the page');
  expect(await buildAgain()).toBe('up to date');
  write('bff/src/main.ts', 'the service alone');
  expect(await buildAgain()).toBe('built');
  expect(messages).not.toContain('building the ui');
  write('ui/src/page.tsx', 'two');
  expect(await buildAgain()).toBe('built');
  write('openapi.yaml', 'openapi: 3.1.1');
  expect(await buildAgain()).toBe('built');
});

test('generates missing code even if the build is up to date', async () => {
  await build(root, step);
  rmSync(path.join(root, 'bff/src/contract.gen.ts'));
  expect(await buildAgain()).toBe('generated');
});

test('rebuilds a folder that another command has built from other sources', async () => {
  await build(root, step);
  write('bff/build.cjs', "require('fs').writeFileSync('dist/index.html', require('fs').readFileSync('src/main.ts'))");
  expect(await buildAgain()).toBe('up to date');
  write('bff/src/main.ts', 'edited');
  await npm(root, ['run', 'build', '-w', 'bff'], step);
  write('bff/src/main.ts', '');
  expect(await buildAgain()).toBe('built');
  expect(messages).not.toContain('building the ui');
  expect(readFileSync(path.join(root, 'bff/dist/index.html'), 'utf8')).toBe('');
});

test('a failed build throws with its output, and so does the next one', async () => {
  write('ui/build.cjs', "console.error('page.tsx is wrong'); process.exit(1)");
  for (let run = 0; run < 2; run += 1) await expect(build(root, step)).rejects.toThrow('page.tsx is wrong');
});
