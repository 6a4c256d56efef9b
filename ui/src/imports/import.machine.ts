import { assign, fromPromise, setup } from 'xstate';
import type { EntityKey } from '#api/metadata.gen.ts';
import type { Import, ImportOptions, ImportStatus, Preview } from './import.ts';
import {
  applyOptionChange,
  httpStatusOf,
  type ImportAction,
  type ImportContext,
  type ImportEvent,
  type ImportInput,
  initialContext,
  takeQueuedAction,
  withFailedAction,
  withImport,
  withPreview,
  withProblem,
} from './import-context.ts';

const failUnlessProvided = () => {
  throw new Error('This effect must be provided.');
};

const isStatus = (...statuses: readonly ImportStatus[]) => {
  return ({ context }: { context: ImportContext }) =>
    context.import !== null && statuses.includes(context.import.status);
};

/** The context, guards and actions of the machine; `useImport` provides actors and effects. */
const importSetup = setup({
  types: {} as { context: ImportContext; events: ImportEvent; input: ImportInput },
  actors: {
    create: fromPromise<Import, { entity: EntityKey | null; file: File | null }>(failUnlessProvided),
    load: fromPromise<Import, { id: number | null }>(failUnlessProvided),
    upload: fromPromise<Import, { import: Import | null; file: File | null }>(failUnlessProvided),
    preview: fromPromise<Preview, { id: number | null; options: ImportOptions | null; skipsDebounce: boolean }>(
      failUnlessProvided,
    ),
    runAction: fromPromise<Import | null, { id: number | null; action: ImportAction | null }>(failUnlessProvided),
  },
  actions: {
    /** Opens the page of the import just created. */
    openCreatedImport: failUnlessProvided,
    /** Shows a message about the finished action and releases what it no longer needs. */
    finishAction: failUnlessProvided,
    storeFile: assign(({ event }) =>
      event.type === 'CHOOSE_FILE' ? { entity: event.entity, file: event.file, problem: null } : {},
    ),
    storeProgress: assign(({ event }) =>
      event.type === 'PROGRESS' ? { received: event.received, isReconnecting: event.isReconnecting } : {},
    ),
    storeOptions: assign(({ context, event }) =>
      event.type === 'CHANGE_OPTIONS' ? { options: applyOptionChange(context.options, event.changes) } : {},
    ),
    storeAction: assign(({ event }) => (event.type === 'RUN_ACTION' ? { action: event.action, problem: null } : {})),
    dismissProblem: assign({ problem: null }),
    queueAction: assign(({ context, event }) =>
      event.type === 'RUN_ACTION' ? { queuedActions: [...context.queuedActions, event.action] } : {},
    ),
    takeQueuedAction: assign(({ context }) => takeQueuedAction(context)),
    storeUpdate: assign(({ event }) => (event.type === 'SERVER_UPDATE' ? { import: event.update } : {})),
  },
  guards: {
    hasId: ({ context }) => context.id !== null,
    hasFile: ({ context }) => context.file !== null,
    /** Whether the chosen file is the one whose upload was interrupted. */
    isSameFile: ({ context, event }) =>
      event.type === 'CHOOSE_FILE' &&
      event.file.size === context.import?.bytes &&
      event.file.name === context.import.filename,
    hasNewStatus: ({ context, event }) =>
      event.type === 'SERVER_UPDATE' && event.update.status !== context.import?.status,
    isUploading: isStatus('uploading'),
    isUploaded: isStatus('uploaded'),
    isWorking: isStatus('staging', 'applying', 'deciding', 'reverting'),
    isFailed: isStatus('failed'),
    isStaged: isStatus('staged'),
    isSecondCorrection: ({ context, event }) =>
      context.action?.type === 'correct' && event.type === 'RUN_ACTION' && event.action.type === 'correct',
    hasQueuedAction: ({ context }) => context.queuedActions.length > 0,
    isDiscard: ({ context }) => context.action?.type === 'discard',
    isGone: (_, { error }: { error: unknown }) => httpStatusOf(error) === 404,
    isForbidden: (_, { error }: { error: unknown }) => httpStatusOf(error) === 403,
    isConflict: (_, { error }: { error: unknown }) => httpStatusOf(error) === 409,
  },
});

