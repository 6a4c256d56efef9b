import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectBilingualRefusal } from '../kit/client.ts';
import { type Service, startService } from '../kit/service.ts';
import {
  type Account,
  bodyFrom,
  createRoleWith,
  createUserClient,
  insertAndReadUser,
  newUserBody,
  readQueuedEmails,
} from './users.ts';

let service: Service;
let users: ReturnType<typeof createUserClient>;

beforeAll(async () => {
  service = await startService();
  users = createUserClient(await service.as('admin'));
});
afterAll(() => service.stop());

/** Creates a user who may manage users and has one further permission. */
const createManager = () =>
  service.clientWith('user:read', 'user:create', 'user:update', 'user:delete', 'country:read');

describe('a user cannot give permissions that they do not have', () => {
  const notHeldTexts = ['notHeld', '你自己没有，不能授予', 'You cannot grant what you don’t have yourself'];

  test('to a new user, and each such role is reported', async () => {
    const [grantedRole, roleBeyondReach] = [
      await createRoleWith(service, 'country:read'),
      await createRoleWith(service, 'country:delete'),
    ];
    const body = newUserBody({ roles: [roleBeyondReach, grantedRole, 'admin'] });
    const { fields, messages } = await expectBilingualRefusal(
      await createManager(),
      'createUser',
      { body },
      'beyondReach',
    );
    expect(fields).toEqual([
      ['/roles/0', ...notHeldTexts],
      ['/roles/2', ...notHeldTexts],
    ]);
    expect(messages).toEqual([
      '不能授予或管理自己没有的权限',
      'You cannot grant or manage permissions that you don’t have',
    ]);
    expect(await service.db('user').where('username', body.username)).toEqual([]);
    expect(await readQueuedEmails(service, body.email)).toEqual([]);
    await createUserClient(await createManager()).create({ roles: [grantedRole] });
  });

  test('to themselves', async () => {
    const client = await createManager();
    const ownAccount = await users.get(client.id);
    const roleBeyondReach = await createRoleWith(service, 'role:update');
    for (const name of ['admin', 'editor', roleBeyondReach]) {
      const roles = [...ownAccount.roles.map((role) => role.name), name];
      const { fields } = await createUserClient(client).expectRefusal.update(ownAccount, { roles }, 'beyondReach');
      expect(fields).toMatchObject([{ pointer: '/roles/1', rule: 'notHeld' }]);
    }
    expect(await users.get(client.id)).toEqual(ownAccount);
  });

  test('to a user whom they approve', async () => {
    const account = await insertAndReadUser(service, { status: 'pending' });
    const transition = { event: 'approve' as const, roles: ['viewer', 'admin'] };
    const { fields } = await createUserClient(await createManager()).expectRefusal.transition(
      account,
      transition,
      'beyondReach',
    );
    expect(fields?.map(({ pointer }) => pointer)).toEqual(['/roles/0', '/roles/1']);
    expect(await users.get(account.id)).toEqual(account);
  });

  test('and the answer names the missing permission', async () => {
    const roleBeyondReach = await createRoleWith(service, 'country:delete', 'country:read');
    const { permission } = await createUserClient(await createManager()).expectRefusal.create(
      { roles: [roleBeyondReach] },
      'beyondReach',
    );
    expect(permission).toBe('country:delete');
    expect(
      (await createUserClient(await createManager()).expectRefusal.create({ roles: ['admin'] }, 'beyondReach'))
        .permission,
    ).toBeUndefined();
  });
});

