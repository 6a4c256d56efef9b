import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { builtCommand, memoryEnv } from './processes/bff.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const asInImage = (command: string[]) => ['node', ...command.slice(1)];

test('the image runs the service with the launcher’s command, and compose the worker', () => {
  const [, command = ''] = /^CMD (.*)$/m.exec(read('Dockerfile')) ?? [];
  expect(JSON.parse(command)).toEqual(asInImage(builtCommand('main.js')));
  for (const [name, value] of Object.entries(memoryEnv)) expect(read('Dockerfile')).toContain(` ${name}=${value}`);
  expect(parse(read('compose.yaml'), { merge: true }).services.worker.command).toEqual(
    asInImage(builtCommand('worker.js')),
  );
});

test('the image installs the packages of every workspace', () => {
  const { workspaces } = JSON.parse(read('package.json'));
  const copied = [...read('Dockerfile').matchAll(/^COPY (\S+)\/package.json \1\/$/gm)].map(([, name]) => name);
  expect(copied.sort()).toEqual(workspaces.toSorted());
});
