import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { insertRole } from '../kit/database/insert-users.ts';
import { demoPassword, type Service, startService } from '../kit/service.ts';
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

describe('the security headers', () => {
  test.each([
    '/',
    '/country',
    '/healthz',
    '/dc/api/v1/profile',
    '/dc/nowhere',
    '/assets/app-1a2b.js',
  ])('are on %s', async (path) => {
    const { headers } = await service.anonymous.raw('GET', path, { headers: { Accept: '*/*' } });
    const policy = headers.get('Content-Security-Policy') ?? '';
    expect(policy.split(';')).toContain("script-src 'self'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f]{16}$/);
    expect(headers.get('X-Powered-By')).toBeNull();
  });
});

describe('the caching headers', () => {
  const varying = ['Authorization', 'Accept-Language', 'Accept-Encoding'];
  const credentials = { username: 'viewer', password: demoPassword };

  test.each<[string, string, string, Record<string, unknown> | undefined]>([
    ['a record', 'GET', '/dc/api/v1/countries/1', undefined],
    ['a list', 'GET', '/dc/api/v1/countries', undefined],
    ['a refusal', 'GET', '/dc/api/v1/users', undefined],
    ['no operation', 'GET', '/dc/api/v1/nowhere', undefined],
    ['the sign-in options', 'GET', '/dc/api/v1/auth/options', undefined],
    ['a token', 'POST', '/dc/api/v1/auth/login', credentials],
    ['a refused sign-in', 'POST', '/dc/api/v1/auth/login', { ...credentials, password: 'wrong' }],
    ['a ticket', 'POST', '/dc/api/v1/tickets', { path: '/api/v1/tasks/1/files/1' }],
  ])('of %s forbid shared caching', async (_, method, path, body) => {
    const requestOptions = body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    const { headers } = await viewer.raw(method, path, requestOptions);
    expect(headers.get('Cache-Control')).toBe(method === 'GET' ? 'private, no-cache' : 'no-store');
    expect(headers.get('Vary')?.split(/, */)).toEqual(expect.arrayContaining(varying));
  });

  test('of built files vary by encoding only', async () => {
    const { headers } = await service.anonymous.raw('GET', '/assets/app-1a2b.js');
    expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('Vary')).toBe('Accept-Encoding');
  });
});

test('every request has its own id, which is also logged', async () => {
  const ids = await Promise.all(
    [1, 2, 3].map(async () => (await viewer.call('getProfile')).headers.get('X-Request-Id')),
  );
  expect(new Set(ids).size).toBe(3);
  expect(service.logLines.map(({ traceId }) => traceId)).toEqual(expect.arrayContaining(ids));
});

test('X-Access-Version changes with the permissions of a role and with the roles of a user', async () => {
  const client = await service.clientWith('country:read');
  const version = async () => (await client.call('listSessions')).headers.get('X-Access-Version');
  const versions = [await version()];
  expect(await version()).toBe(versions[0]);
  const { role_id } = await service.db('user_role').where('user_id', client.id).first('role_id');
  await service.db('role_permission').insert({ role_id, permission: 'country:update' });
  await service.db('role').where('id', role_id).increment('version');
  versions.push(await version());
  await service.db('user_role').insert({ user_id: client.id, role_id: await insertRole(service.db, []) });
  versions.push(await version());
  await service.db('role').where('id', role_id).update({ display_name: '系统管理员', version: 3 });
  versions.push(await version());
  expect(new Set(versions).size).toBe(4);
  await client.ok('listCountries');
});

