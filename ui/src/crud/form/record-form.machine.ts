import { assign, fromPromise, setup } from 'xstate';
import type { Data } from '#crud/pointers.ts';
import {
  applySaved,
  change,
  currentOf,
  failWith,
  hasTypedSinceSent,
  initialContext,
  isAllChosen,
  isDirty,
  isDraftCurrent,
  loadRecord,
  type ReadRecord,
  type RecordFormContext,
  type RecordFormEvent,
  type RecordFormInput,
  rebase,
  resolveConflict,
  resume,
  resumeOlderDraft,
  type Saved,
  startConflict,
  statusOf,
} from './merge.ts';

const notProvided = () => {
  throw new Error('The form provides this effect.');
};

/** Forms provide the actors and effects. */
const recordFormSetup = setup({
  types: {} as {
    context: RecordFormContext;
    events: RecordFormEvent;
    input: RecordFormInput;
    output: Saved | null;
    tags: 'dirty' | 'busy';
  },
  actors: {
    load: fromPromise<ReadRecord, { id: number | null; since: number | null }>(notProvided),
    save: fromPromise<Saved, { id: number | null; version: number | null; values: Data }>(notProvided),
  },
  actions: {
    saveDraft: notProvided,
    discardDraft: notProvided,
    focusFirst: notProvided,
    notify: notProvided,
    change: assign(({ context, event }) =>
      event.type === 'CHANGE' ? change(context, event.pointer, event.value) : {},
    ),
    choose: assign(({ context, event }) =>
      event.type === 'CHOOSE' ? { choices: { ...context.choices, [event.pointer]: event.side } } : {},
    ),
    check: assign(({ context }) => ({ errors: context.validate(context.values), problem: null })),
    restart: assign(({ context }) =>
      context.base ? loadRecord(context, context.base) : initialContext({ ...context, draft: null }),
    ),
    resolveConflict: assign(({ context }) => resolveConflict(context)),
    loadTheirs: assign(({ context }) => (context.theirs ? loadRecord(context, context.theirs) : {})),
    rebase: assign(({ context, event }) => (event.type === 'REFRESH' ? rebase(context, event.record) : {})),
    applySaved: assign(({ context }) => applySaved(context)),
    resume: assign(({ context }) => resume(context)),
    resumeOlderDraft: assign(({ context }) => resumeOlderDraft(context)),
    startAsNew: assign(({ context }) => ({
      id: null,
      base: null,
      version: null,
      baseValues: context.blank,
      problem: null,
    })),
  },
  guards: {
    hasId: ({ context }) => context.id !== null,
    hasDraft: ({ context }) => context.draft !== null,
    isDraftCurrent: ({ context }) => isDraftCurrent(context),
    isDirty: ({ context }) => isDirty(context),
    hasErrors: ({ context }) => context.errors.length > 0,
    isAllChosen: ({ context }) => isAllChosen(context),
    staysOpen: ({ context }) => context.staysOpenAfterSave || hasTypedSinceSent(context),
    changedByOthers: (_, { error }: { error: unknown }) => currentOf(error) !== null,
    deletedByOthers: ({ context }, { error }: { error: unknown }) => context.id !== null && statusOf(error) === 404,
    unauthorized: (_, { error }: { error: unknown }) => statusOf(error) === 401,
    isProposed: ({ context }) => context.saved?.status === 202,
  },
});

