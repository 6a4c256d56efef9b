import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../src/http/contract.ts';
import type { Client } from '../kit/client.ts';
import { insertRole, insertUser } from '../kit/insert-users.ts';
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

const every: string[] = contract.components.schemas.PermissionName.enum;

let service: Service;
let admin: Client;

beforeAll(async () => {
  service = await startService();
  admin = await service.as('admin');
});
afterAll(() => service.stop());

const effectOf = (role: Role, change: Partial<RoleBody>) =>
  admin.ok('getRoleEffect', { path: { id: role.id }, body: bodyFrom(role, change) });

/** Somebody who has the role, and another with these permissions. */
async function holder(role: Role, permissions: string[], columns: Record<string, unknown> = {}) {
  const person = await insertUser(service.db, permissions, columns);
  await assignRole(service, person.id, role.id);
  return person;
}

describe('what a change of a role gives and takes', () => {
  test('is nothing where nothing changes, and nothing is written', async () => {
    const role = await insertAndReadRole(service, admin, ['country:read']);
    await holder(role, []);
    expect(await effectOf(role, { name: 'other-name', displayName: 'Other' })).toEqual({
      people: 1,
      gains: [],
      losses: [],
    });
    expect(await getRole(admin, role.id)).toEqual({ ...role, people: 1 });
    expect(await readLogOfRole(service, role.id)).toEqual([]);
  });

  test('counts those who have it by no other role', async () => {
    const role = await insertAndReadRole(service, admin, ['country:read', 'city:read']);
    const plain = await holder(role, []);
    await holder(role, ['country:read', 'airline:read', 'airline:update']);
    const half = await holder(role, ['airline:update']);
    const unlisted = await holder(role, []);
    await assignRole(service, unlisted.id, await insertRole(service.db, [], { display_name: '超级管理员' }));
    for (const status of ['inactive', 'pending', 'rejected', 'invited']) await holder(role, [], { status });
    await insertUser(service.db, []);

    const permissions: RoleBody['permissions'] = ['city:read', 'airline:update', 'airline:read'];
    const names = (...people: { username: string }[]) => people.map(({ username }) => username).sort();
    expect(await effectOf(role, { permissions })).toEqual({
      people: 4,
      gains: [
        { permission: 'airline:read', people: 2, names: names(plain, half) },
        { permission: 'airline:update', people: 1, names: names(plain) },
      ],
      losses: [{ permission: 'country:read', people: 2, names: names(plain, half) }],
    });
  });

  test('names the first ten of them', async () => {
    const role = await insertAndReadRole(service, admin, []);
    const people = await Promise.all(
      Array.from({ length: 12 }, (_, n) => holder(role, [], { username: `crew-${String(12 - n).padStart(2, '0')}` })),
    );
    const { gains } = await effectOf(role, { permissions: ['country:read'] });
    const names = people.map(({ username }) => username).sort();
    expect(gains).toEqual([{ permission: 'country:read', people: 12, names: names.slice(0, 10) }]);
  });

  test('is told of a role that nobody has too', async () => {
    const role = await insertAndReadRole(service, admin, ['country:read']);
    expect(await effectOf(role, { permissions: ['city:read'] })).toEqual({
      people: 0,
      gains: [{ permission: 'city:read', people: 0, names: [] }],
      losses: [{ permission: 'country:read', people: 0, names: [] }],
    });
  });

  test('is all that it did not list, where it becomes an administrator’s', async () => {
    const role = await insertAndReadRole(service, admin, ['country:read']);
    await holder(role, ['city:read']);
    const { gains, losses } = await effectOf(role, { displayName: '管理员', permissions: [] });
    expect(losses).toEqual([]);
    expect(gains.map(({ permission }) => permission)).toEqual(every.filter((name) => name !== 'country:read'));
    expect(gains.find(({ permission }) => permission === 'city:read')).toMatchObject({ people: 0, names: [] });
    expect(gains.find(({ permission }) => permission === 'user:delete')).toMatchObject({ people: 1 });
  });

  test('is all that it does not list, where it ceases to be an administrator’s', async () => {
    const role = await insertAndReadRole(service, admin, ['country:read'], { display_name: '系统管理员' });
    await holder(role, ['city:read']);
    const { gains, losses } = await effectOf(role, { displayName: 'Crew' });
    expect(gains).toEqual([]);
    expect(losses.map(({ permission }) => permission)).toEqual(every.filter((name) => name !== 'country:read'));
    expect(losses.find(({ permission }) => permission === 'city:read')).toMatchObject({ people: 0 });
    expect(losses.find(({ permission }) => permission === 'user:delete')).toMatchObject({ people: 1 });
    const listing = { displayName: '管理员', permissions: [] };
    expect(await effectOf(role, listing)).toMatchObject({ gains: [], losses: [] });
  });
});

test('of a role that is none is not found', async () => {
  await admin.expectRefusal('getRoleEffect', { path: { id: 4294967295 }, body: newRoleBody() }, 'notFound');
});

test('takes as many statements however many people and permissions it is about', async () => {
  const role = await insertAndReadRole(service, admin, ['country:read']);
  await holder(role, ['city:read']);
  const few = await service.statementsDuring(() => effectOf(role, { permissions: [] }));
  for (let n = 0; n < 12; n++) await holder(role, ['city:read', 'airline:read']);
  expect(await service.statementsDuring(() => effectOf(role, { displayName: '管理员' }))).toBe(few);
});
