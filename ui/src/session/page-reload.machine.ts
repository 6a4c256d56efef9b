import { setup } from 'xstate';

export type PageReloadEvent =
  | { type: 'LOAD_FAILED' }
  | { type: 'NAVIGATED' }
  | { type: 'RETRY' }
  | { type: 'FLAG_REFUSED' }
  /** The person stayed when the browser asked whether to leave. */
  | { type: 'CANCELLED' };

const provided = () => {
  throw new Error('This effect must be provided.');
};

/**
 * One automatic reload when the page that somebody goes to cannot be loaded, as after a new version was put in place;
 * never two in a row.
 */
export const pageReloadMachine = setup({
  types: {} as { events: PageReloadEvent; input: { reloaded: boolean }; context: { reloaded: boolean } },
  actions: { clearFlag: provided, reload: provided, flagAndReload: provided },
  guards: { reloaded: ({ context }) => context.reloaded },
}).createMachine({
  id: 'pageReload',
  context: ({ input }) => input,
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'reloaded', target: 'reloadedOnce' }, { target: 'idle' }] },
    idle: {
      on: {
        LOAD_FAILED: { target: 'reloading', actions: 'flagAndReload' },
        // Of a page whose automatic reload was cancelled: what a person asks for uses nothing up.
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
        // A flag that cannot be stored would make the reloads endless.
        FLAG_REFUSED: 'failed',
        CANCELLED: { target: 'idle', actions: 'clearFlag' },
        RETRY: { actions: 'reload' },
      },
    },
  },
});
