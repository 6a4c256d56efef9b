import { expect, test } from 'vitest';
import { changeMessage } from '../../src/sync/push/messages.ts';
import { sequenceAll } from '../feed/changes.ts';
import { createCityItem, setUpChangeSets, updateCityItem } from './change-set-client.ts';

const sets = await setUpChangeSets();
const { service, admin, editor, createCity } = sets;
const { db } = service;

test('log, its file, feed and messages name the set of each change, also of records that follow a rename', async () => {
  const city = await createCity('LOGA');
  const airportBody = { code: 'QLG', name: 'Airport', country: 'CN', city: 'LOGA', continent: 'AS' } as const;
  const { record: airport } = await editor.ok('createAirport', { body: airportBody }, 201);
  await sequenceAll(db);
  const cursor = String((await db('feed_mark').where('name', 'head').first('position')).position);
  const set = await sets.release([updateCityItem(city, { code: 'LOGB' }), createCityItem('LOGC')]);
  await sets.transition(editor, set, { event: 'revert' });
  const changeSetId = set.id;
  const query = { changeSetId };
  const { items, total } = await admin.ok('listDataLogs', { query });
  const written = ['delete LOGC', 'reference QLG', 'restore LOGA', 'create LOGC', 'reference QLG', 'update LOGB'];
  expect(items.map(({ action, code }) => `${action} ${code}`).toSorted()).toEqual(written.toSorted());
  expect({ total, ids: new Set(items.map((item) => item.changeSetId)) }).toEqual({ total: 6, ids: new Set([set.id]) });
  const ofAirport = { ...query, entity: 'airport', recordId: airport.id } as const;
  expect((await admin.ok('listDataLogs', { query: ofAirport })).items).toHaveLength(2);
  expect((await admin.ok('listDataLogs', { query: { changeSetId: set.id + 1 } })).items).toEqual([]);
  const { data: file } = await admin.call('exportDataLogs', { query: { ...query, format: 'ndjson' } });
  const lines = String(file).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).changeSetId)).toEqual(Array.from({ length: 6 }, () => set.id));

  await sequenceAll(db);
  const feed = await admin.ok('listChanges', { query: { cursor, limit: 100 } });
  expect(feed.items.map((item) => item.changeSetId)).toEqual(Array.from({ length: 6 }, () => set.id));
  const [change] = feed.items;
  expect(change && JSON.parse(changeMessage(change).body).data).toMatchObject({ changeSetId });
  const { items: earlier } = await admin.ok('listChanges', { query: { limit: 1 } });
  expect(earlier[0]).not.toHaveProperty('changeSetId');
});
