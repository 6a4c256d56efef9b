import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { entities, routes } from '#api/facts.gen.ts';
import { testedEntities } from './journeys/kit/entity-screens.ts';

const routeTree = readFileSync(new URL('src/routeTree.gen.ts', import.meta.url), 'utf8');
const [, fullPaths = ''] = routeTree.match(/interface FileRoutesByFullPath \{([^}]*)\}/) ?? [];
const addresses = [...fullPaths.matchAll(/'([^']+)':/g)].map(([, path = '']) => path).sort();

/** Paths of today that must never change; those of further kinds come from the contract. */
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

/** The list of each kind, and its form where that is a page. */
const pathsOfKinds = [
  // The cast: these are the kinds of the contract, which Object.keys takes for any.
  ...(Object.keys(entities) as (keyof typeof entities)[]).map((kind) => routes[kind]),
  ...testedEntities.flatMap(({ formPath }) => (formPath ? [formPath] : [])),
];

it('serves the paths that bookmarks and e-mails link to, those of every kind, and no others', () => {
  expect(addresses).toEqual([...new Set([...bookmarkedPaths, ...pathsOfKinds])].sort());
});

it('has a page at every path that the contract names', () => {
  expect(Object.values(routes).filter((path) => !addresses.includes(path))).toEqual([]);
});
