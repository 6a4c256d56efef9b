import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { type Service, startService } from '../kit/service.ts';
import { createUiBuild } from '../kit/ui-build.ts';

let service: Service;
let viewer: Client;
let ui: Awaited<ReturnType<typeof createUiBuild>>;

beforeAll(async () => {
  ui = await createUiBuild();
  service = await startService({ uiFolder: ui.folder });
  viewer = await service.as('viewer');
});
afterAll(async () => {
  await service.stop();
  await ui.remove();
});

/** Sends a request without normalising its path and headers as fetch does. */
const sendUnnormalised = (method: string, path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(service.url);
    request({ hostname, port, method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end();
  });

describe('paths and methods without an operation', () => {
  test.each([
    ['GET', '/dc'],
    ['GET', '/dc/'],
    ['GET', '/dc/api/v1/nowhere'],
    ['POST', '/dc/api/v1/profile'],
    ['PATCH', '/dc/api/v1/countries/1'],
    ['OPTIONS', '/dc/api/v1/countries'],
    ['PROPFIND', '/dc/api/v1/countries'],
    ['GET', '/dc/api/v1/countries/1/2/3'],
    ['GET', '/dc/index.html'],
    ['GET', `/dc/${'x'.repeat(10_000)}`],
  ])('%s %s is answered 404 with an envelope', async (method, path) => {
    const { status, text } = await sendUnnormalised(method, path, { Accept: 'text/html' });
    expect(status).toBe(404);
    expect(JSON.parse(text)).toMatchObject({ code: 404, message: '记录不存在', data: { key: 'notFound' } });
  });

  test.each([
    '/%',
    '/%E0%A4%A',
    '/%00',
    '/..%2f..%2fetc/passwd',
    '/../package.json',
    '/.secret',
    '/assets/nowhere.js',
    '/assets/%2e%2e/.secret',
  ])('%s exposes no file outside the ui folder', async (path) => {
    const { status, text } = await sendUnnormalised('GET', path, { Accept: '*/*' });
    expect(text).not.toContain('secret');
    if (status !== 404) expect(text).toContain('<title>Gazetteer</title>');
  });

  test('an id that cannot be decoded is invalid', async () => {
    const headers = { Authorization: `Bearer ${viewer.token}` };
    expect((await sendUnnormalised('GET', '/dc/api/v1/countries/%E0%A4%A', headers)).status).toBe(422);
  });

  test('headers beyond 16 KiB are refused', async () => {
    expect((await sendUnnormalised('GET', '/dc/api/v1/profile', { 'X-Long': 'x'.repeat(20_000) })).status).toBe(431);
  });

  test('HEAD answers like GET, without the body', async () => {
    const headers = { Authorization: `Bearer ${viewer.token}`, Accept: 'text/html' };
    for (const path of ['/dc/api/v1/countries', '/', '/country', '/healthz'])
      expect(await sendUnnormalised('HEAD', path, headers)).toEqual({ status: 200, text: '' });
    expect((await sendUnnormalised('HEAD', '/dc/api/v1/countries')).status).toBe(401);
  });
});

describe('the ui folder', () => {
  test('serves index.html for each of its paths, to be revalidated each time', async () => {
    for (const path of ['/', '/country', '/country?page=2', '/users/role-list']) {
      const response = await service.anonymous.raw('GET', path, { headers: { Accept: 'text/html' } });
      expect(await response.text()).toContain('<title>Gazetteer</title>');
      expect(response.headers.get('Cache-Control')).toBe('no-cache');
    }
  });

  test.each([
    '//',
    '//country',
    '/country//',
    '/%',
    '/%zz',
    '/%E4%B8',
    '/country%00',
    '/no such page',
  ])('serves index.html for %s, so that the ui can show its own error page', async (path) => {
    const { status, text } = await sendUnnormalised('GET', encodeURI(path).replaceAll('%25', '%'), {
      Accept: 'text/html',
    });
    expect(status).toBe(200);
    expect(text).toContain('<title>Gazetteer</title>');
  });

  test('has hashed files that may be cached forever', async () => {
    const { headers } = await service.anonymous.raw('GET', '/assets/app-1a2b.js');
    expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('Content-Type')).toContain('javascript');
  });
});

describe('health', () => {
  test('/healthz and /readyz answer plain text', async () => {
    for (const [path, text] of [
      ['/healthz', 'ok'],
      ['/readyz', 'ready'],
    ] as const) {
      const response = await service.anonymous.raw('GET', path);
      expect([response.status, await response.text()]).toEqual([200, text]);
    }
  });

  test('/readyz answers 503 before the database is seeded', async () => {
    await service.db('installation').update({ seed_time: null });
    expect((await service.anonymous.raw('GET', '/readyz')).status).toBe(503);
    expect((await service.anonymous.raw('GET', '/healthz')).status).toBe(200);
  });
});
