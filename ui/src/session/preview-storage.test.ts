import { expect, it } from 'vitest';
import { fakeStorage, refusingStorage } from './fake-storage.ts';
import { createPreviewStorage } from './preview-storage.ts';
import { userOf } from './session-world.ts';

const preview = { token: 'seen', user: userOf('ann', 'country:read'), from: '/users/role-list?page=2' };

it('keeps a preview until it is cleared, and follows its profile', () => {
  const kept = fakeStorage();
  const storage = createPreviewStorage(() => kept);
  expect(storage.read()).toBeNull();
  storage.begin(preview);
  expect(createPreviewStorage(() => kept).read()).toEqual(preview);
  storage.write({ token: 'seen', user: userOf('ann') });
  expect(storage.read()).toEqual({ ...preview, user: userOf('ann') });
  storage.clear();
  expect(storage.read()).toBeNull();
});

it('writes nothing where no preview was begun', () => {
  const kept = fakeStorage();
  createPreviewStorage(() => kept).write({ token: 'abc', user: userOf('ann') });
  expect(kept.length).toBe(0);
});

it('tells once that a preview is over', () => {
  const kept = fakeStorage();
  const storage = createPreviewStorage(() => kept);
  storage.markOver();
  expect([storage.takeOver(), storage.takeOver()]).toEqual([true, false]);
});

it.each(['{broken', 'null'])('reads none from %s', (text) => {
  expect(createPreviewStorage(() => fakeStorage({ preview: text })).read()).toBeNull();
});

it('works on without one where the browser refuses its storage', () => {
  const storage = createPreviewStorage(refusingStorage);
  storage.begin(preview);
  storage.clear();
  expect([storage.read(), storage.takeOver()]).toEqual([null, false]);
});
