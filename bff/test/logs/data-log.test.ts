import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Schemas } from '../../src/http/contract.ts';
import type { Query } from '../../src/http/operation-types.ts';
import type { Client } from '../kit/client.ts';
import { bodyFrom, type Country, createCountryClient } from '../kit/countries.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let countries: ReturnType<typeof createCountryClient>;
let editor: Client;
let reader: Client;

beforeAll(async () => {
  service = await startService();
  countries = createCountryClient(service);
  editor = await service.as('editor');
  reader = await service.clientWith('data_log:read');
});
afterAll(() => service.stop());

const fetchChanges = async ({ id }: { id: number }) =>
  (await reader.ok('listDataLogs', { query: { entity: 'country', recordId: id } })).items;
const fetchNewest = async (record: { id: number }) => {
  const [newest] = await fetchChanges(record);
  if (!newest) throw new Error('Nothing is logged.');
  return newest;
};
const fetchEntry = (seq: number) => reader.ok('getDataLog', { path: { seq } });
const change = async (country: Country, changes: Partial<Schemas['CountryWrite']>) => {
  const body = bodyFrom(country, changes);
  return (await editor.ok('updateCountry', { path: { id: country.id }, ifMatch: country.version, body })).record;
};

describe('an entry', () => {
  test('has the user, the changed fields, the record and the position', async () => {
    const country = await countries.createPending();
    const locales = { 'zh-CN': { name: '某地' } };
    const { updateTime } = await change(country, { symbol: '¤', name: 'Changed', locales });
    expect(await fetchNewest(country)).toEqual({
      seq: expect.any(Number),
      position: null,
      time: updateTime,
      entity: 'country',
      recordId: country.id,
      code: country.code,
      name: 'Changed',
      locales,
      action: 'update',
      version: 2,
      actor: 'editor',
      changes: ['/name', '/symbol', '/locales/zh-CN'],
      values: [
        { pointer: '/name', before: country.name, after: 'Changed' },
        { pointer: '/symbol', before: null, after: '¤' },
      ],
      exists: true,
    });
  });

  test('has its position once it is sequenced', async () => {
    const country = await countries.createPending();
    const { seq } = await fetchNewest(country);
    await service.db('change_feed').insert({
      position: 9_000_000_001,
      seq,
      entity: 'country',
      record_id: country.id,
      ordinal: 1,
      time: new Date(),
    });
    expect(await fetchNewest(country)).toMatchObject({ seq, position: 9_000_000_001 });
  });

  test('of a decision has the reason and the proposer, no changed fields, and the status before and after', async () => {
    const rejectedCountry = await countries.createRejected();
    expect(await fetchNewest(rejectedCountry)).toMatchObject({
      action: 'reject',
      reason: 'not so',
      changes: [],
      values: [{ pointer: '/status', before: 'pending', after: 'rejected' }],
    });

    const activeCountry = await countries.createActive();
    await editor.call('updateCountry', {
      path: { id: activeCountry.id },
      ifMatch: activeCountry.version,
      body: bodyFrom(activeCountry, { symbol: '¤' }),
    });
    const { proposal } = await editor.ok('getCountryProposal', { path: { id: activeCountry.id } });
    const body = { decision: 'approve' as const };
    const reviewer = await service.as('reviewer');
    await reviewer.ok('decideCountryProposal', { path: { id: activeCountry.id }, ifMatch: proposal.version, body });
    expect(await fetchNewest(activeCountry)).toMatchObject({
      action: 'update',
      actor: 'reviewer',
      proposer: 'editor',
      changes: ['/symbol'],
    });
  });

  test('of a deleted record still has its name', async () => {
    const country = await countries.createPending({ name: 'Gone soon' });
    await editor.ok('deleteCountry', { path: { id: country.id }, ifMatch: 1 });
    expect((await fetchChanges(country)).map(({ action, name, exists }) => [action, name, exists])).toEqual([
      ['delete', 'Gone soon', false],
      ['create', 'Gone soon', false],
    ]);
  });

  test('of a rate has the currencies as its name', async () => {
    const { items } = await reader.ok('listDataLogs', { query: { entity: 'rate_board', limit: 1 } });
    expect(items).toMatchObject([{ code: null, name: expect.stringMatching(/^[A-Z]{3}\/[A-Z]{3} /) }]);
  });
});

