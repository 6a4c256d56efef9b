import { expect, it } from 'vitest';
import { permissionNames } from '#access/common/permission.ts';
import {
  columnOf,
  differences,
  kindActions,
  kinds,
  markOf,
  others,
  permissionAt,
  put,
  toggleAll,
  withPeople,
} from './matrix.ts';

const everything = () => true;

it('has every permission of the contract once: kinds by actions, and the rest line by line', () => {
  const grid = kinds.flatMap((kind) => kindActions.flatMap((action) => permissionAt(kind, action) ?? []));
  expect(grid).toHaveLength(kinds.length * kindActions.length);
  const lines = permissionNames.filter((name) => others.some((subject) => name.startsWith(`${subject}:`)));
  expect([...grid, ...lines].sort()).toEqual([...permissionNames].sort());
});

it('brings reading with whatever else is given, and takes nothing else away with reading', () => {
  expect(put([], ['city:update'], true, everything)).toEqual(['city:read', 'city:update']);
  expect(put(['city:read', 'city:update'], ['city:read'], false, everything)).toEqual(['city:update']);
});

it('keeps the contract’s order, whatever the order of clicks', () => {
  const clicked = put(put([], ['task:run'], true, everything), ['country:read'], true, everything);
  expect(clicked).toEqual(['country:read', 'task:read', 'task:run']);
});

it('neither gives nor takes what oneself does not hold', () => {
  const reach = (name: string) => name === 'city:update';
  expect(put(['city:delete'], ['city:update', 'city:review'], true, reach)).toEqual(['city:update', 'city:delete']);
  expect(put(['city:delete'], ['city:delete'], false, reach)).toEqual(['city:delete']);
  expect(toggleAll(['city:delete'], columnOf('update'), reach)).toEqual(['city:update', 'city:delete']);
});

it('gives a whole column first, and takes it once it is whole', () => {
  const column = columnOf('export');
  const given = toggleAll(['country:read', 'country:export'], column, everything);
  expect(markOf(given, column)).toBe('all');
  expect(markOf(given, columnOf('read'))).toBe('all');
  expect(markOf(toggleAll(given, column, everything), column)).toBe('none');
});

it('tells whether all, some or none are held', () => {
  expect(markOf(['city:read'], ['city:read', 'city:update'])).toBe('some');
  expect(markOf(['city:read'], ['city:read'])).toBe('all');
  expect(markOf([], ['city:read'])).toBe('none');
});

it('says what a change gives and takes', () => {
  expect(differences(['city:read', 'city:delete'], ['city:read', 'task:read'])).toEqual({
    gives: ['task:read'],
    takes: ['city:delete'],
  });
});

it('names who is reached, and what reaches nobody', () => {
  const reached = [{ permission: 'city:read', people: 1, names: ['lin.wei'] }] as const;
  const found = withPeople(['city:read', 'task:read'], [{ ...reached[0], names: ['lin.wei'] }]);
  expect(found.map(({ permission, people }) => [permission, people])).toEqual([
    ['city:read', 1],
    ['task:read', 0],
  ]);
});
