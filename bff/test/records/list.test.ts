import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract, type Schemas } from '../../src/http/contract.ts';
import type { Client } from '../kit/client.ts';
import { type Country, createCountryClient } from '../kit/countries.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let viewer: Client;
let allCountries: Country[];

beforeAll(async () => {
  service = await startService();
  viewer = await service.as('viewer');
  const { createPending, createApproved, createInactive, createRejected } = createCountryClient(service);
  await Promise.all([
    createPending({ continent: 'OC', name: 'zz' }),
    createPending({ continent: 'OC' }),
    createRejected(),
    createInactive(),
  ]);
  await createApproved({ continent: 'OC', currency: 'AUD', region: 'Polynesia' });
  const pages = await Promise.all(
    [1, 2, 3].map((page) => viewer.ok('listCountries', { query: { page, pageSize: 100 } })),
  );
  allCountries = pages.flatMap(({ items }) => items);
});
afterAll(() => service.stop());

const list = (query: Record<string, unknown>) => viewer.ok('listCountries', { query });
const toCodes = (items: Country[]) => items.map(({ code }) => code);

describe('paging', () => {
  test('covers every record once, ordered by code', async () => {
    expect(allCountries).toHaveLength(255);
    expect(toCodes(allCountries)).toEqual([...new Set(toCodes(allCountries))].sort());
  });

  test.each([10, 20, 50, 100])('has pages of %i records', async (pageSize) => {
    const page = await list({ page: 2, pageSize });
    expect(page).toMatchObject({ total: 255, page: 2, pageSize });
    expect(toCodes(page.items)).toEqual(toCodes(allCountries).slice(pageSize, 2 * pageSize));
  });

  test('beyond the last page is empty', async () => {
    expect(await list({ page: 1_000_000, pageSize: 100 })).toMatchObject({ items: [], total: 255 });
  });

  test.each([
    { page: 0 },
    { page: -1 },
    { page: 1.5 },
    { page: 'x' },
    { page: '' },
    { page: 1_000_001 },
    { pageSize: 30 },
  ])('%o is refused', async (query) => {
    // Cast: the query violates the contract on purpose.
    const call = { query: query as { page: number } };
    const { fields } = await viewer.expectRefusal('listCountries', call, 'validationError');
    expect(fields?.[0]?.pointer).toBe(`/query/${Object.keys(query)[0]}`);
  });

  test('a repeated parameter is refused', async () => {
    for (const name of ['page', 'q', 'sort', 'status', 'continent']) {
      const response = await viewer.raw('GET', `/dc/api/v1/countries?${name}=1&${name}=2`);
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ data: { fields: [{ pointer: `/query/${name}` }] } });
    }
  });
});

describe('statements', () => {
  const listAirports = (query: object) => () => viewer.ok('listAirports', { query });

  test.each([
    // The statements read the session, the page with its labels, and the counts.
    [{}, 3],
    [{ status: 'active' as const, sort: '-updateTime' as const, page: 3 }, 3],
    // A search counts in the same statement.
    [{ q: 'beijing' }, 2],
    [{ name: 'beijing', country: 'CN' }, 2],
    [{ q: 'beijing', status: 'active' as const }, 2],
  ])('a page of %o takes %i statements', async (query, statementCount) => {
    expect((await listAirports(query)()).items.length).toBeGreaterThan(0);
    expect(await service.statementsDuring(listAirports(query))).toBe(statementCount);
  });
});

describe('sorting', () => {
  const parameters: { name: string; schema: { enum: string[] } }[] = contract.paths['/api/v1/countries'].get.parameters;
  const sortOrders = parameters.find(({ name }) => name === 'sort')?.schema.enum ?? [];
  const columnValue = (country: Country, name: string) => country[name as keyof Country] as string | null;

  test.each(sortOrders)('by %s', async (sort) => {
    const { items } = await list({ sort, pageSize: 100 });
    expect(items).toHaveLength(100);
    const name = sort.replace('-', '');
    const values = items.map((item) => columnValue(item, name));
    const collator = new Intl.Collator('en', { ignorePunctuation: false });
    const isInOrder = (a: string | null, b: string | null) =>
      a === b || a === null || (b !== null && collator.compare(a, b) <= 0);
    for (const [index, value] of values.slice(1).entries()) {
      const pair: [string | null, string | null] = [values[index] ?? null, value];
      expect(pair, sort).toSatisfy(() =>
        sort.startsWith('-') ? isInOrder(pair[1], pair[0]) : isInOrder(pair[0], pair[1]),
      );
    }
  });

  test('by anything but a sortable column is refused', async () => {
    for (const sort of ['id', 'search', 'code desc', '--code', '']) {
      await viewer.expectRefusal('listCountries', { query: { sort: sort as 'code' } }, 'validationError');
    }
  });
});

