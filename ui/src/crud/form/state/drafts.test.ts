import { expect, it, vi } from 'vitest';
import { fakeStorage, throwingStorage } from '#testing/fake-storage.ts';
import { createDrafts, createFormId, draftsOfRecords } from './drafts.ts';

const key = { user: 'ann', entity: 'country', id: 44 };
const draft = { values: { code: 'CN' }, baseValues: { code: 'CN', name: 'China' }, version: 3 };

it('stores a draft with its time until it is removed', () => {
  const storage = fakeStorage();
  const drafts = createDrafts(
    () => storage,
    () => 1234,
  );
  expect(drafts.save(key, draft)).toBe(true);
  expect(drafts.read(key)).toEqual({ ...draft, time: 1234 });
  drafts.remove(key);
  expect(drafts.read(key)).toBeNull();
});

it.each([
  ['another user', { ...key, user: 'bob' }],
  ['another entity', { ...key, entity: 'city' }],
  ['another record', { ...key, id: 45 }],
  ['a new record', { ...key, id: null }],
  ['key parts that would collide if joined', { user: 'ann","country', entity: '', id: 44 }],
])('does not return it for %s', (_what, otherKey) => {
  const storage = fakeStorage();
  const drafts = createDrafts(() => storage);
  drafts.save(key, draft);
  expect(drafts.read(otherKey)).toBeNull();
});

it('keeps the drafts of several new records of a kind, and finds the newest', () => {
  const storage = fakeStorage();
  let now = 1;
  const drafts = createDrafts(
    () => storage,
    () => now++,
  );
  const newKey = { ...key, id: null };
  const save = (formId: string | undefined, code: string) =>
    drafts.save({ ...newKey, formId }, { values: { code }, baseValues: null, version: null });
  save(undefined, 'CN');
  save('1-1', 'FR');
  save('2-2', 'DE');
  drafts.save(key, draft);
  expect(drafts.find(newKey)).toMatchObject({ formId: '2-2', values: { code: 'DE' } });
  drafts.remove({ ...newKey, formId: '2-2' });
  expect(drafts.find(newKey)).toMatchObject({ formId: '1-1', values: { code: 'FR' } });
  expect(drafts.all().map(({ id, formId }) => [id, formId])).toEqual([
    [44, undefined],
    [null, '1-1'],
    [null, undefined],
  ]);
  expect(drafts.find(key)).toMatchObject(draft);
});

it('gives every form an id of its own', () => {
  expect(createFormId()).not.toBe(createFormId());
});

it('expires a draft after two weeks and removes it from storage', () => {
  const storage = fakeStorage();
  let now = 0;
  const drafts = createDrafts(
    () => storage,
    () => now,
  );
  drafts.save(key, draft);
  now = 14 * 24 * 60 * 60 * 1000 - 1;
  expect(drafts.read(key)).not.toBeNull();
  now += 1;
  expect(drafts.read(key)).toBeNull();
  expect(storage.length).toBe(0);
});

it.each([
  '{broken',
  '7',
  '{"values":[],"baseValues":null,"version":1,"time":1}',
  '{"values":{},"baseValues":null,"version":"1","time":1}',
])('returns null for the malformed draft %s', (text) => {
  const storage = fakeStorage();
  vi.spyOn(storage, 'getItem').mockReturnValue(text);
  expect(createDrafts(() => storage).read(key)).toBeNull();
});

it('returns false if the storage is full', () => {
  const storage = fakeStorage();
  vi.spyOn(storage, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  expect(createDrafts(() => storage).save(key, draft)).toBe(false);
});

it('does nothing if the browser denies access to storage', () => {
  const drafts = createDrafts(throwingStorage);
  expect(drafts.save(key, draft)).toBe(false);
  expect(drafts.read(key)).toBeNull();
  expect(() => drafts.remove(key)).not.toThrow();
});

it('lists the drafts of records of one user only', () => {
  const storage = fakeStorage();
  const drafts = createDrafts(() => storage);
  for (const otherKey of [
    { ...key, user: 'bob' },
    { ...key, entity: 'role' },
    { ...key, entity: 'system_config' },
  ])
    drafts.save(otherKey, draft);
  expect(draftsOfRecords(drafts, 'ann')).toEqual([]);
  drafts.save(key, draft);
  expect(draftsOfRecords(drafts, 'ann')).toMatchObject([key]);
});

it('lists drafts of records with the change sets in which they were made, but not those of items or of other views', () => {
  const storage = fakeStorage();
  let now = 1;
  const drafts = createDrafts(
    () => storage,
    () => now++,
  );
  for (const view of ['', ' #7', ' #7 live', ' #7 item 3', ' 2026-11-20'])
    drafts.save({ ...key, entity: `country${view}` }, draft);
  expect(draftsOfRecords(drafts, 'ann').map(({ entity, setId }) => [entity, setId])).toEqual([
    ['country', 7],
    ['country', null],
  ]);
});
