import { afterAll, beforeAll, expect, test } from 'vitest';
import { entities } from '../../src/entities/index.ts';
import { allOperations, contract } from '../../src/http/contract.ts';
import type { Client } from '../kit/client.ts';
import { insertRole, insertUser } from '../kit/database/insert-users.ts';
import { type Service, startService } from '../kit/service.ts';
import { assignRole } from './roles.ts';

let service: Service;
let reader: Client;

beforeAll(async () => {
  service = await startService();
  reader = await service.clientWith('permission:read');
});
afterAll(() => service.stop());

async function findPermission(name: string) {
  const { items } = await reader.ok('listPermissions');
  const permissionItem = items.find((item) => item.name === name);
  if (!permissionItem) throw new Error(`There is no permission ${name}.`);
  return permissionItem;
}

test('the list has every permission in the order of the contract', async () => {
  const { items } = await reader.ok('listPermissions');
  expect(items.map(({ name }) => name)).toEqual(contract.components.schemas.PermissionName.enum);
});

test('a permission has the page that requires it', async () => {
  expect((await findPermission('eurail_station:read')).routes).toEqual(['/eu-stations']);
  expect((await findPermission('user_log:read')).routes).toEqual(['/users/user-log-list']);
  expect((await findPermission('eurail_station:update')).routes).toEqual([]);
  const { items } = await reader.ok('listPermissions');
  const names: string[] = contract.components.schemas.PermissionName.enum;
  // Imports have no such permission, because they are visible to users who may import or review an entity.
  const pageTags = contract.tags.filter(({ name }: { name: string }) => names.includes(`${name}:read`));
  const routes = pageTags.flatMap((tag: { 'x-route'?: string }) => tag['x-route'] ?? []);
  const readPermissions = items.filter(({ name }) => !name.endsWith(':import'));
  expect(readPermissions.flatMap((item) => item.routes).sort()).toEqual(routes.sort());
});

test('each permission to import has the page of imports', async () => {
  const { items } = await reader.ok('listPermissions');
  const importPermissions = items.filter(({ name }) => name.endsWith(':import'));
  expect(importPermissions.map(({ name }) => name).sort()).toEqual(entities.map(({ key }) => `${key}:import`).sort());
  for (const { routes } of importPermissions) expect(routes).toEqual(['/imports']);
});

test('a permission has the operations that it allows, by event if the event decides', async () => {
  const { operations } = await findPermission('country:update');
  expect(operations).toContainEqual({
    id: 'updateCountry',
    method: 'PUT',
    path: '/api/v1/countries/{id}',
    summary: expect.stringMatching(/./),
  });
  const findEvents = (items: typeof operations, id: string) => items.find((item) => item.id === id)?.events;
  expect(findEvents(operations, 'transitionCountry')).toEqual(['resubmit']);
  expect(findEvents(operations, 'bulkCountries')).toEqual(['resubmit']);
  expect(findEvents(operations, 'updateCountry')).toBeUndefined();
  expect(findEvents((await findPermission('country:delete')).operations, 'bulkCountries')).toEqual(['delete']);
  const reviewOperations = (await findPermission('country:review')).operations;
  expect(findEvents(reviewOperations, 'transitionCountry')).toEqual(['approve', 'reject', 'activate', 'deactivate']);
  expect((await findPermission('country:create')).operations.map(({ id }) => id)).toEqual(['createCountry']);
});

test('the list covers every operation that requires a permission', async () => {
  const { items } = await reader.ok('listPermissions');
  const coveredOperations = new Set(items.flatMap(({ operations }) => operations.map(({ id }) => id)));
  const protectedOperations = allOperations.filter(
    (operation) => !['open', 'signed-in'].includes(operation.permission),
  );
  expect([...coveredOperations].sort()).toEqual(protectedOperations.map(({ id }) => id).sort());
});

test('a permission has the roles that include it and the administrator roles', async () => {
  const cancellerRole = await insertRole(service.db, ['task:cancel'], { name: 'canceller', display_name: 'Canceller' });
  const administratorRole = await insertRole(service.db, [], { name: 'chief', display_name: '超级管理员' });
  const { roles } = await findPermission('task:cancel');
  expect(roles.map(({ name }) => name)).toEqual(['admin', 'canceller', 'chief']);
  expect(roles).toContainEqual({ id: cancellerRole, name: 'canceller', displayName: 'Canceller' });
  expect(roles).toContainEqual({ id: administratorRole, name: 'chief', displayName: '超级管理员' });
  await service.db('role').whereIn('id', [cancellerRole, administratorRole]).delete();
});

test('a permission counts each active user once, even with several such roles', async () => {
  const peopleBefore = (await findPermission('sync_status:replay')).people;
  const role = await insertRole(service.db, ['sync_status:replay']);
  const administratorRole = await insertRole(service.db, [], { display_name: '系统管理员' });
  const user = await insertUser(service.db, ['sync_status:replay']);
  await assignRole(service, user.id, role);
  await assignRole(service, user.id, administratorRole);
  await assignRole(service, (await insertUser(service.db, [])).id, administratorRole);
  for (const status of ['inactive', 'pending', 'invited', 'rejected'])
    await assignRole(service, (await insertUser(service.db, ['sync_status:replay'], { status })).id, role);
  await insertUser(service.db, ['sync_status:read']);
  expect((await findPermission('sync_status:replay')).people).toBe(peopleBefore + 2);
});

test('the list takes a fixed number of statements for any number of roles and users', async () => {
  await reader.ok('listPermissions');
  const statementCount = await service.statementsDuring(() => reader.ok('listPermissions'));
  for (let n = 0; n < 10; n++) await insertUser(service.db, ['country:read', 'city:read']);
  expect(await service.statementsDuring(() => reader.ok('listPermissions'))).toBe(statementCount);
});
