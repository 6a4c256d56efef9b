import { assign, type ErrorActorEvent, fromPromise, setup } from 'xstate';
import type { Schemas } from '#api/facts.gen.ts';
import type { Problem } from '#api/problem.ts';

type Credentials = Schemas['Credentials'];
/** 202 asks for a second factor; null if another tab has signed in meanwhile. */
type Outcome = { status: number } | null;

export type SignInField = keyof Credentials;

export interface SignInFormContext {
  typed: Credentials;
  /** Whether empty fields are marked: from a failed attempt until something is typed. */
  marksEmpty: boolean;
  /** Why the server refused the last attempt. */
  problem: Problem | null;
  /** The field to focus after a failed attempt; a new object each time, so that it is focused again. */
  fieldInNeed: { name: SignInField } | null;
}

export type SignInFormEvent = { type: 'TYPE'; part: Partial<Credentials> } | { type: 'SUBMIT' };

const FIELDS = ['username', 'password'] as const satisfies readonly SignInField[];

const emptyField = ({ typed }: SignInFormContext) => FIELDS.find((name) => typed[name] === '');

/** Typed input survives every refusal. The session decides which page follows. */
export const signInFormMachine = setup({
  types: {} as { context: SignInFormContext; events: SignInFormEvent },
  actors: {
    /** Rejects with a `Problem`. */
    signIn: fromPromise<Outcome, Credentials>(() => {
      throw new Error('This effect must be provided.');
    }),
  },
  actions: {
    clearPassword: assign({ typed: ({ context }) => ({ ...context.typed, password: '' }), marksEmpty: false }),
    refuse: assign((_, error: unknown) => {
      // the cast: who provides the effect makes a problem of whatever goes wrong
      const problem = error as Problem;
      return { problem, fieldInNeed: problem.key === 'invalidCredentials' ? { name: 'password' as const } : null };
    }),
  },
  guards: {
    hasEmptyField: ({ context }) => emptyField(context) !== undefined,
    wantsSecondFactor: (_, outcome: Outcome) => outcome?.status === 202,
  },
}).createMachine({
  id: 'signInForm',
  context: { typed: { username: '', password: '' }, marksEmpty: false, problem: null, fieldInNeed: null },
  initial: 'editing',
  on: {
    TYPE: {
      actions: assign({ typed: ({ context, event }) => ({ ...context.typed, ...event.part }), marksEmpty: false }),
    },
  },
  states: {
    editing: {
      on: {
        SUBMIT: [
          {
            guard: 'hasEmptyField',
            actions: assign(({ context }) => {
              const name = emptyField(context);
              return { marksEmpty: true, problem: null, fieldInNeed: name ? { name } : null };
            }),
          },
          { target: 'signingIn', actions: assign({ problem: null, fieldInNeed: null }) },
        ],
      },
    },
    signingIn: {
      invoke: {
        src: 'signIn',
        input: ({ context: { typed } }) => ({ ...typed, username: typed.username.trim() }),
        onDone: [
          {
            guard: { type: 'wantsSecondFactor', params: ({ event }) => event.output },
            target: 'editing',
            actions: 'clearPassword',
          },
          { target: 'editing' },
        ],
        onError: {
          target: 'editing',
          actions: { type: 'refuse', params: ({ event }: { event: ErrorActorEvent }) => event.error },
        },
      },
    },
  },
});
