import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { insertUser } from '../kit/database/insert-users.ts';
import { type Service, startService } from '../kit/service.ts';
import {
  assignRole,
  bodyFrom,
  getRole,
  getRoleByName,
  insertAndReadRole,
  type Role,
  type RoleBody,
  readLogOfRole,
} from './roles.ts';

let service: Service;
/** The only administrator of the demo installation. */
let admin: Client;
let adminRole: Role;

beforeAll(async () => {
  service = await startService();
  admin = await service.as('admin');
  adminRole = await getRoleByName(service, admin, 'admin');
});
afterAll(() => service.stop());

/** Builds the request that changes the current version of the role. */
async function changeParts({ id }: Role, fields: Partial<RoleBody>) {
  const current = await getRole(admin, id);
  return { path: { id }, ifMatch: current.version, body: bodyFrom(current, fields) };
}

test('the role of the last administrator can be neither renamed nor deleted', async () => {
  const parts = await changeParts(adminRole, { name: 'staff', displayName: 'Staff' });
  const refusal = await admin.expectRefusal('updateRole', parts, 'lastAdministrator');
  expect(refusal.message).toBe('至少要留一名启用的管理员');
  await admin.expectRefusal('deleteRole', { path: { id: adminRole.id }, ifMatch: adminRole.version }, 'roleInUse');
  expect(await getRole(admin, adminRole.id)).toEqual(adminRole);
  expect(await readLogOfRole(service, adminRole.id)).toEqual([]);
});

test('the role must keep one of the two names that make it an administrator role', async () => {
  const { record } = await admin.ok('updateRole', await changeParts(adminRole, { name: 'staff' }));
  expect(record).toMatchObject({ name: 'staff', administrator: true });
  await admin.expectRefusal('updateRole', await changeParts(adminRole, { displayName: 'Staff' }), 'lastAdministrator');
  await admin.ok('updateRole', await changeParts(adminRole, { name: 'admin', displayName: 'Staff' }));
  await admin.expectRefusal('updateRole', await changeParts(adminRole, { name: 'staff' }), 'lastAdministrator');
});

test('an inactive administrator does not count', async () => {
  const secondRole = await insertAndReadRole(service, admin, [], { display_name: '系统管理员' });
  const { id } = await insertUser(service.db, [], { status: 'inactive' });
  await assignRole(service, id, secondRole.id);
  const call = await changeParts(adminRole, { name: 'staff' });
  await admin.expectRefusal('updateRole', call, 'lastAdministrator');
  await service.db('user').where({ id }).update({ status: 'active' });
  expect((await admin.ok('updateRole', call)).record).toMatchObject({ administrator: false });
  await service.db('role').where('id', adminRole.id).update({ name: 'admin' });
});

test('one of two simultaneous changes that would remove the last two administrators is refused', async () => {
  const otherRoles = (await admin.ok('listRoles', { query: { q: '系统管理员' } })).items;
  const pendingCalls = await Promise.all(
    [adminRole, ...otherRoles].map((role, n) => changeParts(role, { name: `gone-${n}`, displayName: 'Gone' })),
  );
  expect(pendingCalls).toHaveLength(2);
  const replies = await Promise.all(pendingCalls.map((call) => admin.call('updateRole', call)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(replies.find(({ status }) => status === 409)?.data).toMatchObject({ key: 'lastAdministrator' });
});
