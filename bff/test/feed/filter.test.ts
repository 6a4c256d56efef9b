import { beforeAll, expect, test } from 'vitest';
import { readFilter, type StoredFilter } from '#feed/read-feed.ts';
import { type Transaction, transact } from '../../src/database.ts';
import { readFeed } from '../../src/feed/read-feed.ts';
import { useDatabase } from '../kit/database.ts';
import { createRecord, deleteRecord, sequenceAll, setStatus, updateRecord } from './changes.ts';

const { db } = await useDatabase();
let ids: { CN: number; DE: number };

beforeAll(async () => {
  const rows = await db('country').whereIn('code', ['CN', 'DE']).select('id', 'code');
  ids = Object.fromEntries(rows.map(({ code, id }) => [code, id]));
});

type Step = (trx: Transaction) => Promise<unknown>;

/** The changes that a subscriber receives, each committed separately; `-` is a tombstone. */
async function readDelivered(filter: StoredFilter | null, ...steps: Step[]): Promise<string[]> {
  await sequenceAll(db);
  const { position } = await db('feed_mark').where('name', 'head').first();
  for (const step of steps) await transact(db, step);
  expect(await sequenceAll(db)).toBe(steps.length);
  const page = await readFeed(db, { after: position, limit: 100, filter: await readFilter(db, filter) });
  expect(page).toMatchObject({ position: position + steps.length, more: false });
  return page.items.map(({ position: feedPosition, version, deleted, record, id }) => {
    expect([id, deleted]).toEqual([`chg_${feedPosition}`, record === null]);
    return `${version}${deleted ? '-' : ''}`;
  });
}

/** Takes a record through these steps. */
function lifeSteps(key: 'city' | 'protocol' | 'cabin', code: string, fields: object = {}) {
  let id = 0;
  return {
    created: async (trx: Transaction) => {
      id = (await createRecord(trx, key, code, fields)).id;
    },
    changed: (changes: object) => (trx: Transaction) => updateRecord(trx, key, id, changes),
    moved: (status: 'active' | 'inactive') => (trx: Transaction) => setStatus(trx, key, id, status),
    removed: (trx: Transaction) => deleteRecord(trx, key, id),
  };
}

test('without a filter every change is sent, a deletion as a tombstone', async () => {
  const { created, changed, moved, removed } = lifeSteps('city', 'FILT1');
  expect(await readDelivered(null, created, changed({ name: 'b' }), moved('active'), removed)).toEqual([
    '1',
    '2',
    '3',
    '4-',
  ]);
});

test('a record that enters the status filter is sent, one that leaves it or is deleted is a tombstone, others are not sent', async () => {
  const activeOnly: StoredFilter = { statuses: ['active'] };
  const inAndOut = lifeSteps('city', 'FILT2');
  const steps = [
    inAndOut.created,
    inAndOut.changed({ name: 'b' }),
    inAndOut.moved('active'),
    inAndOut.changed({ name: 'c' }),
    inAndOut.moved('inactive'),
    inAndOut.changed({ name: 'd' }),
    inAndOut.removed,
  ];
  expect(await readDelivered(activeOnly, ...steps)).toEqual(['3', '4', '5-']);
  const deletedWithin = lifeSteps('city', 'FILT3');
  expect(
    await readDelivered(activeOnly, deletedWithin.created, deletedWithin.moved('active'), deletedWithin.removed),
  ).toEqual(['2', '3-']);
});

test('the country filter applies to references, lists and countries themselves, but not to kinds without a country', async () => {
  const china = { countries: [ids.CN] };
  const city = lifeSteps('city', 'FILT4', { country: 'DE' });
  const toChina = city.changed({ country: 'CN' });
  const movedAway = city.changed({ country: 'DE' });
  expect(
    await readDelivered(china, city.created, toChina, movedAway, city.changed({ name: 'b' }), toChina, city.removed),
  ).toEqual(['2', '3-', '5', '6-']);
  const protocolSteps = lifeSteps('protocol', 'FILT-5', { countries: ['DE', 'CN'] });
  const withoutCountries = protocolSteps.changed({ countries: [] });
  expect(
    await readDelivered(
      china,
      protocolSteps.created,
      withoutCountries,
      protocolSteps.changed({ countries: ['CN'] }),
      protocolSteps.removed,
    ),
  ).toEqual(['1', '2-', '3', '4-']);
  const changeSymbol = (code: 'CN' | 'DE') => (trx: Transaction) =>
    updateRecord(trx, 'country', ids[code], { symbol: '¤' });
  expect(await readDelivered(china, changeSymbol('DE'), changeSymbol('CN'))).toHaveLength(1);
  const cabin = lifeSteps('cabin', '9Z');
  expect(await readDelivered(china, cabin.created, cabin.removed)).toEqual(['1', '2-']);
});

test('status and country filters must both match', async () => {
  const activeInChina: StoredFilter = { statuses: ['active'], countries: [ids.CN] };
  const city = lifeSteps('city', 'FILT6', { country: 'CN' });
  const leaveCountry = city.changed({ country: 'DE' });
  expect(
    await readDelivered(activeInChina, city.created, city.moved('active'), leaveCountry, city.moved('inactive')),
  ).toEqual(['2', '3-']);
});

test('the country filter follows a renamed country, even if another takes its code', async () => {
  const china = { countries: [ids.CN] };
  const recode = (id: number, code: string) => (trx: Transaction) => updateRecord(trx, 'country', id, { code });
  const city = lifeSteps('city', 'FILT7', { country: 'CN' });
  const steps = [
    city.created,
    city.changed({ country: 'DE' }),
    recode(ids.CN, 'XC'),
    recode(ids.DE, 'CN'),
    recode(ids.CN, 'DE'),
  ];
  expect(await readDelivered(china, ...steps)).toEqual(['1', '2-', expect.any(String), expect.any(String)]);
});
