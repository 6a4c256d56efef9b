import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { insertRole, insertUser } from '../kit/database/insert-users.ts';
import { type Service, startService } from '../kit/service.ts';
import { assignRole, getRole, getRoleByName, insertAndReadRole } from './roles.ts';

let service: Service;
let admin: Client;

beforeAll(async () => {
  service = await startService();
  admin = await service.as('admin');
});
afterAll(() => service.stop());

const listNames = async (query: Parameters<typeof list>[0]) => (await list(query)).items.map(({ name }) => name);
const list = (query: NonNullable<NonNullable<Parameters<typeof admin.ok<'listRoles'>>[1]>['query']>) =>
  admin.ok('listRoles', { query: { pageSize: 100, ...query } });

describe('a role', () => {
  test('has its permissions in the order of the contract, its users, and its version as ETag', async () => {
    const id = await insertRole(service.db, ['user:read', 'country:update', 'country:read', 'unheard:of']);
    const people = [await insertUser(service.db, []), await insertUser(service.db, [], { status: 'inactive' })];
    for (const user of people) await assignRole(service, user.id, id);
    const reply = await admin.call('getRole', { path: { id } });
    const permissions = ['country:read', 'country:update', 'user:read'];
    const record = { id, permissions, people: 2, administrator: false, withinReach: true, description: null };
    expect(reply).toMatchObject({ status: 200, data: { record } });
    expect(reply.headers.get('ETag')).toBe('"1"');
  });

  test('has the flag of an administrator role because of its name or display name', async () => {
    expect(await getRoleByName(service, admin, 'admin')).toMatchObject({ administrator: true });
    expect(await insertAndReadRole(service, admin, [], { display_name: '系统管理员' })).toMatchObject({
      administrator: true,
    });
    expect(await insertAndReadRole(service, admin, [], { display_name: '副管理员' })).toMatchObject({
      administrator: false,
    });
  });

  test('is within reach if the caller has all of its permissions', async () => {
    const reader = await service.clientWith('role:read', 'country:read');
    const roleWithinReach = await insertRole(service.db, ['country:read']);
    const roleBeyondReach = await insertRole(service.db, ['country:read', 'city:read']);
    const administratorRole = await insertRole(service.db, [], { display_name: '管理员' });
    expect(await getRole(reader, roleWithinReach)).toMatchObject({ withinReach: true });
    expect(await getRole(reader, roleBeyondReach)).toMatchObject({ withinReach: false });
    expect(await getRole(reader, administratorRole)).toMatchObject({ withinReach: false });
    expect(await getRole(admin, administratorRole)).toMatchObject({ withinReach: true });
  });
});

describe('the list', () => {
  test('is paged, and ordered by name by default', async () => {
    const allNames = await listNames({});
    expect(allNames).toEqual([...allNames].sort((a, b) => (a < b ? -1 : 1)));
    for (const name of ['admin', 'editor', 'reviewer', 'viewer']) expect(allNames).toContain(name);
    for (let n = 0; n < 12; n++) await insertRole(service.db, []);
    const [firstPage, secondPage] = [await list({ pageSize: 10 }), await list({ pageSize: 10, page: 2 })];
    expect(firstPage).toMatchObject({ page: 1, pageSize: 10 });
    expect(firstPage.total).toBe((await listNames({})).length);
    expect([...firstPage.items, ...secondPage.items].map(({ name }) => name)).toEqual(
      (await listNames({})).slice(0, 20),
    );
  });

  describe('in another order', () => {
    // The roles are not created in the order of their names.
    beforeAll(async () => {
      for (const n of [2, 3, 1]) {
        const id = await insertRole(service.db, [], { name: `sorted-${n}`, display_name: `Sorted ${n}` });
        const time = new Date(Date.UTC(2030, 0, n));
        await service.db('role').where({ id }).update({ create_time: time, update_time: time });
        for (let count = 0; count < n; count++) await assignRole(service, (await insertUser(service.db, [])).id, id);
      }
    });

    test.each(['name', 'displayName', 'createTime', 'updateTime', 'people'] as const)('by %s', async (sort) => {
      const ascendingNames = ['sorted-1', 'sorted-2', 'sorted-3'];
      expect(await listNames({ q: 'sorted-', sort })).toEqual(ascendingNames);
      expect(await listNames({ q: 'sorted-', sort: `-${sort}` })).toEqual(ascendingNames.toReversed());
    });
  });

  test('searches parts of the name and the display name in any case', async () => {
    await insertRole(service.db, [], { name: 'night-shift', display_name: '夜班 Crew' });
    for (const q of ['night', 'T-SH', '夜', 'crew', 'night-shift'])
      expect(await listNames({ q }), q).toEqual(['night-shift']);
    expect(await listNames({ q: 'day-shift' })).toEqual([]);
  });

  test('takes wildcards and quotes literally', async () => {
    await insertRole(service.db, [], { name: 'odd-1', display_name: `100% "o'clock" a\\b c_d` });
    for (const q of ['100%', `o'clock`, '"o', 'a\\b', 'c_d']) expect(await listNames({ q }), q).toEqual(['odd-1']);
    for (const q of ['\\', '%', '"']) expect(await listNames({ q }), q).toEqual(['odd-1']);
    for (const q of ['%clock', '_00', 'a%b', "' or '1'='1", "'; drop table role; -- "])
      expect(await listNames({ q }), q).toEqual([]);
  });

  test.each([
    ['sort', 'name desc'],
    ['sort', '(select 1)'],
    ['sort', 'people; drop table role'],
    ['sort', 'password_hash'],
    ['permission', "country:read' or '1'='1"],
    ['permission', 'country:fly'],
  ])('refuses the %s %s', async (name, value) => {
    const path = `/dc/api/v1/roles?${new URLSearchParams({ [name]: value })}`;
    const reply = await (await admin.raw('GET', path)).json();
    const fields = [expect.objectContaining({ pointer: `/query/${name}`, rule: 'enum' })];
    expect(reply).toMatchObject({ code: 422, data: { key: 'validationError', fields } });
  });

  test('filters by permission, and includes administrator roles', async () => {
    await insertRole(service.db, ['task:retry'], { name: 'retrier' });
    await insertRole(service.db, [], { name: 'unlisted', display_name: '超级管理员' });
    expect(await listNames({ permission: 'task:retry', q: 'retrier' })).toEqual(['retrier']);
    const namesOfHolders = await listNames({ permission: 'task:retry' });
    expect(namesOfHolders).toEqual(expect.arrayContaining(['admin', 'retrier', 'unlisted']));
    expect(namesOfHolders).not.toContain('viewer');
    expect((await list({ permission: 'task:retry' })).total).toBe(namesOfHolders.length);
  });

  test('takes a fixed number of statements for any number of roles', async () => {
    const fetchPage = (pageSize: 10 | 100) => () =>
      admin.ok('listRoles', { query: { pageSize, permission: 'country:read' } });
    await fetchPage(10)();
    const statementCount = await service.statementsDuring(fetchPage(10));
    for (let n = 0; n < 40; n++) await insertRole(service.db, ['country:read', 'city:read']);
    expect((await list({ permission: 'country:read' })).items.length).toBeGreaterThan(40);
    expect(await service.statementsDuring(fetchPage(100))).toBe(statementCount);
  });
});
