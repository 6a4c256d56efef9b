import { assign, type ErrorActorEvent, fromPromise, setup } from 'xstate';
import type { Problem } from '#api/problem.ts';

export type FormValues = Readonly<Record<string, string>>;
export type FieldErrors = Readonly<Record<string, string | undefined>>;

export interface AccountFormContext {
  values: FormValues;
  /** the values last submitted */
  submittedValues: FormValues;
  errors: FieldErrors;
  /** an error of the server that belongs to no field */
  problem: Problem | null;
  /** whether other values were submitted during an attempt; they are sent if it fails */
  isResubmitted: boolean;
  /** the number of attempts; after each, the first invalid field gets the focus */
  attempts: number;
}

export type AccountFormEvent = { type: 'TYPE'; field: string; value: string } | { type: 'SUBMIT' };

const throwNotProvided = () => {
  throw new Error('This effect must be provided.');
};

const hasErrors = (errors: FieldErrors): boolean => Object.values(errors).some(Boolean);

/** Returns the server's errors of fields that the form has. */
function toFieldErrors({ fields }: Problem, values: FormValues): FieldErrors {
  const entries = fields.map(({ pointer, message }) => [pointer.slice(1), message] as const);
  return Object.fromEntries(entries.filter(([name]) => name in values));
}

/** Returns the errors of the fields that still have the submitted values. */
function currentErrors(errors: FieldErrors, { values, submittedValues }: AccountFormContext): FieldErrors {
  const isCurrent = (name: string) => values[name] === submittedValues[name];
  return Object.fromEntries(Object.entries(errors).filter(([name]) => isCurrent(name)));
}

function toContextChange(problem: Problem, context: AccountFormContext) {
  const errors = toFieldErrors(problem, context.submittedValues);
  return {
    errors: currentErrors(errors, context),
    problem: hasErrors(errors) ? null : problem,
    attempts: context.attempts + 1,
  };
}

const hasNewValues = ({ values, submittedValues }: AccountFormContext): boolean =>
  Object.entries(values).some(([name, value]) => submittedValues[name] !== value);

/** A form of a few text fields about an account. It is checked, then sent, and keeps the typed values on every error. */
export const accountFormMachine = setup({
  types: {} as { context: AccountFormContext; events: AccountFormEvent; input: { initialValues: FormValues } },
  actors: {
    /** Finds errors before anything is sent. Both effects reject with a `Problem`. */
    check: fromPromise<FieldErrors, FormValues>(throwNotProvided),
    send: fromPromise<unknown, FormValues>(throwNotProvided),
  },
  actions: {
    setErrors: assign(({ context }, errors: FieldErrors) => ({ errors: currentErrors(errors, context) })),
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    startAttempt: assign({ submittedValues: ({ context }) => context.values, problem: null, isResubmitted: false }),
    // the cast: the provided effects convert every error to a Problem
    applyProblem: assign(({ context }, error: unknown) => toContextChange(error as Problem, context)),
  },
  guards: {
    hasNewValues: ({ context }) => hasNewValues(context),
    isResubmitted: ({ context }) => context.isResubmitted,
  },
}).createMachine({
  id: 'accountForm',
  context: ({ input: { initialValues } }) => ({
    values: initialValues,
    submittedValues: initialValues,
    errors: {},
    problem: null,
    isResubmitted: false,
    attempts: 0,
  }),
  initial: 'editing',
  on: {
    TYPE: {
      actions: assign({
        values: ({ context, event }) => ({ ...context.values, [event.field]: event.value }),
        errors: ({ context, event }) => ({ ...context.errors, [event.field]: undefined }),
        isResubmitted: false,
      }),
    },
  },
  states: {
    editing: { on: { SUBMIT: { target: 'checking', actions: 'startAttempt' } } },
    checking: {
      tags: 'busy',
      on: { SUBMIT: { guard: 'hasNewValues', actions: assign({ isResubmitted: true }) } },
      invoke: {
        src: 'check',
        input: ({ context }) => context.submittedValues,
        onDone: [
          {
            guard: ({ event }) => hasErrors(event.output),
            target: 'failed',
            actions: [{ type: 'setErrors', params: ({ event }) => event.output }, 'countAttempt'],
          },
          { target: 'sending', actions: { type: 'setErrors', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'applyProblem', params: ({ event }: { event: ErrorActorEvent }) => event.error },
        },
      },
    },
    sending: {
      tags: 'busy',
      on: { SUBMIT: { guard: 'hasNewValues', actions: assign({ isResubmitted: true }) } },
      invoke: {
        src: 'send',
        input: ({ context }) => context.submittedValues,
        onDone: { target: 'editing', actions: 'countAttempt' },
        onError: {
          target: 'failed',
          actions: { type: 'applyProblem', params: ({ event }: { event: ErrorActorEvent }) => event.error },
        },
      },
    },
    failed: {
      always: [{ guard: 'isResubmitted', target: 'checking', actions: 'startAttempt' }, { target: 'editing' }],
    },
  },
});
