import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { insertUser } from '../kit/insert-users.ts';
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
let role: Role;

beforeAll(async () => {
  service = await startService();
  admin = await service.as('admin');
  role = await getRoleByName(service, admin, 'admin');
});
afterAll(() => service.stop());

/** The request of a change to the current version of the role. */
async function change({ id }: Role, fields: Partial<RoleBody>) {
  const current = await getRole(admin, id);
  return { path: { id }, ifMatch: current.version, body: bodyFrom(current, fields) };
}

test('the role of the last administrator can be neither renamed nor deleted', async () => {
  const parts = await change(role, { name: 'staff', displayName: 'Staff' });
  const refusal = await admin.expectRefusal('updateRole', parts, 'lastAdministrator');
  expect(refusal.message).toBe('至少要留一名启用的管理员');
  await admin.expectRefusal('deleteRole', { path: { id: role.id }, ifMatch: role.version }, 'roleInUse');
  expect(await getRole(admin, role.id)).toEqual(role);
  expect(await readLogOfRole(service, role.id)).toEqual([]);
});

test('of the two names that make it an administrator’s role, it must keep one', async () => {
  const { record } = await admin.ok('updateRole', await change(role, { name: 'staff' }));
  expect(record).toMatchObject({ name: 'staff', administrator: true });
  await admin.expectRefusal('updateRole', await change(role, { displayName: 'Staff' }), 'lastAdministrator');
  await admin.ok('updateRole', await change(role, { name: 'admin', displayName: 'Staff' }));
  await admin.expectRefusal('updateRole', await change(role, { name: 'staff' }), 'lastAdministrator');
});

test('an administrator who is not active does not count', async () => {
  const spare = await insertAndReadRole(service, admin, [], { display_name: '系统管理员' });
  const { id } = await insertUser(service.db, [], { status: 'inactive' });
  await assignRole(service, id, spare.id);
  const call = await change(role, { name: 'staff' });
  await admin.expectRefusal('updateRole', call, 'lastAdministrator');
  await service.db('user').where({ id }).update({ status: 'active' });
  expect((await admin.ok('updateRole', call)).record).toMatchObject({ administrator: false });
  await service.db('role').where('id', role.id).update({ name: 'admin' });
});

test('one of two simultaneous changes that would remove the last two administrators is refused', async () => {
  const spare = (await admin.ok('listRoles', { query: { q: '系统管理员' } })).items;
  const pendingCalls = await Promise.all(
    [role, ...spare].map((one, n) => change(one, { name: `gone-${n}`, displayName: 'Gone' })),
  );
  expect(pendingCalls).toHaveLength(2);
  const replies = await Promise.all(pendingCalls.map((call) => admin.call('updateRole', call)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(replies.find(({ status }) => status === 409)?.data).toMatchObject({ key: 'lastAdministrator' });
});
