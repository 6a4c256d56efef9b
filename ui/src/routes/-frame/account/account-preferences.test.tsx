import { act } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Schemas } from '#api/metadata.gen.ts';
import { Problem } from '#api/problem.ts';
import { onListPreferencesChange, useListPreferences } from '#crud/list/columns/preferences.ts';
import { language, setLanguage } from '#i18n/i18n.ts';
import { renderInConsole } from '#testing/render.tsx';
import { currentTheme, setTheme } from '../theme-menu.tsx';
import { syncPreferences } from './account-preferences.ts';

type Preferences = Schemas['Preferences'];
type PreferencesBody = Schemas['PreferencesBody'];

const NONE: Preferences = { theme: null, language: null, lists: [] };
const outage = new Problem({ status: 0, code: 0, key: 'networkError', message: 'No answer' });
const refusal = (status: number, ...pointers: string[]) => {
  const fields = pointers.map((pointer) => ({ pointer, rule: 'enum', message: 'Invalid' }) as const);
  return new Problem({ status, code: status, key: 'validationError', message: 'Refused', fields });
};

let saved: Preferences;
let page = new AbortController();
const stop = () => page.abort();
const load = vi.fn<(signal: AbortSignal) => Promise<Preferences>>();
const save = vi.fn<(body: PreferencesBody) => Promise<unknown>>();
const bodies = () => save.mock.calls.map(([body]) => body);

/** Starts with these preferences in the account, and waits until they are shown. */
async function signIn(account: Partial<Preferences>, { username = 'ann', preview = false } = {}): Promise<void> {
  stop();
  saved = { ...NONE, ...account };
  page = new AbortController();
  const shown = { theme: currentTheme(), language: language() };
  await act(async () => {
    syncPreferences({ username, preview }, shown, page.signal, { load, save });
    await vi.advanceTimersByTimeAsync(0);
  });
}

const pass = (ms = 1000) => act(() => vi.advanceTimersByTimeAsync(ms));
const storedTheme = () => localStorage.getItem('theme');

/** Creates a response that the test gives later. */
function pendingResponse<T>() {
  let resolve = (_: T) => {};
  const promise = new Promise<T>((give) => {
    resolve = give;
  });
  return { promise, resolve: (value: T) => resolve(value) };
}

/** As another tab changes the storage that it shares with this one. */
async function changeInOtherTab(key: string, value: string): Promise<void> {
  localStorage.setItem(key, value);
  await act(async () => {
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }));
  });
}

