import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { entities, routes } from '#api/metadata.gen.ts';
import { testedEntities } from './journeys/kit/screens/entity-screens.ts';
import { nameInSources, pageFiles } from './page-files.ts';

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
  '/city',
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

/** The list of each entity, and its form if that is a page. */
const pathsOfKinds = [
  // The cast: Object.keys returns strings, but these are the entities of the contract.
  ...(Object.keys(entities) as (keyof typeof entities)[]).map((kind) => routes[kind]),
  ...testedEntities.flatMap(({ formPath }) => (formPath ? [formPath] : [])),
];

it('serves the paths in bookmarks and emails, those of every entity, and no others', () => {
  expect(addresses).toEqual([...new Set([...bookmarkedPaths, ...pathsOfKinds])].sort());
});

it('has a page for every route of the contract', () => {
  expect(Object.values(routes).filter((path) => !addresses.includes(path))).toEqual([]);
});

/** Pages of the frame that every signed-in user may open. */
const openPages = ['$', '403', 'imports', 'imports_.$id', 'imports_.new', 'index'].map(
  (name) => `routes/_frame/${name}.tsx`,
);

it('asks for a permission before it opens any other page of the frame', () => {
  const pages = pageFiles.filter((file) => nameInSources(file).startsWith('routes/_frame/'));
  const open = pages.filter((file) => !/permission:|(?:list|form)RouteOptions\(/.test(readFileSync(file, 'utf8')));
  expect(open.map(nameInSources).sort()).toEqual(openPages);
});
