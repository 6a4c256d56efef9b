import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { type Service, startService } from '../kit/service.ts';
import {
  assignRole,
  bodyFrom,
  createRole,
  getRole,
  getRoleByName,
  insertAndReadRole,
  newRoleBody,
  readLogOfRole,
} from './roles.ts';

let service: Service;
let admin: Client;
/** May do all with roles, and holds little else. */
let keeper: Client & { id: number; username: string };

beforeAll(async () => {
  service = await startService();
  admin = await service.as('admin');
  keeper = await service.clientWith('role:read', 'role:create', 'role:update', 'role:delete', 'country:read');
});
afterAll(() => service.stop());

const field = (pointer: string, rule: string) => expect.objectContaining({ pointer, rule });

describe('somebody who is no administrator', () => {
  test('gives what they hold', async () => {
    const role = await createRole(keeper, { permissions: ['country:read'] });
    const body = bodyFrom(role, { permissions: ['country:read', 'role:read'] });
    await keeper.ok('updateRole', { path: { id: role.id }, ifMatch: 1, body });
  });

  test('creates no role with what they do not hold', async () => {
    const body = newRoleBody({ permissions: ['city:read', 'country:read', 'user:update'] });
    const refused = await keeper.expectRefusal('createRole', { body }, 'beyondReach');
    expect(refused).toMatchObject({ permission: 'city:read', message: '不能授予或管理自己没有的权限' });
    expect(refused.fields).toEqual([field('/permissions/0', 'notHeld'), field('/permissions/2', 'notHeld')]);
    expect(await service.db('role').where('name', body.name)).toEqual([]);
  });

  test('adds to their own role nothing that they lack', async () => {
    const { role_id } = await service.db('user_role').where('user_id', keeper.id).first('role_id');
    const own = await getRole(keeper, role_id);
    const body = bodyFrom(own, { permissions: [...own.permissions, 'system_config:update'] });
    const refused = await keeper.expectRefusal('updateRole', { path: { id: own.id }, ifMatch: 1, body }, 'beyondReach');
    expect(refused).toMatchObject({ permission: 'system_config:update' });
    expect(refused.fields).toEqual([field('/permissions/5', 'notHeld')]);
    expect(await getRole(keeper, own.id)).toEqual(own);
    expect(await readLogOfRole(service, own.id)).toEqual([]);
    await keeper.expectRefusal('getSettings', {}, 'forbidden');
  });

  test('leaves in a role what they lack, and takes it from nobody', async () => {
    const role = await insertAndReadRole(service, keeper, ['country:read', 'city:read', 'city:update']);
    const path = { id: role.id };
    const renamed = bodyFrom(role, { displayName: 'Renamed' });
    await keeper.ok('updateRole', { path, ifMatch: 1, body: renamed });
    const fewer = bodyFrom(role, { permissions: ['country:read'] });
    const refused = await keeper.expectRefusal('updateRole', { path, ifMatch: 2, body: fewer }, 'beyondReach');
    expect(refused).toMatchObject({ permission: 'city:read', fields: [field('/permissions', 'notHeld')] });
  });

  test('brings nobody within reach by emptying a role of theirs', async () => {
    const strong = await service.clientWith('country:read', 'city:delete');
    const [{ role_id }] = await service.db('user_role').where('user_id', strong.id).select('role_id');
    const user = await service.clientWith('role:read', 'role:update', 'user:read', 'user:update', 'country:read');
    const role = await getRole(user, role_id);
    const emptied = bodyFrom(role, { permissions: ['country:read'] });
    await user.expectRefusal(
      'updateRole',
      { path: { id: role_id }, ifMatch: role.version, body: emptied },
      'beyondReach',
    );
    expect((await user.ok('getUser', { path: { id: strong.id } })).record.withinReach).toBe(false);
  });

  test.each([
    ['name', 'admin'],
    ['displayName', '管理员'],
    ['displayName', '系统管理员'],
    ['displayName', '超级管理员'],
    ['displayName', 'ADMINistrator'],
    ['displayName', 'Ａdministrator'],
    ['displayName', '管\u200b理员'],
    ['displayName', '管理员\u2060'],
  ])('makes nobody an administrator by the %s %j', async (property, value) => {
    const fields = [field(`/${property}`, 'administratorOnly')];
    const made = await keeper.expectRefusal('createRole', { body: newRoleBody({ [property]: value }) }, 'beyondReach');
    expect(made.fields).toEqual(fields);
    expect(made.permission).toBeUndefined();
    const role = await createRole(keeper);
    const body = bodyFrom(role, { [property]: value });
    const renamed = await keeper.expectRefusal(
      'updateRole',
      { path: { id: role.id }, ifMatch: 1, body },
      'beyondReach',
    );
    expect(renamed.fields).toEqual(fields);
    expect(await getRole(keeper, role.id)).toEqual(role);
  });

  test.each([
    ' 管理员',
    '管理员 ',
    '管理员\u3000',
    '\t管理员',
    '管理员\n',
  ])('has no way around by %j', async (displayName) => {
    const refused = await keeper.expectRefusal('createRole', { body: newRoleBody({ displayName }) }, 'validationError');
    expect(refused.fields).toEqual([field('/displayName', 'pattern')]);
  });

  test('neither changes nor deletes a role that is an administrator’s, nor takes its rights by renaming it', async () => {
    const starter = await getRoleByName(service, keeper, 'admin');
    const unused = await insertAndReadRole(service, keeper, [], { display_name: '系统管理员' });
    for (const role of [starter, unused]) {
      const call = { path: { id: role.id }, ifMatch: 1 };
      for (const change of [{}, { description: 'Mine' }, { name: 'mine', displayName: 'Mine', permissions: [] }]) {
        const body = bodyFrom(role, change);
        await keeper.expectRefusal('updateRole', { ...call, body }, 'beyondReach');
      }
      await keeper.expectRefusal('deleteRole', call, 'beyondReach');
      expect(await getRole(keeper, role.id)).toEqual(role);
    }
  });

  test('is told of no right that the body claims', async () => {
    const mass = { ...newRoleBody(), administrator: true, people: 1, createdBy: 'admin' };
    const refused = await keeper.expectRefusal('createRole', { body: mass }, 'validationError');
    expect(refused.fields?.map(({ pointer }) => pointer).sort()).toEqual(['/administrator', '/createdBy', '/people']);
  });

  test('leaves a trace where they try', async () => {
    const body = newRoleBody({ displayName: '管理员' });
    const tries = () => service.db('user_log').where({ act: 'refused', username: keeper.username });
    const before = await tries();
    await keeper.expectRefusal('createRole', { body }, 'beyondReach');
    expect(await tries()).toHaveLength(before.length + 1);
  });
});

describe('an administrator', () => {
  test('gives what no role of theirs lists, and makes others administrators', async () => {
    const unlisted = await service.clientWith();
    await assignRole(
      service,
      unlisted.id,
      (await insertAndReadRole(service, admin, [], { display_name: '超级管理员' })).id,
    );
    const role = await createRole(unlisted, { permissions: ['system_config:update'] });
    const body = bodyFrom(role, { displayName: '管理员' });
    const { record } = await unlisted.ok('updateRole', { path: { id: role.id }, ifMatch: 1, body });
    expect(record).toMatchObject({ administrator: true });
    await unlisted.ok('deleteRole', { path: { id: role.id }, ifMatch: 2 });
  });
});
