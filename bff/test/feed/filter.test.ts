import { beforeAll, expect, test } from 'vitest';
import { loadChangeFilter, type StoredFilter } from '#feed/read-feed.ts';
import { type Transaction, transact } from '../../src/database/database.ts';
import { readFeed } from '../../src/feed/read-feed.ts';
import { useDatabase } from '../kit/database/database.ts';
import { createRecord, deleteRecord, sequenceAll, setStatus, updateRecord } from './changes.ts';

const { db } = await useDatabase();
let countryIds: { CN: number; DE: number };

beforeAll(async () => {
  const rows = await db('country').whereIn('code', ['CN', 'DE']).select('id', 'code');
  countryIds = Object.fromEntries(rows.map(({ code, id }) => [code, id]));
});

type TransactionStep = (trx: Transaction) => Promise<unknown>;

/** Commits each step separately, and returns the versions that a subscriber receives; `-` marks a tombstone. */
async function readDelivered(filter: StoredFilter | null, ...steps: TransactionStep[]): Promise<string[]> {
  await sequenceAll(db);
  const { position } = await db('feed_mark').where('name', 'head').first();
  for (const step of steps) await transact(db, step);
  expect(await sequenceAll(db)).toBe(steps.length);
  const page = await readFeed(db, { after: position, limit: 100, filter: await loadChangeFilter(db, filter) });
  expect(page).toMatchObject({ position: position + steps.length, more: false });
  return page.items.map(({ position: feedPosition, version, deleted, record, id }) => {
    expect([id, deleted]).toEqual([`chg_${feedPosition}`, record === null]);
    return `${version}${deleted ? '-' : ''}`;
  });
}

/** Returns steps that create, change and delete one record. */
function createRecordSteps(key: 'city' | 'protocol' | 'cabin', code: string, fields: object = {}) {
  let id = 0;
  return {
    create: async (trx: Transaction) => {
      id = (await createRecord(trx, key, code, fields)).id;
    },
    change: (changes: object) => (trx: Transaction) => updateRecord(trx, key, id, changes),
    changeStatus: (status: 'active' | 'inactive') => (trx: Transaction) => setStatus(trx, key, id, status),
    remove: (trx: Transaction) => deleteRecord(trx, key, id),
  };
}

test('without a filter every change is sent, a deletion as a tombstone', async () => {
  const city = createRecordSteps('city', 'FILT1');
  expect(
    await readDelivered(null, city.create, city.change({ name: 'b' }), city.changeStatus('active'), city.remove),
  ).toEqual(['1', '2', '3', '4-']);
});

test('a record that enters the status filter is sent, and one that leaves it or is deleted becomes a tombstone', async () => {
  const activeOnly: StoredFilter = { statuses: ['active'] };
  const city = createRecordSteps('city', 'FILT2');
  const steps = [
    city.create,
    city.change({ name: 'b' }),
    city.changeStatus('active'),
    city.change({ name: 'c' }),
    city.changeStatus('inactive'),
    city.change({ name: 'd' }),
    city.remove,
  ];
  expect(await readDelivered(activeOnly, ...steps)).toEqual(['3', '4', '5-']);
  const activeCity = createRecordSteps('city', 'FILT3');
  expect(
    await readDelivered(activeOnly, activeCity.create, activeCity.changeStatus('active'), activeCity.remove),
  ).toEqual(['2', '3-']);
});

test('the country filter applies to references, lists and countries themselves, but not to entities without a country', async () => {
  const china = { countries: [countryIds.CN] };
  const city = createRecordSteps('city', 'FILT4', { country: 'DE' });
  const toChina = city.change({ country: 'CN' });
  const toGermany = city.change({ country: 'DE' });
  expect(
    await readDelivered(china, city.create, toChina, toGermany, city.change({ name: 'b' }), toChina, city.remove),
  ).toEqual(['2', '3-', '5', '6-']);
  const protocolSteps = createRecordSteps('protocol', 'FILT-5', { countries: ['DE', 'CN'] });
  const withoutCountries = protocolSteps.change({ countries: [] });
  expect(
    await readDelivered(
      china,
      protocolSteps.create,
      withoutCountries,
      protocolSteps.change({ countries: ['CN'] }),
      protocolSteps.remove,
    ),
  ).toEqual(['1', '2-', '3', '4-']);
  const changeSymbol = (code: 'CN' | 'DE') => (trx: Transaction) =>
    updateRecord(trx, 'country', countryIds[code], { symbol: '¤' });
  expect(await readDelivered(china, changeSymbol('DE'), changeSymbol('CN'))).toHaveLength(1);
  const cabin = createRecordSteps('cabin', '9Z');
  expect(await readDelivered(china, cabin.create, cabin.remove)).toEqual(['1', '2-']);
});

test('status and country filters must both match', async () => {
  const activeInChina: StoredFilter = { statuses: ['active'], countries: [countryIds.CN] };
  const city = createRecordSteps('city', 'FILT6', { country: 'CN' });
  const toGermany = city.change({ country: 'DE' });
  expect(
    await readDelivered(
      activeInChina,
      city.create,
      city.changeStatus('active'),
      toGermany,
      city.changeStatus('inactive'),
    ),
  ).toEqual(['2', '3-']);
});

test('the country filter follows a renamed country, even if another takes its code', async () => {
  const china = { countries: [countryIds.CN] };
  const changeCode = (id: number, code: string) => (trx: Transaction) => updateRecord(trx, 'country', id, { code });
  const city = createRecordSteps('city', 'FILT7', { country: 'CN' });
  const steps = [
    city.create,
    city.change({ country: 'DE' }),
    changeCode(countryIds.CN, 'XC'),
    changeCode(countryIds.DE, 'CN'),
    changeCode(countryIds.CN, 'DE'),
  ];
  expect(await readDelivered(china, ...steps)).toEqual(['1', '2-', expect.any(String), expect.any(String)]);
});
