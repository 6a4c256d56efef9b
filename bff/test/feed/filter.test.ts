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
async function delivered(filter: StoredFilter | null, ...steps: Step[]): Promise<string[]> {
  await sequenceAll(db);
  const { position } = await db('feed_mark').where('name', 'head').first();
  for (const step of steps) await transact(db, step);
  expect(await sequenceAll(db)).toBe(steps.length);
  const page = await readFeed(db, { after: position, limit: 100, filter: await readFilter(db, filter) });
  expect(page).toMatchObject({ position: position + steps.length, more: false });
  return page.items.map(({ position: at, version, deleted, record, id }) => {
    expect([id, deleted]).toEqual([`chg_${at}`, record === null]);
    return `${version}${deleted ? '-' : ''}`;
  });
}

/** Takes a record through these steps. */
function life(key: 'city' | 'protocol' | 'cabin', code: string, fields: object = {}) {
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
  const { created, changed, moved, removed } = life('city', 'FILT1');
  expect(await delivered(null, created, changed({ name: 'b' }), moved('active'), removed)).toEqual([
    '1',
    '2',
    '3',
    '4-',
  ]);
});

test('a record that enters the status filter is sent, one that leaves it or is deleted is a tombstone, others are not sent', async () => {
  const activeOnly: StoredFilter = { statuses: ['active'] };
  const inAndOut = life('city', 'FILT2');
  const steps = [
    inAndOut.created,
    inAndOut.changed({ name: 'b' }),
    inAndOut.moved('active'),
    inAndOut.changed({ name: 'c' }),
    inAndOut.moved('inactive'),
    inAndOut.changed({ name: 'd' }),
    inAndOut.removed,
  ];
  expect(await delivered(activeOnly, ...steps)).toEqual(['3', '4', '5-']);
  const deletedWithin = life('city', 'FILT3');
  expect(
    await delivered(activeOnly, deletedWithin.created, deletedWithin.moved('active'), deletedWithin.removed),
  ).toEqual(['2', '3-']);
});

test('the country filter applies to references, lists and countries themselves, but not to kinds without a country', async () => {
  const china = { countries: [ids.CN] };
  const city = life('city', 'FILT4', { country: 'DE' });
  const toChina = city.changed({ country: 'CN' });
  const movedAway = city.changed({ country: 'DE' });
  expect(
    await delivered(china, city.created, toChina, movedAway, city.changed({ name: 'b' }), toChina, city.removed),
  ).toEqual(['2', '3-', '5', '6-']);
  const deal = life('protocol', 'FILT-5', { countries: ['DE', 'CN'] });
  const withoutCountries = deal.changed({ countries: [] });
  expect(
    await delivered(china, deal.created, withoutCountries, deal.changed({ countries: ['CN'] }), deal.removed),
  ).toEqual(['1', '2-', '3', '4-']);
  const own = (code: 'CN' | 'DE') => (trx: Transaction) => updateRecord(trx, 'country', ids[code], { symbol: '¤' });
  expect(await delivered(china, own('DE'), own('CN'))).toHaveLength(1);
  const cabin = life('cabin', '9Z');
  expect(await delivered(china, cabin.created, cabin.removed)).toEqual(['1', '2-']);
});

test('status and country filters must both match', async () => {
  const activeInChina: StoredFilter = { statuses: ['active'], countries: [ids.CN] };
  const city = life('city', 'FILT6', { country: 'CN' });
  const away = city.changed({ country: 'DE' });
  expect(await delivered(activeInChina, city.created, city.moved('active'), away, city.moved('inactive'))).toEqual([
    '2',
    '3-',
  ]);
});

test('the country filter follows a renamed country, even if another takes its code', async () => {
  const china = { countries: [ids.CN] };
  const recode = (id: number, code: string) => (trx: Transaction) => updateRecord(trx, 'country', id, { code });
  const city = life('city', 'FILT7', { country: 'CN' });
  const steps = [
    city.created,
    city.changed({ country: 'DE' }),
    recode(ids.CN, 'XC'),
    recode(ids.DE, 'CN'),
    recode(ids.CN, 'DE'),
  ];
  expect(await delivered(china, ...steps)).toEqual(['1', '2-', expect.any(String), expect.any(String)]);
});
