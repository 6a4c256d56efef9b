import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { bodyFrom, createCountryClient } from '../kit/countries.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let editor: Client;
let id: number;

beforeAll(async () => {
  service = await startService();
  editor = await service.as('editor');
  const country = await createCountryClient(service).createPending();
  id = country.id;
  for (let version = 1; version < 12; version++) {
    const body = bodyFrom(country, { name: `Name ${version + 1}` });
    await editor.ok('updateCountry', { path: { id }, ifMatch: version, body });
  }
});
afterAll(() => service.stop());

const fetchPage = async (query: { cursor?: string; limit?: number }) => {
  const page = await editor.ok('getCountryHistory', { path: { id }, query });
  return { ...page, versions: page.items.map(({ version }) => version) };
};

test('pages by cursor start at the newest version and have no gaps or repetitions', async () => {
  const firstPage = await fetchPage({ limit: 5 });
  expect(firstPage).toMatchObject({ versions: [12, 11, 10, 9, 8], total: 12, totalCapped: false });
  const secondPage = await fetchPage({ limit: 5, cursor: String(firstPage.nextCursor) });
  const thirdPage = await fetchPage({ limit: 5, cursor: String(secondPage.nextCursor) });
  expect(secondPage.versions).toEqual([7, 6, 5, 4, 3]);
  expect(thirdPage).toMatchObject({ versions: [2, 1], nextCursor: null });
});

test('the page that ends with the oldest version has no next cursor', async () => {
  expect(await fetchPage({ limit: 12 })).toMatchObject({ nextCursor: null });
});

test('the history is empty after retention has removed the changes', async () => {
  const country = await createCountryClient(service).createPending();
  await service.db('data_log').where({ entity: 'country', record_id: country.id }).delete();
  const history = await editor.ok('getCountryHistory', { path: { id: country.id } });
  expect(history).toMatchObject({ items: [], nextCursor: null, total: 0, totalCapped: false });
  await editor.expectRefusal('getCountryHistory', { path: { id: 4_000_000 } }, 'notFound');
});

test('cursors outside the range of positions are accepted', async () => {
  expect((await fetchPage({ cursor: '0' })).versions).toEqual([]);
  expect((await fetchPage({ cursor: '9'.repeat(20) })).versions).toHaveLength(12);
  await editor.expectRefusal('getCountryHistory', { path: { id }, query: { cursor: '1; drop' } }, 'validationError');
});

test('the history of a deleted record is available', async () => {
  await editor.ok('deleteCountry', { path: { id }, ifMatch: 12 });
  const { versions, items } = await fetchPage({ limit: 2 });
  expect(versions).toEqual([13, 12]);
  expect(items[0]).toMatchObject({ action: 'delete', after: null, before: { name: 'Name 12' } });
});
