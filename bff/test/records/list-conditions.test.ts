import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EntityName, RecordOf } from '../kit/complete-bodies.ts';
import { createEntityClient } from '../kit/entity-client.ts';
import { type Service, startService } from '../kit/service.ts';

const createClients = (service: Service) => ({
  countries: createEntityClient(service, 'Country'),
  cities: createEntityClient(service, 'City'),
  airports: createEntityClient(service, 'Airport'),
  cabins: createEntityClient(service, 'Cabin'),
  protocols: createEntityClient(service, 'Protocol'),
  rates: createEntityClient(service, 'Rate'),
  stations: createEntityClient(service, 'TrainStation'),
});
let service: Service;
let clients: ReturnType<typeof createClients>;

beforeAll(async () => {
  service = await startService();
  clients = createClients(service);
});
afterAll(() => service.stop());

type EntityClient<K extends EntityName> = ReturnType<typeof createEntityClient<K>>;

async function listAll<K extends EntityName>(client: EntityClient<K>, query: object): Promise<RecordOf<K>[]> {
  const items: RecordOf<K>[] = [];
  for (let page = 1; ; page++) {
    const answer = await client.list({ ...query, page, pageSize: 100 });
    items.push(...answer.items);
    if (answer.items.length < 100) {
      expect(items.length).toBe(answer.total);
      return items;
    }
  }
}

/** Expects a query to find exactly the records that match, some but not all. */
async function expectFound<K extends EntityName>(
  client: EntityClient<K>,
  query: object,
  matches: (record: RecordOf<K>) => boolean,
): Promise<void> {
  const all = await listAll(client, 'view' in query ? { view: query.view } : {});
  const expectedIds = all.filter(matches).map(({ id }) => id);
  expect(expectedIds.length, JSON.stringify(query)).toBeGreaterThan(0);
  expect(expectedIds.length, JSON.stringify(query)).toBeLessThan(all.length);
  const found = await listAll(client, query);
  expect(found.map(({ id }) => id).toSorted(), JSON.stringify(query)).toEqual(expectedIds.toSorted());
}

const isOneOf = (value: string | null | undefined, ...values: string[]) => values.includes(value ?? '');

describe('several values find what has any of them', () => {
  test('of an enumeration, a status and a code', async () => {
    const { countries } = clients;
    await countries.createPending({ name: 'Waiting' });
    await expectFound(countries, { continent: 'OC,AN' }, ({ continent }) => isOneOf(continent, 'OC', 'AN'));
    await expectFound(countries, { code: 'cn,JP,ZZ' }, ({ code }) => isOneOf(code, 'CN', 'JP'));
    await countries.transition(await countries.createPending({ name: 'Approved' }), 'approve');
    await expectFound(countries, { status: 'pending,approved' }, ({ status }) =>
      isOneOf(status, 'pending', 'approved'),
    );
  });

  test('of a reference, and of a list of references', async () => {
    await expectFound(clients.airports, { country: 'fr,JP,XX' }, ({ country }) => isOneOf(country, 'FR', 'JP'));
    for (const countries of [['CN'], ['JP'], ['FR'], []]) await clients.protocols.createPending({ countries });
    await expectFound(clients.protocols, { countries: 'CN,JP' }, ({ countries = [] }) =>
      countries.some((country) => isOneOf(country, 'CN', 'JP')),
    );
  });

  test('counts by status stay those of all statuses', async () => {
    const { counts } = await clients.countries.list({ continent: 'OC,AS' });
    const some = await clients.countries.list({ continent: 'OC,AS', status: 'active,pending' });
    expect(some).toMatchObject({ counts, total: (counts.active ?? 0) + (counts.pending ?? 0) });
    const search = { q: 'guinea', status: 'active,pending' };
    expect((await clients.countries.list(search)).counts).toEqual(
      (await clients.countries.list({ q: 'guinea' })).counts,
    );
  });

  test.each([
    ['continent', 'OC,nonsense', 'enum'],
    ['status', 'active,', 'enum'],
    ['code', 'CN,JPX', 'maxLength'],
    ['code', Array(101).fill('CN').join(), 'maxItems'],
    ['sort', 'code,name,continent,region', 'maxItems'],
  ])('%s=%s is refused', async (name, value, rule) => {
    const { fields } = await clients.countries.expectRefusalAs('viewer', 'listCountries', { query: { [name]: value } });
    expect(fields.map(([pointer, broken]) => [pointer, broken])).toEqual([[`/query/${name}`, rule]]);
  });
});

