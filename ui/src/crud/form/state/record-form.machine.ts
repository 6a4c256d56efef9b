import { assign, fromPromise, setup } from 'xstate';
import { ReopeningDeclined } from '#crud/change-set/reopening.ts';
import {
  acceptTheirs,
  conflictingRecord,
  hasAllChoices,
  isDraftCurrent,
  NO_CONFLICT,
  resolveConflict,
  resumeDraft,
  resumeOlderDraft,
  resumeProposal,
  resumesDraft,
  startConflict,
} from './conflicts.ts';
import {
  applySaved,
  changeDate,
  changeValue,
  hasChangedSinceSubmit,
  hasOwnValues,
  hasUnsavedChanges,
  initialContext,
  type LoadedRecord,
  loadRecord,
  problemStatus,
  type RecordFormContext,
  type RecordFormEvent,
  type RecordFormInput,
  rebase,
  rebaseProposal,
  reportFailure,
  reset,
  type SaveInput,
  type SaveResult,
  startAsNew,
  toSaveInput,
} from './form-context.ts';

const notProvided = () => {
  throw new Error('The form provides this effect.');
};

/** The machine's types, guards and pure actions; each form provides the actors and effects. */
const recordFormSetup = setup({
  types: {} as {
    context: RecordFormContext;
    events: RecordFormEvent;
    input: RecordFormInput;
    output: SaveResult | null;
    tags: 'unsaved' | 'busy';
  },
  actors: {
    load: fromPromise<LoadedRecord, { id: number | null; draftVersion: number | null }>(notProvided),
    save: fromPromise<SaveResult, SaveInput>(notProvided),
  },
  actions: {
    saveDraft: notProvided,
    discardDraft: notProvided,
    focusFirstError: notProvided,
    showResult: notProvided,
    changeValue: assign(({ context, event }) =>
      event.type === 'CHANGE' ? changeValue(context, event.pointer, event.value) : {},
    ),
    changeDate: assign(({ context, event }) =>
      event.type === 'SCHEDULE' ? changeDate(context, event.effectiveOn) : {},
    ),
    changeBecome: assign(({ event }) => (event.type === 'BECOME' ? { become: event.become } : {})),
    choose: assign(({ context, event }) =>
      event.type === 'CHOOSE' ? { choices: { ...context.choices, [event.pointer]: event.side } } : {},
    ),
    validate: assign(({ context }) => ({ errors: context.validate(context.values), problem: null })),
    reset: assign(({ context }) => reset(context)),
    resolveConflict: assign(({ context }) => resolveConflict(context)),
    acceptTheirs: assign(({ context }) => acceptTheirs(context)),
    rebase: assign(({ context, event }) => (event.type === 'REFRESH' ? rebase(context, event.record) : {})),
    compare: assign(({ context, event }) => (event.type === 'COMPARE' ? startConflict(context, event.record) : {})),
    rebaseProposal: assign(({ context, event }) =>
      event.type === 'REFRESH_PROPOSAL' ? rebaseProposal(context, event) : {},
    ),
    applySaved: assign(({ context }) => applySaved(context)),
    resumeDraft: assign(({ context }) => resumeDraft(context)),
    resumeProposal: assign(({ context }) => resumeProposal(context)),
    resumeOlderDraft: assign(({ context }) => resumeOlderDraft(context)),
    startAsNew: assign(({ context }) => startAsNew(context)),
  },
  guards: {
    hasId: ({ context }) => context.id !== null,
    hasDraft: ({ context }) => context.draft !== null,
    resumesDraft: ({ context }) => resumesDraft(context),
    isDraftCurrent: ({ context }) => isDraftCurrent(context),
    hasUnsavedChanges: ({ context }) => hasUnsavedChanges(context),
    hasOwnValues: ({ context }) => hasOwnValues(context),
    hasErrors: ({ context }) => context.errors.length > 0,
    hasAllChoices: ({ context }) => hasAllChoices(context),
    staysOpen: ({ context }) => context.staysOpenAfterSave || hasChangedSinceSubmit(context),
    isDeclined: (_, { error }: { error: unknown }) => error instanceof ReopeningDeclined,
    isVersionConflict: (_, { error }: { error: unknown }) => conflictingRecord(error) !== null,
    isDeleted: ({ context }, { error }: { error: unknown }) => context.id !== null && problemStatus(error) === 404,
    isUnauthorized: (_, { error }: { error: unknown }) => problemStatus(error) === 401,
    isProposed: ({ context }) => context.saveResult?.status === 202,
  },
});

