import { assign, fromPromise, setup } from 'xstate';
import type { Data } from './pointers.ts';
import {
  absorb,
  adopt,
  allChosen,
  begin,
  change,
  currentOf,
  draftIsCurrent,
  follow,
  isDirty,
  type ReadRecord,
  type RecordFormContext,
  type RecordFormEvent,
  type RecordFormInput,
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
export const recordFormSetup = setup({
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
