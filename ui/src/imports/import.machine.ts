import { assign, fromPromise, setup } from 'xstate';
import type { Entity } from '#api/facts.gen.ts';
import type { Import, ImportOptions, ImportStatus, Preview } from './import.ts';
import {
  type Act,
  begin,
  changed,
  type ImportContext,
  type ImportEvent,
  type ImportInput,
  read,
  refused,
  taken,
} from './import-context.ts';

const provided = () => {
  throw new Error('This effect must be provided.');
};

const isStatus = (...statuses: readonly ImportStatus[]) => {
  return ({ context }: { context: ImportContext }) =>
    context.import !== null && statuses.includes(context.import.status);
};

/** What the machine of an import works with; the page provides its actors and effects. */
const importSetup = setup({
  types: {} as { context: ImportContext; events: ImportEvent; input: ImportInput },
  actors: {
    create: fromPromise<Import, { entity: Entity | null; file: File | null }>(provided),
    load: fromPromise<Import, { id: number | null }>(provided),
    upload: fromPromise<Import, { import: Import | null; file: File | null }>(provided),
    preview: fromPromise<Preview, { id: number | null; options: ImportOptions | null; settled: boolean }>(provided),
    act: fromPromise<Import | null, { id: number | null; act: Act | null }>(provided),
  },
  actions: {
    /** Says where the import is to be found from now on. */
    announce: provided,
    /** Tells what was done. */
    notify: provided,
    choose: assign(({ event }) =>
      event.type === 'CHOOSE' ? { entity: event.entity, file: event.file, problem: null } : {},
    ),
    progress: assign(({ event }) =>
      event.type === 'PROGRESS' ? { received: event.received, broken: event.broken } : {},
    ),
    change: assign(({ context, event }) =>
      event.type === 'CHANGE' ? { options: changed(context.options, event.part) } : {},
    ),
    ask: assign(({ event }) => (event.type === 'ACT' ? { act: event.act, problem: null } : {})),
    hear: assign(({ event }) => (event.type === 'NEWS' ? { import: event.news } : {})),
  },
  guards: {
    hasId: ({ context }) => context.id !== null,
    hasFile: ({ context }) => context.file !== null,
    /** The one whose beginning is there already. */
    sameFile: ({ context, event }) =>
      event.type === 'CHOOSE' &&
      event.file.size === context.import?.bytes &&
      event.file.name === context.import.filename,
    moved: ({ context, event }) => event.type === 'NEWS' && event.news.status !== context.import?.status,
    isUploading: isStatus('uploading'),
    isUploaded: isStatus('uploaded'),
    isWorking: isStatus('staging', 'applying', 'deciding', 'reverting'),
    isFailed: isStatus('failed'),
    isStaged: isStatus('staged'),
    discards: ({ context }) => context.act?.act === 'discard',
    isGone: (_, { error }: { error: unknown }) => statusOf(error) === 404,
    isForbidden: (_, { error }: { error: unknown }) => statusOf(error) === 403,
    isOvertaken: (_, { error }: { error: unknown }) => statusOf(error) === 409,
  },
});

const statusOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;

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
