import { setup } from 'xstate';

export type PageReloadEvent =
  | { type: 'LOAD_FAILED' }
  | { type: 'NAVIGATED' }
  | { type: 'RETRY' }
  | { type: 'FLAG_REFUSED' }
  /** The user chose to stay when the browser asked whether to leave, or the server cannot be reached. */
  | { type: 'CANCELLED' };

const throwNotProvided = () => {
  throw new Error('This effect must be provided.');
};

/**
 * Reloads the page automatically once if a page's code cannot be loaded, as after the deployment of a new version, but
 * never twice in a row.
 */
export const pageReloadMachine = setup({
  types: {} as { events: PageReloadEvent; input: { wasReloaded: boolean }; context: { wasReloaded: boolean } },
  actions: { clearFlag: throwNotProvided, reload: throwNotProvided, flagAndReload: throwNotProvided },
  guards: { wasReloaded: ({ context }) => context.wasReloaded },
}).createMachine({
  id: 'pageReload',
  context: ({ input }) => input,
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'wasReloaded', target: 'reloadedOnce' }, { target: 'idle' }] },
    idle: {
      on: {
        LOAD_FAILED: { target: 'reloading', actions: 'flagAndReload' },
        // after a cancelled automatic reload; a reload by the user does not set the flag
        RETRY: { actions: 'reload' },
      },
    },
    reloadedOnce: {
      on: {
        NAVIGATED: { target: 'idle', actions: 'clearFlag' },
        LOAD_FAILED: 'failed',
      },
    },
    failed: {
      on: {
        NAVIGATED: { target: 'idle', actions: 'clearFlag' },
        RETRY: { target: 'reloading', actions: 'reload' },
      },
    },
    reloading: {
      on: {
        // without the stored flag the page would reload endlessly
        FLAG_REFUSED: 'failed',
        CANCELLED: { target: 'idle', actions: 'clearFlag' },
        RETRY: { actions: 'reload' },
      },
    },
  },
});
