import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signToken } from '#session/authenticate.ts';
import { openSession } from '../../src/session/sessions.ts';
import { createClient, type Reply } from '../kit/client.ts';
import { insertRole, insertUser } from '../kit/database/insert-users.ts';
import { type Service, startService } from '../kit/service.ts';
import { createUserClient, runConcurrently } from './users.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** Inserts a user whose role has the display name of administrators, and returns it with a client for users. */
async function insertAdministrator(display_name = '系统管理员') {
  const { db, jwtSecret, url } = service;
  const { id } = await insertUser(db, []);
  await db('user_role').insert({ user_id: id, role_id: await insertRole(db, [], { display_name }) });
  const session = await openSession(db, id, { address: '127.0.0.1', client: 'test', lifetime: 3_600_000 });
  const client = createClient(url, signToken(jwtSecret, session.id, id, session.expire));
  return { id, client, users: createUserClient(client) };
}

/** Inserts an administrator and deactivates all other users. */
async function insertOnlyAdministrator() {
  const onlyAdmin = await insertAdministrator();
  await service.db('user').whereNot('id', onlyAdmin.id).update({ status: 'inactive' });
  return { ...onlyAdmin, account: await onlyAdmin.users.get(onlyAdmin.id) };
}

describe('the last administrator', () => {
  test('cannot give up the role', async () => {
    const { users, account } = await insertOnlyAdministrator();
    for (const roles of [[], ['viewer']]) {
      const { message } = await users.expectRefusal.update(account, { roles }, 'lastAdministrator');
      expect(message).toBe('至少要留一名启用的管理员');
    }
    expect(await users.get(account.id)).toEqual(account);
    await users.update(account, {
      displayName: 'Still here',
      roles: [...account.roles.map(({ name }) => name), 'viewer'],
    });
  });

  test('can neither deactivate nor delete their own account, like any user', async () => {
    const { users, account } = await insertOnlyAdministrator();
    await users.expectRefusal.transition(account, { event: 'deactivate' }, 'ownAccount');
    await users.expectRefusal.delete(account, 'ownAccount');
    const otherAdministrator = await insertAdministrator();
    const ownAccount = await otherAdministrator.users.get(otherAdministrator.id);
    await otherAdministrator.users.expectRefusal.transition(ownAccount, { event: 'deactivate' }, 'ownAccount');
    await otherAdministrator.users.expectRefusal.delete(ownAccount, 'ownAccount');
    expect(await users.get(account.id)).toEqual(account);
  });

  test('is not counted while pending', async () => {
    const { users, account } = await insertOnlyAdministrator();
    const pendingUser = await insertUser(service.db, [], { status: 'pending' });
    await service.db('user_role').insert({ user_id: pendingUser.id, role_id: account.roles.at(-1)?.id });
    await users.expectRefusal.update(account, { roles: [] }, 'lastAdministrator');
    await users.delete(await users.get(pendingUser.id));
  });
});

describe('of two administrators at the same time', () => {
  type Administrator = Awaited<ReturnType<typeof insertAdministrator>>;
  const prepareRoleRemoval = async ({ client, users }: Administrator, { id }: Administrator) => {
    const { username } = await service.db('user').where({ id }).first();
    const body = { username, displayName: username, email: `${username}@gazetteer.example`, roles: [] };
    return () => client.call('updateUser', { ...users.versionedPath({ id, version: 1 }), body });
  };
  const REMOVALS: Record<string, (remover: Administrator, target: Administrator) => Promise<() => Promise<Reply>>> = {
    'deactivate each other': async ({ client, users }, { id }) => {
      const body = { event: 'deactivate' as const };
      return () => client.call('transitionUser', { ...users.versionedPath({ id, version: 1 }), body });
    },
    'delete each other': async ({ client, users }, { id }) => {
      return () => client.call('deleteUser', users.versionedPath({ id, version: 1 }));
    },
    'take each other’s role': prepareRoleRemoval,
    'give up their roles': (administrator) => prepareRoleRemoval(administrator, administrator),
  };

  test.each(Object.entries(REMOVALS))('who %s, one remains', async (_, prepareRemoval) => {
    const firstAdmin = await insertOnlyAdministrator();
    const secondAdmin = await insertAdministrator('管理员');
    const replies = await runConcurrently(
      service,
      await Promise.all([prepareRemoval(firstAdmin, secondAdmin), prepareRemoval(secondAdmin, firstAdmin)]),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.data).toMatchObject({ key: 'lastAdministrator' });
    const replyOfEach = await Promise.all(
      [firstAdmin, secondAdmin].map(({ client }) => client.call('getUser', { path: { id: 1 } })),
    );
    expect(replyOfEach.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
