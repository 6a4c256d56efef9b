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

interface Manifest {
  kind: string;
  metadata: { name: string };
  spec: { template: { spec: { containers: { command?: string[]; env?: { name: string; value: string }[] }[] } } };
}

test('Kubernetes runs the same commands, with variables that are known', () => {
  const { items }: { items: Manifest[] } = parse(read('deploy/kubernetes/gazetteer.yaml'), { merge: true });
  const containers = items
    .filter(({ kind }) => ['Job', 'Deployment'].includes(kind))
    .map(({ metadata, spec }) => ({ ...spec.template.spec.containers[0], name: metadata.name }));
  const commandOf = (name: string) => containers.find((each) => each.name.startsWith(name))?.command;
  expect(containers).toHaveLength(3);
  expect(commandOf('gazetteer-migrations')).toEqual(
    parse(read('compose.yaml'), { merge: true }).services.migrations.command,
  );
  expect(commandOf('gazetteer-bff')).toBeUndefined();
  expect(commandOf('gazetteer-worker')).toEqual(asInImage(builtCommand('worker.js')));
  const config = items.find(({ kind }) => kind === 'ConfigMap');
  const names = [
    ...Object.keys(Object(config).data),
    ...containers.flatMap(({ env = [] }) => env.map(({ name }) => name)),
  ];
  const documented = read('docs/deployment.md');
  for (const name of names) expect(documented).toContain(`\`${name}\``);
});

test('the image installs the packages of every workspace', () => {
  const { workspaces } = JSON.parse(read('package.json'));
  const copied = [...read('Dockerfile').matchAll(/^COPY (\S+)\/package.json \1\/$/gm)].map(([, name]) => name);
  expect(copied.sort()).toEqual(workspaces.toSorted());
});
