import { expect, it, vi } from 'vitest';
import { fakeStorage, refusingStorage } from '#session/fake-storage.ts';
import { createDrafts } from './drafts.ts';

const place = { user: 'ann', entity: 'country', id: 44 };
const draft = { values: { code: 'CN' }, baseValues: { code: 'CN', name: 'China' }, version: 3 };

it('keeps a draft with its time, until it is dropped', () => {
  const local = fakeStorage();
  const drafts = createDrafts(
    () => local,
    () => 1234,
  );
  expect(drafts.save(place, draft)).toBe(true);
  expect(drafts.read(place)).toEqual({ ...draft, time: 1234 });
  drafts.remove(place);
  expect(drafts.read(place)).toBeNull();
});

it.each([
  ['another user', { ...place, user: 'bob' }],
  ['another kind', { ...place, entity: 'city' }],
  ['another record', { ...place, id: 45 }],
  ['a new record', { ...place, id: null }],
  ['names that run together', { user: 'ann","country', entity: '', id: 44 }],
])('does not offer it for %s', (_what, other) => {
  const local = fakeStorage();
  const drafts = createDrafts(() => local);
  drafts.save(place, draft);
  expect(drafts.read(other)).toBeNull();
});

it('forgets a draft after two weeks, and takes it off the device', () => {
  const local = fakeStorage();
  let now = 0;
  const drafts = createDrafts(
    () => local,
    () => now,
  );
  drafts.save(place, draft);
  now = 14 * 24 * 60 * 60 * 1000 - 1;
  expect(drafts.read(place)).not.toBeNull();
  now += 1;
  expect(drafts.read(place)).toBeNull();
  expect(local.length).toBe(0);
});

it.each([
  '{broken',
  '7',
  '{"values":[],"baseValues":null,"version":1,"time":1}',
  '{"values":{},"baseValues":null,"version":"1","time":1}',
])('reads nothing from %s', (text) => {
  const local = fakeStorage();
  vi.spyOn(local, 'getItem').mockReturnValue(text);
  expect(createDrafts(() => local).read(place)).toBeNull();
});

it('says so where the storage is full', () => {
  const local = fakeStorage();
  vi.spyOn(local, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  expect(createDrafts(() => local).save(place, draft)).toBe(false);
});

it('keeps nothing, quietly, where the browser refuses its storage', () => {
  const drafts = createDrafts(refusingStorage);
  expect(drafts.save(place, draft)).toBe(false);
  expect(drafts.read(place)).toBeNull();
  expect(() => drafts.remove(place)).not.toThrow();
});
