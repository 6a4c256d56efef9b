import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client, RequestParts } from '../kit/client.ts';
import { bodyFrom, type Country, createCountryClient } from '../kit/countries.ts';
import { type Service, startService } from '../kit/service.ts';

type RequestQuery = NonNullable<RequestParts<'listReviews'>['query']>;

let service: Service;
let countries: ReturnType<typeof createCountryClient>;
let viewer: Client;
let pendingCountry: Country;
let resubmittedCountry: Country;
let restoredCountry: Country;
let changedCountry: Country;
let countryToDelete: Country;

beforeAll(async () => {
  service = await startService();
  countries = createCountryClient(service);
  viewer = await service.as('viewer');
  const editor = await service.as('editor');
  pendingCountry = await countries.createPending();
  resubmittedCountry = await countries.transition(await countries.createRejected(), 'resubmit');
  const recreatedCountry = await countries.createApproved();
  await editor.ok('deleteCountry', { path: { id: recreatedCountry.id }, ifMatch: recreatedCountry.version });
  restoredCountry = (await editor.ok('restoreCountry', { path: { id: recreatedCountry.id }, body: { version: 1 } }))
    .record;
  [changedCountry, countryToDelete] = [await countries.createActive(), await countries.createActive()];
  const body = bodyFrom(changedCountry, { name: 'Proposed', locales: { en: { name: 'Proposed' } } });
  await editor.ok('updateCountry', { path: { id: changedCountry.id }, ifMatch: changedCountry.version, body }, 202);
  await editor.ok('deleteCountry', { path: { id: countryToDelete.id }, ifMatch: countryToDelete.version }, 202);
});
afterAll(() => service.stop());

describe('reviews', () => {
  test('list pending records and proposals, oldest first, with action and author', async () => {
    const { items, total } = await viewer.ok('listReviews');
    const record = { entity: 'country', kind: 'record', changes: [], values: [], by: 'editor' };
    const proposal = { ...record, kind: 'proposal', version: 1 };
    expect(items).toMatchObject([
      { ...record, id: pendingCountry.id, code: pendingCountry.code, action: 'create', version: 1, ownWork: false },
      { ...record, id: resubmittedCountry.id, action: 'resubmit', version: 3, by: 'editor' },
      { ...record, id: restoredCountry.id, action: 'restore', version: restoredCountry.version },
      {
        ...proposal,
        id: changedCountry.id,
        name: changedCountry.name,
        action: 'update',
        changes: ['/name', '/locales/en'],
        values: [
          { pointer: '/name', before: changedCountry.name, after: 'Proposed' },
          { pointer: '/locales/en', before: null, after: { name: 'Proposed' } },
        ],
      },
      { ...proposal, id: countryToDelete.id, action: 'delete', changes: [] },
    ]);
    expect(total).toBe(5);
    const times = items.map(({ time }) => time);
    expect(times).toEqual([...times].sort());
  });

  test('name the action that made a record pending, not a later restoration of its fields', async () => {
    const editor = await service.as('editor');
    const created = await countries.createPending();
    const resubmitted = await countries.transition(await countries.createRejected(), 'resubmit');
    const ids = [created.id, resubmitted.id];
    for (const country of [created, resubmitted]) {
      const { record } = await editor.ok('updateCountry', {
        path: { id: country.id },
        ifMatch: country.version,
        body: bodyFrom(country, { name: 'Renamed' }),
      });
      await editor.ok('restoreCountry', { path: { id: record.id }, ifMatch: record.version, body: { version: 1 } });
    }
    const { items } = await viewer.ok('listReviews');
    const restored = items.filter((item) => item.kind === 'record' && ids.includes(item.id));
    expect(restored.map((item) => item.kind === 'record' && item.action)).toEqual(['create', 'resubmit']);
    for (const id of ids) await editor.ok('deleteCountry', { path: { id }, ifMatch: '*' });
  });

  test('mark items that the caller may not review as own work', async () => {
    for (const [name, ownWork] of [
      ['editor', true],
      ['reviewer', false],
    ] as const) {
      const { items } = await (await service.as(name)).ok('listReviews');
      expect(items.map((item) => item.ownWork)).toEqual(items.map(() => ownWork));
    }
  });

  test('are paged', async () => {
    const query = { pageSize: 10 as const, page: 2, entity: 'country' as const };
    expect(await viewer.ok('listReviews', { query })).toMatchObject({ items: [], total: 5, page: 2, pageSize: 10 });
  });

  test('are filtered by kind, author and age, and count the items of each author', async () => {
    const list = async (query: RequestQuery) => {
      const { items, total, authors } = await viewer.ok('listReviews', { query });
      return { ids: items.map(({ id }) => id), total, authors };
    };
    const admin = await service.as('admin');
    const code = 'QX';
    const { record } = await admin.ok('createCountry', { body: { code, name: code } }, 201);
    const authors = [
      { by: 'editor', count: 5 },
      { by: 'admin', count: 1 },
    ];
    expect(await list({ by: 'admin' })).toEqual({ ids: [record.id], total: 1, authors });
    expect(await list({ by: 'nobody' })).toEqual({ ids: [], total: 0, authors });
    expect(await list({ kind: 'proposal' })).toEqual({
      ids: [changedCountry.id, countryToDelete.id],
      total: 2,
      authors: [{ by: 'editor', count: 2 }],
    });
    expect(await list({ kind: 'import' })).toEqual({ ids: [], total: 0, authors: [] });
    const before = resubmittedCountry.updateTime;
    expect(await list({ before })).toMatchObject({ ids: [pendingCountry.id], total: 1 });
    await admin.ok('deleteCountry', { path: { id: record.id }, ifMatch: record.version });
  });

  test('are counted by what they lack for approval, and filtered by it', async () => {
    const editor = await service.as('editor');
    const { record } = await editor.ok('createCountry', { body: { code: 'QY', name: 'QY' } }, 201);
    const idsWith = async (missing: string) => {
      const { items, total } = await viewer.ok('listReviews', { query: { missing } });
      expect(total).toBe(items.length);
      return items.map(({ id }) => id);
    };
    const all = await viewer.ok('listReviews');
    const completeness = await viewer.ok('getReviewCompleteness');
    const completeItems = all.items.filter((item) => item.missing.length === 0);
    expect(completeness.ready).toBe(completeItems.length);
    expect(await idsWith('none')).toEqual(completeItems.map(({ id }) => id));
    expect(completeness.missing.map(({ pointer }) => pointer)).toContain('/alpha3Code');
    for (const { pointer, count } of completeness.missing) {
      const ids = await idsWith(pointer);
      expect(ids).toContain(record.id);
      expect(ids).toHaveLength(count);
    }
    expect(await idsWith('/nothing')).toEqual([]);
    const query = { kind: 'proposal', by: 'editor', entity: 'country' } as const;
    expect(await viewer.ok('getReviewCompleteness', { query })).toEqual({
      ready: 2,
      missing: [],
      entities: [{ entity: 'country', total: 2, ready: 2, missing: [] }],
    });
    expect(await viewer.ok('getReviewCompleteness', { query: { entity: 'city' } })).toEqual({
      ready: 0,
      missing: [],
      entities: [],
    });
    await editor.ok('deleteCountry', { path: { id: record.id }, ifMatch: record.version });
  });

  test('take a fixed number of statements for any number of them', async () => {
    const countStatements = () => service.statementsDuring(() => viewer.ok('listReviews'));
    const initialCount = await countStatements();
    await Promise.all(Array.from({ length: 10 }, () => countries.createPending()));
    // The settings may have been read again meanwhile.
    expect(await countStatements()).toBeLessThanOrEqual(initialCount + 1);
  });
});

