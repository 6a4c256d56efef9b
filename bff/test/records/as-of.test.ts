import { afterAll, beforeAll, expect, test } from 'vitest';
import { readChangedIds } from '../../src/crud/as-of/changed-ids.ts';
import { queryFieldsOf } from '../../src/crud/as-of/query-fields.ts';
import type { ListQuery } from '../../src/crud/list/list-query.ts';
import { transact } from '../../src/database/database.ts';
import { city } from '../../src/entities/city.ts';
import { createRecord, deleteRecord, sequenceAll, updateRecord } from '../feed/changes.ts';
import type { Client } from '../kit/client.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let admin: Client;

beforeAll(async () => {
  service = await startService();
  admin = await service.as('admin');
  await transact(service.db, (trx) => createRecord(trx, 'cabin', 'QF'));
  await nextMoment();
});
afterAll(() => service.stop());

/** Gives all changes their positions, and returns a time after them and before all later ones. */
async function nextMoment(): Promise<string> {
  await sequenceAll(service.db);
  const [[{ now }]] = await service.db.raw('SELECT NOW(3) AS now, SLEEP(0.002)');
  return now.toISOString();
}

test('a record is read as it was, with the codes and names of then', async () => {
  const write = <T>(work: Parameters<typeof transact<T>>[1]) => transact(service.db, work);
  const country = await write((trx) => createRecord(trx, 'country', 'XZ'));
  const city = await write((trx) => createRecord(trx, 'city', 'ASOF', { country: 'XZ' }));
  const before = await nextMoment();
  const recorded = await admin.ok('getCity', { path: { id: city.id } });
  await write((trx) => updateRecord(trx, 'country', country.id, { name: 'Other' }));
  await write((trx) => updateRecord(trx, 'city', city.id, { name: 'Elsewhere', country: 'CN' }));
  const between = await nextMoment();
  await write((trx) => deleteRecord(trx, 'city', city.id));

  const asOf = (time: string) => admin.ok('getCity', { path: { id: city.id }, query: { asOf: time } });
  expect(await asOf(before)).toEqual({ ...recorded, ownWork: false });
  expect((await asOf(before)).labels).toMatchObject({ country: { XZ: { name: 'Country XZ' } } });
  // the deletion has no position yet
  expect((await asOf(between)).record).toMatchObject({ name: 'Elsewhere', country: 'CN', version: 2 });
  const query = { asOf: await nextMoment() };
  await admin.expectRefusal('getCity', { path: { id: city.id }, query }, 'notFound');
});

test('a list of the past reads only the records that have changed in what it compares', async () => {
  const write = <T>(work: Parameters<typeof transact<T>>[1]) => transact(service.db, work);
  const create = (code: string) => write((trx) => createRecord(trx, 'city', code));
  const [renamed, moved, deleted] = [await create('ASOFA'), await create('ASOFB'), await create('ASOFC')];
  await nextMoment();
  const { position } = await service.db('change_feed').orderBy('position', 'desc').first('position');
  await write((trx) => updateRecord(trx, 'city', renamed.id, { name: 'Other' }));
  await write((trx) => updateRecord(trx, 'city', moved.id, { country: 'JP' }));
  await write((trx) => deleteRecord(trx, 'city', deleted.id));
  await nextMoment();
  const created = await create('ASOFD');

  const idsFor = (query: ListQuery, limit = 100) =>
    transact(service.db, (trx) =>
      readChangedIds(trx, 'city', { position, fields: queryFieldsOf(city, query, []), limit }),
    );
  const exists = [deleted.id, created.id];
  expect(await idsFor({})).toEqual(exists);
  expect(await idsFor({ country: ['CN'] })).toEqual([moved.id, ...exists]);
  expect(await idsFor({ name: 'North', sort: ['-createTime'] })).toEqual([renamed.id, ...exists]);
  expect(await idsFor({ empty: ['name'], status: ['approved'] })).toEqual([renamed.id, ...exists]);
  expect(await idsFor({ sort: ['-updateTime'] })).toEqual([renamed.id, moved.id, ...exists]);
  expect(await idsFor({ updatedBy: ['admin'] }, 2)).toHaveLength(3);
});

test('a list of the past is sorted by a column that the database computes', async () => {
  const write = <T>(work: Parameters<typeof transact<T>>[1]) => transact(service.db, work);
  const verified = (state: string) => ({ verification: { state } });
  const create = (code: string, state: string) =>
    write((trx) => createRecord(trx, 'train_station', code, verified(state)));
  const [first, second] = [await create('QXA', 'unverified'), await create('QXB', 'failed')];
  const asOf = await nextMoment();
  await write((trx) => updateRecord(trx, 'train_station', first.id, verified('failed')));
  await write((trx) => updateRecord(trx, 'train_station', second.id, verified('unverified')));
  await nextMoment();
  const codesAt = async (query: { asOf?: string }) => {
    const parts = { query: { code: ['QXA', 'QXB'], sort: ['verificationState' as const], ...query } };
    return (await admin.ok('listTrainStations', parts)).items.map(({ code }) => code);
  };
  expect(await codesAt({})).toEqual(['QXA', 'QXB']);
  expect(await codesAt({ asOf })).toEqual(['QXB', 'QXA']);
});

test('a time before the log is refused with the first day that is known, also where the day begins before that of UTC', async () => {
  const first = service.db('change_feed').orderBy('time').limit(1);
  const { position, time } = await first.clone().first('position', 'time');
  const refusedDayAt = async (asOf: string): Promise<string | undefined> => {
    const { fields } = await admin.expectRefusal('listCabins', { query: { asOf } }, 'validationError');
    return fields?.[0]?.message.match(/\d{4}-\d\d-\d\d/)?.[0];
  };
  try {
    // four hours later than in UTC it is the next day in Shanghai
    for (const [begin, day] of [
      ['2026-01-05T20:18:00.000Z', '2026-01-06'],
      ['2026-01-05T09:00:00.000Z', '2026-01-05'],
    ] as const) {
      await service
        .db('change_feed')
        .where({ position })
        .update({ time: new Date(begin) });
      expect(await refusedDayAt('2026-01-05T08:00:00Z')).toBe(day);
      await admin.ok('listCabins', { query: { asOf: day } });
    }
  } finally {
    await service.db('change_feed').where({ position }).update({ time });
  }
});
