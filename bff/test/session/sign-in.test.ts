import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../kit/client.ts';
import { countPasswordWork } from '../kit/count-password-work.ts';
import { insertUser } from '../kit/insert-users.ts';
import { demoPassword as password, type Service, startService } from '../kit/service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const login = (username: string, secret: string) =>
  service.anonymous.call('login', { body: { username, password: secret } });

test.each(['editor', 'EDITOR', 'editor@gazetteer.example', 'Editor@Gazetteer.Example'])('lets %s in', async (name) => {
  const { user, token } = await service.anonymous.ok('login', { body: { username: name, password } });
  expect(user).toMatchObject({ username: 'editor', displayName: '演示编辑', status: 'active' });
  expect(user.roles).toMatchObject([{ name: 'editor', displayName: '编辑' }]);
  expect(user.roles[0]?.permissions).toContainEqual({ name: 'country:update' });
  const client = createClient(service.url, token);
  expect(await client.ok('getProfile')).toEqual(user);
});

test('answers the access version that the profile has', async () => {
  const signedIn = await login('editor', password);
  const editor = await service.as('editor');
  const version = signedIn.headers.get('X-Access-Version');
  expect(version).toMatch(/^\w+$/);
  expect((await editor.call('getProfile')).headers.get('X-Access-Version')).toBe(version);
});

test('a wrong password and an unknown name are answered alike', async () => {
  const [wrong, unknown, similar] = [
    await login('viewer', 'wrong'),
    await login('nobody-of-that-name', 'wrong'),
    await login("viewer' or '1'='1", password),
  ];
  for (const reply of [wrong, unknown, similar]) {
    expect(reply).toMatchObject({ status: 422, message: '账号或密码不正确' });
    expect(reply.data).toEqual({ key: 'invalidCredentials', traceId: expect.any(String) });
  }
  const names = ({ headers }: { headers: Headers }) => [...headers.keys()].sort();
  expect(names(unknown)).toEqual(names(wrong));
});

test('a wrong password takes as many statements and as much hashing whoever is named, known here or not', async () => {
  const names: Record<string, () => Promise<{ username: string }>> = {
    unknown: async () => ({ username: 'nobody-of-that-name' }),
    active: () => insertUser(service.db, []),
    pending: () => insertUser(service.db, [], { status: 'pending' }),
    invited: () => insertUser(service.db, [], { status: 'invited', password_hash: null }),
  };
  // The first of them makes the hash that stands in for an unknown account's.
  await login('nobody-of-that-name', 'not the password');
  const work: Record<string, { statements: number; hashes: number }> = {};
  for (const [kind, make] of Object.entries(names)) {
    const { username } = await make();
    let statements = 0;
    const hashes = await countPasswordWork(async () => {
      statements = await service.statementsDuring(() => login(username, 'not the password'));
    });
    work[kind] = { statements, hashes };
  }
  expect(work.unknown).toMatchObject({ hashes: 1 });
  expect(work).toEqual(Object.fromEntries(Object.keys(names).map((kind) => [kind, work.unknown])));
});

test.each([
  ['pending', 'accountPending', '账号尚未获准，请联系管理员'],
  ['inactive', 'accountInactive', '账号已停用，请联系管理员'],
])('a %s account is told so only after the right password', async (status, key, message) => {
  const { username } = await insertUser(service.db, [], { status });
  expect(await login(username, 'wrong')).toMatchObject({ status: 422, data: { key: 'invalidCredentials' } });
  expect(await login(username, password)).toMatchObject({ status: 403, message, data: { key } });
});

test('names and passwords as long as the contract allows are taken, longer ones refused', async () => {
  for (const name of ['İ'.repeat(254), '😀'.repeat(254), 'x'.repeat(254), '\u0000', ' ', '%'])
    expect(await login(name, '密'.repeat(128))).toMatchObject({ status: 422, data: { key: 'invalidCredentials' } });
  expect(await login('x'.repeat(255), 'y')).toMatchObject({ status: 422, data: { key: 'validationError' } });
  expect(await login('x', 'y'.repeat(129))).toMatchObject({ status: 422, data: { key: 'validationError' } });
});

describe('the demo accounts', () => {
  test('are shown where the installation is a demo', async () => {
    const { demoAccounts } = await service.anonymous.ok('getAuthOptions');
    expect(demoAccounts.map(({ username }) => username)).toEqual(['admin', 'editor', 'reviewer', 'viewer']);
    for (const { username, password } of demoAccounts) expect((await login(username, password)).status).toBe(200);
  });

  test('are not shown elsewhere', async () => {
    const other = await startService({ demo: false });
    expect(await other.anonymous.ok('getAuthOptions')).toMatchObject({ demoAccounts: [] });
    await other.stop();
  });
});

test('no log line holds a password or a token', async () => {
  const { token } = await service.anonymous.ok('login', { body: { username: 'editor', password } });
  await createClient(service.url, token).ok('getProfile');
  const told = JSON.stringify(service.logLines);
  expect(told).toContain('/dc/api/v1/auth/login');
  for (const secret of [password, token]) expect(told).not.toContain(secret);
});
