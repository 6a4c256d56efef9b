import { expect, it } from 'vitest';
import { canonicalLocation, searchFormat, tidyPath } from './canonical-location.ts';

const repair = (pathname: string, page: string, search: object = {}, knownSearch: object = search) =>
  canonicalLocation({ pathname, search }, { pathname: page }, knownSearch);

it.each([
  ['/country', '/country'],
  ['/', '/'],
  ['/imports/7', '/imports/7'],
  ['/no such page', '/no%20such%20page'],
  // a redirect that only removes the slash would loop
  ['/country/', '/country'],
])('keeps %s', (pathname, page) => {
  expect(repair(pathname, page, { q: 'a' })).toBeUndefined();
});

it.each([
  ['/Country', '/country'],
  ['/Country/', '/country'],
  ['/USERS/User-List//', '/users/user-list'],
  ['/IMPORTS/7/', '/imports/7'],
])('redirects %s to %s', (pathname, page) => {
  expect(repair(pathname, page, { q: 'a' })).toEqual({ to: page, search: { q: 'a' } });
});

it.each([
  ['an unknown parameter', { utm_source: 'mail', q: 'a' }, { q: 'a' }],
  ['an invalid value', { pageSize: 15 }, {}],
  ['a value that is too long', { q: 'aaa' }, { q: 'a' }],
])('redirects without %s', (_what, search, knownSearch) => {
  expect(repair('/country', '/country', search, knownSearch)).toEqual({ to: '/country', search: knownSearch });
});

it.each([
  ['an added default', { id: 7 }, { id: 7, panel: 'view' }],
  ['a text that reads as a number', { q: 123 }, { q: '123' }],
  ['an undefined parameter', { page: undefined, q: 'a' }, { q: 'a' }],
])('does not redirect for %s', (_what, search, knownSearch) => {
  expect(repair('/country', '/country', search, knownSearch)).toBeUndefined();
});

it.each([
  ['/', '/'],
  ['//', '/'],
  ['/login/', '/login'],
  ['//users///user-list//', '/users/user-list'],
  ['/country', '/country'],
])('tidies %s to %s', (path, expected) => {
  expect(tidyPath(path)).toBe(expected);
});

it.each([
  ['false', '?value=false'],
  ['8700011', '?value=8700011'],
  ['007', '?value=007'],
  ['1e5', '?value=1e5'],
  ['[a]', '?value=%5Ba%5D'],
  ['北京', '?value=%E5%8C%97%E4%BA%AC'],
  ['"quoted"', '?value=%22%5C%22quoted%5C%22%22'],
])('an address has %j as %s', (value, address) => {
  expect(searchFormat.stringifySearch({ value })).toBe(address);
  // numbers and truth values are converted, as each page reads its parameters as texts
  expect(String(Reflect.get(searchFormat.parseSearch(address), 'value'))).toBe(value);
});

it('an earlier address with quotes means the same', () => {
  expect(searchFormat.parseSearch('?isMain=%22false%22&code=%228700011%22')).toEqual({
    isMain: 'false',
    code: '8700011',
  });
});