describe('a negated filter finds what has none of the values, or no value at all', () => {
  test('of enumerations, statuses, codes and users', async () => {
    const { countries } = clients;
    await countries.createPending({ name: 'Nowhere', continent: null });
    await expectFound(
      countries,
      { continent: 'AF,EU', not: 'continent' },
      ({ continent }) => !isOneOf(continent, 'AF', 'EU'),
    );
    await expectFound(countries, { status: 'active', not: 'status' }, ({ status }) => status !== 'active');
    await expectFound(countries, { code: 'CN', not: 'code' }, ({ code }) => code !== 'CN');
    await expectFound(countries, { updatedBy: 'system', not: 'updatedBy' }, ({ updatedBy }) => updatedBy !== 'system');
    await expectFound(
      countries,
      { continent: 'AS', currency: 'CNY,JPY', not: 'currency' },
      ({ continent, currency }) => continent === 'AS' && !isOneOf(currency, 'CNY', 'JPY'),
    );
  });

  test('of references, lists of references and the validity', async () => {
    const { airports, protocols } = clients;
    await airports.createPending({ country: null, city: null });
    await expectFound(airports, { country: 'CN', not: 'country' }, ({ country }) => country !== 'CN');
    await expectFound(airports, { country: 'CN,FR', not: 'country' }, ({ country }) => !isOneOf(country, 'CN', 'FR'));
    for (const countries of [['CN', 'JP'], []]) await protocols.createPending({ countries });
    await expectFound(
      protocols,
      { countries: 'CN', not: 'countries' },
      ({ countries = [] }) => !countries.includes('CN'),
    );
    await protocols.createPending({ validFrom: null, validTo: null });
    await protocols.createPending({ validFrom: '2020-01-01', validTo: '2020-12-31' });
    await protocols.createPending({ validFrom: '2099-01-01', validTo: null });
    const today = '2026-06-01';
    const isOver = ({ validFrom, validTo }: { validFrom: string | null; validTo: string | null }) =>
      (validFrom ?? '') > today || (validTo ?? today) < today;
    await expectFound(protocols, { today, validity: 'expired,upcoming' }, isOver);
    await expectFound(
      protocols,
      { today, validity: 'expired,upcoming', not: 'validity' },
      (agreement) => !isOver(agreement),
    );
  });

  test('is refused without values, and where it cannot be negated', async () => {
    const { countries } = clients;
    const refuse = async (query: object) =>
      (await countries.expectRefusalAs('viewer', 'listCountries', { query })).fields;
    expect(await refuse({ not: 'continent,region', region: 'Polynesia' })).toEqual([
      ['/query/not', 'together', '须与continent一并填写', 'Must be entered together with continent'],
    ]);
    for (const not of ['nonsense', 'name', 'q', 'continent,continent'])
      expect((await refuse({ not, continent: 'AS' })).map(([pointer]) => pointer)).toEqual(['/query/not']);
    const exportQuery = { format: 'ndjson', not: 'continent' };
    const { fields } = await countries.expectRefusalAs('editor', 'exportCountries', { query: exportQuery });
    expect(fields.map(([pointer, rule]) => [pointer, rule])).toEqual([['/query/not', 'together']]);
  });
});

test('records are found by the fields that are empty and by those that have a value', async () => {
  const { airports, cabins, protocols, stations } = clients;
  await airports.createPending({ country: null, city: null, icaoCode: null });
  await expectFound(airports, { empty: 'icaoCode' }, ({ icaoCode }) => icaoCode === null);
  await expectFound(airports, { filled: 'icaoCode' }, ({ icaoCode }) => icaoCode !== null);
  await expectFound(
    airports,
    { empty: 'icaoCode,city', filled: 'latitude' },
    ({ icaoCode, city, latitude }) => icaoCode === null && city === null && latitude !== null,
  );
  for (const countries of [['CN'], []]) await protocols.createPending({ countries });
  for (const bookingClasses of [['Y'], []]) await cabins.createPending({ bookingClasses });
  await expectFound(protocols, { empty: 'countries' }, ({ countries }) => countries.length === 0);
  await expectFound(protocols, { filled: 'countries' }, ({ countries }) => countries.length > 0);
  await expectFound(cabins, { empty: 'bookingClasses' }, ({ bookingClasses }) => bookingClasses.length === 0);
  await expectFound(cabins, { filled: 'bookingClasses' }, ({ bookingClasses }) => bookingClasses.length > 0);
  await stations.createPending({ openingHours: [{ days: ['MO'], opens: '05:00', closes: '23:00' }] });
  await expectFound(stations, { filled: 'openingHours' }, ({ openingHours }) => openingHours.length > 0);
});

