import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeStorage, throwingStorage } from '#testing/fake-storage.ts';
import { walkMachine } from '#testing/walk-machine.ts';
import { pageReloadMachine } from './page-reload.machine.ts';
import { createPageReload, UNLOAD_TIMEOUT_MS } from './page-reload.ts';
import { createStorage } from './storage.ts';

it('never reloads automatically twice without a navigation in between, on any path through the machine', async () => {
  const unvisited = await walkMachine({
    machine: pageReloadMachine,
    inputs: [{ wasReloaded: false }, { wasReloaded: true }],
    events: ['LOAD_FAILED', 'NAVIGATED', 'RETRY', 'FLAG_REFUSED', 'CANCELLED'].map((type) => ({ type })),
    start: (input, inspect) => {
      // The cast: one of `inputs` above.
      const { wasReloaded } = input as { wasReloaded: boolean };
      const localStorage = fakeStorage(wasReloaded ? { 'page-reloaded': '1' } : {});
      const reload = vi.fn();
      const { actor } = createPageReload({ storage: createStorage(() => localStorage), reload, inspect });
      return {
        actor,
        completeEffect: async () => {},
        check: (snapshot, events) => {
          const allowedReloads = events.filter(({ type }) => ['RETRY', 'NAVIGATED', 'CANCELLED'].includes(type)).length;
          expect(reload.mock.calls.length).toBeLessThanOrEqual((wasReloaded ? 0 : 1) + allowedReloads);
          const flag = localStorage.getItem('page-reloaded');
          if (snapshot.matches('idle')) expect(flag).toBeNull();
          if (snapshot.matches('reloadedOnce')) expect([reload.mock.calls.length, flag]).toEqual([0, '1']);
          if (snapshot.matches('reloading')) expect(reload).toHaveBeenCalled();
          if (snapshot.matches('reloading') && !events.some(({ type }) => type === 'RETRY')) expect(flag).toBe('1');
        },
      };
    },
  });
  expect(unvisited).toEqual([]);
});

it('shows the error instead of reloading if the flag cannot be stored', () => {
  const reload = vi.fn();
  const pageReload = createPageReload({ storage: createStorage(throwingStorage), reload });
  pageReload.reportLoadFailure();
  expect([pageReload.actor.getSnapshot().value, reload.mock.calls.length]).toEqual(['failed', 0]);
  pageReload.retry();
  expect([pageReload.reloading, reload.mock.calls.length]).toEqual([true, 1]);
});

it('reloads only while the server can be reached, and says so to users who try again', async () => {
  const localStorage = fakeStorage({});
  const reload = vi.fn();
  const checkServer = vi.fn<() => Promise<unknown>>().mockRejectedValue(new TypeError('Failed to fetch'));
  const onUnreachable = vi.fn();
  const storage = createStorage(() => localStorage);
  const pageReload = createPageReload({ storage, reload, checkServer, onUnreachable });
  pageReload.reportLoadFailure();
  await vi.waitFor(() => expect(pageReload.reloading).toBe(false));
  expect([reload.mock.calls.length, localStorage.getItem('page-reloaded')]).toEqual([0, null]);
  expect(onUnreachable).not.toHaveBeenCalled();
  pageReload.retry();
  await vi.waitFor(() => expect(onUnreachable).toHaveBeenCalledOnce());
  expect(reload).not.toHaveBeenCalled();
  checkServer.mockResolvedValue(undefined);
  pageReload.retry();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

function createTestPage(stored: Record<string, string> = {}) {
  const page = new EventTarget();
  const localStorage = fakeStorage(stored);
  const reload = vi.fn();
  const pageReload = createPageReload({ storage: createStorage(() => localStorage), reload, page });
  /** Imitates browsers, which fire beforeunload during the call of reload. */
  function askOnReload(isCancelled: boolean): void {
    reload.mockImplementation(() => {
      const event = new Event('beforeunload', { cancelable: true });
      page.dispatchEvent(event);
      // the form's own listener runs later
      if (isCancelled) event.preventDefault();
    });
  }
  /** Imitates Vite, which fires an event when an import fails. */
  function failImport(): TypeError {
    const payload = new TypeError('Failed to fetch dynamically imported module: /assets/country.js');
    const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload });
    expect(page.dispatchEvent(event)).toBe(true);
    return payload;
  }
  const flag = () => localStorage.getItem('page-reloaded');
  return { reload, pageReload, failImport, askOnReload, flag, value: () => pageReload.actor.getSnapshot().value };
}

describe('code that could not be loaded', () => {
  it('reloads the page once if it belongs to the page that is navigated to', () => {
    const { pageReload, failImport, reload, flag } = createTestPage();
    pageReload.startNavigation();
    const error = failImport();
    pageReload.reloadIfChunkMissing(error);
    pageReload.endNavigation();
    expect([pageReload.reloading, reload.mock.calls.length, flag()]).toEqual([true, 1, '1']);
  });

  it('does not reload the page if it belongs to a prefetched page', () => {
    const { pageReload, failImport, reload, flag } = createTestPage();
    pageReload.startNavigation();
    pageReload.endNavigation();
    const error = failImport();
    pageReload.reloadIfChunkMissing(error);
    expect([pageReload.isChunkLoadError(error), reload.mock.calls.length, flag()]).toEqual([true, 0, null]);
  });

  it('gets a message that does not make the router reload the page', () => {
    expect(createTestPage().failImport().message).toMatch(/^Missing code: Failed to fetch/);
  });

  it('shows the error after the automatic reload until a navigation succeeds', () => {
    const { pageReload, failImport, reload, flag, value } = createTestPage({ 'page-reloaded': '1' });
    pageReload.startNavigation();
    pageReload.reloadIfChunkMissing(failImport());
    pageReload.endNavigation();
    expect([value(), reload.mock.calls.length, flag()]).toEqual(['failed', 0, '1']);
    pageReload.startNavigation();
    pageReload.endNavigation();
    expect([value(), flag()]).toEqual(['idle', null]);
  });

  it('is not confused with other errors', () => {
    const { pageReload, reload } = createTestPage();
    pageReload.startNavigation();
    pageReload.reloadIfChunkMissing(new TypeError('Failed to fetch dynamically imported module'));
    expect([pageReload.isChunkLoadError(new TypeError('x')), reload.mock.calls.length]).toEqual([false, 0]);
  });
});

describe('a reload with a confirmation of the browser', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['is cancelled if the user stays, and can be retried', true, 'idle', null],
    ['continues without a confirmation', false, 'reloading', '1'],
  ])('%s', (_what, isCancelled, state, storedFlag) => {
    vi.useFakeTimers();
    const { pageReload, failImport, askOnReload, reload, flag, value } = createTestPage();
    askOnReload(isCancelled);
    pageReload.startNavigation();
    pageReload.reloadIfChunkMissing(failImport());
    vi.advanceTimersByTime(UNLOAD_TIMEOUT_MS);
    expect([value(), flag()]).toEqual([state, storedFlag]);
    pageReload.retry();
    expect(reload).toHaveBeenCalledTimes(2);
  });
});
