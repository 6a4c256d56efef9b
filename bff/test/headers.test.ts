import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from './kit/client.ts';
import { newRole } from './kit/people.ts';
import { type Service, startService } from './kit/service.ts';

let service: Service;
let viewer: Client;
let uiFolder: string;

beforeAll(async () => {
  uiFolder = await mkdtemp(join(tmpdir(), 'gazetteer-ui-'));
  await mkdir(join(uiFolder, 'assets'));
  await writeFile(join(uiFolder, 'index.html'), '<!doctype html><title>Gazetteer</title>');
  await writeFile(join(uiFolder, 'assets/app-1a2b.js'), 'console.log(1)');
  await writeFile(join(uiFolder, '.secret'), 'secret');
  service = await startService({ uiFolder });
  viewer = await service.as('viewer');
});
afterAll(async () => {
  await service.stop();
  await rm(uiFolder, { recursive: true });
});

/** As it is, without what fetch mends of address and headers. */
const asIs = (method: string, path: string, headers: Record<string, string> = {}) =>
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

describe('the security headers', () => {
  test.each([
    '/',
    '/country',
    '/healthz',
    '/dc/api/v1/profile',
    '/dc/nowhere',
    '/assets/app-1a2b.js',
  ])('are on %s', async (path) => {
    const { headers } = await service.anybody.raw('GET', path, { headers: { Accept: '*/*' } });
    const policy = headers.get('Content-Security-Policy') ?? '';
    expect(policy.split(';')).toContain("script-src 'self'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f]{16}$/);
    expect(headers.get('X-Powered-By')).toBeNull();
  });
});

test('every request has an id of its own, which the log has too', async () => {
  const ids = await Promise.all(
    [1, 2, 3].map(async () => (await viewer.call('getProfile')).headers.get('X-Request-Id')),
  );
  expect(new Set(ids).size).toBe(3);
  expect(service.logged.map(({ traceId }) => traceId)).toEqual(expect.arrayContaining(ids));
});

test('X-Access-Version changes when the permissions of a role do, and with the roles', async () => {
  const client = await service.holding('country:read');
  const version = async () => (await client.call('listSessions')).headers.get('X-Access-Version');
  const seen = [await version()];
  expect(await version()).toBe(seen[0]);
  const { role_id } = await service.db('user_role').where('user_id', client.id).first('role_id');
  await service.db('role_permission').insert({ role_id, permission: 'country:update' });
  seen.push(await version());
  await service.db('user_role').insert({ user_id: client.id, role_id: await newRole(service.db, []) });
  seen.push(await version());
  await service.db('role').where('id', role_id).update({ display_name: '系统管理员' });
  seen.push(await version());
  expect(new Set(seen).size).toBe(4);
  await client.ok('listCountries');
});

describe('the language', () => {
  test.each([
    [undefined, '记录不存在'],
    ['zh-CN', '记录不存在'],
    ['fr', '记录不存在'],
    ['zh;q=0.1, en;q=0.9', '记录不存在'],
    ['en', 'Not found'],
    ['en-US,zh;q=0.5', 'Not found'],
    ['EN', 'Not found'],
    ['english', '记录不存在'],
  ])('of %s', async (language, message) => {
    const headers = { 'Accept-Language': language ?? '' };
    const call = { path: { id: 4294967295 }, ...(language ? { headers } : {}) };
    expect((await viewer.refused('getCountry', call, 'notFound')).message).toBe(message);
  });

  test('is that of the fields too', async () => {
    const admin = await service.as('admin');
    const body = { code: 'C', name: ' x', locales: { 'not a tag': { name: 'x' }, en: { name: '' } }, extra: 1 };
    const { fields, message } = await admin.refused('createCountry', { body }, 'validationError');
    expect(message).toBe('有 5 处不符合要求');
    expect(fields).toEqual(
      expect.arrayContaining([
        { pointer: '/code', rule: 'pattern', message: '须为 2 个字母' },
        { pointer: '/name', rule: 'pattern', message: '须为不以空格开头或结尾的一行文字' },
        { pointer: '/locales/not a tag', rule: 'propertyNames', message: '不是有效的语言标签' },
        { pointer: '/locales/en/name', rule: 'minLength', message: '至少 1 个字符' },
        { pointer: '/extra', rule: 'additionalProperties', message: '未知的字段或参数' },
      ]),
    );
    const english = await admin.refused(
      'createCountry',
      { body, headers: { 'Accept-Language': 'en' } },
      'validationError',
    );
    expect(english.message).toBe('5 field(s) need attention');
    expect(english.fields?.find(({ pointer }) => pointer === '/code')?.message).toBe('Must be 2 letters');
  });
});

describe('compression', () => {
  test.each([
    'gzip',
    'br',
    'deflate',
    '*',
    'identity',
    '*;q=0',
    'identity;q=0, *;q=0',
    'nonsense',
    '',
  ])('of “%s” gives a whole answer', async (encoding) => {
    const headers = { 'Accept-Encoding': encoding };
    const { items } = await viewer.ok('listCountries', { query: { pageSize: 100 }, headers });
    expect(items).toHaveLength(100);
    expect((await viewer.call('getProfile', { headers })).status).toBe(200);
  });

  test('is for large answers only', async () => {
    const headers = { 'Accept-Encoding': 'gzip' };
    const encodingOf = async (path: string) =>
      (await viewer.raw('GET', `/dc/api/v1/${path}`, { headers })).headers.get('Content-Encoding');
    expect(await encodingOf('countries?pageSize=100')).toBe('gzip');
    expect(await encodingOf('profile/sessions')).toBeNull();
  });
});

describe('paths and methods that no operation has', () => {
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
  ])('%s %s is not found, in the envelope', async (method, path) => {
    const { status, text } = await asIs(method, path, { Accept: 'text/html' });
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
  ])('%s is no way out of the ui’s folder', async (path) => {
    const { status, text } = await asIs('GET', path, { Accept: '*/*' });
    expect(text).not.toContain('secret');
    if (status !== 404) expect(text).toContain('<title>Gazetteer</title>');
  });

  test('an id that cannot be decoded is no id', async () => {
    const headers = { Authorization: `Bearer ${viewer.token}` };
    expect((await asIs('GET', '/dc/api/v1/countries/%E0%A4%A', headers)).status).toBe(422);
  });

  test('headers beyond 16 KiB are refused', async () => {
    expect((await asIs('GET', '/dc/api/v1/profile', { 'X-Long': 'x'.repeat(20_000) })).status).toBe(431);
  });

  test('HEAD answers as GET does, without the body', async () => {
    const headers = { Authorization: `Bearer ${viewer.token}`, Accept: 'text/html' };
    for (const path of ['/dc/api/v1/countries', '/', '/country', '/healthz'])
      expect(await asIs('HEAD', path, headers)).toEqual({ status: 200, text: '' });
    expect((await asIs('HEAD', '/dc/api/v1/countries')).status).toBe(401);
  });
});

describe('the ui', () => {
  test('is one page for every path of its own, read anew each time', async () => {
    for (const path of ['/', '/country', '/country?page=2', '/users/role-list']) {
      const response = await service.anybody.raw('GET', path, { headers: { Accept: 'text/html' } });
      expect(await response.text()).toContain('<title>Gazetteer</title>');
      expect(response.headers.get('Cache-Control')).toBe('no-cache');
    }
  });

  test('keeps its hashed files for ever', async () => {
    const { headers } = await service.anybody.raw('GET', '/assets/app-1a2b.js');
    expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('Content-Type')).toContain('javascript');
  });
});

describe('health', () => {
  test('/healthz and /readyz answer bare', async () => {
    for (const [path, text] of [
      ['/healthz', 'ok'],
      ['/readyz', 'ready'],
    ] as const) {
      const response = await service.anybody.raw('GET', path);
      expect([response.status, await response.text()]).toEqual([200, text]);
    }
  });

  test('not ready before it is seeded', async () => {
    await service.db('installation').update({ seed_time: null });
    expect((await service.anybody.raw('GET', '/readyz')).status).toBe(503);
    expect((await service.anybody.raw('GET', '/healthz')).status).toBe(200);
  });
});
