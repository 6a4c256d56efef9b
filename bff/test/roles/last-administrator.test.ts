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
/** The only administrator that the demo installation has. */
let admin: Client;
let role: Role;

beforeAll(async () => {
  service = await startService();
  admin = await service.as('admin');
  role = await getRoleByName(service, admin, 'admin');
});
afterAll(() => service.stop());

/** A change of the role as it now is. */
async function change({ id }: Role, fields: Partial<RoleBody>) {
  const current = await getRole(admin, id);
  return { path: { id }, ifMatch: current.version, body: bodyFrom(current, fields) };
}

test('the last administrator’s role is neither renamed to another nor deleted', async () => {
  const call = await change(role, { name: 'staff', displayName: 'Staff' });
  const refused = await admin.expectRefusal('updateRole', call, 'lastAdministrator');
  expect(refused.message).toBe('至少要留一名启用的管理员');
  await admin.expectRefusal('deleteRole', { path: { id: role.id }, ifMatch: role.version }, 'roleInUse');
  expect(await getRole(admin, role.id)).toEqual(role);
  expect(await readLogOfRole(service, role.id)).toEqual([]);
});

test('it may lose one of two names by which it is one, but not the other', async () => {
  const { record } = await admin.ok('updateRole', await change(role, { name: 'staff' }));
  expect(record).toMatchObject({ name: 'staff', administrator: true });
  await admin.expectRefusal('updateRole', await change(role, { displayName: 'Staff' }), 'lastAdministrator');
  await admin.ok('updateRole', await change(role, { name: 'admin', displayName: 'Staff' }));
  await admin.expectRefusal('updateRole', await change(role, { name: 'staff' }), 'lastAdministrator');
});

test('an administrator who is not active is none that is left', async () => {
  const spare = await insertAndReadRole(service, admin, [], { display_name: '系统管理员' });
  const { id } = await insertUser(service.db, [], { status: 'inactive' });
  await assignRole(service, id, spare.id);
  const call = await change(role, { name: 'staff' });
  await admin.expectRefusal('updateRole', call, 'lastAdministrator');
  await service.db('user').where({ id }).update({ status: 'active' });
  expect((await admin.ok('updateRole', call)).record).toMatchObject({ administrator: false });
  await service.db('role').where('id', role.id).update({ name: 'admin' });
});

test('of two who take the last two administrators’ roles away at the same time one is refused', async () => {
  const spare = (await admin.ok('listRoles', { query: { q: '系统管理员' } })).items;
  const calls = await Promise.all(
    [role, ...spare].map((one, n) => change(one, { name: `gone-${n}`, displayName: 'Gone' })),
  );
  expect(calls).toHaveLength(2);
  const replies = await Promise.all(calls.map((call) => admin.call('updateRole', call)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(replies.find(({ status }) => status === 409)?.data).toMatchObject({ key: 'lastAdministrator' });
});
