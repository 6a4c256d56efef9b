import { expect, it } from 'vitest';
import { filterPermissions, type Permission, pageRows } from './permission-filter.ts';

const permission = (name: Permission['name'], part: Partial<Permission> = {}): Permission => ({
  name,
  routes: [],
  operations: [],
  roles: [],
  people: 0,
  ...part,
});
const editor = { id: 2, name: 'editor', displayName: '编辑' };
const all = [
  permission('country:read', { routes: ['/country'], people: 4, roles: [editor] }),
  permission('country:create', {
    operations: [{ id: 'createCountry', method: 'POST', path: '/api/v1/countries', summary: 'Create a country' }],
    people: 1,
  }),
  permission('user:read', { routes: ['/users/user-list'], people: 2 }),
];
const texts = { permissionText: (name: string) => (name === 'user:read' ? '查看用户' : '国家') };
const names = (search: Parameters<typeof filterPermissions>[1]) =>
  filterPermissions(all, search, texts).map(({ name }) => name);

it('searches every word in name, meaning, pages and paths', () => {
  expect(names({ q: 'create' })).toEqual(['country:create']);
  expect(names({ q: '查看' })).toEqual(['user:read']);
  expect(names({ q: '/users' })).toEqual(['user:read']);
  expect(names({ q: 'COUNTRIES  国家 ' })).toEqual(['country:create']);
  expect(names({ q: 'country users' })).toEqual([]);
});

it('filters by subject and by role', () => {
  expect(names({ subject: 'country' })).toEqual(['country:read', 'country:create']);
  expect(names({ role: 'editor' })).toEqual(['country:read']);
});

it('uses the contract’s order without a sort parameter', () => {
  expect(names({})).toEqual(['country:read', 'country:create', 'user:read']);
  expect(names({ sort: 'name' })).toEqual(['country:create', 'country:read', 'user:read']);
  expect(names({ sort: '-people' })).toEqual(['country:read', 'user:read', 'country:create']);
});

it('returns the rows of a page', () => {
  const rows = Array.from({ length: 45 }, (_, index) => index);
  expect(pageRows(rows, {})).toHaveLength(20);
  expect(pageRows(rows, { page: 3 })).toEqual([40, 41, 42, 43, 44]);
  expect(pageRows(rows, { page: 9, pageSize: 10 })).toEqual([]);
});
