import type { Context } from 'koa';
import { expect, test } from 'vitest';
import { createRoutes } from './routes.ts';

const routes = createRoutes();
for (const [method, path] of [
  ['get', '/api/things'],
  ['get', '/api/things/export'],
  ['get', '/api/things/{id}'],
  ['put', '/api/things/{id}'],
  ['get', '/api/things/{id}/parts/{part}'],
  ['get', '/api/{kind}/{id}/parts'],
] as const)
  routes.add(method, path, async (ctx, values) => {
    ctx.body = [`${method} ${path}`, values];
  });

const asked = async (method: string, path: string) => {
  // all that the routes look at
  const ctx = { method, path } as Context;
  await routes.middleware(ctx as never, async () => undefined);
  return ctx.body;
};

test.each([
  ['GET', '/api/things', 'get /api/things', {}],
  ['GET', '/api/things/', 'get /api/things', {}],
  ['GET', '/API/Things', 'get /api/things', {}],
  ['HEAD', '/api/things', 'get /api/things', {}],
  ['GET', '/api/things/export', 'get /api/things/export', {}],
  ['GET', '/api/things/7', 'get /api/things/{id}', { id: '7' }],
  ['PUT', '/api/things/export', 'put /api/things/{id}', { id: 'export' }],
  ['GET', '/api/things/%E5%8C%97', 'get /api/things/{id}', { id: '北' }],
  ['GET', '/api/things/%', 'get /api/things/{id}', { id: '%' }],
  ['GET', '/api/things/%E0%A4%A', 'get /api/things/{id}', { id: '%E0%A4%A' }],
  ['GET', '/api/things/%2541', 'get /api/things/{id}', { id: '%41' }],
  ['GET', '/api/things/%2F', 'get /api/things/{id}', { id: '/' }],
  ['GET', '/api/%C4%B0/7/parts', 'get /api/{kind}/{id}/parts', { kind: 'İ', id: '7' }],
  ['GET', '/api/things/exporting', 'get /api/things/{id}', { id: 'exporting' }],
  ['GET', `/api/things/${'x'.repeat(9000)}`, 'get /api/things/{id}', { id: 'x'.repeat(9000) }],
  ['GET', '/api/things/7/parts/a', 'get /api/things/{id}/parts/{part}', { id: '7', part: 'a' }],
  ['GET', '/api/things/7/parts', 'get /api/{kind}/{id}/parts', { kind: 'things', id: '7' }],
])('%s %s goes to %s', async (method, path, route, values) => {
  expect(await asked(method, path)).toEqual([route, values]);
});

test.each([
  ['POST', '/api/things'],
  ['BREW', '/api/things'],
  ['GET', '/api/%74hings'],
  ['GET', '/api/things//'],
  ['GET', '/api/things//parts'],
  ['GET', '/api'],
  ['GET', '/'],
  ['GET', '/api/things/7/parts/a/b'],
])('%s %s goes nowhere', async (method, path) => {
  expect(await asked(method, path)).toBeUndefined();
});

test.each(['/api/:id', '/api/*'])('%s is refused', (path) => {
  expect(() => routes.add('get', path, async () => undefined)).toThrow();
});
