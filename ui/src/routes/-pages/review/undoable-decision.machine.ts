import { fromPromise, setup } from 'xstate';

/** How long a decision can be undone before it is sent. */
export const UNDO_MS = 5000;

/** Whether a decision was stored, was refused because the item has changed or is gone, or failed. */
export type DecisionOutcome = 'done' | 'overtaken' | 'failed';

type DecisionEvent =
  | { type: 'UNDO' }
  /** Sends at once, because the user leaves the page. */
  | { type: 'SEND' };

/** The sending of one decision in the review queue. */
export const undoableDecisionMachine = setup({
  types: {} as { events: DecisionEvent },
  actors: {
    /** Sends the decision, and reports failures to the user itself. */
    send: fromPromise<DecisionOutcome>(() => {
      throw new Error('This effect must be provided.');
    }),
  },
  delays: { undo: UNDO_MS },
}).createMachine({
  id: 'decision',
  initial: 'waiting',
  states: {
    waiting: {
      after: { undo: 'sending' },
      on: { UNDO: 'undone', SEND: 'sending' },
    },
    sending: {
      invoke: {
        src: 'send',
        onDone: [
          { guard: ({ event }) => event.output === 'done', target: 'done' },
          { guard: ({ event }) => event.output === 'overtaken', target: 'overtaken' },
          { target: 'failed' },
        ],
        onError: 'failed',
      },
    },
    undone: { type: 'final' },
    done: { type: 'final' },
    overtaken: { type: 'final' },
    failed: { type: 'final' },
  },
});
