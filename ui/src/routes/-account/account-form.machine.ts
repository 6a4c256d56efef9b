import { assign, type ErrorActorEvent, fromPromise, setup } from 'xstate';
import type { Problem } from '#api/problem.ts';

export type FormValues = Readonly<Record<string, string>>;
export type FieldErrors = Readonly<Record<string, string | undefined>>;

export interface AccountFormContext {
  values: FormValues;
  /** the values last submitted, including the extra values */
  submittedValues: FormValues;
  errors: FieldErrors;
  /** an error of the server that belongs to no field */
  problem: Problem | null;
  /** the number of attempts; after each, the first invalid field gets the focus */
  attempts: number;
}

export type AccountFormEvent =
  | { type: 'TYPE'; field: string; value: string }
  /** `extraValues` are typed too, but not rendered yet. */
  | { type: 'SUBMIT'; extraValues: FormValues };

const throwNotProvided = () => {
  throw new Error('This effect must be provided.');
};

const hasErrors = (errors: FieldErrors): boolean => Object.values(errors).some(Boolean);

/** Returns the server's errors of fields that the form has. */
function toFieldErrors({ fields }: Problem, values: FormValues): FieldErrors {
  const entries = fields.map(({ pointer, message }) => [pointer.slice(1), message] as const);
  return Object.fromEntries(entries.filter(([name]) => name in values));
}

function toContextChange(problem: Problem, { submittedValues, attempts }: AccountFormContext) {
  const errors = toFieldErrors(problem, submittedValues);
  return { errors, problem: hasErrors(errors) ? null : problem, attempts: attempts + 1 };
}

/** A form of a few text fields about an account. It is checked, then sent, and keeps the typed values on every error. */
export const accountFormMachine = setup({
  types: {} as { context: AccountFormContext; events: AccountFormEvent; input: { initialValues: FormValues } },
  actors: {
    /** Finds errors before anything is sent. Both effects reject with a `Problem`. */
    check: fromPromise<FieldErrors, FormValues>(throwNotProvided),
    send: fromPromise<unknown, FormValues>(throwNotProvided),
  },
  actions: {
    setErrors: assign((_, errors: FieldErrors) => ({ errors })),
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    // the cast: the provided effects convert every error to a Problem
    applyProblem: assign(({ context }, error: unknown) => toContextChange(error as Problem, context)),
  },
}).createMachine({
  id: 'accountForm',
  context: ({ input: { initialValues } }) => ({
    values: initialValues,
    submittedValues: initialValues,
    errors: {},
    problem: null,
    attempts: 0,
  }),
  initial: 'editing',
  on: {
    TYPE: {
      actions: assign({
        values: ({ context, event }) => ({ ...context.values, [event.field]: event.value }),
        errors: ({ context, event }) => ({ ...context.errors, [event.field]: undefined }),
      }),
    },
  },
  states: {
    editing: {
      on: {
        SUBMIT: {
          target: 'checking',
          actions: assign({
            submittedValues: ({ context, event }) => ({ ...context.values, ...event.extraValues }),
            problem: null,
          }),
        },
      },
    },
    checking: {
      tags: 'busy',
      invoke: {
        src: 'check',
        input: ({ context }) => context.submittedValues,
        onDone: [
          {
            guard: ({ event }) => hasErrors(event.output),
            target: 'editing',
            actions: [{ type: 'setErrors', params: ({ event }) => event.output }, 'countAttempt'],
          },
          { target: 'sending', actions: { type: 'setErrors', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'editing',
          actions: { type: 'applyProblem', params: ({ event }: { event: ErrorActorEvent }) => event.error },
        },
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        src: 'send',
        input: ({ context }) => context.submittedValues,
        onDone: { target: 'editing', actions: 'countAttempt' },
        onError: {
          target: 'editing',
          actions: { type: 'applyProblem', params: ({ event }: { event: ErrorActorEvent }) => event.error },
        },
      },
    },
  },
});
