import { afterAll, beforeAll, expect, test } from 'vitest';
import { allOperations, contract } from '../../src/http/contract.ts';
import type { Client } from '../kit/client.ts';
import { insertRole, insertUser } from '../kit/insert-users.ts';
import { type Service, startService } from '../kit/service.ts';
import { assignRole } from './roles.ts';

let service: Service;
let reader: Client;

beforeAll(async () => {
  service = await startService();
  reader = await service.clientWith('permission:read');
});
afterAll(() => service.stop());

async function permission(name: string) {
  const { items } = await reader.ok('listPermissions');
  const permissionItem = items.find((item) => item.name === name);
  if (!permissionItem) throw new Error(`There is no permission ${name}.`);
  return permissionItem;
}

test('lists every permission in the order of the contract', async () => {
  const { items } = await reader.ok('listPermissions');
  expect(items.map(({ name }) => name)).toEqual(contract.components.schemas.PermissionName.enum);
});

test('has the page that requires it', async () => {
  expect((await permission('eurail_station:read')).routes).toEqual(['/eu-stations']);
  expect((await permission('user_log:read')).routes).toEqual(['/users/user-log-list']);
  expect((await permission('eurail_station:update')).routes).toEqual([]);
  const { items } = await reader.ok('listPermissions');
  const names: string[] = contract.components.schemas.PermissionName.enum;
  // imports are seen by who may import or review some kind
  const pageTags = contract.tags.filter(({ name }: { name: string }) => names.includes(`${name}:read`));
  const routes = pageTags.flatMap((tag: { 'x-route'?: string }) => tag['x-route'] ?? []);
  expect(items.flatMap((item) => item.routes).sort()).toEqual(routes.sort());
});

test('has the operations that it allows, by event if the event decides', async () => {
  const { operations } = await permission('country:update');
  expect(operations).toContainEqual({
    id: 'updateCountry',
    method: 'PUT',
    path: '/api/v1/countries/{id}',
    summary: expect.stringMatching(/./),
  });
  const events = (items: typeof operations, id: string) => items.find((item) => item.id === id)?.events;
  expect(events(operations, 'transitionCountry')).toEqual(['resubmit']);
  expect(events(operations, 'bulkCountries')).toEqual(['resubmit']);
  expect(events(operations, 'updateCountry')).toBeUndefined();
  expect(events((await permission('country:delete')).operations, 'bulkCountries')).toEqual(['delete']);
  const review = (await permission('country:review')).operations;
  expect(events(review, 'transitionCountry')).toEqual(['approve', 'reject', 'activate', 'deactivate']);
  expect((await permission('country:create')).operations.map(({ id }) => id)).toEqual(['createCountry']);
});

test('covers every operation that requires a permission', async () => {
  const { items } = await reader.ok('listPermissions');
  const openedOperations = new Set(items.flatMap(({ operations }) => operations.map(({ id }) => id)));
  const asking = allOperations.filter((operation) => !['open', 'signed-in'].includes(operation.permission));
  expect([...openedOperations].sort()).toEqual(asking.map(({ id }) => id).sort());
});

test('has the roles that include it, and those of administrators', async () => {
  const cancellerRole = await insertRole(service.db, ['task:cancel'], { name: 'canceller', display_name: 'Canceller' });
  const namedLikeBuiltIn = await insertRole(service.db, [], { name: 'chief', display_name: '超级管理员' });
  const { roles } = await permission('task:cancel');
  expect(roles.map(({ name }) => name)).toEqual(['admin', 'canceller', 'chief']);
  expect(roles).toContainEqual({ id: cancellerRole, name: 'canceller', displayName: 'Canceller' });
  expect(roles).toContainEqual({ id: namedLikeBuiltIn, name: 'chief', displayName: '超级管理员' });
  await service.db('role').whereIn('id', [cancellerRole, namedLikeBuiltIn]).delete();
});

test('counts each active user once, even with several such roles', async () => {
  const before = (await permission('sync_status:replay')).people;
  const role = await insertRole(service.db, ['sync_status:replay']);
  const otherChiefRole = await insertRole(service.db, [], { display_name: '系统管理员' });
  const person = await insertUser(service.db, ['sync_status:replay']);
  await assignRole(service, person.id, role);
  await assignRole(service, person.id, otherChiefRole);
  await assignRole(service, (await insertUser(service.db, [])).id, otherChiefRole);
  for (const status of ['inactive', 'pending', 'invited', 'rejected'])
    await assignRole(service, (await insertUser(service.db, ['sync_status:replay'], { status })).id, role);
  await insertUser(service.db, ['sync_status:read']);
  expect((await permission('sync_status:replay')).people).toBe(before + 2);
});

test('takes a fixed number of statements for any number of roles and users', async () => {
  await reader.ok('listPermissions');
  const fewStatements = await service.statementsDuring(() => reader.ok('listPermissions'));
  for (let n = 0; n < 10; n++) await insertUser(service.db, ['country:read', 'city:read']);
  expect(await service.statementsDuring(() => reader.ok('listPermissions'))).toBe(fewStatements);
});