describe('a range finds what lies in it', () => {
  test('of numbers, with both ends', async () => {
    await clients.airports.createPending({ latitude: null, longitude: null });
    await expectFound(
      clients.airports,
      { latitude: '-10.5..40.08', longitude: '100..' },
      ({ latitude, longitude }) =>
        latitude !== null && latitude >= -10.5 && latitude <= 40.08 && longitude !== null && longitude >= 100,
    );
    for (const order of [0, 5, 6, null]) await clients.cabins.createPending({ order });
    await expectFound(clients.cabins, { order: '..5' }, ({ order }) => order !== null && order <= 5);
  });

  test('of exact decimals, to the last digit', async () => {
    const middles = ['9000000000.0000000001', '9000000000.0000000002', '9000000000.0000000003'];
    for (const middle of middles) await clients.rates.createPending({ middle });
    await expectFound(
      clients.rates,
      { view: 'all', middle: `${middles[1]}..${middles[1]}` },
      ({ middle }) => middle === middles[1],
    );
  });

  test('of days with both ends, and of times without the last', async () => {
    const days = ['2031-01-01', '2031-01-31', '2031-02-01', null];
    for (const validTo of days) await clients.protocols.createPending({ validTo });
    await expectFound(clients.protocols, { validTo: '2031-01-01..2031-01-31' }, ({ validTo }) =>
      isOneOf(validTo, '2031-01-01', '2031-01-31'),
    );
    const times = ['2019-01-01T00:00:00.000Z', '2019-01-01T23:59:59.999Z', '2019-01-02T00:00:00.000Z'];
    for (const quotedAt of times) await clients.rates.createPending({ quotedAt });
    await expectFound(
      clients.rates,
      { view: 'all', quotedAt: '2019-01-01T00:00:00Z..2019-01-02T00:00:00.000Z' },
      ({ quotedAt }) => isOneOf(quotedAt, times[0] ?? '', times[1] ?? ''),
    );
  });

  const reversed = ['起始值大于结束值', 'The range ends before it starts'];
  const pattern = expect.stringContaining('..');
  test.each([
    ['Protocol', { validTo: '2031-01-31..2031-01-01' }, 'reversedRange', ...reversed],
    ['Protocol', { validTo: '2031-02-30..' }, 'format', '格式不正确', 'Wrong format'],
    ['Protocol', { validTo: '2031-01-01' }, 'pattern', pattern, pattern],
    ['Airport', { latitude: '40..-40' }, 'reversedRange', ...reversed],
    ['Airport', { latitude: '..' }, 'pattern', pattern, pattern],
    ['Rate', { middle: '7,1..8' }, 'pattern', pattern, pattern],
    ['Rate', { quotedAt: '2019-01-02T00:00:00Z..2019-01-01T00:00:00Z' }, 'reversedRange', ...reversed],
    ['Rate', { quotedAt: '2019-01-01T25:00:00Z..' }, 'format', '格式不正确', 'Wrong format'],
  ] as const)('of %s with %o is refused', async (kind, query, ...refusal) => {
    const client = createEntityClient(service, kind);
    const { fields } = await client.expectRefusalAs('viewer', `list${kind}s`, { query });
    expect(fields).toEqual([[`/query/${Object.keys(query)[0]}`, ...refusal]]);
  });
});

describe('an order of several columns', () => {
  test('breaks ties of a column by the next one', async () => {
    const cities = await listAll(clients.cities, { sort: 'country,-code' });
    const expected = cities.toSorted(
      (a, b) => (a.country ?? '').localeCompare(b.country ?? '') || (b.code > a.code ? 1 : -1),
    );
    expect(cities.map(({ code }) => code)).toEqual(expected.map(({ code }) => code));
  });

  test('is complete, so that every record is on one page', async () => {
    const { cabins } = clients;
    const created = [];
    for (let count = 0; count < 25; count++) created.push(await cabins.createPending({ order: 707 }));
    const query = { order: '707..707', sort: 'cabinClass,-airline,order', pageSize: 10 };
    const pages = await Promise.all([1, 2, 3].map((page) => cabins.list({ ...query, page })));
    const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
    expect(ids).toEqual(created.map(({ id }) => id));
  });
});
