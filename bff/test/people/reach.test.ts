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

/** A user who may manage users and has one further permission. */
const manager = () => service.clientWith('user:read', 'user:create', 'user:update', 'user:delete', 'country:read');

describe('a user cannot give permissions that they do not have', () => {
  const notHeld = ['notHeld', '您自己没有，不能授予', 'You do not hold it yourself, so you cannot give it'];

  test('to a new user, and each such role is reported', async () => {
    const [grantedRole, beyond] = [
      await createRoleWith(service, 'country:read'),
      await createRoleWith(service, 'country:delete'),
    ];
    const body = newUserBody({ roles: [beyond, grantedRole, 'admin'] });
    const { fields, messages } = await expectBilingualRefusal(await manager(), 'createUser', { body }, 'beyondReach');
    expect(fields).toEqual([
      ['/roles/0', ...notHeld],
      ['/roles/2', ...notHeld],
    ]);
    expect(messages).toEqual([
      '不能授予或管理自己没有的权限',
      'You can neither give nor manage what you do not hold yourself',
    ]);
    expect(await service.db('user').where('username', body.username)).toEqual([]);
    expect(await readQueuedEmails(service, body.email)).toEqual([]);
    await createUserClient(await manager()).create({ roles: [grantedRole] });
  });

  test('to themselves', async () => {
    const client = await manager();
    const ownAccount = await users.get(client.id);
    const beyond = await createRoleWith(service, 'role:update');
    for (const name of ['admin', 'editor', beyond]) {
      const roles = [...ownAccount.roles.map((role) => role.name), name];
      const { fields } = await createUserClient(client).refused.update(ownAccount, { roles }, 'beyondReach');
      expect(fields).toMatchObject([{ pointer: '/roles/1', rule: 'notHeld' }]);
    }
    expect(await users.get(client.id)).toEqual(ownAccount);
  });

  test('to a user whom they approve', async () => {
    const account = await insertAndReadUser(service, { status: 'pending' });
    const move = { event: 'approve' as const, roles: ['viewer', 'admin'] };
    const { fields } = await createUserClient(await manager()).refused.move(account, move, 'beyondReach');
    expect(fields?.map(({ pointer }) => pointer)).toEqual(['/roles/0', '/roles/1']);
    expect(await users.get(account.id)).toEqual(account);
  });

  test('and the answer names the missing permission', async () => {
    const beyond = await createRoleWith(service, 'country:delete', 'country:read');
    const { permission } = await createUserClient(await manager()).refused.create({ roles: [beyond] }, 'beyondReach');
    expect(permission).toBe('country:delete');
    expect(
      (await createUserClient(await manager()).refused.create({ roles: ['admin'] }, 'beyondReach')).permission,
    ).toBeUndefined();
  });
});

describe('a user cannot manage one with further permissions', () => {
  type Client = Awaited<ReturnType<typeof manager>>;
  const path = ({ id }: Account) => ({ path: { id } });
  const session = async ({ id }: Account) => {
    const { id: sessionId } = await service.db('session').where('user_id', id).first('id');
    return { path: { id, sessionId } };
  };
  const CHANGES: Record<string, (client: Client, account: Account) => Promise<unknown>> = {
    'taking their e-mail': (client, account) =>
      createUserClient(client).refused.update(account, { email: 'mine@gazetteer.example' }, 'beyondReach'),
    'taking their roles': (client, account) =>
      createUserClient(client).refused.update(account, { roles: [] }, 'beyondReach'),
    'changing nothing': (client, account) => createUserClient(client).refused.update(account, {}, 'beyondReach'),
    'deactivating them': (client, account) =>
      createUserClient(client).refused.move(account, { event: 'deactivate' }, 'beyondReach'),
    'deleting them': (client, account) => createUserClient(client).refused.delete(account, 'beyondReach'),
    'inviting them': (client, account) => client.expectRefusal('inviteUser', path(account), 'beyondReach'),
    'signing them out': (client, account) => client.expectRefusal('endUserSessions', path(account), 'beyondReach'),
    'ending a session': async (client, account) =>
      client.expectRefusal('endUserSession', await session(account), 'beyondReach'),
    'taking their second factor': (client, account) =>
      client.expectRefusal('removeUserTotp', path(account), 'beyondReach'),
  };

  test.each(Object.keys(CHANGES))('by %s', async (name) => {
    const client = await manager();
    const [administrator, beyond] = [await users.get(1), await service.clientWith('city:read')];
    for (const account of [administrator, await users.get(beyond.id)]) {
      expect(await CHANGES[name]?.(client, account)).toMatchObject({ key: 'beyondReach' });
      expect(await users.get(account.id)).toEqual(account);
    }
    await beyond.ok('getProfile');
  });

  test('by reactivating one who had more', async () => {
    for (const status of ['pending', 'rejected', 'inactive'] as const) {
      const account = await insertAndReadUser(service, { status }, 'city:delete');
      const event = status === 'inactive' ? 'activate' : 'approve';
      const client = createUserClient(await manager());
      await client.refused.move(account, { event }, 'beyondReach');
      if (event === 'approve') await client.refused.move(account, { event, roles: [] }, 'beyondReach');
      expect(await users.get(account.id)).toEqual(account);
    }
  });

  test('but can manage one with the same or fewer', async () => {
    const client = await manager();
    const account = await insertAndReadUser(service, {}, 'country:read', 'user:delete');
    const changedAccount = await createUserClient(client).update(account, { email: `new-${account.email}`, roles: [] });
    expect(changedAccount).toMatchObject({ roles: [], withinReach: true });
    await createUserClient(client).delete(changedAccount);
  });
});

test('a user with a role beyond the caller cannot be managed, and unchanged roles are not checked again', async () => {
  const client = await manager();
  const account = await insertAndReadUser(service, {}, 'country:read');
  const renamedAccount = await createUserClient(client).update(account, { displayName: 'Renamed' });
  expect(renamedAccount.roles).toEqual(account.roles);
  await service.db('role_permission').insert({ role_id: account.roles[0]?.id, permission: 'country:delete' });
  await createUserClient(client).refused.update(renamedAccount, { displayName: 'Again' }, 'beyondReach');
});

test('permissions that were removed meanwhile no longer count', async () => {
  const client = await manager();
  const grantedRole = await createRoleWith(service, 'country:read');
  const { id: role_id } = await service.db('user_role').where('user_id', client.id).first('role_id as id');
  await service.db('role_permission').where({ role_id, permission: 'country:read' }).delete();
  await createUserClient(client).refused.create({ roles: [grantedRole] }, 'beyondReach');
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
