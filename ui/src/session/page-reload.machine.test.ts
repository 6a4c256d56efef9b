import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeStorage, refusingStorage } from './fake-storage.ts';
import { pageReloadMachine } from './page-reload.machine.ts';
import { createPageReload, LEAVE_MS } from './page-reload.ts';
import { createStorage } from './storage.ts';
import { walk } from './walk-machine.ts';

it('never reloads twice on its own without a navigation between, and leaves nothing of the machine unvisited', async () => {
  const unvisited = await walk({
    machine: pageReloadMachine,
    inputs: [{ reloaded: false }, { reloaded: true }],
    events: ['LOAD_FAILED', 'NAVIGATED', 'RETRY', 'FLAG_REFUSED', 'CANCELLED'].map((type) => ({ type })),
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
          const permitted = events.filter(({ type }) => ['RETRY', 'NAVIGATED', 'CANCELLED'].includes(type)).length;
          expect(reload.mock.calls.length).toBeLessThanOrEqual((reloaded ? 0 : 1) + permitted);
          const flag = local.getItem('page-reloaded');
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

it('shows the error instead of reloading where the flag cannot be kept', () => {
  const reload = vi.fn();
  const pageReload = createPageReload({ storage: createStorage(refusingStorage), reload });
  pageReload.loadFailed();
  expect([pageReload.actor.getSnapshot().value, reload.mock.calls.length]).toEqual(['failed', 0]);
  pageReload.retry();
  expect([pageReload.reloading, reload.mock.calls.length]).toEqual([true, 1]);
});

function world(stored: Record<string, string> = {}) {
  const page = new EventTarget();
  const local = fakeStorage(stored);
  const reload = vi.fn();
  const pageReload = createPageReload({ storage: createStorage(() => local), reload, page });
  /** What browsers do within the call that reloads. */
  function askOnReload(asks: boolean): void {
    reload.mockImplementation(() => {
      const event = new Event('beforeunload', { cancelable: true });
      page.dispatchEvent(event);
      // the form's own listener comes later
      if (asks) event.preventDefault();
    });
  }
  /** What Vite does when an import fails. */
  function failImport(): TypeError {
    const payload = new TypeError('Failed to fetch dynamically imported module: /assets/country.js');
    const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload });
    expect(page.dispatchEvent(event)).toBe(true);
    return payload;
  }
  const flag = () => local.getItem('page-reloaded');
  return { reload, pageReload, failImport, askOnReload, flag, value: () => pageReload.actor.getSnapshot().value };
}

describe('code that could not be loaded', () => {
  it('of the page that somebody goes to has it reloaded once', () => {
    const { pageReload, failImport, reload, flag } = world();
    pageReload.navigating();
    const error = failImport();
    pageReload.pageFailed(error);
    pageReload.navigated();
    expect([pageReload.reloading, reload.mock.calls.length, flag()]).toEqual([true, 1, '1']);
  });

  it('of a page that is loaded ahead reloads nothing, not even where its error is shown', () => {
    const { pageReload, failImport, reload, flag } = world();
    pageReload.navigating();
    pageReload.navigated();
    const error = failImport();
    pageReload.pageFailed(error);
    expect([pageReload.isMissingCode(error), reload.mock.calls.length, flag()]).toEqual([true, 0, null]);
  });

  it('is no reason for the router to reload the page by itself', () => {
    expect(world().failImport().message).toMatch(/^Missing code: Failed to fetch/);
  });

  it('after the automatic reload shows the error, until a navigation succeeds', () => {
    const { pageReload, failImport, reload, flag, value } = world({ 'page-reloaded': '1' });
    pageReload.navigating();
    pageReload.pageFailed(failImport());
    pageReload.navigated();
    expect([value(), reload.mock.calls.length, flag()]).toEqual(['failed', 0, '1']);
    pageReload.navigating();
    pageReload.navigated();
    expect([value(), flag()]).toEqual(['idle', null]);
  });

  it('is not what another error says', () => {
    const { pageReload, reload } = world();
    pageReload.navigating();
    pageReload.pageFailed(new TypeError('Failed to fetch dynamically imported module'));
    expect([pageReload.isMissingCode(new TypeError('x')), reload.mock.calls.length]).toEqual([false, 0]);
  });
});

describe('a reload that the browser asks about', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['is given up by whoever stays, who may reload by hand', true, 'idle', null],
    ['goes on where nobody is asked', false, 'reloading', '1'],
  ])('%s', (_what, asks, state, kept) => {
    vi.useFakeTimers();
    const { pageReload, failImport, askOnReload, reload, flag, value } = world();
    askOnReload(asks);
    pageReload.navigating();
    pageReload.pageFailed(failImport());
    vi.advanceTimersByTime(LEAVE_MS);
    expect([value(), flag()]).toEqual([state, kept]);
    pageReload.retry();
    expect(reload).toHaveBeenCalledTimes(2);
  });
});
