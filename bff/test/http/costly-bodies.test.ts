import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { growthByDoubling } from '../kit/growth.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let editor: Client;

beforeAll(async () => {
  service = await startService();
  editor = await service.as('editor');
});
afterAll(() => service.stop());

const repeated = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join(',');
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const withAliases = (aliases: string) =>
  `{"code": "QZ", "name": "x", "locales": {"en": {"name": "x", "aliases": [${aliases}]}}}`;
const withTags = (tags: string) => `{"code": "QZ", "name": "x", "locales": {${tags}}}`;
const bulk = (items: string) => `{"action": "delete", "items": [${items}]}`;

const [login, countries, bulkCountries] = ['/auth/login', '/countries', '/countries/bulk'];

/** Built to cost as much as can be, once just under 1 MiB and once just under the number of values taken. */
const costly: [string, string, (count: number) => string, number][] = [
  ['numbers in a list', countries, (count) => withAliases(repeated(count, () => '1')), 500_000],
  ['texts in a list', countries, (count) => withAliases(repeated(count, (index) => `"${index}"`)), 110_000],
  ['lists in a list', countries, (count) => withAliases(repeated(count, () => '[]')), 300_000],
  ['items', bulkCountries, (count) => bulk(repeated(count, () => '1')), 500_000],
  ['unknown fields', login, (count) => `{${repeated(count / 2, (index) => `"${index}":1`)}}`, 160_000],
  ['language tags', countries, (count) => withTags(repeated(count / 2, (index) => `"${index}":1`)), 160_000],
];

async function post(path: string, body: string) {
  const headers = { 'Content-Type': 'application/json' };
  const response = await editor.raw('POST', `/dc/api/v1${path}`, { headers, body });
  return { status: response.status, length: (await response.text()).length };
}

/** Between linear (2) and quadratic (4). */
const MAX_GROWTH = 3;
/** Just under the number of values that a body may hold. */
const MAX_VALUES = 9900;

test.each(costly)('many %s are refused in few words', async (_, path, make, most) => {
  for (const [count, status] of [
    [most, 413],
    [MAX_VALUES, 422],
  ] as const) {
    const answer = await post(path, make(count));
    expect(answer.status).toBe(status);
    expect(answer.length).toBeLessThan(50_000);
  }
});

test.each(
  costly,
)('as many %s as a body may hold cost no more than twice what half of them do', async (_, path, make) => {
  const send = (count: number) => post(path, make(count));
  expect(await growthByDoubling(MAX_VALUES / 2, send, MAX_GROWTH)).toBeLessThan(MAX_GROWTH);
});

test.each([500_000, 5000, 21])('lists %i deep are too large', async (depth) => {
  expect(await post(countries, nested(depth + 1))).toMatchObject({ status: 413 });
  expect(await post(countries, withAliases(nested(Math.min(depth, 400_000))))).toMatchObject({ status: 413 });
});

test('a name of very many spaces costs no more than twice that of half as many', async () => {
  const named = (spaces: number) => post(countries, `{"code": "QZ", "name": "x${' '.repeat(spaces)}"}`);
  expect(await named(1_000_000)).toMatchObject({ status: 422 });
  expect(await growthByDoubling(500_000, named, MAX_GROWTH)).toBeLessThan(MAX_GROWTH);
});
