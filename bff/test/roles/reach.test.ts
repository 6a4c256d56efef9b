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
/** A user who may manage roles and has few other permissions. */
let roleManager: Client & { id: number; username: string };

beforeAll(async () => {
  service = await startService();
  admin = await service.as('admin');
  roleManager = await service.clientWith('role:read', 'role:create', 'role:update', 'role:delete', 'country:read');
});
afterAll(() => service.stop());

const fieldError = (pointer: string, rule: string) => expect.objectContaining({ pointer, rule });

describe('a user who is not an administrator', () => {
  test('can give their own permissions', async () => {
    const role = await createRole(roleManager, { permissions: ['country:read'] });
    const body = bodyFrom(role, { permissions: ['country:read', 'role:read'] });
    await roleManager.ok('updateRole', { path: { id: role.id }, ifMatch: 1, body });
  });

  test('cannot create a role with other permissions', async () => {
    const body = newRoleBody({ permissions: ['city:read', 'country:read', 'user:update'] });
    const refusal = await roleManager.expectRefusal('createRole', { body }, 'beyondReach');
    expect(refusal).toMatchObject({ permission: 'city:read', message: '不能授予或管理自己没有的权限' });
    expect(refusal.fields).toEqual([fieldError('/permissions/0', 'notHeld'), fieldError('/permissions/2', 'notHeld')]);
    expect(await service.db('role').where('name', body.name)).toEqual([]);
  });

  test('cannot add other permissions to their own role', async () => {
    const { role_id } = await service.db('user_role').where('user_id', roleManager.id).first('role_id');
    const ownRole = await getRole(roleManager, role_id);
    const body = bodyFrom(ownRole, { permissions: [...ownRole.permissions, 'system_config:update'] });
    const refusal = await roleManager.expectRefusal(
      'updateRole',
      { path: { id: ownRole.id }, ifMatch: 1, body },
      'beyondReach',
    );
    expect(refusal).toMatchObject({ permission: 'system_config:update' });
    expect(refusal.fields).toEqual([fieldError('/permissions/5', 'notHeld')]);
    expect(await getRole(roleManager, ownRole.id)).toEqual(ownRole);
    expect(await readLogOfRole(service, ownRole.id)).toEqual([]);
    await roleManager.expectRefusal('getSettings', {}, 'forbidden');
  });

  test('can keep other permissions in a role, but not remove them', async () => {
    const role = await insertAndReadRole(service, roleManager, ['country:read', 'city:read', 'city:update']);
    const path = { id: role.id };
    const renamedBody = bodyFrom(role, { displayName: 'Renamed' });
    await roleManager.ok('updateRole', { path, ifMatch: 1, body: renamedBody });
    const reducedBody = bodyFrom(role, { permissions: ['country:read'] });
    const refusal = await roleManager.expectRefusal(
      'updateRole',
      { path, ifMatch: 2, body: reducedBody },
      'beyondReach',
    );
    expect(refusal).toMatchObject({ permission: 'city:read', fields: [fieldError('/permissions', 'notHeld')] });
  });

  test('cannot bring a user within reach by removing permissions from their role', async () => {
    const userBeyondReach = await service.clientWith('country:read', 'city:delete');
    const [{ role_id }] = await service.db('user_role').where('user_id', userBeyondReach.id).select('role_id');
    const user = await service.clientWith('role:read', 'role:update', 'user:read', 'user:update', 'country:read');
    const role = await getRole(user, role_id);
    const reducedBody = bodyFrom(role, { permissions: ['country:read'] });
    await user.expectRefusal(
      'updateRole',
      { path: { id: role_id }, ifMatch: role.version, body: reducedBody },
      'beyondReach',
    );
    expect((await user.ok('getUser', { path: { id: userBeyondReach.id } })).record.withinReach).toBe(false);
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
  ])('cannot create or change an administrator role by the %s %j', async (property, value) => {
    const fields = [fieldError(`/${property}`, 'administratorOnly')];
    const createRefusal = await roleManager.expectRefusal(
      'createRole',
      { body: newRoleBody({ [property]: value }) },
      'beyondReach',
    );
    expect(createRefusal.fields).toEqual(fields);
    expect(createRefusal.permission).toBeUndefined();
    const role = await createRole(roleManager);
    const body = bodyFrom(role, { [property]: value });
    const renameRefusal = await roleManager.expectRefusal(
      'updateRole',
      { path: { id: role.id }, ifMatch: 1, body },
      'beyondReach',
    );
    expect(renameRefusal.fields).toEqual(fields);
    expect(await getRole(roleManager, role.id)).toEqual(role);
  });

  test.each([
    ' 管理员',
    '管理员 ',
    '管理员\u3000',
    '\t管理员',
    '管理员\n',
  ])('cannot circumvent this by the display name %j', async (displayName) => {
    const refusal = await roleManager.expectRefusal(
      'createRole',
      { body: newRoleBody({ displayName }) },
      'validationError',
    );
    expect(refusal.fields).toEqual([fieldError('/displayName', 'pattern')]);
  });

  test('can neither change, rename nor delete an administrator role', async () => {
    const seededAdminRole = await getRoleByName(service, roleManager, 'admin');
    const unusedAdminRole = await insertAndReadRole(service, roleManager, [], { display_name: '系统管理员' });
    for (const role of [seededAdminRole, unusedAdminRole]) {
      const call = { path: { id: role.id }, ifMatch: 1 };
      for (const change of [{}, { description: 'Mine' }, { name: 'mine', displayName: 'Mine', permissions: [] }]) {
        const body = bodyFrom(role, change);
        await roleManager.expectRefusal('updateRole', { ...call, body }, 'beyondReach');
      }
      await roleManager.expectRefusal('deleteRole', call, 'beyondReach');
      expect(await getRole(roleManager, role.id)).toEqual(role);
    }
  });

  test('cannot set fields that the server computes', async () => {
    const bodyWithComputedFields = { ...newRoleBody(), administrator: true, people: 1, createdBy: 'admin' };
    const refusal = await roleManager.expectRefusal('createRole', { body: bodyWithComputedFields }, 'validationError');
    expect(refusal.fields?.map(({ pointer }) => pointer).sort()).toEqual(['/administrator', '/createdBy', '/people']);
  });

  test('is logged after such an attempt', async () => {
    const body = newRoleBody({ displayName: '管理员' });
    const readRefusals = () => service.db('user_log').where({ act: 'refused', username: roleManager.username });
    const refusalsBefore = await readRefusals();
    await roleManager.expectRefusal('createRole', { body }, 'beyondReach');
    expect(await readRefusals()).toHaveLength(refusalsBefore.length + 1);
  });
});

describe('an administrator', () => {
  test('can give every permission and make other administrators', async () => {
    const administrator = await service.clientWith();
    await assignRole(
      service,
      administrator.id,
      (await insertAndReadRole(service, admin, [], { display_name: '超级管理员' })).id,
    );
    const role = await createRole(administrator, { permissions: ['system_config:update'] });
    const body = bodyFrom(role, { displayName: '管理员' });
    const { record } = await administrator.ok('updateRole', { path: { id: role.id }, ifMatch: 1, body });
    expect(record).toMatchObject({ administrator: true });
    await administrator.ok('deleteRole', { path: { id: role.id }, ifMatch: 2 });
  });
});
