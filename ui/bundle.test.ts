import { expect, it } from 'vitest';
import { importsOf } from './module-imports.ts';
import { entityPageFiles, pageFiles } from './page-files.ts';

/** Every module and package that pages import statically, and the dynamic imports inside those. */
function collectModules() {
  const modules = new Set<string>();
  const packages = new Set<string>();
  const lazyImports = new Set<string>();
  const queue = [...pageFiles, ...Object.values(entityPageFiles)];
  for (const file of queue) {
    if (modules.has(file.href)) continue;
    modules.add(file.href);
    const imports = importsOf(file);
    queue.push(...imports.modules);
    for (const name of imports.packages) packages.add(name);
    for (const name of imports.lazy) lazyImports.add(name);
  }
  return { modules, packages, lazyImports };
}

const { modules, packages, lazyImports } = collectModules();

it('finds the modules of all pages', () => {
  expect(modules.size).toBeGreaterThan(200);
  expect(lazyImports.size).toBeGreaterThan(10);
});

it('imports nothing statically that is imported dynamically elsewhere: forms, validators, the map', () => {
  for (const { href } of Object.values(entityPageFiles)) lazyImports.delete(href);
  expect([...lazyImports].filter((name) => modules.has(name) || packages.has(name))).toEqual([]);
});

it('imports no map, pinyin, time zone or calendar package statically', () => {
  const heavyPackages =
    /^(d3-|topojson|world-atlas|pinyin|@vvo|countries-and-timezones|@photostructure|@internationalized)/;
  expect([...packages].filter((name) => heavyPackages.test(name))).toEqual([]);
});
