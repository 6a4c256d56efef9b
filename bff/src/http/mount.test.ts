import type { IncomingMessage, ServerResponse } from 'node:http';
import Koa from 'koa';
import { expect, test } from 'vitest';
import { createRoutes } from './mount.ts';

const routes = createRoutes();
for (const [method, path] of [
  ['get', '/dc/api/v1/things'],
  ['get', '/dc/api/v1/things/export'],
  ['get', '/dc/api/v1/things/{id}'],
  ['put', '/dc/api/v1/things/{id}'],
  ['get', '/dc/api/v1/things/{id}/parts/{part}'],
  ['get', '/dc/api/v1/things/{kind}/lots/{lot}'],
  ['post', '/dc/password'],
  ['put', '/dc/possword'],
] as const)
  routes.add(method, path, async (ctx, values) => {
    ctx.state.match = [`${method} ${path}`, values];
  });

const app = new Koa();
const route = async (method: string, path: string) => {
  // the casts: Koa and the routes use only these members
  const ctx = app.createContext({ method, url: path, headers: {} } as IncomingMessage, {} as ServerResponse);
  await routes.middleware(ctx, async () => undefined);
  return ctx.state.match;
};

test.each([
  ['GET', '/dc/api/v1/things', 'get /dc/api/v1/things', {}],
  ['GET', '/dc/api/v1/things/', 'get /dc/api/v1/things', {}],
  ['GET', '/DC/Api/V1/Things', 'get /dc/api/v1/things', {}],
  ['HEAD', '/dc/api/v1/things', 'get /dc/api/v1/things', {}],
  ['GET', '/dc/api/v1/things/export', 'get /dc/api/v1/things/export', {}],
  ['GET', '/dc/api/v1/things/7', 'get /dc/api/v1/things/{id}', { id: '7' }],
  ['PUT', '/dc/api/v1/things/export', 'put /dc/api/v1/things/{id}', { id: 'export' }],
  ['GET', '/dc/api/v1/things/%E5%8C%97', 'get /dc/api/v1/things/{id}', { id: '北' }],
  ['GET', '/dc/api/v1/things/%', 'get /dc/api/v1/things/{id}', { id: '%' }],
  ['GET', '/dc/api/v1/things/%E0%A4%A', 'get /dc/api/v1/things/{id}', { id: '%E0%A4%A' }],
  ['GET', '/dc/api/v1/things/%2541', 'get /dc/api/v1/things/{id}', { id: '%41' }],
  ['GET', '/dc/api/v1/things/%2F', 'get /dc/api/v1/things/{id}', { id: '/' }],
  ['GET', '/dc/api/v1/things/%C4%B0/lots/7', 'get /dc/api/v1/things/{kind}/lots/{lot}', { kind: 'İ', lot: '7' }],
  ['GET', '/dc/api/v1/things/exporting', 'get /dc/api/v1/things/{id}', { id: 'exporting' }],
  ['GET', `/dc/api/v1/things/${'x'.repeat(9000)}`, 'get /dc/api/v1/things/{id}', { id: 'x'.repeat(9000) }],
  ['GET', '/dc/api/v1/things/7/parts/a', 'get /dc/api/v1/things/{id}/parts/{part}', { id: '7', part: 'a' }],
  ['POST', '/dc/password', 'post /dc/password', {}],
  ['PUT', '/dc/Possword/', 'put /dc/possword', {}],
])('%s %s matches %s', async (method, path, expectedRoute, values) => {
  expect(await route(method, path)).toEqual([expectedRoute, values]);
});

test.each([
  ['POST', '/dc/api/v1/things'],
  ['BREW', '/dc/api/v1/things'],
  ['GET', '/dc/api/v1/%74hings'],
  ['GET', '/dc/api/v1/things//'],
  ['GET', '/dc/api/v1/things//parts'],
  ['GET', '/dc/api/v1'],
  ['GET', '/dc/password'],
  ['GET', '/dc/api/v1/things/7/lots'],
  ['GET', '/'],
  ['GET', '/dc/api/v1/things/7/parts/a/b'],
])('%s %s matches no route', async (method, path) => {
  expect(await route(method, path)).toBeUndefined();
});

test.each(['/dc/api/v1/:id', '/dc/api/v1/*', '/dc/api/v1/a{b}', '/api'])('%s is refused', (path) => {
  expect(() => routes.add('get', path, async () => undefined)).toThrow();
});
