import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lettersOf } from '../kit/sent-emails.ts';
import { type Service, startService } from '../kit/service.ts';
import { logOf, person, usersBy } from './users.ts';

let service: Service;
let users: ReturnType<typeof usersBy>;

beforeAll(async () => {
  service = await startService();
  users = usersBy(await service.as('admin'));
});
afterAll(() => service.stop());

describe('a user’s sessions', () => {
  test('are listed and ended one by one, never by another user’s id', async () => {
    const [someone, other] = [await service.holding(), await service.holding()];
    const admin = await service.as('admin');
    const { items } = await admin.ok('listUserSessions', { path: { id: someone.id } });
    expect(items).toMatchObject([{ address: '127.0.0.1', client: 'test', current: false }]);
    const sessionId = items[0]?.id ?? '';
    await admin.refused('endUserSession', { path: { id: other.id, sessionId } }, 'notFound');
    await someone.ok('getProfile');
    await admin.ok('endUserSession', { path: { id: someone.id, sessionId } });
    await someone.refused('getProfile', {}, 'unauthorized');
    await admin.refused('endUserSession', { path: { id: someone.id, sessionId } }, 'notFound');
    expect(await logOf(service, someone.id)).toEqual([
      { act: 'userSessionsEnded', username: 'admin', details: { count: 1 } },
    ]);
    expect((await admin.ok('listUserSessions', { path: { id: 1 } })).items.map(({ current }) => current)).toContain(
      true,
    );
  });

  test('are ended all at once', async () => {
    const { username, id } = await person(service);
    const clients = [await service.signIn(username), await service.signIn(username)];
    const admin = await service.as('admin');
    await admin.ok('endUserSessions', { path: { id } });
    for (const client of clients) await client.refused('getProfile', {}, 'unauthorized');
    await admin.ok('endUserSessions', { path: { id } });
    expect(await logOf(service, id)).toMatchObject([{ act: 'userSessionsEnded', details: { count: 2 } }]);
    await service.signIn(username);
  });
});

describe('a lost second factor', () => {
  test('is taken away with its recovery codes, and the user signed out', async () => {
    const someone = await service.holding();
    const { db } = service;
    await db('user').where('id', someone.id).update({ totp_secret: 'SECRET', totp_step: 5 });
    await db('recovery_code').insert({ user_id: someone.id, hash: 'x' });
    const admin = await service.as('admin');
    const call = { path: { id: someone.id } };
    await admin.ok('removeUserTotp', call);
    const stored = await db('user').where('id', someone.id).first();
    expect(stored).toMatchObject({ totp_secret: null, totp_step: null, version: 2, updated_by: 'admin' });
    expect(await db('recovery_code').where('user_id', someone.id)).toEqual([]);
    await someone.refused('getProfile', {}, 'unauthorized');
    expect(await logOf(service, someone.id)).toMatchObject([{ act: 'userSecondFactorRemoved' }]);
    await admin.refused('removeUserTotp', call, 'noSecondFactor');
  });

  test('of one’s own is not taken away here, where no password is asked for', async () => {
    const someone = await service.holding('user:update');
    await service.db('user').where('id', someone.id).update({ totp_secret: 'SECRET' });
    await someone.refused('removeUserTotp', { path: { id: someone.id } }, 'ownAccount');
    expect(await users.get(someone.id)).toMatchObject({ secondFactor: true });
  });
});

describe('deleting a user', () => {
  test('takes all that is theirs and leaves their name in the logs', async () => {
    const someone = await service.holding('country:read', 'country:create');
    const body = { code: 'QZ', name: 'Test', locales: {} };
    await someone.ok('createCountry', { body }, 201);
    await someone.ok('logout');
    const account = await users.get(someone.id);
    await users.delete(account);
    const { db } = service;
    for (const table of ['user_role', 'session', 'one_time_token', 'recovery_code', 'sign_in_address'])
      expect(await db(table).where('user_id', someone.id)).toEqual([]);
    expect(await db('user_log').where({ act: 'signOut', user_id: someone.id }).first()).toMatchObject({
      username: someone.username,
    });
    const deleted = { act: 'userDeleted', username: 'admin', target: someone.username, target_id: someone.id };
    expect(await db('user_log').where({ act: 'userDeleted', target_id: someone.id })).toMatchObject([deleted]);
    expect(await db('data_log').where('actor', someone.username)).toHaveLength(1);
    await (await service.as('admin')).refused('getUser', { path: { id: someone.id } }, 'notFound');
    await users.create({ username: someone.username });
  });

  test('counts the version that is given, and needs none', async () => {
    const account = await person(service);
    const now = await users.update(account, { displayName: 'Now' });
    expect((await users.refused.delete(account, 'versionConflict')).current).toEqual(now);
    const admin = await service.as('admin');
    await admin.ok('deleteUser', { path: { id: account.id } });
    await admin.ok('deleteUser', { path: { id: (await person(service)).id }, ifMatch: '*' });
  });
});

describe('inviting again', () => {
  const invite = async (id: number) => (await service.as('admin')).ok('inviteUser', { path: { id } });
  const tokenFor = async (email: string) => (await lettersOf(service)).findLast(({ to }) => to === email)?.token ?? '';

  test('makes the link before void', async () => {
    const { id, email, username } = await users.create();
    const first = await tokenFor(email);
    await service.anybody.ok('getInvitation', { body: { token: first } });
    await invite(id);
    await service.anybody.refused('getInvitation', { body: { token: first } }, 'validationError');
    const second = await service.anybody.ok('getInvitation', { body: { token: await tokenFor(email) } });
    expect(second).toMatchObject({ username, email });
    expect((await logOf(service, id)).map(({ act }) => act)).toEqual(['userCreated', 'userInvited']);
  });

  test('is for invited users only', async () => {
    const admin = await service.as('admin');
    for (const status of ['active', 'pending', 'inactive', 'rejected']) {
      const { id } = await person(service, { status });
      await admin.refused('inviteUser', { path: { id } }, 'invalidTransition');
    }
  });
});
