import { createActor, type InspectionEvent } from 'xstate';
import { pageReloadMachine } from './page-reload.machine.ts';
import type { SessionStore } from './storage.ts';

export interface PageReloadOptions {
  storage: Pick<SessionStore, 'clearAutoReloaded' | 'wasAutoReloaded' | 'markAutoReloaded'>;
  reload: () => void;
  /** Rejects if the server does not answer or fails; the page then stays, because the browser would replace it by an error of its own. */
  checkServer?: () => Promise<unknown>;
  /** Called if the server cannot be reached when the user tries again. */
  onUnreachable?: () => void;
  /** the target of Vite's preloadError and the browser's beforeunload events */
  page?: Pick<EventTarget, 'addEventListener'> | undefined;
  /** called on every step of the machine, for tests */
  inspect?: (event: InspectionEvent) => void;
}

/** A page that still exists this long after beforeunload was not left. */
export const UNLOAD_TIMEOUT_MS = 3000;

export function createPageReload(options: PageReloadOptions) {
  const { storage, reload, checkServer, onUnreachable, page, inspect = () => {} } = options;
  const reloadIfReachable = (onFail?: () => void) => {
    const cancel = () => {
      actor.send({ type: 'CANCELLED' });
      onFail?.();
    };
    return checkServer ? void checkServer().then(reload, cancel) : reload();
  };
  const actor = createActor(
    pageReloadMachine.provide({
      actions: {
        clearFlag: () => storage.clearAutoReloaded(),
        reload: () => reloadIfReachable(onUnreachable),
        flagAndReload: ({ self }) => {
          if (storage.markAutoReloaded()) reloadIfReachable();
          else self.send({ type: 'FLAG_REFUSED' });
        },
      },
    }),
    { input: { wasReloaded: storage.wasAutoReloaded() }, inspect },
  ).start();

  /** Errors of code that could not be loaded: all of them, and those that occurred during a navigation. */
  const chunkLoadErrors = new WeakSet<Error>();
  const navigationErrors = new WeakSet<Error>();
  let isNavigating = false;
  let hasFailed = false;

  page?.addEventListener('vite:preloadError', (event) => {
    // the cast: Vite's own event type, of which only the payload is used
    const { payload } = event as Event & { payload?: unknown };
    if (!(payload instanceof Error)) return;
    chunkLoadErrors.add(payload);
    if (isNavigating) {
      navigationErrors.add(payload);
      hasFailed = true;
    }
    // the router reloads the page if it recognises the browser's message, even for a mere prefetch
    payload.message = `Missing code: ${payload.message}`;
  });

  page?.addEventListener('beforeunload', (event) => {
    // Timers are paused during the browser's confirmation, and there is no event for its result. The confirmation may also
    // occur during the call of reload, when the machine cannot be cancelled yet.
    setTimeout(() => {
      if (event.defaultPrevented) actor.send({ type: 'CANCELLED' });
    }, UNLOAD_TIMEOUT_MS);
  });

  const pageReload = {
    actor,
    /** whether the page is about to be reloaded */
    get reloading() {
      return actor.getSnapshot().matches('reloading');
    },
    /** Whether an error means that code could not be loaded. */
    isChunkLoadError: (error: unknown): boolean => error instanceof Error && chunkLoadErrors.has(error),
    /** Must be called with the error shown in place of a page; reloads once if the page's code could not be loaded. */
    reloadIfChunkMissing: (error: unknown) => {
      if (error instanceof Error && navigationErrors.delete(error)) pageReload.reportLoadFailure();
    },
    /** Must be called if a page could not be loaded. */
    reportLoadFailure: () => {
      hasFailed = true;
      actor.send({ type: 'LOAD_FAILED' });
    },
    /** Must be called when a navigation begins. */
    startNavigation: () => {
      isNavigating = true;
      hasFailed = false;
    },
    /** Must be called when a navigation ends, even if the page failed. */
    endNavigation: () => {
      isNavigating = false;
      if (!hasFailed) actor.send({ type: 'NAVIGATED' });
    },
    retry: () => actor.send({ type: 'RETRY' }),
  };
  return pageReload;
}

export type PageReload = ReturnType<typeof createPageReload>;
