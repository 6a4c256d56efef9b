import { createActor, type InspectionEvent } from 'xstate';
import { pageReloadMachine } from './page-reload.machine.ts';
import type { SessionStorage } from './storage.ts';

export interface PageReloadOptions {
  storage: Pick<SessionStorage, 'reloaded' | 'setReloaded' | 'clearReloaded'>;
  reload: () => void;
  /** Where Vite tells of a page whose import failed. */
  page?: Pick<EventTarget, 'addEventListener'> | undefined;
  /** Whether code is on its way that the page goes on without: who asked for it deals with its failure. */
  awaitsCode?: () => boolean;
  /** Whether this page has been loaded anew a moment ago. */
  justReloaded?: () => boolean;
  /** Hears of every step; for the tests. */
  inspect?: (event: InspectionEvent) => void;
}

export function createPageReload({ storage, reload, page, inspect = () => {}, ...asked }: PageReloadOptions) {
  const { awaitsCode = () => false, justReloaded = () => false } = asked;
  const actor = createActor(
    pageReloadMachine.provide({
      actions: {
        clearFlag: () => storage.clearReloaded(),
        reload: () => reload(),
        flagAndReload: ({ self }) => {
          if (storage.setReloaded()) reload();
          else self.send({ type: 'FLAG_REFUSED' });
        },
      },
    }),
    { input: { reloaded: storage.reloaded() }, inspect },
  ).start();

  let failedHere = false;

  const pageReload = {
    actor,
    /** The page is about to be loaded anew: show nothing of the error. */
    get reloading() {
      return actor.getSnapshot().matches('reloading');
    },
    /** A page could not be loaded, after the automatic reload too. */
    get failed() {
      return actor.getSnapshot().matches('failed');
    },
    loadFailed: () => {
      failedHere = true;
      actor.send({ type: 'LOAD_FAILED', again: justReloaded() });
    },
    /** To be called when a navigation begins. */
    navigating: () => {
      failedHere = false;
    },
    /** To be called when a navigation is over: the router calls it so with the page in error as well. */
    navigated: () => {
      if (!failedHere) actor.send({ type: 'NAVIGATED' });
    },
    retry: () => actor.send({ type: 'RETRY' }),
  };

  page?.addEventListener('vite:preloadError', (event) => {
    if (awaitsCode()) return;
    // Kept from the router, which has an automatic reload of its own that knows nothing of this flag.
    event.preventDefault();
    pageReload.loadFailed();
  });
  return pageReload;
}
