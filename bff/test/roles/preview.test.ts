import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../kit/client.ts';
import { operationsWhere, sendExample } from '../kit/example-requests.ts';
import { type Service, startService } from '../kit/service.ts';
import { bodyFrom, getRole, getRoleByName, insertAndReadRole, newRoleBody, type Role, readLogOfRole } from './roles.ts';

let service: Service;
let admin: Client;

beforeAll(async () => {
  service = await startService();
  admin = await service.as('admin');
});
afterAll(() => service.stop());

async function startPreview(client: Client, { id }: Pick<Role, 'id'>) {
  const { token, user } = await client.ok('previewRole', { path: { id } }, 201);
  return { ...createClient(service.url, token), user };
}

/** Reads the session of a client's token. */
const readSession = ({ token = '' }: Client) => {
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return service.db('session').where('id', sid).first();
};

describe('a preview', () => {
  test('gives the caller only that role, and is logged', async () => {
    const role = await insertAndReadRole(service, admin, ['city:read', 'country:read']);
    const reply = await admin.call('previewRole', { path: { id: role.id } });
    const expectedRole = { name: role.name, displayName: role.displayName, permissions: role.permissions };
    const roles = [{ ...expectedRole, permissions: ['city:read', 'country:read'].map((name) => ({ name })) }];
    expect(reply).toMatchObject({ status: 201, data: { user: { username: 'admin', preview: true, roles } } });
    const { token } = reply.data as { token: string };
    const profile = await createClient(service.url, token).call('getProfile', {});
    expect(profile.data).toMatchObject({ username: 'admin', preview: true, roles });
    expect(reply.headers.get('X-Access-Version')).toBe(profile.headers.get('X-Access-Version'));
    const logEntry = { act: 'rolePreviewed', username: 'admin', target: role.name, details: null };
    expect(await readLogOfRole(service, role.id)).toEqual([logEntry]);
    expect(await admin.ok('getProfile')).toMatchObject({ preview: false, roles: [{ name: 'admin' }] });
  });

  test('lasts half an hour', async () => {
    const preview = await startPreview(admin, await getRoleByName(service, admin, 'viewer'));
    const { create_time, expire_time } = await readSession(preview);
    expect(expire_time - create_time).toBe(30 * 60_000);
    const { id } = await readSession(preview);
    await service.db('session').where({ id }).update({ expire_time: new Date() });
    await preview.expectRefusal('getProfile', {}, 'unauthorized');
    await admin.ok('getProfile');
  });

  test('ends with the session of the caller at the latest', async () => {
    const client = await service.signIn('admin');
    const previewEnd = new Date(Date.now() + 60_000);
    const { id } = await readSession(client);
    await service.db('session').where({ id }).update({ expire_time: previewEnd });
    const preview = await startPreview(client, await getRoleByName(service, admin, 'viewer'));
    expect((await readSession(preview)).expire_time.getTime()).toBeLessThanOrEqual(previewEnd.getTime());
    await client.ok('logout');
    await preview.expectRefusal('getProfile', {}, 'unauthorized');
    await admin.ok('getProfile');
  });

  test('has the permissions of the role, even if the caller has more', async () => {
    const preview = await startPreview(admin, await insertAndReadRole(service, admin, ['country:read']));
    await preview.ok('listCountries');
    expect(await preview.expectRefusal('listCities', {}, 'forbidden')).toMatchObject({ permission: 'city:read' });
    await preview.expectRefusal('listUsers', {}, 'forbidden');
  });

  test('has no more permissions than the caller, even if the role has more', async () => {
    const caller = await service.clientWith('role:read', 'country:read');
    const preview = await startPreview(caller, await getRoleByName(service, admin, 'viewer'));
    await preview.ok('listCountries');
    expect(await preview.expectRefusal('listCities', {}, 'forbidden')).toMatchObject({ permission: 'city:read' });
    expect(preview.user.roles).toMatchObject([{ name: 'viewer', permissions: [{ name: 'country:read' }] }]);
  });

  test('of an administrator role is allowed to administrators only', async () => {
    const caller = await service.clientWith('role:read', 'country:read');
    const { id } = await getRoleByName(service, admin, 'admin');
    await caller.expectRefusal('previewRole', { path: { id } }, 'beyondReach');
    const adminPreview = await startPreview(admin, await getRoleByName(service, admin, 'admin'));
    expect(await getRole(adminPreview, 1)).toMatchObject({ withinReach: true });
  });

  test('follows changes of the role and of the caller', async () => {
    const role = await insertAndReadRole(service, admin, ['country:read']);
    const preview = await startPreview(admin, role);
    await preview.expectRefusal('listCities', {}, 'forbidden');
    const body = bodyFrom(role, { permissions: ['city:read'] });
    await admin.ok('updateRole', { path: { id: role.id }, ifMatch: 1, body });
    await preview.ok('listCities');
    await preview.expectRefusal('listCountries', {}, 'forbidden');
  });

  test('ends with the role', async () => {
    const role = await insertAndReadRole(service, admin, ['country:read']);
    const preview = await startPreview(admin, role);
    await admin.ok('deleteRole', { path: { id: role.id }, ifMatch: 1 });
    await preview.expectRefusal('getProfile', {}, 'unauthorized');
    await admin.ok('getProfile');
  });

  test('ends by signing out, which leaves the caller signed in', async () => {
    const preview = await startPreview(admin, await getRoleByName(service, admin, 'viewer'));
    await preview.ok('logout');
    await preview.expectRefusal('getProfile', {}, 'unauthorized');
    await admin.ok('getProfile');
  });

  test('has a second factor if the session of the caller has it', async () => {
    const caller = await service.clientWith('role:read');
    const role = await getRoleByName(service, admin, 'viewer');
    expect(await readSession(await startPreview(caller, role))).toMatchObject({ second_factor: 0 });
    await service
      .db('session')
      .where('id', (await readSession(caller)).id)
      .update({ second_factor: 1 });
    expect(await readSession(await startPreview(caller, role))).toMatchObject({ second_factor: 1 });
  });

  test('of an unknown role is answered 404 and opens no session', async () => {
    const countSessions = () => service.db('session').count({ n: '*' }).first();
    const sessionsBefore = await countSessions();
    await admin.expectRefusal('previewRole', { path: { id: 4294967295 } }, 'notFound');
    expect(await countSessions()).toEqual(sessionsBefore);
  });
});

describe('a preview writes nothing', () => {
  let preview: Client;
  beforeAll(async () => {
    preview = await startPreview(admin, await getRoleByName(service, admin, 'admin'));
  });

  const writeOperations = operationsWhere(
    ({ method, permission, id }) => method !== 'get' && permission !== 'open' && id !== 'logout',
  );

  test.each(writeOperations)('by $id', async ({ operation }) => {
    const reply = await sendExample(preview, operation);
    expect(reply).toMatchObject({ status: 403, message: '角色预览中只能查看', data: { key: 'readOnlyPreview' } });
  });

  test('by opening another preview or creating a role', async () => {
    const { id } = await getRoleByName(service, admin, 'viewer');
    await preview.expectRefusal('previewRole', { path: { id } }, 'readOnlyPreview');
    const body = newRoleBody();
    await preview.expectRefusal('createRole', { body }, 'readOnlyPreview');
    expect(await service.db('role').where('name', body.name)).toEqual([]);
  });
});
