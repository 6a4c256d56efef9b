import { setup } from 'xstate';

export type PageReloadEvent =
  /** `again`: a moment after a reload. */
  { type: 'LOAD_FAILED'; again?: boolean } | { type: 'NAVIGATED' } | { type: 'RETRY' } | { type: 'FLAG_REFUSED' };

const provided = () => {
  throw new Error('This effect must be provided.');
};

/**
 * One automatic reload when a page cannot be loaded (a new version was put in place); never two in a row, nor within a
 * moment: what a page loads once it is there would fail again and again.
 */
export const pageReloadMachine = setup({
  types: {} as { events: PageReloadEvent; input: { reloaded: boolean }; context: { reloaded: boolean } },
  actions: { clearFlag: provided, reload: provided, flagAndReload: provided },
  guards: {
    reloaded: ({ context }) => context.reloaded,
    again: ({ event }) => event.type === 'LOAD_FAILED' && event.again === true,
  },
}).createMachine({
  id: 'pageReload',
  context: ({ input }) => input,
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'reloaded', target: 'reloadedOnce' }, { target: 'fresh' }] },
    fresh: {
      on: {
        LOAD_FAILED: [
          { guard: 'again', target: 'failed' },
          { target: 'reloading', actions: 'flagAndReload' },
        ],
      },
    },
    reloadedOnce: {
      on: {
        NAVIGATED: { target: 'fresh', actions: 'clearFlag' },
        LOAD_FAILED: 'failed',
      },
    },
    failed: {
      on: {
        NAVIGATED: { target: 'fresh', actions: 'clearFlag' },
        RETRY: { target: 'reloading', actions: 'reload' },
      },
    },
    // A flag that cannot be kept would make the reloads endless.
    reloading: { on: { FLAG_REFUSED: 'failed' } },
  },
});
