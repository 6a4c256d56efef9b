import { assign, type ErrorActorEvent, fromPromise, setup } from 'xstate';
import type { Schemas } from '#api/metadata.gen.ts';
import type { Problem } from '#api/problem.ts';

type Credentials = Schemas['Credentials'];
/** The result of signing in: status 202 requires a second factor; null if another tab has signed in meanwhile. */
type SignInOutcome = { status: number } | null;

export type SignInField = keyof Credentials;

export interface SignInFormContext {
  values: Credentials;
  /** whether empty fields are marked: from a failed attempt until the user types */
  marksEmptyFields: boolean;
  /** the error of the last attempt */
  problem: Problem | null;
  /** The field to focus after a failed attempt; a new object each time, so that it is focused again. */
  fieldToFocus: { name: SignInField } | null;
}

export type SignInFormEvent = { type: 'TYPE'; changes: Partial<Credentials> } | { type: 'SUBMIT' };

const FIELDS = ['username', 'password'] as const satisfies readonly SignInField[];

const findEmptyField = ({ values }: SignInFormContext) => FIELDS.find((name) => values[name] === '');

/** The sign-in form. It keeps typed values on every error; the session decides which page follows. */
export const signInFormMachine = setup({
  types: {} as { context: SignInFormContext; events: SignInFormEvent },
  actors: {
    /** Rejects with a `Problem`. */
    signIn: fromPromise<SignInOutcome, Credentials>(() => {
      throw new Error('This effect must be provided.');
    }),
  },
  actions: {
    clearPassword: assign({ values: ({ context }) => ({ ...context.values, password: '' }), marksEmptyFields: false }),
    applyProblem: assign((_, error: unknown) => {
      // the cast: the provided effect converts every error to a Problem
      const problem = error as Problem;
      return { problem, fieldToFocus: problem.key === 'invalidCredentials' ? { name: 'password' as const } : null };
    }),
  },
  guards: {
    hasEmptyField: ({ context }) => findEmptyField(context) !== undefined,
    requiresSecondFactor: (_, outcome: SignInOutcome) => outcome?.status === 202,
  },
}).createMachine({
  id: 'signInForm',
  context: { values: { username: '', password: '' }, marksEmptyFields: false, problem: null, fieldToFocus: null },
  initial: 'editing',
  on: {
    TYPE: {
      actions: assign({
        values: ({ context, event }) => ({ ...context.values, ...event.changes }),
        marksEmptyFields: false,
      }),
    },
  },
  states: {
    editing: {
      on: {
        SUBMIT: [
          {
            guard: 'hasEmptyField',
            actions: assign(({ context }) => {
              const name = findEmptyField(context);
              return { marksEmptyFields: true, problem: null, fieldToFocus: name ? { name } : null };
            }),
          },
          { target: 'signingIn', actions: assign({ problem: null, fieldToFocus: null }) },
        ],
      },
    },
    signingIn: {
      invoke: {
        src: 'signIn',
        input: ({ context: { values } }) => ({ ...values, username: values.username.trim() }),
        onDone: [
          {
            guard: { type: 'requiresSecondFactor', params: ({ event }) => event.output },
            target: 'editing',
            actions: 'clearPassword',
          },
          { target: 'editing' },
        ],
        onError: {
          target: 'editing',
          actions: { type: 'applyProblem', params: ({ event }: { event: ErrorActorEvent }) => event.error },
        },
      },
    },
  },
});
