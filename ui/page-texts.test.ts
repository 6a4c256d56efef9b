import { describe, expect, it } from 'vitest';
import { type Group, groups } from '#i18n/groups.ts';
import { importsOf, resolveModule } from './module-imports.ts';
import { nameInSources, pageFiles } from './page-files.ts';

const groupOf = new Map<string, Group>();
// The cast: these are the groups' own names, which Object.entries takes for any.
for (const [name, { 'zh-CN': load }] of Object.entries(groups))
  for (const key of Object.keys((await load()).texts)) groupOf.set(key, name as Group);

const keys = /(['`])(\w+)\.[\w.${}]+\1/g;
const loads = /\bloadTexts\(([^)]*)\)/g;
const withCode = /\bwithTexts\(import\('([^']+)'\), ([^)]*)\)/g;
const namesIn = (list = '') => [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);

/** Keys of texts that modules say without any of these groups having been loaded, each with its module. */
function unloaded(page: URL, loaded: string[]): string[] {
  const missing: string[] = [];
  const seen = new Set<string>();
  const toRead = [page];
  for (const file of toRead) {
    if (seen.has(file.href) || /\/i18n\/|\.gen\.ts$/.test(file.href)) continue;
    seen.add(file.href);
    const { text, modules, later } = importsOf(file);
    for (const [, , key = ''] of text.matchAll(keys)) {
      const group = groupOf.get(key);
      if (group && !loaded.includes(group)) missing.push(`${group}: ${key} in ${nameInSources(file)}`);
    }
    const spoken = new Map([...text.matchAll(withCode)].map(([, name = '', list]) => [name, namesIn(list)]));
    for (const [name, more] of spoken) {
      const next = resolveModule(name, file);
      if (next) missing.push(...unloaded(next, [...loaded, ...more]));
    }
    const silent = later.filter((href) => ![...spoken.keys()].some((name) => resolveModule(name, file)?.href === href));
    toRead.push(...modules, ...silent.filter((href) => href.startsWith('file:')).map((href) => new URL(href)));
  }
  return missing;
}

const loadedBy = (page: URL) => [...importsOf(page).text.matchAll(loads)].flatMap(([, list]) => namesIn(list));

describe('texts', () => {
  it('have a key in one group alone', async () => {
    const all = await Promise.all(Object.values(groups).map(async ({ en }) => Object.keys((await en()).texts)));
    expect(all.flat().toSorted()).toEqual([...groupOf.keys()].toSorted());
  });

  it.each(pageFiles.map(nameInSources))('of %s are loaded with it', (name) => {
    const page = new URL(`src/${name}`, import.meta.url);
    const around = name.includes('/_frame/') ? ['core', 'frame'] : ['core'];
    expect(unloaded(page, [...around, ...loadedBy(page)])).toEqual([]);
  });
});
