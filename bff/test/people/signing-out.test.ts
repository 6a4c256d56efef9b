import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendQueuedEmails } from '../kit/sent-emails.ts';
import { type Service, startService } from '../kit/service.ts';
import { createUserClient, insertAndReadUser, readLogOfUser } from './users.ts';

let service: Service;
let users: ReturnType<typeof createUserClient>;

beforeAll(async () => {
  service = await startService();
  users = createUserClient(await service.as('admin'));
});
afterAll(() => service.stop());

describe('a user’s sessions', () => {
  test('are listed and can be ended, but not through another user’s id', async () => {
    const [user, otherUser] = [await service.clientWith(), await service.clientWith()];
    const admin = await service.as('admin');
    const { items } = await admin.ok('listUserSessions', { path: { id: user.id } });
    expect(items).toMatchObject([{ address: '127.0.0.1', client: 'test', current: false }]);
    const sessionId = items[0]?.id ?? '';
    await admin.expectRefusal('endUserSession', { path: { id: otherUser.id, sessionId } }, 'notFound');
    await user.ok('getProfile');
    await admin.ok('endUserSession', { path: { id: user.id, sessionId } });
    await user.expectRefusal('getProfile', {}, 'unauthorized');
    await admin.expectRefusal('endUserSession', { path: { id: user.id, sessionId } }, 'notFound');
    expect(await readLogOfUser(service, user.id)).toEqual([
      { act: 'userSessionsEnded', username: 'admin', details: { count: 1 } },
    ]);
    expect((await admin.ok('listUserSessions', { path: { id: 1 } })).items.map(({ current }) => current)).toContain(
      true,
    );
  });

  test('can all be ended at once', async () => {
    const { username, id } = await insertAndReadUser(service);
    const clients = [await service.signIn(username), await service.signIn(username)];
    const admin = await service.as('admin');
    await admin.ok('endUserSessions', { path: { id } });
    for (const client of clients) await client.expectRefusal('getProfile', {}, 'unauthorized');
    await admin.ok('endUserSessions', { path: { id } });
    expect(await readLogOfUser(service, id)).toMatchObject([{ act: 'userSessionsEnded', details: { count: 2 } }]);
    await service.signIn(username);
  });
});

describe('a lost second factor', () => {
  test('is removed with its recovery codes, and the user is signed out', async () => {
    const user = await service.clientWith();
    const { db } = service;
    await db('user').where('id', user.id).update({ totp_secret: 'SECRET', totp_step: 5 });
    await db('recovery_code').insert({ user_id: user.id, hash: 'x' });
    const admin = await service.as('admin');
    const parts = { path: { id: user.id } };
    await admin.ok('removeUserTotp', parts);
    const storedUser = await db('user').where('id', user.id).first();
    expect(storedUser).toMatchObject({ totp_secret: null, totp_step: null, version: 2, updated_by: 'admin' });
    expect(await db('recovery_code').where('user_id', user.id)).toEqual([]);
    await user.expectRefusal('getProfile', {}, 'unauthorized');
    expect(await readLogOfUser(service, user.id)).toMatchObject([{ act: 'userSecondFactorRemoved' }]);
    await admin.expectRefusal('removeUserTotp', parts, 'noSecondFactor');
  });

  test('of the own account cannot be removed here, because no password is required', async () => {
    const user = await service.clientWith('user:update');
    await service.db('user').where('id', user.id).update({ totp_secret: 'SECRET' });
    await user.expectRefusal('removeUserTotp', { path: { id: user.id } }, 'ownAccount');
    expect(await users.get(user.id)).toMatchObject({ secondFactor: true });
  });
});

describe('deleting a user', () => {
  test('deletes all data of the user but leaves the name in the logs', async () => {
    const user = await service.clientWith('country:read', 'country:create');
    const body = { code: 'QZ', name: 'Test', locales: {} };
    await user.ok('createCountry', { body }, 201);
    await user.ok('logout');
    const account = await users.get(user.id);
    await users.delete(account);
    const { db } = service;
    for (const table of ['user_role', 'session', 'one_time_token', 'recovery_code', 'sign_in_address'])
      expect(await db(table).where('user_id', user.id)).toEqual([]);
    expect(await db('user_log').where({ act: 'signOut', user_id: user.id }).first()).toMatchObject({
      username: user.username,
    });
    const deletionEntry = { act: 'userDeleted', username: 'admin', target: user.username, target_id: user.id };
    expect(await db('user_log').where({ act: 'userDeleted', target_id: user.id })).toMatchObject([deletionEntry]);
    expect(await db('data_log').where('actor', user.username)).toHaveLength(1);
    await (await service.as('admin')).expectRefusal('getUser', { path: { id: user.id } }, 'notFound');
    await users.create({ username: user.username });
  });

  test('checks the version if one is sent, but requires none', async () => {
    const account = await insertAndReadUser(service);
    const updatedUser = await users.update(account, { displayName: 'Now' });
    expect((await users.expectRefusal.delete(account, 'versionConflict')).current).toEqual(updatedUser);
    const admin = await service.as('admin');
    await admin.ok('deleteUser', { path: { id: account.id } });
    await admin.ok('deleteUser', { path: { id: (await insertAndReadUser(service)).id }, ifMatch: '*' });
  });
});

describe('inviting again', () => {
  const invite = async (id: number) => (await service.as('admin')).ok('inviteUser', { path: { id } });
  const tokenFor = async (email: string) =>
    (await sendQueuedEmails(service)).findLast(({ to }) => to === email)?.token ?? '';

  test('invalidates the previous link', async () => {
    const { id, email, username } = await users.create();
    const firstToken = await tokenFor(email);
    await service.anonymous.ok('getInvitation', { body: { token: firstToken } });
    await invite(id);
    await service.anonymous.expectRefusal('getInvitation', { body: { token: firstToken } }, 'validationError');
    const secondAnswer = await service.anonymous.ok('getInvitation', { body: { token: await tokenFor(email) } });
    expect(secondAnswer).toMatchObject({ username, email });
    expect((await readLogOfUser(service, id)).map(({ act }) => act)).toEqual(['userCreated', 'userInvited']);
  });

  test('is for invited users only', async () => {
    const admin = await service.as('admin');
    for (const status of ['active', 'pending', 'inactive', 'rejected']) {
      const { id } = await insertAndReadUser(service, { status });
      await admin.expectRefusal('inviteUser', { path: { id } }, 'invalidTransition');
    }
  });
});
