import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const sources = new URL('src/', import.meta.url);
const imports = /^(?:import|export)(?! type\b)(?:[^;'"=(]*? from)? '([^']+)';/gm;
const onDemand = /\bimport\('([^']+)'\)/g;

function resolve(name: string, from: URL): URL | undefined {
  if (name.startsWith('#')) return new URL(name.slice(1), sources);
  return name.startsWith('.') ? new URL(name, from) : undefined;
}

/** Every module that comes with a page before anything is asked for, and what those ask for later. */
function walk() {
  const modules = new Set<string>();
  const packages = new Set<string>();
  const later = new Set<string>();
  const pages = readdirSync(new URL('routes/', sources), { recursive: true, encoding: 'utf8' });
  const toRead = ['main.tsx', ...pages.map((name) => `routes/${name}`)]
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => new URL(name, sources));
  for (const file of toRead) {
    if (modules.has(file.href)) continue;
    modules.add(file.href);
    // styles import nothing that runs, and what the router generates names the pages themselves
    if (!/(?<!routeTree\.gen)\.tsx?$/.test(file.href)) continue;
    const text = readFileSync(file, 'utf8');
    for (const [, name = ''] of text.matchAll(imports)) {
      const next = resolve(name, file);
      if (next) toRead.push(next);
      else packages.add(name);
    }
    for (const [, name = ''] of text.matchAll(onDemand)) later.add(resolve(name, file)?.href ?? name);
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
