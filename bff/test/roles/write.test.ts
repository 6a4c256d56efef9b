import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { insertUser } from '../kit/database/insert-users.ts';
import { type Service, startService } from '../kit/service.ts';
import {
  assignRole,
  bodyFrom,
  createRole,
  getRole,
  insertAndReadRole,
  newRoleBody,
  type Role,
  readLogOfRole,
} from './roles.ts';

let service: Service;
let admin: Client;

beforeAll(async () => {
  service = await startService();
  admin = await service.as('admin');
});
afterAll(() => service.stop());

describe('creating', () => {
  test('returns the role with ordered permissions, and is logged', async () => {
    const body = newRoleBody({ permissions: ['role:read', 'country:update', 'country:read'], description: 'Night' });
    const reply = await admin.call('createRole', { body });
    const record = {
      ...body,
      permissions: ['country:read', 'country:update', 'role:read'],
      people: 0,
      version: 1,
      createdBy: 'admin',
      updatedBy: 'admin',
      administrator: false,
      withinReach: true,
    };
    expect(reply).toMatchObject({ status: 201, data: { record } });
    expect(reply.headers.get('ETag')).toBe('"1"');
    const { id } = (reply.data as { record: { id: number } }).record;
    expect((await getRole(admin, id)).permissions).toEqual(record.permissions);
    expect(await readLogOfRole(service, id)).toEqual([
      { act: 'roleCreated', username: 'admin', target: body.name, details: null },
    ]);
  });

  test('treats an absent or empty description as null', async () => {
    expect(await createRole(admin)).toMatchObject({ description: null });
    expect(await createRole(admin, { description: '' })).toMatchObject({ description: null });
  });

  test('refuses an existing name, and logs nothing', async () => {
    const { name } = await createRole(admin);
    const countCreations = () => service.db('user_log').where('act', 'roleCreated').count({ n: '*' }).first();
    const creationsBefore = await countCreations();
    const refusal = await admin.expectRefusal('createRole', { body: newRoleBody({ name }) }, 'validationError');
    expect(refusal.fields).toEqual([expect.objectContaining({ pointer: '/name', rule: 'taken' })]);
    expect(await countCreations()).toEqual(creationsBefore);
  });

  test('creates exactly one of several simultaneous roles with the same name', async () => {
    const body = newRoleBody({ permissions: ['country:read'] });
    const replies = await Promise.all(Array.from({ length: 6 }, () => admin.call('createRole', { body })));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
    for (const { data } of replies.filter(({ status }) => status === 422))
      expect(data).toMatchObject({ fields: [{ pointer: '/name', rule: 'taken' }] });
  });

  test.each([
    'Crew',
    'crew!',
    '1crew',
    'crew ',
    'crew\n',
    '船员',
    'c',
    `c${'r'.repeat(60)}`,
  ])('refuses the name %j', async (name) => {
    const refusal = await admin.expectRefusal('createRole', { body: newRoleBody({ name }) }, 'validationError');
    expect(refusal.fields).toEqual([expect.objectContaining({ pointer: '/name' })]);
  });

  test.each([
    'administrator',
    'people',
    'createdBy',
    'withinReach',
    'version',
    'id',
    'users',
  ])('refuses the field %s', async (name) => {
    const bodyWithExtra = { ...newRoleBody(), [name]: true };
    const refusal = await admin.expectRefusal('createRole', { body: bodyWithExtra }, 'validationError');
    expect(refusal.fields).toEqual([expect.objectContaining({ pointer: `/${name}`, rule: 'additionalProperties' })]);
  });

  test('refuses unknown and repeated permissions', async () => {
    // Cast: the list violates the contract on purpose.
    const permissions = ['country:read', 'country:fly'] as 'country:read'[];
    const refusalOfUnknown = await admin.expectRefusal(
      'createRole',
      { body: newRoleBody({ permissions }) },
      'validationError',
    );
    expect(refusalOfUnknown.fields).toEqual([expect.objectContaining({ pointer: '/permissions/1', rule: 'enum' })]);
    const duplicateBody = newRoleBody({ permissions: ['country:read', 'country:read'] });
    const refusal = await admin.expectRefusal('createRole', { body: duplicateBody }, 'validationError');
    expect(refusal.fields).toEqual([expect.objectContaining({ pointer: '/permissions', rule: 'uniqueItems' })]);
  });
});

