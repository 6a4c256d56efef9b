import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { insertUser } from '../kit/insert-users.ts';
import { demoPassword, type Service, startService } from '../kit/service.ts';

let service: Service;
let first: Client;
let second: Client;

beforeAll(async () => {
  service = await startService();
  [first, second] = [await service.signIn('editor'), await service.signIn('editor')];
});
afterAll(() => service.stop());

describe('one’s own sessions', () => {
  test('are listed newest first, and the current one is marked', async () => {
    const { items } = await second.ok('listSessions');
    expect(items.map(({ current }) => current)).toEqual([true, false]);
    const [session] = items;
    expect(session).toMatchObject({ address: '127.0.0.1', client: 'node' });
    const hours = (Date.parse(session?.expireTime ?? '') - Date.parse(session?.createTime ?? '')) / 3_600_000;
    expect(hours).toBe(8);
  });

  test('can be ended, unlike those of others', async () => {
    const thirdClient = await service.signIn('editor');
    const { items } = await thirdClient.ok('listSessions');
    const ownSession = { path: { sessionId: items[0]?.id ?? '' } };
    const reviewer = await service.as('reviewer');
    await reviewer.expectRefusal('endSession', ownSession, 'notFound');
    await first.ok('endSession', ownSession);
    await thirdClient.expectRefusal('getProfile', {}, 'unauthorized');
    await first.expectRefusal('endSession', ownSession, 'notFound');
    expect((await first.ok('listSessions')).items).toHaveLength(2);
    await first.expectRefusal('endSession', { path: { sessionId: 'no-uuid' } }, 'validationError');
  });

  test('store when they were last seen', async () => {
    const before = new Date(Date.now() - 3_600_000);
    await service.db('session').update({ last_seen: before });
    const { items } = await first.ok('listSessions');
    const lastSeen = items.find(({ current }) => current)?.lastSeen ?? '';
    expect(Date.now() - Date.parse(lastSeen)).toBeLessThan(60_000);
  });
});

test('logout ends this session only', async () => {
  const thirdClient = await service.signIn('editor');
  await thirdClient.ok('logout');
  await thirdClient.expectRefusal('getProfile', {}, 'unauthorized');
  await thirdClient.expectRefusal('logout', {}, 'unauthorized');
  await first.ok('getProfile');
});

test('a session that has expired is answered 401', async () => {
  const client = await service.signIn('viewer');
  await service
    .db('session')
    .update({ expire_time: new Date(Date.now() - 1) })
    .whereIn('user_id', service.db('user').where('username', 'viewer').select('id'));
  const { message } = await client.expectRefusal('getProfile', {}, 'unauthorized');
  expect(message).toBe('登录已过期，请重新登录');
});

test('a user who is deactivated or deleted is signed out', async () => {
  for (const change of ['inactive', 'pending', 'deleted']) {
    const { id, username } = await insertUser(service.db, []);
    const client = await service.signIn(username);
    await client.ok('getProfile');
    const user = service.db('user').where('id', id);
    await (change === 'deleted' ? user.delete() : user.update({ status: change }));
    await client.expectRefusal('getProfile', {}, 'unauthorized');
  }
});

describe('changing the password', () => {
  const newPassword = 'another long one';

  test('requires the old one', async () => {
    const body = { oldPassword: 'wrong', newPassword };
    const { fields } = await first.expectRefusal('changePassword', { body }, 'validationError');
    expect(fields).toEqual([{ pointer: '/oldPassword', rule: 'wrongPassword', message: '密码不正确' }]);
  });

  test('requires a new one of at least ten characters that differs from the old one', async () => {
    const samePassword = { oldPassword: demoPassword, newPassword: demoPassword };
    expect(
      (await first.expectRefusal('changePassword', { body: samePassword }, 'validationError')).fields,
    ).toMatchObject([{ pointer: '/newPassword', rule: 'sameAsOld' }]);
    const shortPassword = { oldPassword: demoPassword, newPassword: '123456789' };
    expect(
      (await first.expectRefusal('changePassword', { body: shortPassword }, 'validationError')).fields,
    ).toMatchObject([{ pointer: '/newPassword', rule: 'minLength', message: '至少 10 个字符' }]);
  });

  test('ends every session of the user and answers a new token', async () => {
    const { username } = await insertUser(service.db, ['country:read']);
    const [firstClient, secondClient] = [await service.signIn(username), await service.signIn(username)];
    const { token } = await firstClient.ok('changePassword', { body: { oldPassword: demoPassword, newPassword } });
    for (const client of [firstClient, secondClient]) await client.expectRefusal('getProfile', {}, 'unauthorized');
    const response = await service.anonymous.raw('GET', '/dc/api/v1/profile', {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(200);
    await service.signIn(username, newPassword);
    const oldCredentials = { username, password: demoPassword };
    await service.anonymous.expectRefusal('login', { body: oldCredentials }, 'invalidCredentials');
    await first.ok('getProfile');
  });
});
