import { describe, expect, it } from 'vitest';
import { fakeStorage, refusingStorage } from './fake-storage.ts';
import { userOf } from './session-world.ts';
import { createStorage } from './storage.ts';

describe('storage', () => {
  it('keeps user and token under the keys that the spec names', () => {
    const local = fakeStorage();
    createStorage(() => local).write({ user: userOf('ann'), token: 'abc' });
    expect(local.getItem('token')).toBe('abc');
    expect(JSON.parse(local.getItem('user-info') ?? '')).toEqual(userOf('ann'));
    expect(createStorage(() => local).read()).toEqual({ user: userOf('ann'), token: 'abc' });
  });

  it('clears both', () => {
    const local = fakeStorage({ token: 'abc', 'user-info': '{}', other: 'kept' });
    createStorage(() => local).clear();
    expect([local.getItem('token'), local.getItem('user-info'), local.getItem('other')]).toEqual([null, null, 'kept']);
  });

  it.each(['{broken', '"text"', 'null', '[]', '{"roles":"none"}'])('reads no user from %s, but the token', (text) => {
    const local = fakeStorage({ token: 'abc', 'user-info': text });
    expect(createStorage(() => local).read()).toEqual({ user: null, token: 'abc' });
  });

  it('keeps the flag of the automatic reload until it is cleared', () => {
    const local = fakeStorage();
    const storage = createStorage(() => local);
    expect([storage.reloaded(), storage.setReloaded(), storage.reloaded()]).toEqual([false, true, true]);
    expect(local.getItem('page-reloaded')).not.toBeNull();
    storage.clearReloaded();
    expect(storage.reloaded()).toBe(false);
  });

  it('works on, empty, where the browser refuses its storage', () => {
    const storage = createStorage(refusingStorage);
    storage.write({ user: userOf('ann'), token: 'abc' });
    storage.clear();
    expect([storage.read(), storage.setReloaded(), storage.reloaded()]).toEqual([
      { user: null, token: null },
      false,
      false,
    ]);
  });
});
