import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { insertRole, insertUser } from '../kit/insert-users.ts';
import { type Service, startService } from '../kit/service.ts';
import { assignRole, getRole, getRoleByName, insertAndReadRole } from './roles.ts';

let service: Service;
let admin: Client;

beforeAll(async () => {
  service = await startService();
  admin = await service.as('admin');
});
afterAll(() => service.stop());

const names = async (query: Parameters<typeof list>[0]) => (await list(query)).items.map(({ name }) => name);
const list = (query: NonNullable<NonNullable<Parameters<typeof admin.ok<'listRoles'>>[1]>['query']>) =>
  admin.ok('listRoles', { query: { pageSize: 100, ...query } });

describe('one role', () => {
  test('has its permissions in the order of the contract, its users, and its version as ETag', async () => {
    const id = await insertRole(service.db, ['user:read', 'country:update', 'country:read', 'unheard:of']);
    const people = [await insertUser(service.db, []), await insertUser(service.db, [], { status: 'inactive' })];
    for (const person of people) await assignRole(service, person.id, id);
    const reply = await admin.call('getRole', { path: { id } });
    const permissions = ['country:read', 'country:update', 'user:read'];
    const record = { id, permissions, people: 2, administrator: false, withinReach: true, description: null };
    expect(reply).toMatchObject({ status: 200, data: { record } });
    expect(reply.headers.get('ETag')).toBe('"1"');
  });

  test('has whether it is an administrator’s', async () => {
    expect(await getRoleByName(service, admin, 'admin')).toMatchObject({ administrator: true });
    expect(await insertAndReadRole(service, admin, [], { display_name: '系统管理员' })).toMatchObject({
      administrator: true,
    });
    expect(await insertAndReadRole(service, admin, [], { display_name: '副管理员' })).toMatchObject({
      administrator: false,
    });
  });

  test('has whether the caller has all of its permissions', async () => {
    const reader = await service.clientWith('role:read', 'country:read');
    const roleWithinReach = await insertRole(service.db, ['country:read']);
    const roleBeyondReach = await insertRole(service.db, ['country:read', 'city:read']);
    const empty = await insertRole(service.db, [], { display_name: '管理员' });
    expect(await getRole(reader, roleWithinReach)).toMatchObject({ withinReach: true });
    expect(await getRole(reader, roleBeyondReach)).toMatchObject({ withinReach: false });
    expect(await getRole(reader, empty)).toMatchObject({ withinReach: false });
    expect(await getRole(admin, empty)).toMatchObject({ withinReach: true });
  });
});

describe('the list', () => {
  test('is paged, and ordered by name by default', async () => {
    const all = await names({});
    expect(all).toEqual([...all].sort((a, b) => (a < b ? -1 : 1)));
    for (const name of ['admin', 'editor', 'reviewer', 'viewer']) expect(all).toContain(name);
    for (let n = 0; n < 12; n++) await insertRole(service.db, []);
    const [firstPage, secondPage] = [await list({ pageSize: 10 }), await list({ pageSize: 10, page: 2 })];
    expect(firstPage).toMatchObject({ page: 1, pageSize: 10 });
    expect(firstPage.total).toBe((await names({})).length);
    expect([...firstPage.items, ...secondPage.items].map(({ name }) => name)).toEqual((await names({})).slice(0, 20));
  });

  describe('in another order', () => {
    // created in another order than that of the names
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
      expect(await names({ q: 'sorted-', sort })).toEqual(ascendingNames);
      expect(await names({ q: 'sorted-', sort: `-${sort}` })).toEqual(ascendingNames.toReversed());
    });
  });

  test('searches parts of the name and the display name in any case', async () => {
    await insertRole(service.db, [], { name: 'night-shift', display_name: '夜班 Crew' });
    for (const q of ['night', 'T-SH', '夜', 'crew', 'night-shift'])
      expect(await names({ q }), q).toEqual(['night-shift']);
    expect(await names({ q: 'day-shift' })).toEqual([]);
  });

  test('takes wildcards and quotes literally', async () => {
    await insertRole(service.db, [], { name: 'odd-1', display_name: `100% "o'clock" a\\b c_d` });
    for (const q of ['100%', `o'clock`, '"o', 'a\\b', 'c_d']) expect(await names({ q }), q).toEqual(['odd-1']);
    for (const q of ['\\', '%', '"']) expect(await names({ q }), q).toEqual(['odd-1']);
    for (const q of ['%clock', '_00', 'a%b', "' or '1'='1", "'; drop table role; -- "])
      expect(await names({ q }), q).toEqual([]);
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

  test('filters by permission, and includes the roles of administrators', async () => {
    await insertRole(service.db, ['task:retry'], { name: 'retrier' });
    await insertRole(service.db, [], { name: 'unlisted', display_name: '超级管理员' });
    expect(await names({ permission: 'task:retry', q: 'retrier' })).toEqual(['retrier']);
    const holders = await names({ permission: 'task:retry' });
    expect(holders).toEqual(expect.arrayContaining(['admin', 'retrier', 'unlisted']));
    expect(holders).not.toContain('viewer');
    expect((await list({ permission: 'task:retry' })).total).toBe(holders.length);
  });

  test('takes a fixed number of statements for any number of roles', async () => {
    const page = (pageSize: 10 | 100) => () =>
      admin.ok('listRoles', { query: { pageSize, permission: 'country:read' } });
    await page(10)();
    const fewStatements = await service.statementsDuring(page(10));
    for (let n = 0; n < 40; n++) await insertRole(service.db, ['country:read', 'city:read']);
    expect((await list({ permission: 'country:read' })).items.length).toBeGreaterThan(40);
    expect(await service.statementsDuring(page(100))).toBe(fewStatements);
  });
});
