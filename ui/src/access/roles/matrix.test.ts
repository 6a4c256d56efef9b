import { expect, it } from 'vitest';
import { permissionNames } from '#access/common/permission.ts';
import {
  actionPermissions,
  addUnaffected,
  comparePermissions,
  entityActions,
  entitySubjects,
  findPermission,
  grantState,
  otherSubjects,
  setPermissions,
  toggleAll,
} from './matrix.ts';

const canGrantAll = () => true;

it('has every permission of the contract exactly once, in the matrix or in the list below', () => {
  const grid = entitySubjects.flatMap((entity) =>
    entityActions.flatMap((action) => findPermission(entity, action) ?? []),
  );
  expect(grid).toHaveLength(entitySubjects.length * entityActions.length);
  const lines = permissionNames.filter((name) => otherSubjects.some((subject) => name.startsWith(`${subject}:`)));
  expect([...grid, ...lines].sort()).toEqual([...permissionNames].sort());
});

it('grants `read` with any other permission, and revokes only `read` with `read`', () => {
  expect(setPermissions([], ['city:update'], true, canGrantAll)).toEqual(['city:read', 'city:update']);
  expect(setPermissions(['city:read', 'city:update'], ['city:read'], false, canGrantAll)).toEqual(['city:update']);
});

it('sorts permissions in the contract’s order', () => {
  const permissions = setPermissions(
    setPermissions([], ['task:run'], true, canGrantAll),
    ['country:read'],
    true,
    canGrantAll,
  );
  expect(permissions).toEqual(['country:read', 'task:read', 'task:run']);
});

it('neither grants nor revokes permissions that the user does not have', () => {
  const canGrant = (name: string) => name === 'city:update';
  expect(setPermissions(['city:delete'], ['city:update', 'city:review'], true, canGrant)).toEqual([
    'city:update',
    'city:delete',
  ]);
  expect(setPermissions(['city:delete'], ['city:delete'], false, canGrant)).toEqual(['city:delete']);
  expect(toggleAll(['city:delete'], actionPermissions('update'), canGrant)).toEqual(['city:update', 'city:delete']);
});

it('grants an incomplete column and revokes a complete one', () => {
  const column = actionPermissions('export');
  const granted = toggleAll(['country:read', 'country:export'], column, canGrantAll);
  expect(grantState(granted, column)).toBe('all');
  expect(grantState(granted, actionPermissions('read'))).toBe('all');
  expect(grantState(toggleAll(granted, column, canGrantAll), column)).toBe('none');
});

it('returns whether all, some or none of the permissions are granted', () => {
  expect(grantState(['city:read'], ['city:read', 'city:update'])).toBe('some');
  expect(grantState(['city:read'], ['city:read'])).toBe('all');
  expect(grantState([], ['city:read'])).toBe('none');
});

it('compares two sets of permissions', () => {
  expect(comparePermissions(['city:read', 'city:delete'], ['city:read', 'task:read'])).toEqual({
    added: ['task:read'],
    removed: ['city:delete'],
  });
});

it('adds the permissions that affect nobody', () => {
  const effects = [{ permission: 'city:read', people: 1, names: ['lin.wei'] }] as const;
  const effectsWithUnaffected = addUnaffected(['city:read', 'task:read'], [{ ...effects[0], names: ['lin.wei'] }]);
  expect(effectsWithUnaffected.map(({ permission, people }) => [permission, people])).toEqual([
    ['city:read', 1],
    ['task:read', 0],
  ]);
});