describe('filters', () => {
  const expectFiltered = async (query: Record<string, unknown>, predicate: (country: Country) => boolean) => {
    const { items, total } = await list({ ...query, pageSize: 100 });
    expect(toCodes(items)).toEqual(toCodes(allCountries.filter(predicate)));
    expect(total).toBe(items.length);
    expect(total).toBeGreaterThan(0);
  };

  test('by code, in any case', async () => {
    await expectFiltered({ code: 'CN' }, ({ code }) => code === 'CN');
    await expectFiltered({ code: 'cn' }, ({ code }) => code === 'CN');
    expect(await list({ code: 'C' })).toMatchObject({ items: [], total: 0, counts: {} });
  });
  test('by continent', () => expectFiltered({ continent: 'OC' }, ({ continent }) => continent === 'OC'));
  test('by region', () => expectFiltered({ region: 'Polynesia' }, ({ region }) => region === 'Polynesia'));
  test('by currency', () => expectFiltered({ currency: 'EUR' }, ({ currency }) => currency === 'EUR'));
  test('by name in any language', async () => {
    await expectFiltered({ name: '中国' }, ({ locales }) => locales['zh-CN']?.name.includes('中国') ?? false);
    await expectFiltered({ name: 'guinea' }, ({ name, locales }) => /guinea/i.test(name + locales.en?.name));
  });
  test('by two fields together', () =>
    expectFiltered(
      { continent: 'OC', currency: 'AUD' },
      (country) => country.continent === 'OC' && country.currency === 'AUD',
    ));

  test.each<Schemas['Status']>(['pending', 'approved', 'inactive', 'rejected'])('by status %s', (status) =>
    expectFiltered({ status }, (country) => country.status === status));

  test('counts by status apply every filter but the status', async () => {
    const counts = { active: 250, pending: 2, approved: 1, inactive: 1, rejected: 1 };
    expect((await list({})).counts).toEqual(counts);
    expect(await list({ status: 'pending' })).toMatchObject({ total: 2, counts });
    const { total, counts: filteredCounts } = await list({ continent: 'OC', status: 'approved' });
    expect(total).toBe(1);
    expect(filteredCounts).toEqual({ active: expect.any(Number), approved: 1, pending: 2 });
  });

  test('counts of a search apply every filter but the status, on an empty page too', async () => {
    const counts = (await list({ q: 'guinea', continent: 'AF' })).counts;
    expect(counts).toEqual({ active: 3 });
    expect(await list({ q: 'zz' })).toMatchObject({ total: 1, counts: { pending: 1 } });
    const query = { q: 'guinea', continent: 'AF' };
    expect(await list({ ...query, status: 'active' })).toMatchObject({ total: 3, counts });
    expect(await list({ ...query, status: 'pending' })).toMatchObject({ items: [], total: 0, counts });
    expect(await list({ ...query, page: 1000 })).toMatchObject({ items: [], total: 3, counts });
    expect(await list({ ...query, q: 'no such place' })).toMatchObject({ items: [], total: 0, counts: {} });
  });

  test('counts of a search are the same for any requested status', async () => {
    const editor = await service.as('editor');
    const { createPending, createApproved } = createCountryClient(service);
    const matchingCountries = [
      await createPending({ name: 'Severaland' }),
      await createApproved({ name: 'Severaland' }),
    ];
    const counts = { pending: 1, approved: 1 };
    for (const query of [{ q: 'severaland' }, { name: 'Severaland' }])
      for (const { status, id } of matchingCountries)
        expect(await list({ ...query, status })).toMatchObject({ items: [{ id }], total: 1, counts });
    for (const { id, version } of matchingCountries)
      await editor.ok('deleteCountry', { path: { id }, ifMatch: version });
  });

  test('that are empty match every record', async () => {
    expect(await list({ q: '', name: '', code: '' })).toMatchObject({ total: 255 });
  });
});