describe('a user cannot manage a user with further permissions', () => {
  type Client = Awaited<ReturnType<typeof createManager>>;
  const pathOf = ({ id }: Account) => ({ path: { id } });
  const sessionPathOf = async ({ id }: Account) => {
    const { id: sessionId } = await service.db('session').where('user_id', id).first('id');
    return { path: { id, sessionId } };
  };
  const CHANGES: Record<string, (client: Client, account: Account) => Promise<unknown>> = {
    'changing their email': (client, account) =>
      createUserClient(client).expectRefusal.update(account, { email: 'mine@gazetteer.example' }, 'beyondReach'),
    'removing their roles': (client, account) =>
      createUserClient(client).expectRefusal.update(account, { roles: [] }, 'beyondReach'),
    'changing nothing': (client, account) => createUserClient(client).expectRefusal.update(account, {}, 'beyondReach'),
    'deactivating them': (client, account) =>
      createUserClient(client).expectRefusal.transition(account, { event: 'deactivate' }, 'beyondReach'),
    'deleting them': (client, account) => createUserClient(client).expectRefusal.delete(account, 'beyondReach'),
    'inviting them': (client, account) => client.expectRefusal('inviteUser', pathOf(account), 'beyondReach'),
    'signing them out': (client, account) => client.expectRefusal('endUserSessions', pathOf(account), 'beyondReach'),
    'ending a session': async (client, account) =>
      client.expectRefusal('endUserSession', await sessionPathOf(account), 'beyondReach'),
    'removing their second factor': (client, account) =>
      client.expectRefusal('removeUserTotp', pathOf(account), 'beyondReach'),
  };

  test.each(Object.keys(CHANGES))('by %s', async (name) => {
    const client = await createManager();
    const [administrator, userBeyondReach] = [await users.get(1), await service.clientWith('city:read')];
    for (const account of [administrator, await users.get(userBeyondReach.id)]) {
      expect(await CHANGES[name]?.(client, account)).toMatchObject({ key: 'beyondReach' });
      expect(await users.get(account.id)).toEqual(account);
    }
    await userBeyondReach.ok('getProfile');
  });

  test('by approving or activating them', async () => {
    for (const status of ['pending', 'rejected', 'inactive'] as const) {
      const account = await insertAndReadUser(service, { status }, 'city:delete');
      const event = status === 'inactive' ? 'activate' : 'approve';
      const client = createUserClient(await createManager());
      await client.expectRefusal.transition(account, { event }, 'beyondReach');
      if (event === 'approve') await client.expectRefusal.transition(account, { event, roles: [] }, 'beyondReach');
      expect(await users.get(account.id)).toEqual(account);
    }
  });

  test('but can manage a user with the same or fewer permissions', async () => {
    const client = await createManager();
    const account = await insertAndReadUser(service, {}, 'country:read', 'user:delete');
    const changedAccount = await createUserClient(client).update(account, { email: `new-${account.email}`, roles: [] });
    expect(changedAccount).toMatchObject({ roles: [], withinReach: true });
    await createUserClient(client).delete(changedAccount);
  });
});

test('a user with a role beyond the caller cannot be managed, and unchanged roles are not checked again', async () => {
  const client = await createManager();
  const account = await insertAndReadUser(service, {}, 'country:read');
  const renamedAccount = await createUserClient(client).update(account, { displayName: 'Renamed' });
  expect(renamedAccount.roles).toEqual(account.roles);
  await service.db('role_permission').insert({ role_id: account.roles[0]?.id, permission: 'country:delete' });
  await createUserClient(client).expectRefusal.update(renamedAccount, { displayName: 'Again' }, 'beyondReach');
});

test('permissions that were removed meanwhile no longer count', async () => {
  const client = await createManager();
  const grantedRole = await createRoleWith(service, 'country:read');
  const { id: role_id } = await service.db('user_role').where('user_id', client.id).first('role_id as id');
  await service.db('role_permission').where({ role_id, permission: 'country:read' }).delete();
  await createUserClient(client).expectRefusal.create({ roles: [grantedRole] }, 'beyondReach');
  await service.db('user_role').where('user_id', client.id).delete();
  await client.expectRefusal('createUser', { body: newUserBody() }, 'forbidden');
});

test('a refusal includes no user if the caller may not read users', async () => {
  const client = await service.clientWith('user:update');
  const { record } = await (await service.as('admin')).ok('getUser', { path: { id: 1 } });
  const call = { ...users.versionedPath(record), body: bodyFrom(record) };
  const reply = await client.call('updateUser', { ...call, ifMatch: record.version + 1 });
  expect(reply.status).toBe(403);
  expect(JSON.stringify(reply.data)).not.toContain(record.email);
});
