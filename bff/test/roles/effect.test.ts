import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../src/http/contract.ts';
import type { Client } from '../kit/client.ts';
import { insertRole, insertUser } from '../kit/database/insert-users.ts';
import { type Service, startService } from '../kit/service.ts';
import {
  assignRole,
  bodyFrom,
  getRole,
  insertAndReadRole,
  newRoleBody,
  type Role,
  type RoleBody,
  readLogOfRole,
} from './roles.ts';

const allPermissions: string[] = contract.components.schemas.PermissionName.enum;

let service: Service;
let admin: Client;

beforeAll(async () => {
  service = await startService();
  admin = await service.as('admin');
});
afterAll(() => service.stop());

const fetchEffect = (role: Role, change: Partial<RoleBody>) =>
  admin.ok('getRoleEffect', { path: { id: role.id }, body: bodyFrom(role, change) });

/** Inserts a user with this role and another role that has these permissions. */
async function insertHolder(role: Role, permissions: string[], columns: Record<string, unknown> = {}) {
  const user = await insertUser(service.db, permissions, columns);
  await assignRole(service, user.id, role.id);
  return user;
}

describe('the effect of a change of a role', () => {
  test('is empty without differences, and computing it writes nothing', async () => {
    const role = await insertAndReadRole(service, admin, ['country:read']);
    await insertHolder(role, []);
    expect(await fetchEffect(role, { name: 'other-name', displayName: 'Other' })).toEqual({
      people: 1,
      gains: [],
      losses: [],
    });
    expect(await getRole(admin, role.id)).toEqual({ ...role, people: 1 });
    expect(await readLogOfRole(service, role.id)).toEqual([]);
  });

  test('counts users without the permission through another role', async () => {
    const role = await insertAndReadRole(service, admin, ['country:read', 'city:read']);
    const userWithoutOtherRole = await insertHolder(role, []);
    await insertHolder(role, ['country:read', 'airline:read', 'airline:update']);
    const userWithPartOfRole = await insertHolder(role, ['airline:update']);
    const userWithAdministratorRole = await insertHolder(role, []);
    await assignRole(
      service,
      userWithAdministratorRole.id,
      await insertRole(service.db, [], { display_name: '超级管理员' }),
    );
    for (const status of ['inactive', 'pending', 'rejected', 'invited']) await insertHolder(role, [], { status });
    await insertUser(service.db, []);

    const permissions: RoleBody['permissions'] = ['city:read', 'airline:update', 'airline:read'];
    const names = (...people: { username: string }[]) => people.map(({ username }) => username).sort();
    expect(await fetchEffect(role, { permissions })).toEqual({
      people: 4,
      gains: [
        { permission: 'airline:read', people: 2, names: names(userWithoutOtherRole, userWithPartOfRole) },
        { permission: 'airline:update', people: 1, names: names(userWithoutOtherRole) },
      ],
      losses: [{ permission: 'country:read', people: 2, names: names(userWithoutOtherRole, userWithPartOfRole) }],
    });
  });

  test('names the first ten users', async () => {
    const role = await insertAndReadRole(service, admin, []);
    const people = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        insertHolder(role, [], { username: `crew-${String(12 - n).padStart(2, '0')}` }),
      ),
    );
    const { gains } = await fetchEffect(role, { permissions: ['country:read'] });
    const names = people.map(({ username }) => username).sort();
    expect(gains).toEqual([{ permission: 'country:read', people: 12, names: names.slice(0, 10) }]);
  });

  test('is computed for a role without users too', async () => {
    const role = await insertAndReadRole(service, admin, ['country:read']);
    expect(await fetchEffect(role, { permissions: ['city:read'] })).toEqual({
      people: 0,
      gains: [{ permission: 'city:read', people: 0, names: [] }],
      losses: [{ permission: 'country:read', people: 0, names: [] }],
    });
  });

  test('is every permission that it did not list if it becomes an administrator role', async () => {
    const role = await insertAndReadRole(service, admin, ['country:read']);
    await insertHolder(role, ['city:read']);
    const { gains, losses } = await fetchEffect(role, { displayName: '管理员', permissions: [] });
    expect(losses).toEqual([]);
    expect(gains.map(({ permission }) => permission)).toEqual(allPermissions.filter((name) => name !== 'country:read'));
    expect(gains.find(({ permission }) => permission === 'city:read')).toMatchObject({ people: 0, names: [] });
    expect(gains.find(({ permission }) => permission === 'user:delete')).toMatchObject({ people: 1 });
  });

  test('is every permission that it does not list if it ceases to be an administrator role', async () => {
    const role = await insertAndReadRole(service, admin, ['country:read'], { display_name: '系统管理员' });
    await insertHolder(role, ['city:read']);
    const { gains, losses } = await fetchEffect(role, { displayName: 'Crew' });
    expect(gains).toEqual([]);
    expect(losses.map(({ permission }) => permission)).toEqual(
      allPermissions.filter((name) => name !== 'country:read'),
    );
    expect(losses.find(({ permission }) => permission === 'city:read')).toMatchObject({ people: 0 });
    expect(losses.find(({ permission }) => permission === 'user:delete')).toMatchObject({ people: 1 });
    const changes = { displayName: '管理员', permissions: [] };
    expect(await fetchEffect(role, changes)).toMatchObject({ gains: [], losses: [] });
  });
});

test('the effect of an unknown role is answered 404', async () => {
  await admin.expectRefusal('getRoleEffect', { path: { id: 4294967295 }, body: newRoleBody() }, 'notFound');
});

test('the effect takes a fixed number of statements for any number of users and permissions', async () => {
  const role = await insertAndReadRole(service, admin, ['country:read']);
  await insertHolder(role, ['city:read']);
  const statementCount = await service.statementsDuring(() => fetchEffect(role, { permissions: [] }));
  for (let n = 0; n < 12; n++) await insertHolder(role, ['city:read', 'airline:read']);
  expect(await service.statementsDuring(() => fetchEffect(role, { displayName: '管理员' }))).toBe(statementCount);
});
