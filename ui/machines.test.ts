import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findMachines, machinesPage, page } from './machines.ts';

describe('docs/machines.md', () => {
  it('is what `npm run machines -w ui` would write: run it and commit the page', async () => {
    expect(existsSync(page) ? readFileSync(page, 'utf8') : '').toBe(await machinesPage());
  });
});

describe.each(await findMachines())('$file', ({ file, machine }) => {
  it('is one file of 250 lines at most, with its setup', () => {
    const lines = readFileSync(new URL(`src/${file}`, import.meta.url), 'utf8').split('\n').length;
    expect(lines).toBeLessThanOrEqual(250);
  });

  it('is walked by a test beside it', () => {
    const test = new URL(`src/${file.replace(/\.ts$/, '.test.ts')}`, import.meta.url);
    expect(existsSync(test) && readFileSync(test, 'utf8')).toMatch(/await walk\(\{\s+machine: /);
  });

  it('has an id of its own', async () => {
    const same = (await findMachines()).filter((other) => other.machine.id === machine.id);
    expect(same).toHaveLength(1);
  });
});
