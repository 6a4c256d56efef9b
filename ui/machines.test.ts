import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findMachines, machinesFile, machinesPage } from './machines.ts';

describe('docs/machines.md', () => {
  it('is up to date with `npm run machines -w ui`', async () => {
    expect(existsSync(machinesFile) ? readFileSync(machinesFile, 'utf8') : '').toBe(await machinesPage());
  });
});

describe.each(await findMachines())('$file', ({ file, machine }) => {
  it('has at most 250 lines', () => {
    const lines = readFileSync(new URL(`src/${file}`, import.meta.url), 'utf8').split('\n').length;
    expect(lines).toBeLessThanOrEqual(250);
  });

  it('has a test beside it that walks all of its states', () => {
    const test = new URL(`src/${file.replace(/\.ts$/, '.test.ts')}`, import.meta.url);
    expect(existsSync(test) && readFileSync(test, 'utf8')).toMatch(/await walkMachine\(\{\s+machine: /);
  });

  it('has an id of its own', async () => {
    const sameId = (await findMachines()).filter((other) => other.machine.id === machine.id);
    expect(sameId).toHaveLength(1);
  });
});
