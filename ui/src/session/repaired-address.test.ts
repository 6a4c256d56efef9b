import { expect, it } from 'vitest';
import { repairedAddress, tidyPath } from './repaired-address.ts';

const repaired = (pathname: string, page: string, search: object = {}, understood: object = search) =>
  repairedAddress({ pathname, search }, { pathname: page }, understood);

it.each([
  ['/country', '/country'],
  ['/', '/'],
  ['/imports/7', '/imports/7'],
  ['/no such page', '/no%20such%20page'],
  // a redirect that only takes the slash away would go on for ever
  ['/country/', '/country'],
])('leaves %s as it is', (pathname, page) => {
  expect(repaired(pathname, page, { q: 'a' })).toBeUndefined();
});

it.each([
  ['/Country', '/country'],
  ['/Country/', '/country'],
  ['/USERS/User-List//', '/users/user-list'],
  ['/IMPORTS/7/', '/imports/7'],
])('writes %s as %s', (pathname, page) => {
  expect(repaired(pathname, page, { q: 'a' })).toEqual({ to: page, search: { q: 'a' } });
});

it.each([
  ['a parameter that nobody knows', { utm_source: 'mail', q: 'a' }, { q: 'a' }],
  ['a value that is none', { pageSize: 15 }, {}],
  ['a value that is cut', { q: 'aaa' }, { q: 'a' }],
])('leaves out %s', (_what, said, understood) => {
  expect(repaired('/country', '/country', said, understood)).toEqual({ to: '/country', search: understood });
});

it.each([
  ['what goes without saying', { id: 7 }, { id: 7, panel: 'view' }],
  ['a text that reads as a number', { q: 123 }, { q: '123' }],
  ['a part taken away', { page: undefined, q: 'a' }, { q: 'a' }],
])('does not mind %s', (_what, said, understood) => {
  expect(repaired('/country', '/country', said, understood)).toBeUndefined();
});

it.each([
  ['/', '/'],
  ['//', '/'],
  ['/login/', '/login'],
  ['//users///user-list//', '/users/user-list'],
  ['/country', '/country'],
])('tidies %s to %s', (path, tidy) => {
  expect(tidyPath(path)).toBe(tidy);
});
