import { expect, it } from 'vitest';
import { filtered, type Permission, pageOf } from './permission-filter.ts';

const permission = (name: Permission['name'], part: Partial<Permission> = {}): Permission => ({
  ...{ name, routes: [], operations: [], roles: [], people: 0 },
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
const texts = { textOf: (name: string) => (name === 'user:read' ? '查看用户' : '国家') };
const names = (search: Parameters<typeof filtered>[1]) => filtered(all, search, texts).map(({ name }) => name);

it('finds by name, by what it means, by page and by path, every word of it', () => {
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

it('keeps the contract’s order until another is asked for', () => {
  expect(names({})).toEqual(['country:read', 'country:create', 'user:read']);
  expect(names({ sort: 'name' })).toEqual(['country:create', 'country:read', 'user:read']);
  expect(names({ sort: '-people' })).toEqual(['country:read', 'user:read', 'country:create']);
});

it('cuts pages', () => {
  const rows = Array.from({ length: 45 }, (_, index) => index);
  expect(pageOf(rows, {})).toHaveLength(20);
  expect(pageOf(rows, { page: 3 })).toEqual([40, 41, 42, 43, 44]);
  expect(pageOf(rows, { page: 9, pageSize: 10 })).toEqual([]);
});
