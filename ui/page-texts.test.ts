import { describe, expect, it } from 'vitest';
import { type Group, groups } from '#i18n/groups.ts';
import { importsOf, resolveModule } from './module-imports.ts';
import { nameInSources, pageFiles } from './page-files.ts';

const groupOf = new Map<string, Group>();
// The cast: Object.entries types keys as any string.
for (const [name, { 'zh-CN': load }] of Object.entries(groups))
  for (const key of Object.keys((await load()).texts)) groupOf.set(key, name as Group);

const textKey = /(['`])(\w+)\.[\w.${}]+\1/g;
const loadCall = /\bloadTexts\(([^)]*)\)/g;
const loadCallWithModule = /\bwithTexts\(import\('([^']+)'\), ([^)]*)\)/g;
const namesIn = (list = '') => [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);

/** Text keys that the page's modules use although none of the loaded groups has them. */
function findUnloadedKeys(page: URL, loaded: string[]): string[] {
  const missing: string[] = [];
  const seen = new Set<string>();
  const queue = [page];
  for (const file of queue) {
    if (seen.has(file.href) || /\/i18n\/|\.gen\.ts$/.test(file.href)) continue;
    seen.add(file.href);
    const { text, modules, lazy } = importsOf(file);
    for (const [, , key = ''] of text.matchAll(textKey)) {
      const group = groupOf.get(key);
      if (group && !loaded.includes(group)) missing.push(`${group}: ${key} in ${nameInSources(file)}`);
    }
    const moduleTexts = new Map(
      [...text.matchAll(loadCallWithModule)].map(([, name = '', list]) => [name, namesIn(list)]),
    );
    for (const [name, moreGroups] of moduleTexts) {
      const module = resolveModule(name, file);
      if (module) missing.push(...findUnloadedKeys(module, [...loaded, ...moreGroups]));
    }
    const plainImports = lazy.filter(
      (href) => ![...moduleTexts.keys()].some((name) => resolveModule(name, file)?.href === href),
    );
    queue.push(...modules, ...plainImports.filter((href) => href.startsWith('file:')).map((href) => new URL(href)));
  }
  return missing;
}

const loadedBy = (page: URL) => [...importsOf(page).text.matchAll(loadCall)].flatMap(([, list]) => namesIn(list));

describe('texts', () => {
  it('have each key in one group only', async () => {
    const all = await Promise.all(Object.values(groups).map(async ({ en }) => Object.keys((await en()).texts)));
    expect(all.flat().toSorted()).toEqual([...groupOf.keys()].toSorted());
  });

  it.each(pageFiles.map(nameInSources))('of %s are loaded with the page', (name) => {
    const page = new URL(`src/${name}`, import.meta.url);
    const frameGroups = name.includes('/_frame/') ? ['core', 'frame'] : ['core'];
    expect(findUnloadedKeys(page, [...frameGroups, ...loadedBy(page)])).toEqual([]);
  });
});