test('the overview counts records, reviews and changes by entity', async () => {
  const { entities, reviews, recent, changes } = await viewer.ok('getOverview', { query: { days: 7 } });
  const { total, counts } = await viewer.ok('listCountries');
  const countryChanges = await service.db('data_log').where('entity', 'country').count({ n: '*' }).first();
  const [countrySummary, ...otherSummaries] = entities;
  expect(countrySummary).toEqual({
    entity: 'country',
    total,
    counts,
    waiting: reviews.total,
    changes: countryChanges?.n,
  });
  expect(otherSummaries.map(({ waiting }) => waiting)).toEqual(otherSummaries.map(() => 0));
  expect(reviews.oldest).toBe(pendingCountry.updateTime);
  const [{ n } = { n: 0 }] = await service.db('data_log').count({ n: '*' });
  expect(changes).toBe(n);
  expect(recent).toHaveLength(8);
  const positions = recent.map(({ entry }) => `${entry?.time} ${String(entry?.seq).padStart(9, '0')}`);
  expect(positions).toEqual(positions.toSorted().reverse());
});

test('the overview lists the fields that an update changed', async () => {
  const editor = await service.as('editor');
  const body = bodyFrom(pendingCountry, { name: 'Renamed', symbol: '¤' });
  await editor.ok('updateCountry', { path: { id: pendingCountry.id }, ifMatch: 1, body });
  const { recent } = await viewer.ok('getOverview');
  expect(recent[0]?.entry).toMatchObject({
    action: 'update',
    name: 'Renamed',
    changes: ['/name', '/symbol'],
    values: [
      { pointer: '/name', before: pendingCountry.name, after: 'Renamed' },
      { pointer: '/symbol', after: '¤' },
    ],
    actor: 'editor',
  });
});

test('reviews, search and overview are empty without the permission to read', async () => {
  const writer = await service.clientWith('country:create', 'country:update', 'country:review');
  expect(await writer.ok('listReviews')).toMatchObject({ items: [], total: 0 });
  expect(await writer.ok('searchRecords', { query: { q: 'china' } })).toEqual({ items: [] });
  const emptyOverview = {
    entities: [],
    rejections: 0,
    reviews: { total: 0, oldest: null },
    changes: 0,
    recent: [],
    labels: {},
  };
  expect(await writer.ok('getOverview')).toEqual(emptyOverview);
});