test('a 401 names the authentication scheme', async () => {
  const response = await fetch(`${service.url}/dc/api/v1/profile`);
  expect([response.status, response.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
});

describe('the language of messages', () => {
  test.each([
    [undefined, '记录不存在'],
    ['zh-CN', '记录不存在'],
    ['*', '记录不存在'],
    ['zh-TW', '记录不存在'],
    ['fr, zh;q=0.5, en;q=0.4', '记录不存在'],
    ['fr', '记录不存在'],
    ['zh;q=0.1, en;q=0.9', 'Not found'],
    ['en', 'Not found'],
    ['en-US,zh;q=0.5', 'Not found'],
    ['EN', 'Not found'],
    ['english', '记录不存在'],
  ])('for Accept-Language %s gives “%s”', async (language, message) => {
    const headers = { 'Accept-Language': language ?? '' };
    const parts = { path: { id: 4294967295 }, ...(language ? { headers } : {}) };
    expect((await viewer.expectRefusal('getCountry', parts, 'notFound')).message).toBe(message);
  });

  test('also applies to field errors', async () => {
    const admin = await service.as('admin');
    const body = { code: 'C', name: ' x', locales: { 'not a tag': { name: 'x' }, en: { name: '' } }, extra: 1 };
    const { fields, message } = await admin.expectRefusal('createCountry', { body }, 'validationError');
    expect(message).toBe('有 5 处不符合要求');
    expect(fields).toEqual(
      expect.arrayContaining([
        { pointer: '/code', rule: 'pattern', message: '须为 2 个字母' },
        { pointer: '/name', rule: 'pattern', message: '须为单行文字，首尾不带空格' },
        { pointer: '/locales/not a tag', rule: 'propertyNames', message: '不是有效的语言标签' },
        { pointer: '/locales/en/name', rule: 'minLength', message: '至少 1 个字符' },
        { pointer: '/extra', rule: 'additionalProperties', message: '未知的字段或参数' },
      ]),
    );
    const englishRefusal = await admin.expectRefusal(
      'createCountry',
      { body, headers: { 'Accept-Language': 'en' } },
      'validationError',
    );
    expect(englishRefusal.message).toBe('Fields that need attention: 5');
    expect(englishRefusal.fields?.find(({ pointer }) => pointer === '/code')?.message).toBe('Must be 2 letters');
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
  ])('with Accept-Encoding “%s” gives a complete answer', async (encoding) => {
    const headers = { 'Accept-Encoding': encoding };
    const { items } = await viewer.ok('listCountries', { query: { pageSize: 100 }, headers });
    expect(items).toHaveLength(100);
    expect((await viewer.call('getProfile', { headers })).status).toBe(200);
  });

  test('of a built file uses the compressed copy from the build if the client accepts it', async () => {
    const fetchAsset = async (encoding: string) => {
      const headers = { 'Accept-Encoding': encoding };
      const response = await service.anonymous.raw('GET', '/assets/app-1a2b.js', { headers });
      return [response.headers.get('Content-Encoding'), response.headers.get('Content-Type'), await response.text()];
    };
    const uncompressedFile = [null, 'text/javascript; charset=utf-8', 'console.log(1)'];
    expect(await fetchAsset('identity')).toEqual(uncompressedFile);
    expect(await fetchAsset('gzip, br')).toEqual(['br', ...uncompressedFile.slice(1)]);
  });

  test('applies to large answers only', async () => {
    const headers = { 'Accept-Encoding': 'gzip' };
    const encodingOf = async (path: string) =>
      (await viewer.raw('GET', `/dc/api/v1/${path}`, { headers })).headers.get('Content-Encoding');
    expect(await encodingOf('countries?pageSize=100')).toBe('gzip');
    expect(await encodingOf('profile/sessions')).toBeNull();
  });
});

describe('the id of a request', () => {
  const idFor = async (given: string) => {
    const linesBefore = service.logLines.length;
    const headers = { 'X-Request-Id': given, Accept: 'application/json' };
    const response = await service.anonymous.raw('GET', '/dc/nowhere', { headers });
    const { data } = JSON.parse(await response.text());
    const logged = service.logLines.slice(linesBefore).find(({ msg }) => msg === 'request')?.traceId;
    return { header: response.headers.get('X-Request-Id'), body: data.traceId, logged };
  };

  test.each([
    '7f3c9a1e52b04d88',
    '4bf92f3577b34da6a3ce929d0e0e4736',
    'proxy-1_a.B',
  ])('%s is kept in the answer and in the log', async (id) => {
    expect(await idFor(id)).toEqual({ header: id, body: id, logged: id });
  });

  test.each([
    'short',
    'with space',
    'x'.repeat(65),
    '"quoted-id"',
    '-leading-dash',
    '<script>12',
  ])('%s is replaced', async (id) => {
    const ids = await idFor(id);
    expect(ids.header).toMatch(/^[0-9a-f]{16}$/);
    expect(ids).toEqual({ header: ids.header, body: ids.header, logged: ids.header });
  });
});

test('probes are not logged', async () => {
  const linesBefore = service.logLines.length;
  for (const path of ['/healthz', '/readyz', '/metrics']) await service.anonymous.raw('GET', path);
  expect(service.logLines.slice(linesBefore)).toEqual([]);
});
