import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { insertUser } from '../kit/database/insert-users.ts';
import { demoPassword, type Service, startService } from '../kit/service.ts';

let service: Service;
let editorClient: Client;
let newestEditorClient: Client;

beforeAll(async () => {
  service = await startService();
  [editorClient, newestEditorClient] = [await service.signIn('editor'), await service.signIn('editor')];
});
afterAll(() => service.stop());

describe('the own sessions', () => {
  test('are listed newest first, and the current one is marked', async () => {
    const { items } = await newestEditorClient.ok('listSessions');
    expect(items.map(({ current }) => current)).toEqual([true, false]);
    const [session] = items;
    expect(session).toMatchObject({ address: '127.0.0.1', client: 'node' });
    const hours = (Date.parse(session?.expireTime ?? '') - Date.parse(session?.createTime ?? '')) / 3_600_000;
    expect(hours).toBe(8);
  });

  test('can be ended, unlike sessions of other users', async () => {
    const thirdClient = await service.signIn('editor');
    const { items } = await thirdClient.ok('listSessions');
    const ownSession = { path: { sessionId: items[0]?.id ?? '' } };
    const reviewer = await service.as('reviewer');
    await reviewer.expectRefusal('endSession', ownSession, 'notFound');
    await editorClient.ok('endSession', ownSession);
    await thirdClient.expectRefusal('getProfile', {}, 'unauthorized');
    await editorClient.expectRefusal('endSession', ownSession, 'notFound');
    expect((await editorClient.ok('listSessions')).items).toHaveLength(2);
    await editorClient.expectRefusal('endSession', { path: { sessionId: 'no-uuid' } }, 'validationError');
  });

  test('have the time of the last request', async () => {
    const anHourAgo = new Date(Date.now() - 3_600_000);
    await service.db('session').update({ last_seen: anHourAgo });
    const { items } = await editorClient.ok('listSessions');
    const lastSeen = items.find(({ current }) => current)?.lastSeen ?? '';
    expect(Date.now() - Date.parse(lastSeen)).toBeLessThan(60_000);
  });
});

test('all other sessions end at once, and the user log says so', async () => {
  const [currentClient, otherClient] = [await service.signIn('reviewer'), await service.signIn('reviewer')];
  await currentClient.ok('endOtherSessions');
  await otherClient.expectRefusal('getProfile', {}, 'unauthorized');
  expect((await currentClient.ok('listSessions')).items).toMatchObject([{ current: true }]);
  const countActs = () => service.db('user_log').where({ act: 'sessionEnded', username: 'reviewer' }).count({ n: '*' });
  expect(await countActs()).toEqual([{ n: 1 }]);
  // nothing is open any more, so nothing happens
  await currentClient.ok('endOtherSessions');
  expect(await countActs()).toEqual([{ n: 1 }]);
});

test('logout ends this session only', async () => {
  const thirdClient = await service.signIn('editor');
  await thirdClient.ok('logout');
  await thirdClient.expectRefusal('getProfile', {}, 'unauthorized');
  await thirdClient.expectRefusal('logout', {}, 'unauthorized');
  await editorClient.ok('getProfile');
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

  test('requires the old password', async () => {
    const body = { oldPassword: 'wrong', newPassword };
    const { fields } = await editorClient.expectRefusal('changePassword', { body }, 'validationError');
    expect(fields).toEqual([{ pointer: '/oldPassword', rule: 'wrongPassword', message: '密码不正确' }]);
  });

  test('requires a new password of at least ten characters that differs from the old one', async () => {
    const samePassword = { oldPassword: demoPassword, newPassword: demoPassword };
    expect(
      (await editorClient.expectRefusal('changePassword', { body: samePassword }, 'validationError')).fields,
    ).toMatchObject([{ pointer: '/newPassword', rule: 'sameAsOld' }]);
    const shortPassword = { oldPassword: demoPassword, newPassword: '123456789' };
    expect(
      (await editorClient.expectRefusal('changePassword', { body: shortPassword }, 'validationError')).fields,
    ).toMatchObject([{ pointer: '/newPassword', rule: 'minLength', message: '至少 10 个字符' }]);
  });

  test('ends every session of the user and returns a new token', async () => {
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
    await editorClient.ok('getProfile');
  });
});
