import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../kit/client.ts';
import { countArgon2Calls } from '../kit/count-argon2-calls.ts';
import { insertUser } from '../kit/database/insert-users.ts';
import { demoPassword as password, type Service, startService } from '../kit/service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const login = (username: string, secret: string) =>
  service.anonymous.call('login', { body: { username, password: secret } });

test.each([
  'editor',
  'EDITOR',
  'editor@gazetteer.example',
  'Editor@Gazetteer.Example',
])('accepts the username or email %s', async (name) => {
  const { user, token } = await service.anonymous.ok('login', { body: { username: name, password } });
  expect(user).toMatchObject({ username: 'editor', displayName: '演示编辑', status: 'active' });
  expect(user.roles).toMatchObject([{ name: 'editor', displayName: '编辑' }]);
  expect(user.roles[0]?.permissions).toContainEqual({ name: 'country:update' });
  const client = createClient(service.url, token);
  expect(await client.ok('getProfile')).toEqual(user);
});

test('a sign-in has the same access version as the profile', async () => {
  const loginReply = await login('editor', password);
  const editor = await service.as('editor');
  const version = loginReply.headers.get('X-Access-Version');
  expect(version).toMatch(/^\w+$/);
  expect((await editor.call('getProfile')).headers.get('X-Access-Version')).toBe(version);
});

test('a wrong password and an unknown name are answered alike', async () => {
  const [wrongPasswordReply, unknownNameReply, injectionReply] = [
    await login('viewer', 'wrong'),
    await login('nobody-of-that-name', 'wrong'),
    await login("viewer' or '1'='1", password),
  ];
  for (const reply of [wrongPasswordReply, unknownNameReply, injectionReply]) {
    expect(reply).toMatchObject({ status: 422, message: '账号或密码不正确' });
    expect(reply.data).toEqual({ key: 'invalidCredentials', traceId: expect.any(String) });
  }
  const headerNames = ({ headers }: { headers: Headers }) => [...headers.keys()].sort();
  expect(headerNames(unknownNameReply)).toEqual(headerNames(wrongPasswordReply));
});

test('a wrong password takes as many statements and hashes for known as for unknown names', async () => {
  const createAccountByStatus: Record<string, () => Promise<{ username: string }>> = {
    unknown: async () => ({ username: 'nobody-of-that-name' }),
    active: () => insertUser(service.db, []),
    pending: () => insertUser(service.db, [], { status: 'pending' }),
    invited: () => insertUser(service.db, [], { status: 'invited', password_hash: null }),
  };
  // The first sign-in with an unknown name also creates the hash with which such sign-ins are compared.
  await login('nobody-of-that-name', 'not the password');
  const workByStatus: Record<string, { statements: number; hashes: number }> = {};
  for (const [status, createAccount] of Object.entries(createAccountByStatus)) {
    const { username } = await createAccount();
    let statements = 0;
    const hashes = await countArgon2Calls(async () => {
      statements = await service.statementsDuring(() => login(username, 'not the password'));
    });
    workByStatus[status] = { statements, hashes };
  }
  expect(workByStatus.unknown).toMatchObject({ hashes: 1 });
  expect(workByStatus).toEqual(
    Object.fromEntries(Object.keys(createAccountByStatus).map((status) => [status, workByStatus.unknown])),
  );
});

test.each([
  ['pending', 'accountPending', '账号尚未获批准，请联系管理员'],
  ['inactive', 'accountInactive', '账号已停用，请联系管理员'],
])('the status of a %s account is revealed only after the right password', async (status, key, message) => {
  const { username } = await insertUser(service.db, [], { status });
  expect(await login(username, 'wrong')).toMatchObject({ status: 422, data: { key: 'invalidCredentials' } });
  expect(await login(username, password)).toMatchObject({ status: 403, message, data: { key } });
});

test('names and passwords up to the contract’s maximum length are accepted', async () => {
  for (const name of ['İ'.repeat(254), '😀'.repeat(254), 'x'.repeat(254), '\u0000', ' ', '%'])
    expect(await login(name, '密'.repeat(128))).toMatchObject({ status: 422, data: { key: 'invalidCredentials' } });
  expect(await login('x'.repeat(255), 'y')).toMatchObject({ status: 422, data: { key: 'validationError' } });
  expect(await login('x', 'y'.repeat(129))).toMatchObject({ status: 422, data: { key: 'validationError' } });
});

describe('the demo accounts', () => {
  test('are shown in a demo installation', async () => {
    const { demoAccounts } = await service.anonymous.ok('getAuthOptions');
    expect(demoAccounts.map(({ username }) => username)).toEqual(['admin', 'editor', 'reviewer', 'viewer']);
    for (const { username, password } of demoAccounts) expect((await login(username, password)).status).toBe(200);
  });

  test('are not shown in other installations', async () => {
    const otherService = await startService({ demo: false });
    expect(await otherService.anonymous.ok('getAuthOptions')).toMatchObject({ demoAccounts: [] });
    await otherService.stop();
  });
});

test('no log line contains a password or a token', async () => {
  const { token } = await service.anonymous.ok('login', { body: { username: 'editor', password } });
  await createClient(service.url, token).ok('getProfile');
  const logText = JSON.stringify(service.logLines);
  expect(logText).toContain('/dc/api/v1/auth/login');
  for (const secret of [password, token]) expect(logText).not.toContain(secret);
});