/** The life of one record being edited, of whatever kind. What is typed survives everything but discarding it. */
export const recordFormMachine = recordFormSetup.createMachine({
  id: 'recordForm',
  context: ({ input }) => initialContext(input),
  output: ({ context }) => context.saved,
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'hasId', target: 'loading' }, { target: 'checkingDraft' }] },
    loading: {
      tags: 'busy',
      on: { SESSION_ENDED: 'ended' },
      invoke: {
        id: 'load',
        src: 'load',
        input: ({ context }) => ({ id: context.id, since: context.draft?.version ?? null }),
        onDone: { target: 'checkingDraft', actions: assign(({ context, event }) => loadRecord(context, event.output)) },
        onError: { target: 'failed', actions: assign(({ event }) => failWith(event.error)) },
      },
    },
    failed: { on: { RETRY: 'loading', SESSION_ENDED: 'ended' } },
    checkingDraft: { always: [{ guard: 'hasDraft', target: 'draftOffered' }, { target: 'editing' }] },
    draftOffered: {
      on: {
        RESUME_DRAFT: [
          { guard: 'isDraftCurrent', target: 'editing', actions: 'resume' },
          { target: 'conflict', actions: 'resumeOlderDraft' },
        ],
        DROP_DRAFT: { target: 'editing', actions: ['discardDraft', assign({ draft: null })] },
        SESSION_ENDED: 'ended',
      },
    },
    editing: {
      initial: 'checkingChanges',
      on: {
        CHANGE: { target: '.checkingChanges', actions: 'change' },
        SAVE: { target: 'validating', actions: 'check' },
        DISCARD: { target: '.pristine', actions: ['discardDraft', 'restart'] },
        REFRESH: { target: '.checkingChanges', actions: 'rebase' },
        DISCARD_DRAFT: { actions: 'discardDraft' },
      },
      states: {
        checkingChanges: { always: [{ guard: 'isDirty', target: 'dirty' }, { target: 'pristine' }] },
        pristine: { on: { SESSION_ENDED: '#recordForm.ended' } },
        dirty: {
          tags: 'dirty',
          on: {
            SESSION_ENDED: { target: '#recordForm.ended', actions: 'saveDraft' },
            AUTOSAVE: { actions: 'saveDraft' },
          },
        },
      },
    },
    validating: {
      always: [{ guard: 'hasErrors', target: 'editing', actions: 'focusFirst' }, { target: 'saving' }],
    },
    saving: {
      tags: ['dirty', 'busy'],
      entry: assign(({ context }) => ({ sent: context.values })),
      on: { CHANGE: { actions: 'change' }, SESSION_ENDED: { target: 'ended', actions: 'saveDraft' } },
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context: { id, version, values } }) => ({ id, version, values }),
        onDone: { target: 'saveSucceeded', actions: ['discardDraft', assign({ saved: ({ event }) => event.output })] },
        onError: [
          {
            guard: { type: 'changedByOthers', params: ({ event }) => event },
            target: 'conflict',
            actions: assign(({ context, event }) => startConflict(context, currentOf(event.error))),
          },
          { guard: { type: 'deletedByOthers', params: ({ event }) => event }, target: 'gone' },
          { guard: { type: 'unauthorized', params: ({ event }) => event }, target: 'ended', actions: 'saveDraft' },
          { target: 'editing', actions: [assign(({ event }) => failWith(event.error)), 'focusFirst', 'notify'] },
        ],
      },
    },
    saveSucceeded: {
      always: [
        { guard: 'staysOpen', target: 'editing', actions: ['notify', 'applySaved'] },
        { guard: 'isProposed', target: 'proposed', actions: 'notify' },
        { target: 'saved', actions: 'notify' },
      ],
    },
    conflict: {
      tags: 'dirty',
      initial: 'checkingChoices',
      on: {
        CHOOSE: { target: '.checkingChoices', actions: 'choose' },
        CLOSE_CONFLICT: { target: 'editing', actions: assign({ theirs: null, merge: null, choices: {} }) },
        DISCARD_MINE: { target: 'editing', actions: ['discardDraft', 'loadTheirs'] },
        SESSION_ENDED: { target: 'ended', actions: 'saveDraft' },
      },
      states: {
        checkingChoices: { always: [{ guard: 'isAllChosen', target: 'resolved' }, { target: 'choosing' }] },
        choosing: {},
        resolved: { on: { SAVE_MERGED: { target: '#recordForm.validating', actions: ['resolveConflict', 'check'] } } },
      },
    },
    gone: {
      tags: 'dirty',
      on: {
        KEEP_AS_NEW: { target: 'editing', actions: ['discardDraft', 'startAsNew'] },
        DISCARD: { target: 'discarded', actions: 'discardDraft' },
        SESSION_ENDED: { target: 'ended', actions: 'saveDraft' },
      },
    },
    saved: { type: 'final' },
    proposed: { type: 'final' },
    discarded: { type: 'final' },
    ended: { type: 'final' },
  },
});