describe('changing', () => {
  test('changes each field, and logs the differences', async () => {
    const role = await createRole(admin, { permissions: ['country:read', 'city:read'] });
    const permissions = ['city:read' as const, 'city:update' as const];
    const body = newRoleBody({ permissions, description: 'Changed' });
    const reply = await admin.call('updateRole', { path: { id: role.id }, ifMatch: 1, body });
    expect(reply).toMatchObject({ status: 200, data: { record: { ...body, version: 2, people: 0 } } });
    expect(reply.headers.get('ETag')).toBe('"2"');
    expect(await getRole(admin, role.id)).toMatchObject(body);
    const changes = [
      { pointer: '/name', before: role.name, after: body.name },
      { pointer: '/displayName', before: role.displayName, after: body.displayName },
      { pointer: '/description', before: null, after: 'Changed' },
      { pointer: '/permissions', before: ['country:read', 'city:read'], after: permissions },
    ];
    expect((await readLogOfRole(service, role.id)).at(-1)).toEqual({
      act: 'roleChanged',
      username: 'admin',
      target: body.name,
      details: { changes },
    });
  });

  test('without differences writes nothing, even with permissions in another order', async () => {
    const role = await createRole(admin, { permissions: ['country:read', 'city:read'] });
    const body = bodyFrom(role, { permissions: ['city:read', 'country:read'] });
    const { record } = await admin.ok('updateRole', { path: { id: role.id }, ifMatch: 1, body });
    expect(record).toEqual(role);
    expect(await readLogOfRole(service, role.id)).toHaveLength(1);
  });

  test('requires the version, and is answered 428 without it and 412 with another version', async () => {
    const role = await createRole(admin);
    const parts = { path: { id: role.id }, body: bodyFrom(role, { displayName: 'Other' }) };
    await admin.expectRefusal('updateRole', parts, 'preconditionRequired');
    const staleRefusal = await admin.expectRefusal('updateRole', { ...parts, ifMatch: 2 }, 'versionConflict');
    expect(staleRefusal.current).toEqual(role);
    expect(await getRole(admin, role.id)).toEqual(role);
  });

  test('refuses the name of another role', async () => {
    const [firstRole, secondRole] = [await createRole(admin), await createRole(admin)];
    const body = bodyFrom(firstRole, { name: secondRole.name });
    const refusal = await admin.expectRefusal(
      'updateRole',
      { path: { id: firstRole.id }, ifMatch: 1, body },
      'validationError',
    );
    expect(refusal.fields).toEqual([expect.objectContaining({ pointer: '/name', rule: 'taken' })]);
  });

  test('succeeds once if several requests with the same version are simultaneous', async () => {
    const role = await createRole(admin);
    const replies = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        admin.call('updateRole', { path: { id: role.id }, ifMatch: 1, body: bodyFrom(role, { displayName: `W${n}` }) }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412]);
    expect(await readLogOfRole(service, role.id)).toHaveLength(2);
  });

  test('applies to the next request of its users', async () => {
    const role = await createRole(admin, { permissions: ['country:read'] });
    const user = await service.clientWith();
    await assignRole(service, user.id, role.id);
    const callAsPerson = () => user.call('listCities', {});
    const replyBefore = await callAsPerson();
    expect(replyBefore).toMatchObject({ status: 403 });
    const body = bodyFrom(role, { permissions: ['city:read'] });
    await admin.ok('updateRole', { path: { id: role.id }, ifMatch: 1, body });
    const replyAfter = await callAsPerson();
    expect(replyAfter.status).toBe(200);
    expect(await user.call('listCountries', {})).toMatchObject({ status: 403 });
    expect(replyAfter.headers.get('X-Access-Version')).not.toBe(replyBefore.headers.get('X-Access-Version'));
  });
});

