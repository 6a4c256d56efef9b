import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { routes } from '#api/facts.gen.ts';

const routeTree = readFileSync(new URL('src/routeTree.gen.ts', import.meta.url), 'utf8');
const [, fullPaths = ''] = routeTree.match(/interface FileRoutesByFullPath \{([^}]*)\}/) ?? [];
const addresses = [...fullPaths.matchAll(/'([^']+)':/g)].map(([, path = '']) => path).sort();

it('serves these paths, which bookmarks and e-mails link to', () => {
  expect(addresses).toEqual([
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
  ]);
});

it('has a page at every path that the contract names', () => {
  expect(Object.values(routes).filter((path) => !addresses.includes(path))).toEqual([]);
});