/** The machine of one import page. Every response passes through `routing`, because the status on the server decides the state. */
export const importMachine = importSetup.createMachine({
  id: 'import',
  context: ({ input }) => initialContext(input),
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'hasId', target: 'loading' }, { target: 'choosing' }] },
    choosing: { on: { CHOOSE_FILE: { target: 'creating', actions: 'storeFile' } } },
    creating: {
      invoke: {
        id: 'create',
        src: 'create',
        input: ({ context: { entity, file } }) => ({ entity, file }),
        onDone: { target: 'created', actions: [assign(({ event }) => withImport(event.output)), 'openCreatedImport'] },
        onError: { target: 'choosing', actions: assign(({ event }) => withProblem(event.error)) },
      },
    },
    loading: {
      invoke: {
        id: 'load',
        src: 'load',
        input: ({ context: { id } }) => ({ id }),
        onDone: { target: 'routing', actions: assign(({ event }) => withImport(event.output)) },
        onError: [
          { guard: { type: 'isGone', params: ({ event }) => event }, target: 'missing' },
          { guard: { type: 'isForbidden', params: ({ event }) => event }, target: 'forbidden' },
          { target: 'unreachable', actions: assign(({ event }) => withProblem(event.error)) },
        ],
      },
    },
    unreachable: {
      on: {
        RETRY: 'loading',
        RUN_ACTION: { target: 'runningAction', actions: 'storeAction' },
        CHOOSE_FILE: { guard: 'isSameFile', target: 'loading', actions: 'storeFile' },
      },
    },
    routing: {
      always: [
        { guard: 'hasQueuedAction', target: 'runningAction', actions: 'takeQueuedAction' },
        { guard: 'isUploading', target: 'sending' },
        { guard: 'isUploaded', target: 'mapping' },
        { guard: 'isWorking', target: 'watched.working' },
        { guard: 'isFailed', target: 'watched.failed' },
        { guard: 'isStaged', target: 'watched.staged' },
        { target: 'watched.applied' },
      ],
    },
    sending: {
      initial: 'routing',
      on: {
        RUN_ACTION: { target: 'runningAction', actions: 'storeAction' },
        DISMISS_PROBLEM: { actions: 'dismissProblem' },
      },
      states: {
        routing: { always: [{ guard: 'hasFile', target: 'uploading' }, { target: 'interrupted' }] },
        uploading: {
          entry: assign(({ context }) => ({ received: context.import?.received ?? 0, isReconnecting: false })),
          on: { PROGRESS: { actions: 'storeProgress' } },
          invoke: {
            id: 'upload',
            src: 'upload',
            input: ({ context }) => ({ import: context.import, file: context.file }),
            onDone: { target: '#import.routing', actions: assign(({ event }) => withImport(event.output)) },
            onError: { target: 'interrupted', actions: assign(({ event }) => withProblem(event.error)) },
          },
        },
        interrupted: {
          on: {
            CHOOSE_FILE: [
              { guard: 'isSameFile', target: '#import.loading', actions: 'storeFile' },
              { target: 'otherFile' },
            ],
            RETRY: { guard: 'hasFile', target: '#import.loading' },
          },
        },
        otherFile: {
          on: { CHOOSE_FILE: { guard: 'isSameFile', target: '#import.loading', actions: 'storeFile' } },
        },
      },
    },
    mapping: {
      initial: 'reading',
      on: {
        CHANGE_OPTIONS: { target: '.previewing', reenter: true, actions: 'storeOptions' },
        RUN_ACTION: { target: 'runningAction', actions: 'storeAction' },
        DISMISS_PROBLEM: { actions: 'dismissProblem' },
        // the report stays valid until the changed options have been checked
        REPORT: { guard: 'isStaged', target: 'routing' },
      },
      states: {
        reading: {
          // options may have been changed on another device
          entry: assign(({ context }) => ({ options: context.import?.options ?? null })),
          invoke: {
            id: 'read',
            src: 'preview',
            input: ({ context: { id, options } }) => ({ id, options, skipsDebounce: true }),
            onDone: { target: 'ready', actions: assign(({ context, event }) => withPreview(context, event.output)) },
            onError: { target: 'previewFailed', actions: assign(({ event }) => withProblem(event.error)) },
          },
        },
        previewing: {
          invoke: {
            id: 'preview',
            src: 'preview',
            input: ({ context: { id, options } }) => ({ id, options, skipsDebounce: false }),
            onDone: { target: 'ready', actions: assign(({ context, event }) => withPreview(context, event.output)) },
            onError: { target: 'previewFailed', actions: assign(({ event }) => withProblem(event.error)) },
          },
        },
        ready: {},
        previewFailed: { on: { RETRY: 'previewing' } },
      },
    },
    watched: {
      initial: 'staged',
      on: {
        SERVER_UPDATE: [
          { guard: 'hasNewStatus', target: 'routing', actions: 'storeUpdate' },
          { actions: 'storeUpdate' },
        ],
        RUN_ACTION: { target: 'runningAction', actions: 'storeAction' },
        DISMISS_PROBLEM: { actions: 'dismissProblem' },
      },
      states: {
        working: {},
        staged: { on: { REMAP: '#import.mapping' } },
        failed: { on: { REMAP: '#import.mapping' } },
        applied: {},
      },
    },
    runningAction: {
      on: { RUN_ACTION: { guard: 'isSecondCorrection', actions: 'queueAction' } },
      invoke: {
        id: 'runAction',
        src: 'runAction',
        input: ({ context: { id, action } }) => ({ id, action }),
        onDone: [
          { guard: 'isDiscard', target: 'discarded', actions: 'finishAction' },
          {
            target: 'routing',
            actions: [assign(({ context, event }) => ({ import: event.output ?? context.import })), 'finishAction'],
          },
        ],
        onError: [
          { guard: { type: 'isGone', params: ({ event }) => event }, target: 'missing' },
          {
            guard: { type: 'isConflict', params: ({ event }) => event },
            target: 'loading',
            actions: assign(({ event }) => withFailedAction(event.error)),
          },
          { target: 'routing', actions: assign(({ event }) => withFailedAction(event.error)) },
        ],
      },
    },
    // the page of the import then takes over
    created: { type: 'final' },
    missing: { type: 'final' },
    forbidden: { type: 'final' },
    discarded: { type: 'final' },
  },
});