/** The machine of a form that edits one record. Only an explicit discard loses what the user has typed. */
export const recordFormMachine = recordFormSetup.createMachine({
  id: 'recordForm',
  context: ({ input }) => initialContext(input),
  output: ({ context }) => context.saveResult,
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'hasId', target: 'loading' }, { target: 'checkingDraft' }] },
    loading: {
      tags: 'busy',
      on: { SESSION_ENDED: 'sessionEnded' },
      invoke: {
        id: 'load',
        src: 'load',
        input: ({ context }) => ({ id: context.id, draftVersion: context.draft?.version ?? null }),
        onDone: { target: 'checkingDraft', actions: assign(({ context, event }) => loadRecord(context, event.output)) },
        onError: { target: 'failed', actions: assign(({ event }) => reportFailure(event.error)) },
      },
    },
    failed: { on: { RETRY: 'loading', SESSION_ENDED: 'sessionEnded' } },
    checkingDraft: {
      always: [
        { guard: 'resumesDraft', target: 'editing', actions: ['resumeDraft', 'resumeProposal'] },
        { guard: 'hasDraft', target: 'draftOffered' },
        { target: 'editing' },
      ],
    },
    draftOffered: {
      on: {
        RESUME_DRAFT: [
          { guard: 'isDraftCurrent', target: 'editing', actions: 'resumeDraft' },
          { target: 'conflict', actions: 'resumeOlderDraft' },
        ],
        DECLINE_DRAFT: { target: 'editing', actions: ['discardDraft', assign({ draft: null })] },
        REFRESH_PROPOSAL: { actions: 'rebaseProposal' },
        SESSION_ENDED: 'sessionEnded',
      },
    },
    editing: {
      initial: 'checkingChanges',
      on: {
        CHANGE: { target: '.checkingChanges', actions: 'changeValue' },
        SCHEDULE: { target: '.checkingChanges', actions: 'changeDate' },
        BECOME: { actions: 'changeBecome' },
        SAVE: { target: 'validating', actions: 'validate' },
        DISCARD: { target: '.pristine', actions: ['discardDraft', 'reset'] },
        LEAVE: { target: '.pristine', actions: ['discardDraft', 'reset'] },
        REFRESH: { target: '.checkingChanges', actions: 'rebase' },
        COMPARE: { guard: 'hasOwnValues', target: 'conflict', actions: 'compare' },
        REFRESH_PROPOSAL: { target: '.checkingChanges', actions: 'rebaseProposal' },
        CLEAR_DRAFT: { actions: 'discardDraft' },
      },
      states: {
        checkingChanges: { always: [{ guard: 'hasUnsavedChanges', target: 'unsaved' }, { target: 'pristine' }] },
        pristine: { on: { SESSION_ENDED: '#recordForm.sessionEnded' } },
        unsaved: {
          tags: 'unsaved',
          on: {
            SESSION_ENDED: { target: '#recordForm.sessionEnded', actions: 'saveDraft' },
            AUTOSAVE: { actions: 'saveDraft' },
          },
        },
      },
    },
    validating: {
      always: [{ guard: 'hasErrors', target: 'editing', actions: 'focusFirstError' }, { target: 'saving' }],
    },
    saving: {
      tags: ['unsaved', 'busy'],
      entry: assign(({ context }) => ({ submittedValues: context.values })),
      on: {
        CHANGE: { actions: 'changeValue' },
        // the save goes on, and removes the draft if it succeeds
        LEAVE: { actions: 'saveDraft' },
        SESSION_ENDED: { target: 'sessionEnded', actions: 'saveDraft' },
      },
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context }) => toSaveInput(context),
        onDone: {
          target: 'saveSucceeded',
          actions: ['discardDraft', assign({ saveResult: ({ event }) => event.output })],
        },
        onError: [
          { guard: { type: 'isDeclined', params: ({ event }) => event }, target: 'editing' },
          {
            guard: { type: 'isVersionConflict', params: ({ event }) => event },
            target: 'conflict',
            actions: assign(({ context, event }) => startConflict(context, conflictingRecord(event.error))),
          },
          { guard: { type: 'isDeleted', params: ({ event }) => event }, target: 'deleted' },
          {
            guard: { type: 'isUnauthorized', params: ({ event }) => event },
            target: 'sessionEnded',
            actions: 'saveDraft',
          },
          {
            target: 'editing',
            actions: [assign(({ event }) => reportFailure(event.error)), 'focusFirstError', 'showResult'],
          },
        ],
      },
    },
    saveSucceeded: {
      always: [
        { guard: 'staysOpen', target: 'editing', actions: ['showResult', 'applySaved'] },
        { guard: 'isProposed', target: 'proposed', actions: 'showResult' },
        { target: 'saved', actions: 'showResult' },
      ],
    },
    conflict: {
      tags: 'unsaved',
      initial: 'checkingChoices',
      on: {
        CHOOSE: { target: '.checkingChoices', actions: 'choose' },
        CLOSE_CONFLICT: { target: 'editing', actions: assign(NO_CONFLICT) },
        DISCARD_MINE: { target: 'editing', actions: ['discardDraft', 'acceptTheirs'] },
        LEAVE: { target: 'editing', actions: ['discardDraft', 'acceptTheirs'] },
        SESSION_ENDED: { target: 'sessionEnded', actions: 'saveDraft' },
      },
      states: {
        checkingChoices: { always: [{ guard: 'hasAllChoices', target: 'resolved' }, { target: 'choosing' }] },
        choosing: {},
        resolved: {
          on: { SAVE_MERGED: { target: '#recordForm.validating', actions: ['resolveConflict', 'validate'] } },
        },
      },
    },
    deleted: {
      tags: 'unsaved',
      on: {
        KEEP_AS_NEW: { target: 'editing', actions: ['discardDraft', 'startAsNew'] },
        LEAVE: { actions: 'discardDraft' },
        SESSION_ENDED: { target: 'sessionEnded', actions: 'saveDraft' },
      },
    },
    saved: { type: 'final' },
    proposed: { type: 'final' },
    sessionEnded: { type: 'final' },
  },
});
