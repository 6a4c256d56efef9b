import { expect, it, vi } from 'vitest';
import { fakeStorage, refusingStorage } from './fake-storage.ts';
import { pageReloadMachine } from './page-reload.machine.ts';
import { createPageReload } from './page-reload.ts';
import { createStorage } from './storage.ts';
import { walk } from './walk-machine.ts';

it('never reloads twice on its own without a navigation between, and leaves nothing of the machine unvisited', async () => {
  const unvisited = await walk({
    machine: pageReloadMachine,
    inputs: [{ reloaded: false }, { reloaded: true }],
    events: [
      ...['LOAD_FAILED', 'NAVIGATED', 'RETRY', 'FLAG_REFUSED'].map((type) => ({ type })),
      { type: 'LOAD_FAILED', again: true },
    ],
    start: (input, inspect) => {
      // The cast: one of `inputs` above.
      const { reloaded } = input as { reloaded: boolean };
      const local = fakeStorage(reloaded ? { 'page-reloaded': '1' } : {});
      const reload = vi.fn();
      const { actor } = createPageReload({ storage: createStorage(() => local), reload, inspect });
      return {
        actor,
        answer: async () => {},
        check: (snapshot, events) => {
          const permitted = events.filter(({ type }) => type === 'RETRY' || type === 'NAVIGATED').length;
          expect(reload.mock.calls.length).toBeLessThanOrEqual((reloaded ? 0 : 1) + permitted);
          const flag = local.getItem('page-reloaded');
          if (snapshot.matches('fresh')) expect(flag).toBeNull();
          if (snapshot.matches('reloadedOnce')) expect([reload.mock.calls.length, flag]).toEqual([0, '1']);
          if (snapshot.matches('reloading')) expect(reload).toHaveBeenCalled();
          if (snapshot.matches('reloading') && !events.some(({ type }) => type === 'RETRY')) expect(flag).toBe('1');
        },
      };
    },
  });
  expect(unvisited).toEqual([]);
});

it('shows the error instead of reloading where the flag cannot be kept', () => {
  const reload = vi.fn();
  const pageReload = createPageReload({ storage: createStorage(refusingStorage), reload });
  pageReload.loadFailed();
  expect([pageReload.failed, reload.mock.calls.length]).toEqual([true, 0]);
  pageReload.retry();
  expect([pageReload.reloading, reload.mock.calls.length]).toEqual([true, 1]);
});

it('hears of a failed import from Vite and keeps the error from the router', () => {
  const page = new EventTarget();
  const fakeLocal = fakeStorage();
  const reload = vi.fn();
  createPageReload({ storage: createStorage(() => fakeLocal), reload, page });
  const event = new Event('vite:preloadError', { cancelable: true });
  page.dispatchEvent(event);
  expect([event.defaultPrevented, reload.mock.calls.length]).toEqual([true, 1]);
});

it('takes a navigation that ended with the page that failed for none, and the next one for ready', () => {
  const local = fakeStorage({ 'page-reloaded': '1' });
  const pageReload = createPageReload({ storage: createStorage(() => local), reload: vi.fn() });
  pageReload.navigating();
  pageReload.loadFailed();
  pageReload.navigated();
  expect([pageReload.failed, local.getItem('page-reloaded')]).toEqual([true, '1']);
  pageReload.navigating();
  pageReload.navigated();
  expect([pageReload.failed, local.getItem('page-reloaded')]).toEqual([false, null]);
});

it('shows the error instead of reloading a moment after a reload', () => {
  const reload = vi.fn();
  const local = fakeStorage();
  const pageReload = createPageReload({ storage: createStorage(() => local), reload, justReloaded: () => true });
  pageReload.navigating();
  pageReload.navigated();
  pageReload.loadFailed();
  expect([pageReload.failed, reload.mock.calls.length]).toEqual([true, 0]);
});

it('leaves code that a page goes on without to whoever asked for it', () => {
  const page = new EventTarget();
  const reload = vi.fn();
  createPageReload({ storage: createStorage(fakeStorage), reload, page, awaitsCode: () => true });
  const event = new Event('vite:preloadError', { cancelable: true });
  page.dispatchEvent(event);
  expect([event.defaultPrevented, reload.mock.calls.length]).toEqual([false, 0]);
});
