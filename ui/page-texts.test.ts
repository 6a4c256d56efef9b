import { describe, expect, it } from 'vitest';
import { type Namespace, namespaces } from '#i18n/namespaces.ts';
import { importsOf, resolveModule } from './module-imports.ts';
import { nameInSources, pageFiles } from './page-files.ts';

const namespaceOf = new Map<string, Namespace>();
// The cast: Object.entries types keys as any string.
for (const [name, { 'zh-CN': load }] of Object.entries(namespaces))
  for (const key of Object.keys((await load()).texts)) namespaceOf.set(key, name as Namespace);

const textKey = /(['`])(\w+)\.[\w.${}]+\1/g;
const loadCall = /\bloadTexts\(([^)]*)\)/g;
const loadCallWithModule = /\bwithTexts\(import\('([^']+)'\), ([^)]*)\)/g;
const namesIn = (list = '') => [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);

/** Text keys that the page's modules use although none of the loaded namespaces has them. */
function findUnloadedKeys(page: URL, loaded: string[]): string[] {
  const missing: string[] = [];
  const seen = new Set<string>();
  const queue = [page];
  for (const file of queue) {
    if (seen.has(file.href) || /\/i18n\/|\.gen\.ts$/.test(file.href)) continue;
    seen.add(file.href);
    const { text, modules, lazy } = importsOf(file);
    for (const [, , key = ''] of text.matchAll(textKey)) {
      const namespace = namespaceOf.get(key);
      if (namespace && !loaded.includes(namespace)) missing.push(`${namespace}: ${key} in ${nameInSources(file)}`);
    }
    const moduleTexts = new Map(
      [...text.matchAll(loadCallWithModule)].map(([, name = '', list]) => [name, namesIn(list)]),
    );
    for (const [name, moreNamespaces] of moduleTexts) {
      const module = resolveModule(name, file);
      if (module) missing.push(...findUnloadedKeys(module, [...loaded, ...moreNamespaces]));
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
  it('have each key in one namespace only', async () => {
    const all = await Promise.all(Object.values(namespaces).map(async ({ en }) => Object.keys((await en()).texts)));
    expect(all.flat().toSorted()).toEqual([...namespaceOf.keys()].toSorted());
  });

  it.each(pageFiles.map(nameInSources))('of %s are loaded with the page', (name) => {
    const page = new URL(`src/${name}`, import.meta.url);
    const always = name.includes('/_frame/') ? ['core', 'frame'] : ['core'];
    expect(findUnloadedKeys(page, [...always, ...loadedBy(page)])).toEqual([]);
  });
});
