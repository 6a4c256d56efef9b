import { expect, it } from 'vitest';
import { importsOf } from './module-imports.ts';
import { pageFiles } from './page-files.ts';

/** Every module that comes with a page before anything is asked for, and what those ask for later. */
function walk() {
  const modules = new Set<string>();
  const packages = new Set<string>();
  const later = new Set<string>();
  const toRead = [...pageFiles];
  for (const file of toRead) {
    if (modules.has(file.href)) continue;
    modules.add(file.href);
    const found = importsOf(file);
    toRead.push(...found.modules);
    for (const name of found.packages) packages.add(name);
    for (const name of found.later) later.add(name);
  }
  return { modules, packages, later };
}

const { modules, packages, later } = walk();

it('reads the whole tree of pages', () => {
  expect(modules.size).toBeGreaterThan(200);
  expect(later.size).toBeGreaterThan(10);
});

it('imports nothing at once that is elsewhere imported on demand: forms, checks, the map', () => {
  expect([...later].filter((name) => modules.has(name) || packages.has(name))).toEqual([]);
});

it('brings no map, pinyin, zones or calendar with a page', () => {
  const heavy = /^(d3-|topojson|world-atlas|pinyin|@vvo|countries-and-timezones|@photostructure|@internationalized)/;
  expect([...packages].filter((name) => heavy.test(name))).toEqual([]);
});
