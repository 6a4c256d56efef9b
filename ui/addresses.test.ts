import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { entities, lists, routes } from '#api/metadata.gen.ts';
import { testedEntities } from './journeys/kit/screens/entity-screens.ts';
import { nameInSources, pageFiles } from './page-files.ts';
import { parsePermissionsSearch } from './src/access/permissions/permissions-search.ts';
import { createEntityListSearchParser } from './src/crud/list/list-search.ts';
import { parseDataLogSearch } from './src/data-logs/data-log-search.ts';
import { parseReportSearch } from './src/imports/report/report-search.ts';
import { parseUserLogSearch } from './src/logs/user-log-search.ts';
import { parseHomeSearch } from './src/routes/-pages/home/home-search.ts';
import { searchFormat } from './src/session/canonical-location.ts';
import { parseSubscribersSearch } from './src/sync/subscribers/subscribers-search.ts';

const routeTree = readFileSync(new URL('src/routeTree.gen.ts', import.meta.url), 'utf8');
const [, fullPaths = ''] = routeTree.match(/interface FileRoutesByFullPath \{([^}]*)\}/) ?? [];
const addresses = [...fullPaths.matchAll(/'([^']+)':/g)].map(([, path = '']) => path).sort();

/** Paths that must never change; those of further entities come from the contract. */
const bookmarkedPaths = [
  '/',
  '/$',
  '/403',
  '/airline',
  '/airport',
  '/airport/form',
  '/cabin',
  '/cabin/form',
  '/calendar',
  '/city',
  '/change-sets',
  '/change-sets/$id',
  '/country',
  '/data-logs',
  '/data-subscriber',
  '/eu-stations',
  '/eu-stations/form',
  '/imports',
  '/imports/$id',
  '/imports/new',
  '/login',
  '/protocol',
  '/protocol/form',
  '/rate-board',
  '/register',
  '/sync-status',
  '/system-config',
  '/task-status',
  '/train-station',
  '/train-station/form',
  '/users/permission-list',
  '/users/role-list',
  '/users/user-list',
  '/users/user-log-list',
];

// The cast: Object.keys returns strings, but these are the entities of the contract.
const entityKeys = Object.keys(entities) as (keyof typeof entities)[];

/** The list of each entity, and its form if that is a page. */
const pathsOfKinds = [
  ...entityKeys.map((kind) => routes[kind]),
  ...testedEntities.flatMap(({ formPath }) => (formPath ? [formPath] : [])),
];

it('serves the paths in bookmarks and emails, those of every entity, and no others', () => {
  expect(addresses).toEqual([...new Set([...bookmarkedPaths, ...pathsOfKinds])].sort());
});

it('has a page for every route of the contract', () => {
  expect(Object.values(routes).filter((path) => !addresses.includes(path))).toEqual([]);
});

/** Pages of the frame that every signed-in user may open. */
const openPages = [
  '$',
  '403',
  'calendar',
  'change-sets',
  'change-sets_.$id',
  'imports',
  'imports_.$id',
  'imports_.new',
  'index',
].map((name) => `routes/_frame/${name}.tsx`);

it('asks for a permission before it opens any other page of the frame', () => {
  const pages = pageFiles.filter((file) => nameInSources(file).startsWith('routes/_frame/'));
  const open = pages.filter((file) => !/permission:|(?:list|form)RouteOptions\(/.test(readFileSync(file, 'utf8')));
  expect(open.map(nameInSources).sort()).toEqual(openPages);
});

/** The filters of an entity's list that take a text of more than ten characters. */
const textFilters = (kind: (typeof entityKeys)[number]): string[] =>
  Object.entries(lists[kind].filters).flatMap(([name, filter]) =>
    typeof filter === 'number' && filter > 20 ? [name] : [],
  );

/** The parameters of pages that hold any text, such as a user name or a code, and those that each needs beside it. */
const textParameters: [string, (raw: Record<string, unknown>) => object, string, string[]][] = [
  ...entityKeys.map((kind): (typeof textParameters)[number] => [
    `/${kind}`,
    createEntityListSearchParser(kind),
    '',
    ['q', 'updatedBy', ...textFilters(kind)],
  ]),
  ['the review queue', parseHomeSearch, 'review=all&', ['by']],
  ['the data log', parseDataLogSearch, 'entity=country&field=name&', ['code', 'actor', 'before', 'after']],
  ['the user log', parseUserLogSearch, '', ['user', 'about', 'address']],
  ['the report of an import', parseReportSearch, '', ['code']],
  ['permissions', parsePermissionsSearch, '', ['q', 'name', 'role']],
  ['subscribers', parseSubscribersSearch, '', ['q']],
];

it.each(textParameters)('%s has texts that look like something else as they are written', (_, parse, others, names) => {
  const texts = ['1e5', '10086', '007', '1.50', '-0', '0x1F', 'true', 'false', 'null', 'NaN', 'Infinity', '1e400'];
  for (const name of names)
    for (const text of [...texts, '9007199254740993', '[1]', '{"a":1}']) {
      const parsed = parse(searchFormat.parseSearch(`?${others}${name}=${encodeURIComponent(text)}`));
      expect({ name, value: String(Reflect.get(parsed, name)) }).toEqual({ name, value: text });
      const written = parse(searchFormat.parseSearch(searchFormat.stringifySearch(parsed)));
      expect(written).toEqual(parsed);
    }
});
