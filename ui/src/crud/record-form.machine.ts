import { assign, fromPromise, setup } from 'xstate';
import type { Data } from './pointers.ts';
import {
  absorb,
  adopt,
  allChosen,
  begin,
  change,
  collide,
  currentOf,
  draftIsCurrent,
  follow,
  isDirty,
  type ReadRecord,
  type RecordFormContext,
  type RecordFormEvent,
  type RecordFormInput,
  refuse,
  resume,
  resumeOlder,
  type Saved,
  settle,
  statusOf,
  typedSinceSent,
} from './record-form.ts';

const provided = () => {
  throw new Error('This effect must be provided.');
};

/** What the machine of a record form works with; pages provide its actors and effects. */
const recordFormSetup = setup({
  types: {} as {
    context: RecordFormContext;
    events: RecordFormEvent;
    input: RecordFormInput;
    output: Saved | null;
    tags: 'dirty' | 'busy';
  },
  actors: {
    load: fromPromise<ReadRecord, { id: number | null; since: number | null }>(provided),
    save: fromPromise<Saved, { id: number | null; version: number | null; values: Data }>(provided),
  },
  actions: {
    keepDraft: provided,
    dropDraft: provided,
    focusFirst: provided,
    notify: provided,
    change: assign(({ context, event }) =>
      event.type === 'CHANGE' ? change(context, event.pointer, event.value) : {},
    ),
    choose: assign(({ context, event }) =>
      event.type === 'CHOOSE' ? { choices: { ...context.choices, [event.pointer]: event.side } } : {},
    ),
    check: assign(({ context }) => ({ errors: context.validate(context.values), problem: null })),
    restart: assign(({ context }) =>
      context.base ? adopt(context, context.base) : begin({ ...context, draft: null }),
    ),
    settle: assign(({ context }) => settle(context)),
    takeTheirs: assign(({ context }) => (context.theirs ? adopt(context, context.theirs) : {})),
    follow: assign(({ context, event }) => (event.type === 'REFRESH' ? follow(context, event.record) : {})),
    absorb: assign(({ context }) => absorb(context)),
    resume: assign(({ context }) => resume(context)),
    resumeOlder: assign(({ context }) => resumeOlder(context)),
    becomeNew: assign(({ context }) => ({
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
    draftIsCurrent: ({ context }) => draftIsCurrent(context),
    isDirty: ({ context }) => isDirty(context),
    hasErrors: ({ context }) => context.errors.length > 0,
    allChosen: ({ context }) => allChosen(context),
    goesOn: ({ context }) => context.stays || typedSinceSent(context),
    changedByOthers: (_, { error }: { error: unknown }) => currentOf(error) !== null,
    deletedByOthers: ({ context }, { error }: { error: unknown }) => context.id !== null && statusOf(error) === 404,
    unauthorized: (_, { error }: { error: unknown }) => statusOf(error) === 401,
    isProposed: ({ context }) => context.saved?.status === 202,
  },
});

/** The life of one record being edited, whatever kind it is of. What is typed survives everything but DISCARD. */
export const recordFormMachine = recordFormSetup.createMachine({
  id: 'recordForm',
  context: ({ input }) => begin(input),
  output: ({ context }) => context.saved,
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'hasId', target: 'loading' }, { target: 'entering' }] },
    loading: {
      tags: 'busy',
      on: { SESSION_ENDED: 'ended' },
      invoke: {
        id: 'load',
        src: 'load',
        input: ({ context }) => ({ id: context.id, since: context.draft?.version ?? null }),
        onDone: { target: 'entering', actions: assign(({ context, event }) => adopt(context, event.output)) },
        onError: { target: 'failed', actions: assign(({ event }) => refuse(event.error)) },
      },
    },
    failed: { on: { RETRY: 'loading', SESSION_ENDED: 'ended' } },
    entering: { always: [{ guard: 'hasDraft', target: 'draftOffered' }, { target: 'editing' }] },
    draftOffered: {
      on: {
        RESUME: [
          { guard: 'draftIsCurrent', target: 'editing', actions: 'resume' },
          { target: 'conflict', actions: 'resumeOlder' },
        ],
        DROP: { target: 'editing', actions: ['dropDraft', assign({ draft: null })] },
        SESSION_ENDED: 'ended',
      },
    },
    editing: {
      initial: 'comparing',
      on: {
        CHANGE: { target: '.comparing', actions: 'change' },
        SAVE: { target: 'validating', actions: 'check' },
        DISCARD: { target: '.pristine', actions: ['dropDraft', 'restart'] },
        REFRESH: { target: '.comparing', actions: 'follow' },
        CALM: { actions: 'dropDraft' },
      },
      states: {
        comparing: { always: [{ guard: 'isDirty', target: 'dirty' }, { target: 'pristine' }] },
        pristine: { on: { SESSION_ENDED: '#recordForm.ended' } },
        dirty: {
          tags: 'dirty',
          on: {
            SESSION_ENDED: { target: '#recordForm.ended', actions: 'keepDraft' },
            PAUSE: { actions: 'keepDraft' },
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
      on: { CHANGE: { actions: 'change' }, SESSION_ENDED: { target: 'ended', actions: 'keepDraft' } },
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context: { id, version, values } }) => ({ id, version, values }),
        onDone: { target: 'landing', actions: ['dropDraft', assign({ saved: ({ event }) => event.output })] },
        onError: [
          {
            guard: { type: 'changedByOthers', params: ({ event }) => event },
            target: 'conflict',
            actions: assign(({ context, event }) => collide(context, currentOf(event.error))),
          },
          { guard: { type: 'deletedByOthers', params: ({ event }) => event }, target: 'gone' },
          { guard: { type: 'unauthorized', params: ({ event }) => event }, target: 'ended', actions: 'keepDraft' },
          { target: 'editing', actions: [assign(({ event }) => refuse(event.error)), 'focusFirst', 'notify'] },
        ],
      },
    },
    landing: {
      always: [
        { guard: 'goesOn', target: 'editing', actions: ['notify', 'absorb'] },
        { guard: 'isProposed', target: 'proposed', actions: 'notify' },
        { target: 'saved', actions: 'notify' },
      ],
    },
    conflict: {
      tags: 'dirty',
      initial: 'counting',
      on: {
        CHOOSE: { target: '.counting', actions: 'choose' },
        BACK: { target: 'editing', actions: assign({ theirs: null, merge: null, choices: {} }) },
        DISCARD_MINE: { target: 'editing', actions: ['dropDraft', 'takeTheirs'] },
        SESSION_ENDED: { target: 'ended', actions: 'keepDraft' },
      },
      states: {
        counting: { always: [{ guard: 'allChosen', target: 'resolved' }, { target: 'choosing' }] },
        choosing: {},
        resolved: { on: { SAVE_MERGED: { target: '#recordForm.validating', actions: ['settle', 'check'] } } },
      },
    },
    gone: {
      tags: 'dirty',
      on: {
        KEEP_AS_NEW: { target: 'editing', actions: ['dropDraft', 'becomeNew'] },
        DISCARD: { target: 'discarded', actions: 'dropDraft' },
        SESSION_ENDED: { target: 'ended', actions: 'keepDraft' },
      },
    },
    saved: { type: 'final' },
    proposed: { type: 'final' },
    discarded: { type: 'final' },
    ended: { type: 'final' },
  },
});
