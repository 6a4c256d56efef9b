import { assign } from 'xstate';
import { begin, read, refused, taken } from './import-context.ts';
import { importSetup } from './import-setup.ts';

/** The life of one import on the screen. Where it stands is the server's word: every way here leads through `sorting`. */
export const importMachine = importSetup.createMachine({
  id: 'import',
  context: ({ input }) => begin(input),
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'hasId', target: 'loading' }, { target: 'choosing' }] },
    choosing: { on: { CHOOSE: { target: 'creating', actions: 'choose' } } },
    creating: {
      invoke: {
        id: 'create',
        src: 'create',
        input: ({ context: { entity, file } }) => ({ entity, file }),
        onDone: { target: 'begun', actions: [assign(({ event }) => taken(event.output)), 'announce'] },
        onError: { target: 'choosing', actions: assign(({ event }) => refused(event.error)) },
      },
    },
    loading: {
      invoke: {
        id: 'load',
        src: 'load',
        input: ({ context: { id } }) => ({ id }),
        onDone: { target: 'sorting', actions: assign(({ event }) => taken(event.output)) },
        onError: [
          { guard: { type: 'isGone', params: ({ event }) => event }, target: 'missing' },
          { guard: { type: 'isForbidden', params: ({ event }) => event }, target: 'forbidden' },
          { target: 'unreachable', actions: assign(({ event }) => refused(event.error)) },
        ],
      },
    },
    unreachable: { on: { RETRY: 'loading' } },
    sorting: {
      always: [
        { guard: 'isUploading', target: 'sending' },
        { guard: 'isUploaded', target: 'mapping' },
        { guard: 'isWorking', target: 'watched.working' },
        { guard: 'isFailed', target: 'watched.failed' },
        { guard: 'isStaged', target: 'watched.staged' },
        { target: 'watched.applied' },
      ],
    },
    sending: {
      initial: 'sorting',
      on: { ACT: { target: 'acting', actions: 'ask' } },
      states: {
        sorting: { always: [{ guard: 'hasFile', target: 'uploading' }, { target: 'interrupted' }] },
        uploading: {
          entry: assign(({ context }) => ({ received: context.import?.received ?? 0, broken: false })),
          on: { PROGRESS: { actions: 'progress' } },
          invoke: {
            id: 'upload',
            src: 'upload',
            input: ({ context }) => ({ import: context.import, file: context.file }),
            onDone: { target: '#import.sorting', actions: assign(({ event }) => taken(event.output)) },
            onError: { target: 'interrupted', actions: assign(({ event }) => refused(event.error)) },
          },
        },
        interrupted: {
          on: {
            CHOOSE: [{ guard: 'sameFile', target: '#import.loading', actions: 'choose' }, { target: 'otherFile' }],
            RETRY: { guard: 'hasFile', target: '#import.loading' },
          },
        },
        otherFile: {
          on: { CHOOSE: { guard: 'sameFile', target: '#import.loading', actions: 'choose' } },
        },
      },
    },
    mapping: {
      initial: 'reading',
      on: {
        CHANGE: { target: '.previewing', reenter: true, actions: 'change' },
        ACT: { target: 'acting', actions: 'ask' },
        // what was corrected and set right again has left the report as it was
        REPORT: { guard: 'isStaged', target: 'sorting' },
      },
      states: {
        reading: {
          // what was corrected before, here or on another device
          entry: assign(({ context }) => ({ options: context.import?.options ?? null })),
          invoke: {
            id: 'read',
            src: 'preview',
            input: ({ context: { id, options } }) => ({ id, options, settled: true }),
            onDone: { target: 'ready', actions: assign(({ context, event }) => read(context, event.output)) },
            onError: { target: 'stuck', actions: assign(({ event }) => refused(event.error)) },
          },
        },
        previewing: {
          invoke: {
            id: 'preview',
            src: 'preview',
            input: ({ context: { id, options } }) => ({ id, options, settled: false }),
            onDone: { target: 'ready', actions: assign(({ context, event }) => read(context, event.output)) },
            onError: { target: 'stuck', actions: assign(({ event }) => refused(event.error)) },
          },
        },
        ready: {},
        stuck: { on: { RETRY: 'previewing' } },
      },
    },
    watched: {
      initial: 'staged',
      on: {
        NEWS: [{ guard: 'moved', target: 'sorting', actions: 'hear' }, { actions: 'hear' }],
        ACT: { target: 'acting', actions: 'ask' },
      },
      states: {
        working: {},
        staged: { on: { REMAP: '#import.mapping' } },
        failed: { on: { REMAP: '#import.mapping' } },
        applied: {},
      },
    },
    acting: {
      invoke: {
        id: 'act',
        src: 'act',
        input: ({ context: { id, act } }) => ({ id, act }),
        onDone: [
          { guard: 'discards', target: 'discarded', actions: 'notify' },
          {
            target: 'sorting',
            actions: [assign(({ context, event }) => ({ import: event.output ?? context.import })), 'notify'],
          },
        ],
        onError: [
          { guard: { type: 'isGone', params: ({ event }) => event }, target: 'missing' },
          {
            guard: { type: 'isOvertaken', params: ({ event }) => event },
            target: 'loading',
            actions: assign(({ event }) => refused(event.error)),
          },
          { target: 'sorting', actions: assign(({ event }) => refused(event.error)) },
        ],
      },
    },
    // the import's own page goes on from here
    begun: { type: 'final' },
    missing: { type: 'final' },
    forbidden: { type: 'final' },
    discarded: { type: 'final' },
  },
});
