import { readFileSync } from 'node:fs';
import { contractFile } from '../contract-source.ts';
import { LANGUAGES, type Language, operationsOf, readContract, schemasReachedFrom } from './contract.ts';
import { contentsOf, documentOf, overviewPage, schemasPage, tagPage } from './pages.ts';
import type { PageContext } from './schemas.ts';
import { textsIn } from './texts.ts';

/** All files of the API's documentation by their names: the contract in two formats, and the pages in two languages. */
export function buildSite(): Map<string, string> {
  const contract = readContract();
  const files = new Map([
    ['openapi.yaml', readFileSync(contractFile, 'utf8')],
    ['openapi.json', `${JSON.stringify(contract)}\n`],
  ]);
  for (const name of ['frame.css', 'content.css', 'docs.js'])
    files.set(`docs/${name}`, readFileSync(new URL(name, import.meta.url), 'utf8'));
  for (const language of LANGUAGES) for (const [name, text] of pagesIn(language)) files.set(`docs/${name}`, text);
  return files;
}

function pagesIn(language: Language): [string, string][] {
  const contract = readContract();
  const operations = operationsOf(contract);
  const t = textsIn(language);
  const tags = contract.tags.map((tag) => {
    const own = operations.filter(({ tags: [first] }) => first === tag.name);
    return { tag, own, reached: schemasReachedFrom(contract, own) };
  });
  const names = Object.keys(contract.components.schemas);
  // a schema that only one tag uses is shown on that tag's page
  const homeOf = new Map(
    names.map((name) => {
      const owners = tags.filter(({ reached }) => reached.has(name));
      return [name, owners.length === 1 && owners[0] ? owners[0].tag.name : 'schemas'];
    }),
  );
  const schemasAt = (path: string) => names.filter((name) => homeOf.get(name) === path);
  const contextOf = (path: string): PageContext => ({
    contract,
    language,
    t,
    tag: contract.tags.find(({ name }) => name === path),
    schemaLink: (name) => {
      const home = homeOf.get(name) ?? 'schemas';
      return `${home === path ? '' : `/docs/${language}/${home}`}#schema-${name}`;
    },
  });
  const overview = overviewPage(contextOf(''));
  const tagPages = tags.map(({ tag, own }) => tagPage(contextOf(tag.name), tag, own, schemasAt(tag.name)));
  const pages = [overview, ...tagPages, schemasPage(contextOf('schemas'), schemasAt('schemas'))];
  const documents = pages.map((page): [string, string] => {
    const context = contextOf(page.path);
    const contents = contentsOf(context, pages, page);
    return [`${language}/${page.path || 'index'}.html`, documentOf(context, page, contents).text];
  });
  const index = operations.map(({ method, path, operationId, summary, 'x-summary': own, tags: [tag] }) => ({
    method,
    path: path && `/dc${path}`,
    id: operationId,
    // both languages are searched
    texts: [summary, own?.['zh-CN']].filter(Boolean),
    href: `/docs/${language}/${tag}#${operationId}`,
  }));
  return [...documents, [`${language}/search.json`, `${JSON.stringify(index)}\n`]];
}