describe('a change in detail', () => {
  test('has the record before and after it, like the history', async () => {
    const country = await countries.createPending();
    const changedCountry = await change(country, { symbol: '¤' });
    const entry = await fetchNewest(country);
    expect(await fetchEntry(entry.seq)).toEqual({
      entry,
      recordVersion: 2,
      before: country,
      after: changedCountry,
      labels: {},
    });
  });

  test('has the labels of the references before and after', async () => {
    const [oldCountry, newCountry] = [
      await countries.createActive({ name: 'First' }),
      await countries.createActive({ name: 'Second' }),
    ];
    const admin = await service.as('admin');
    const cityBody = (country: string): Schemas['CityWrite'] => ({
      code: 'QZZ',
      name: 'Moved',
      country,
      locales: {},
    });
    const { record } = await admin.ok('createCity', { body: cityBody(oldCountry.code) }, 201);
    await admin.ok('updateCity', { path: { id: record.id }, ifMatch: 1, body: cityBody(newCountry.code) });
    const query = { entity: 'city', recordId: record.id } as const;
    const { items, labels } = await reader.ok('listDataLogs', { query });
    const bothLabels = { country: { [oldCountry.code]: { name: 'First' }, [newCountry.code]: { name: 'Second' } } };
    expect((await fetchEntry(items[0]?.seq ?? 0)).labels).toEqual(bothLabels);
    expect(labels).toEqual(bothLabels);
  });

  test('of a deleted record has no current version', async () => {
    const country = await countries.createPending();
    await editor.ok('deleteCountry', { path: { id: country.id }, ifMatch: 1 });
    const { seq } = await fetchNewest(country);
    expect(await fetchEntry(seq)).toMatchObject({ recordVersion: null, before: country, after: null });
  });

  test('that does not exist is answered 404', async () => {
    await reader.expectRefusal('getDataLog', { path: { seq: Number.MAX_SAFE_INTEGER } }, 'notFound');
  });
});

test('changes are found by the field that they changed and by its values before and after', async () => {
  const country = await countries.createPending({ symbol: 'A', locales: { en: { name: 'Old' } } });
  const renamed = await change(country, { symbol: 'B', locales: { en: { name: 'New 100%' } } });
  const placed = await change(renamed, { continent: 'EU' });
  await (await service.as('reviewer')).ok('transitionCountry', {
    path: { id: country.id },
    ifMatch: placed.version,
    body: { event: 'reject', reason: 'no' },
  });
  const find = async (query: Query<'listDataLogs'>) =>
    (await reader.ok('listDataLogs', { query: { entity: 'country', recordId: country.id, ...query } })).items.map(
      ({ version }) => version,
    );
  expect(await find({ field: 'symbol' })).toEqual([2]);
  expect(await find({ field: 'locales' })).toEqual([2]);
  expect(await find({ field: 'continent' })).toEqual([3]);
  expect(await find({ field: 'status' })).toEqual([4]);
  expect(await find({ field: 'version' })).toEqual([]);
  expect(await find({ field: 'symbol', before: 'A', after: 'B' })).toEqual([2]);
  expect(await find({ field: 'symbol', before: 'B' })).toEqual([]);
  expect(await find({ field: 'locales', after: 'New 100%' })).toEqual([2]);
  expect(await find({ field: 'locales', after: 'New%' })).toEqual([]);
  expect(await find({ field: 'continent', after: 'EU' })).toEqual([3]);
  expect(await find({ field: 'status', before: 'pending', after: 'rejected' })).toEqual([4]);
});

test('a field without its entity, and a value without its field, are refused', async () => {
  for (const [query, name] of [
    [{ field: 'name' }, 'field'],
    [{ entity: 'city', before: 'a' }, 'before'],
    [{ entity: 'city', after: 'a' }, 'after'],
  ] as const) {
    const { fields } = await reader.expectRefusal('listDataLogs', { query }, 'validationError');
    expect(fields).toMatchObject([{ pointer: `/query/${name}`, rule: 'together' }]);
  }
});

test('a record’s id without its entity is refused', async () => {
  for (const language of ['zh-CN', 'en'] as const) {
    const { fields } = await reader.expectRefusal(
      'listDataLogs',
      { query: { recordId: 1 }, headers: { 'Accept-Language': language } },
      'validationError',
    );
    const message = { 'zh-CN': '须与类别一并填写', en: 'Must be entered together with the kind' }[language];
    expect(fields).toEqual([{ pointer: '/query/recordId', rule: 'together', message }]);
  }
});

test('a page takes a fixed number of statements for any number of entries', async () => {
  const countStatements = (limit: number) =>
    service.statementsDuring(() => reader.ok('listDataLogs', { query: { limit } }));
  const entityKeys = new Set(
    (await reader.ok('listDataLogs', { query: { limit: 100 } })).items.map(({ entity }) => entity),
  );
  expect(await countStatements(100)).toBeLessThanOrEqual((await countStatements(1)) + entityKeys.size);
});
