import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { type Service, startService } from '../kit/service.ts';
import { assignRole, bodyFrom, createRole, getRole, type Role } from './roles.ts';

let service: Service;
let admin: Client;
let role: Role;

beforeAll(async () => {
  service = await startService();
  admin = await service.as('admin');
  role = await createRole(admin, { name: 'guarded' });
  const { settings, version } = await admin.ok('getSettings');
  const body = { ...settings, secondFactorRoles: ['viewer', 'guarded'] };
  await admin.ok('updateSettings', { ifMatch: version, body });
});
afterAll(() => service.stop());

test('a renamed role still requires the second factor', async () => {
  const user = await service.clientWith();
  await assignRole(service, user.id, role.id);
  await user.expectRefusal('getProfile', {}, 'unauthorized');
  const roleManager = await service.clientWith('role:update');
  const body = bodyFrom(role, { name: 'unguarded' });
  await roleManager.ok('updateRole', { path: { id: role.id }, ifMatch: 1, body });
  await user.expectRefusal('getProfile', {}, 'unauthorized');
  const { settings, updatedBy } = await admin.ok('getSettings');
  expect(settings.secondFactorRoles).toEqual(['viewer', 'unguarded']);
  expect(updatedBy).toBe(roleManager.username);
  const { items } = await admin.ok('getSettingsHistory');
  const change = { pointer: '/secondFactorRoles', before: ['viewer', 'guarded'], after: ['viewer', 'unguarded'] };
  expect(items[0]).toMatchObject({ by: roleManager.username, changes: [change] });
  await service.db('user_role').where('role_id', role.id).delete();
});

test('a change of other fields leaves the settings unchanged', async () => {
  const settingsBefore = await admin.ok('getSettings');
  const current = await getRole(admin, role.id);
  const parts = { path: { id: role.id }, ifMatch: current.version, body: bodyFrom(current, { displayName: 'Other' }) };
  await admin.ok('updateRole', parts);
  expect(await admin.ok('getSettings')).toEqual(settingsBefore);
});

test('a deleted role is removed from the settings, which can still be saved', async () => {
  const { id, version } = await getRole(admin, role.id);
  await admin.ok('deleteRole', { path: { id }, ifMatch: version });
  const { settings, version: nextVersion } = await admin.ok('getSettings');
  expect(settings.secondFactorRoles).toEqual(['viewer']);
  await admin.ok('updateSettings', { ifMatch: nextVersion, body: settings });
});
