import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signToken } from '#session/authenticate.ts';
import { openSession } from '../../src/session/sessions.ts';
import { createClient, type Reply } from '../kit/client.ts';
import { insertRole, insertUser } from '../kit/insert-users.ts';
import { type Service, startService } from '../kit/service.ts';
import { createUserClient, runConcurrently } from './users.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** Inserts an administrator, by the display name of the role, with a client for users. */
async function administrator(display_name = '系统管理员') {
  const { db, jwtSecret, url } = service;
  const { id } = await insertUser(db, []);
  await db('user_role').insert({ user_id: id, role_id: await insertRole(db, [], { display_name }) });
  const session = await openSession(db, id, { address: '127.0.0.1', client: 'test', lifetime: 3_600_000 });
  const client = createClient(url, signToken(jwtSecret, session.id, id, session.expire));
  return { id, client, users: createUserClient(client) };
}

/** Deactivates all other administrators. */
async function onlyAdministrator() {
  const onlyAdmin = await administrator();
  await service.db('user').whereNot('id', onlyAdmin.id).update({ status: 'inactive' });
  return { ...onlyAdmin, account: await onlyAdmin.users.get(onlyAdmin.id) };
}

describe('the last administrator', () => {
  test('cannot give up the role', async () => {
    const { users, account } = await onlyAdministrator();
    for (const roles of [[], ['viewer']]) {
      const { message } = await users.refused.update(account, { roles }, 'lastAdministrator');
      expect(message).toBe('至少要留一名启用的管理员');
    }
    expect(await users.get(account.id)).toEqual(account);
    await users.update(account, {
      displayName: 'Still here',
      roles: [...account.roles.map(({ name }) => name), 'viewer'],
    });
  });

  test('can neither deactivate nor delete the own account, like all users', async () => {
    const { users, account } = await onlyAdministrator();
    await users.refused.move(account, { event: 'deactivate' }, 'ownAccount');
    await users.refused.delete(account, 'ownAccount');
    const other = await administrator();
    const ownAccount = await other.users.get(other.id);
    await other.users.refused.move(ownAccount, { event: 'deactivate' }, 'ownAccount');
    await other.users.refused.delete(ownAccount, 'ownAccount');
    expect(await users.get(account.id)).toEqual(account);
  });

  test('is not counted while pending', async () => {
    const { users, account } = await onlyAdministrator();
    const waiting = await insertUser(service.db, [], { status: 'pending' });
    await service.db('user_role').insert({ user_id: waiting.id, role_id: account.roles.at(-1)?.id });
    await users.refused.update(account, { roles: [] }, 'lastAdministrator');
    await users.delete(await users.get(waiting.id));
  });
});

describe('of two administrators at the same time', () => {
  type One = Awaited<ReturnType<typeof administrator>>;
  const withoutRoles = async ({ client, users }: One, { id }: One) => {
    const { username } = await service.db('user').where({ id }).first();
    const body = { username, displayName: username, email: `${username}@gazetteer.example`, roles: [] };
    return () => client.call('updateUser', { ...users.versionedPath({ id, version: 1 }), body });
  };
  const REMOVALS: Record<string, (remover: One, on: One) => Promise<() => Promise<Reply>>> = {
    'deactivate one another': async ({ client, users }, { id }) => {
      const body = { event: 'deactivate' as const };
      return () => client.call('transitionUser', { ...users.versionedPath({ id, version: 1 }), body });
    },
    'delete one another': async ({ client, users }, { id }) => {
      return () => client.call('deleteUser', users.versionedPath({ id, version: 1 }));
    },
    'take one another’s role': withoutRoles,
    'lay down the role': (one) => withoutRoles(one, one),
  };

  test.each(Object.entries(REMOVALS))('who %s, one remains', async (_, act) => {
    const one = await onlyAdministrator();
    const other = await administrator('管理员');
    const replies = await runConcurrently(service, await Promise.all([act(one, other), act(other, one)]));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.data).toMatchObject({ key: 'lastAdministrator' });
    const left = await Promise.all([one, other].map(({ client }) => client.call('getUser', { path: { id: 1 } })));
    expect(left.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
