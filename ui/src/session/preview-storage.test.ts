import { expect, it } from 'vitest';
import { fakeStorage, throwingStorage } from '#testing/fake-storage.ts';
import { createUser } from '#testing/test-session.ts';
import { createPreviewStorage } from './storage.ts';

const preview = { token: 'seen', user: createUser('ann', 'country:read'), from: '/users/role-list?page=2' };

it('stores a preview and its changed profile until it is cleared', () => {
  const browserStorage = fakeStorage();
  const storage = createPreviewStorage(() => browserStorage);
  expect(storage.read()).toBeNull();
  storage.start(preview);
  expect(createPreviewStorage(() => browserStorage).read()).toEqual(preview);
  storage.write({ token: 'seen', user: createUser('ann') });
  expect(storage.read()).toEqual({ ...preview, user: createUser('ann') });
  storage.clear();
  expect(storage.read()).toBeNull();
});

it('writes nothing without a preview', () => {
  const browserStorage = fakeStorage();
  createPreviewStorage(() => browserStorage).write({ token: 'abc', user: createUser('ann') });
  expect(browserStorage.length).toBe(0);
});

it('reports once that a preview has ended', () => {
  const browserStorage = fakeStorage();
  const storage = createPreviewStorage(() => browserStorage);
  storage.markEnded();
  expect([storage.takeEnded(), storage.takeEnded()]).toEqual([true, false]);
});

it.each(['{broken', 'null'])('reads no preview from %s', (text) => {
  expect(createPreviewStorage(() => fakeStorage({ preview: text })).read()).toBeNull();
});

it('works without a preview if the browser denies storage', () => {
  const storage = createPreviewStorage(throwingStorage);
  storage.start(preview);
  storage.clear();
  expect([storage.read(), storage.takeEnded()]).toEqual([null, false]);
});
