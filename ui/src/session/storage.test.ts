import { describe, expect, it } from 'vitest';
import { fakeStorage, throwingStorage } from '#testing/fake-storage.ts';
import { createUser } from '#testing/test-session.ts';
import { createStorage } from './storage.ts';

describe('storage', () => {
  it('stores user and token under the specified keys', () => {
    const local = fakeStorage();
    createStorage(() => local).write({ user: createUser('ann'), token: 'abc' });
    expect(local.getItem('token')).toBe('abc');
    expect(JSON.parse(local.getItem('user-info') ?? '')).toEqual(createUser('ann'));
    expect(createStorage(() => local).read()).toEqual({ user: createUser('ann'), token: 'abc' });
  });

  it('clears both', () => {
    const local = fakeStorage({ token: 'abc', 'user-info': '{}', other: 'kept' });
    createStorage(() => local).clear();
    expect([local.getItem('token'), local.getItem('user-info'), local.getItem('other')]).toEqual([null, null, 'kept']);
  });

  it.each(['{broken', '"text"', 'null', '[]', '{"roles":"none"}'])('reads only the token if the user is %s', (text) => {
    const local = fakeStorage({ token: 'abc', 'user-info': text });
    expect(createStorage(() => local).read()).toEqual({ user: null, token: 'abc' });
  });

  it('stores the flag of the automatic reload until it is cleared', () => {
    const local = fakeStorage();
    const storage = createStorage(() => local);
    expect([storage.wasAutoReloaded(), storage.markAutoReloaded(), storage.wasAutoReloaded()]).toEqual([
      false,
      true,
      true,
    ]);
    expect(local.getItem('page-reloaded')).not.toBeNull();
    storage.clearAutoReloaded();
    expect(storage.wasAutoReloaded()).toBe(false);
  });

  it('stays empty if the browser denies storage', () => {
    const storage = createStorage(throwingStorage);
    storage.write({ user: createUser('ann'), token: 'abc' });
    storage.clear();
    expect([storage.read(), storage.markAutoReloaded(), storage.wasAutoReloaded()]).toEqual([
      { user: null, token: null },
      false,
      false,
    ]);
  });
});