let list: ReturnType<typeof useListPreferences>;
function List() {
  list = useListPreferences('airport');
  return null;
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  setTheme('light');
  await setLanguage('zh-CN');
  localStorage.clear();
  // forgets lists that other tests have changed
  onListPreferencesChange(() => {})();
  load.mockReset().mockImplementation(async () => saved);
  save.mockReset().mockResolvedValue({});
  await renderInConsole(<List />, { language: 'zh-CN' });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

describe('after signing in', () => {
  it('the account’s preferences win over what this browser has', async () => {
    localStorage.setItem('theme', 'light');
    await signIn({
      theme: 'dark',
      language: 'en',
      lists: [{ list: 'airport', density: 'compact', columns: ['name'], widths: [{ column: 'name', width: 240 }] }],
    });
    expect([currentTheme(), storedTheme(), language()]).toEqual(['dark', 'dark', 'en']);
    expect(list.preferences).toEqual({ density: 'compact', columns: ['name'], widths: { name: 240 } });
    await signIn({ theme: 'dark', language: 'en' });
    expect(list.preferences).toEqual({ density: 'comfortable', widths: {} });
    await pass();
    expect(bodies()).toEqual([]);
  });

  it('what this browser has is saved where the account has nothing', async () => {
    localStorage.setItem('theme', 'dark');
    localStorage.setItem('list:airport', '{"density":"compact","widths":{"name":200}}');
    await signIn({});
    await pass();
    expect(bodies()).toEqual([
      { theme: 'light', lists: [{ list: 'airport', density: 'compact', widths: [{ column: 'name', width: 200 }] }] },
    ]);
    expect(localStorage.getItem('list:airport')).toBeNull();
  });

  it('what somebody else has left in this browser is neither shown nor saved', async () => {
    await signIn({ theme: 'dark', language: 'en' }, { username: 'bob' });
    await signIn({});
    expect([currentTheme(), language()]).toEqual(['light', 'zh-CN']);
    await pass();
    expect(bodies()).toEqual([]);
  });

  it('what was chosen on the sign-in page after somebody else left is kept', async () => {
    await signIn({ theme: 'dark' }, { username: 'bob' });
    stop();
    setTheme('system');
    await signIn({});
    await pass();
    expect([currentTheme(), bodies()]).toEqual(['system', [{ theme: 'system' }]]);
  });

  it('a choice that could not be saved earlier wins, and is saved', async () => {
    save.mockRejectedValue(outage);
    await signIn({});
    setTheme('dark');
    await pass();
    save.mockReset().mockResolvedValue({});
    await signIn({ theme: 'light', language: 'en' });
    expect([currentTheme(), language(), bodies()]).toEqual(['dark', 'en', [{ theme: 'dark' }]]);
    await signIn({ theme: 'light' });
    expect(currentTheme()).toBe('light');
  });

  it('what another user has chosen since is not saved as an earlier choice', async () => {
    save.mockRejectedValue(outage);
    await signIn({});
    setTheme('dark');
    await pass();
    save.mockReset().mockResolvedValue({});
    await signIn({ theme: 'system' }, { username: 'bob' });
    await signIn({ theme: 'light' });
    expect([currentTheme(), bodies()]).toEqual(['light', []]);
  });

  it('an answer that is older than a choice does not undo it', async () => {
    const response = pendingResponse<Preferences>();
    load.mockReturnValue(response.promise);
    await signIn({});
    setTheme('dark');
    await pass();
    await act(async () => response.resolve({ ...NONE, theme: 'light' }));
    expect([currentTheme(), bodies()]).toEqual(['dark', [{ theme: 'dark' }]]);
  });

  it('values of another release are ignored', async () => {
    // the cast: a newer release may have such a value
    const density = 'airy' as 'compact';
    await signIn({ lists: [{ list: 'airport', density, columns: ['gone', 'name'] }] });
    expect(list.preferences).toEqual({ density: 'comfortable', columns: ['gone', 'name'], widths: {} });
    await changeInOtherTab('list::airport', '{"density":7,"columns":"name","widths":[],"showsEmptyColumns":"no"}');
    expect(list.preferences).toEqual({ density: 'comfortable', widths: {} });
    await changeInOtherTab('list::airport', '{"dens');
    expect(list.preferences).toEqual({ density: 'comfortable', widths: {} });
  });
});

describe('a change', () => {
  it('is saved after a pause, together with others and without what has not changed', async () => {
    await signIn({ theme: 'dark' });
    await act(async () => list.change({ density: 'compact' }));
    await pass(900);
    await act(async () => list.change({ widths: { name: 300.4 }, columns: ['name', 'city'] }));
    await act(() => setLanguage('en'));
    await pass(900);
    expect(bodies()).toEqual([]);
    await pass(100);
    const entry = { columns: ['name', 'city'], widths: [{ column: 'name', width: 300 }] };
    expect(bodies()).toEqual([{ language: 'en', lists: [{ list: 'airport', density: 'compact', ...entry }] }]);
    await act(async () => list.change({ columns: undefined, widths: {}, density: 'comfortable' }));
    await pass();
    expect(bodies()[1]).toEqual({ lists: [{ list: 'airport' }] });
  });

  it('that fails is sent again with the next one; one that is refused is not', async () => {
    await signIn({});
    save.mockRejectedValueOnce(outage).mockRejectedValueOnce(refusal(422));
    setTheme('dark');
    await pass();
    await act(async () => list.change({ density: 'compact' }));
    await pass();
    await act(() => setLanguage('en'));
    await pass();
    const lists = [{ list: 'airport', density: 'compact' }];
    expect(bodies()).toEqual([{ theme: 'dark' }, { theme: 'dark', lists }, { language: 'en' }]);
  });

  it.each([
    403, 404, 405, 409, 413,
  ])('that is refused with %i, as by an older server, is kept and sent again', async (status) => {
    await signIn({});
    save.mockRejectedValueOnce(refusal(status));
    setTheme('dark');
    await pass();
    await signIn({ theme: 'light' });
    expect([currentTheme(), bodies()]).toEqual(['dark', [{ theme: 'dark' }, { theme: 'dark' }]]);
  });

  it('that a proxy refuses without the server is kept', async () => {
    await signIn({});
    save.mockRejectedValueOnce(new Problem({ status: 400, code: 0, key: 'unknownError', message: 'Bad Request' }));
    setTheme('dark');
    await pass();
    await signIn({ theme: 'light' });
    expect(currentTheme()).toBe('dark');
  });

  it('is saved without the invalid ones that were sent with it', async () => {
    await signIn({});
    save.mockRejectedValueOnce(refusal(422, '/lists/0/columns'));
    setTheme('dark');
    await act(async () => list.change({ columns: ['gone'] }));
    await pass();
    expect(bodies()[1]).toEqual({ theme: 'dark' });
    await pass();
    expect(bodies()).toHaveLength(2);
  });

  it('made while another one is being saved is saved after that', async () => {
    await signIn({});
    const response = pendingResponse<object>();
    save.mockReturnValueOnce(response.promise);
    setTheme('dark');
    await pass();
    setTheme('system');
    await pass();
    expect(bodies()).toEqual([{ theme: 'dark' }]);
    await act(async () => response.resolve({}));
    expect(bodies()).toEqual([{ theme: 'dark' }, { theme: 'system' }]);
  });

  it('is saved at once when the page is left', async () => {
    await signIn({});
    setTheme('dark');
    await act(async () => void window.dispatchEvent(new Event('pagehide')));
    expect(bodies()).toEqual([{ theme: 'dark' }]);
    await pass();
    expect(bodies()).toHaveLength(1);
  });

  it('of another tab is shown, and saved by that tab alone', async () => {
    await signIn({});
    await changeInOtherTab('theme', 'dark');
    await changeInOtherTab('language', 'en');
    await changeInOtherTab('list::airport', '{"density":"compact","widths":{}}');
    await pass();
    expect([currentTheme(), language(), list.preferences.density]).toEqual(['dark', 'en', 'compact']);
    expect(bodies()).toEqual([]);
  });

  it('made before this code was loaded is saved', async () => {
    const shown = { theme: currentTheme(), language: language() };
    setTheme('dark');
    list.change({ density: 'compact' });
    saved = { ...NONE, theme: 'light' };
    page = new AbortController();
    syncPreferences({ username: 'ann', preview: false }, shown, page.signal, { load, save });
    await pass();
    expect(bodies()).toEqual([{ theme: 'dark', lists: [{ list: 'airport', density: 'compact' }] }]);
  });

  it('during the preview of a role is saved once the preview has ended', async () => {
    await signIn({}, { preview: true });
    setTheme('dark');
    await pass();
    expect(bodies()).toEqual([]);
    await signIn({ theme: 'light' });
    expect([currentTheme(), bodies()]).toEqual(['dark', [{ theme: 'dark' }]]);
  });

  it('on another device is shown when this page is shown again', async () => {
    await signIn({});
    saved = { ...NONE, theme: 'dark' };
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(0);
    expect(currentTheme()).toBe('light');
    await pass(6 * 60_000);
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(0);
    expect(currentTheme()).toBe('dark');
  });
});