describe('a display name of administrators that earlier releases did not recognise', () => {
  const confirmRole = (client: Client, { id, version }: Role) =>
    client.call('confirmAdministratorRole', { path: { id }, ifMatch: version });

  test('gives an existing role nothing until an administrator confirms it', async () => {
    const user = await service.clientWith('country:read');
    const role = await insertAndReadRole(service, admin, ['city:read'], { display_name: '系統 管理員' });
    await assignRole(service, user.id, role.id);
    expect(role).toMatchObject({ administrator: false, unconfirmedAdministrator: true, withinReach: true });
    await user.expectRefusal('listUsers', {}, 'forbidden');
    expect((await user.ok('getProfile')).roles.map(({ administrator }) => administrator)).not.toContain(true);

    const changedRequest = { path: { id: role.id }, ifMatch: 1, body: bodyFrom(role, { description: 'Still none' }) };
    const { record } = await admin.ok('updateRole', changedRequest);
    expect(record).toMatchObject({ administrator: false, unconfirmedAdministrator: true, version: 2 });

    const roleManager = await service.clientWith('role:read', 'role:update', 'city:read');
    await roleManager.expectRefusal('confirmAdministratorRole', { path: { id: role.id }, ifMatch: 2 }, 'beyondReach');
    await user.expectRefusal('listUsers', {}, 'forbidden');

    const confirmedRole = await confirmRole(admin, record);
    expect(confirmedRole).toMatchObject({ status: 200, data: { record: { administrator: true, version: 3 } } });
    expect((confirmedRole.data as { record: Role }).record).not.toHaveProperty('unconfirmedAdministrator');
    await user.ok('listUsers');
    expect((await user.ok('getProfile')).roles.map(({ administrator }) => administrator)).toContain(true);
    const changes = [{ pointer: '/administrator', before: false, after: true }];
    expect((await readLogOfRole(service, role.id)).at(-1)).toMatchObject({ act: 'roleChanged', details: { changes } });
    expect(await confirmRole(admin, { ...role, version: 3 })).toMatchObject({ data: { record: { version: 3 } } });
  });

  test('can be set by administrators only, which confirms the role as an administrator role', async () => {
    const restrictedManager = await service.clientWith('role:read', 'role:create', 'role:update', 'city:read');
    const displayName = 'System Administrator';
    const administratorOnlyFields = [{ pointer: '/displayName', rule: 'administratorOnly' }];
    const refusal = await restrictedManager.expectRefusal(
      'createRole',
      { body: newRoleBody({ displayName }) },
      'beyondReach',
    );
    expect(refusal.fields).toMatchObject(administratorOnlyFields);
    const role = await insertAndReadRole(service, admin, [], { display_name: 'Admin' });
    const versionedPath = { path: { id: role.id }, ifMatch: 1 };
    const renameRequest = { ...versionedPath, body: bodyFrom(role, { displayName }) };
    expect((await restrictedManager.expectRefusal('updateRole', renameRequest, 'beyondReach')).fields).toMatchObject(
      administratorOnlyFields,
    );
    const { record } = await restrictedManager.ok('updateRole', {
      ...versionedPath,
      body: bodyFrom(role, { permissions: ['city:read'] }),
    });
    expect(record).toMatchObject({ administrator: false, unconfirmedAdministrator: true });

    expect(await admin.ok('getRoleEffect', { path: { id: role.id }, body: bodyFrom(record) })).toMatchObject({
      gains: [],
    });
    const effect = await admin.ok('getRoleEffect', { path: { id: role.id }, body: bodyFrom(record, { displayName }) });
    expect(effect.gains.length).toBeGreaterThan(50);
    expect(await createRole(admin, { displayName: 'Super Administrator' })).toMatchObject({ administrator: true });
    const { record: confirmedRole } = await admin.ok('updateRole', { ...renameRequest, ifMatch: 2 });
    expect(confirmedRole).toMatchObject({ administrator: true });
    const { record: renamedRole } = await admin.ok('updateRole', {
      path: { id: role.id },
      ifMatch: 3,
      body: bodyFrom(confirmedRole, { displayName: 'Crew' }),
    });
    expect(renamedRole.administrator).toBe(false);
    expect((await confirmRole(admin, renamedRole)).status).toBe(409);
  });
});

describe('deleting', () => {
  test('removes the role and keeps its name in the log', async () => {
    const role = await createRole(admin, { permissions: ['country:read'] });
    await admin.ok('deleteRole', { path: { id: role.id }, ifMatch: 1 });
    await admin.expectRefusal('getRole', { path: { id: role.id } }, 'notFound');
    await admin.expectRefusal('deleteRole', { path: { id: role.id }, ifMatch: 1 }, 'notFound');
    const lastEntry = { act: 'roleDeleted', username: 'admin', target: role.name, details: null };
    expect((await readLogOfRole(service, role.id)).at(-1)).toEqual(lastEntry);
    expect(await service.db('role_permission').where('role_id', role.id)).toEqual([]);
  });

  test('requires the version, and is answered 428 without it and 412 with another version', async () => {
    const role = await createRole(admin);
    await admin.expectRefusal('deleteRole', { path: { id: role.id } }, 'preconditionRequired');
    const staleRefusal = await admin.expectRefusal(
      'deleteRole',
      { path: { id: role.id }, ifMatch: 2 },
      'versionConflict',
    );
    expect(staleRefusal.current).toEqual(role);
  });

  test('is refused while active or inactive users have it', async () => {
    const role = await createRole(admin);
    for (const status of ['inactive', 'active'])
      await assignRole(service, (await insertUser(service.db, [], { status })).id, role.id);
    const refusal = await admin.expectRefusal('deleteRole', { path: { id: role.id }, ifMatch: 1 }, 'roleInUse');
    expect(refusal.message).toBe('有 2 人持有这个角色，不能删除');
    expect(await getRole(admin, role.id)).toMatchObject({ people: 2 });
  });
});
