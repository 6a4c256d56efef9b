import { createActor, type InspectionEvent } from 'xstate';
import { pageReloadMachine } from './page-reload.machine.ts';
import type { SessionStorage } from './storage.ts';

export interface PageReloadOptions {
  storage: Pick<SessionStorage, 'reloaded' | 'setReloaded' | 'clearReloaded'>;
  reload: () => void;
  /** Where Vite tells of code that could not be loaded, and the browser that the page is about to be left. */
  page?: Pick<EventTarget, 'addEventListener'> | undefined;
  /** Hears of every step; for the tests. */
  inspect?: (event: InspectionEvent) => void;
}

/** How long a page still stands after somebody agreed to leave it; one that stands longer was not left. */
export const LEAVE_MS = 3000;

export function createPageReload({ storage, reload, page, inspect = () => {} }: PageReloadOptions) {
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

  /** Code that could not be loaded: all of it, and what was asked for while somebody went to a page. */
  const missing = new WeakSet<Error>();
  const missingForPage = new WeakSet<Error>();
  let navigating = false;
  let failedHere = false;

  page?.addEventListener('vite:preloadError', (event) => {
    // the cast: Vite's own event, of which only the payload counts
    const { payload } = event as Event & { payload?: unknown };
    if (!(payload instanceof Error)) return;
    missing.add(payload);
    if (navigating) {
      missingForPage.add(payload);
      failedHere = true;
    }
    // The router reloads on its own at the browser's words for this, also where somebody only pointed at a link.
    payload.message = `Missing code: ${payload.message}`;
  });

  page?.addEventListener('beforeunload', (event) => {
    // Timers rest while the browser asks, and nothing else tells of the answer. The browser may ask while it is told to
    // reload: only afterwards the machine is where it can be cancelled.
    setTimeout(() => {
      if (event.defaultPrevented) actor.send({ type: 'CANCELLED' });
    }, LEAVE_MS);
  });

  const pageReload = {
    actor,
    /** The page is about to be loaded anew. */
    get reloading() {
      return actor.getSnapshot().matches('reloading');
    },
    /** Whether an error says that code could not be loaded. */
    isMissingCode: (error: unknown): boolean => error instanceof Error && missing.has(error),
    /** To be called with the error that is shown in a page's place: code that the page itself lacks is loaded anew once. */
    pageFailed: (error: unknown) => {
      if (error instanceof Error && missingForPage.delete(error)) pageReload.loadFailed();
    },
    /** A page could not be loaded. */
    loadFailed: () => {
      failedHere = true;
      actor.send({ type: 'LOAD_FAILED' });
    },
    /** To be called when a navigation begins. */
    navigating: () => {
      navigating = true;
      failedHere = false;
    },
    /** To be called when a navigation is over: the router calls it so with the page in error as well. */
    navigated: () => {
      navigating = false;
      if (!failedHere) actor.send({ type: 'NAVIGATED' });
    },
    retry: () => actor.send({ type: 'RETRY' }),
  };
  return pageReload;
}

export type PageReload = ReturnType<typeof createPageReload>;
