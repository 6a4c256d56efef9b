import { assign, type ErrorActorEvent, fromPromise, setup } from 'xstate';
import type { Problem } from '#api/problem.ts';

export type Typed = Readonly<Record<string, string>>;
export type FieldErrors = Readonly<Record<string, string | undefined>>;

export interface AccountFormContext {
  typed: Typed;
  /** What was typed when it was last sent, with what was not shown by then. */
  submitted: Typed;
  errors: FieldErrors;
  /** What the server says of the whole. */
  problem: Problem | null;
  /** How often it has been tried: each time the first wrong field gets the focus. */
  attempts: number;
}

export type AccountFormEvent =
  | { type: 'TYPE'; field: string; value: string }
  /** `more` is typed too, but not shown yet. */
  | { type: 'SUBMIT'; more: Typed };

const provided = () => {
  throw new Error('This effect must be provided.');
};

const isWrong = (errors: FieldErrors): boolean => Object.values(errors).some(Boolean);

/** What the server has against fields that are here to be mended; the rest is a problem of the whole. */
function errorsIn({ fields }: Problem, typed: Typed): FieldErrors {
  const named = fields.map(({ pointer, message }) => [pointer.slice(1), message] as const);
  return Object.fromEntries(named.filter(([name]) => name in typed));
}

function refusal(problem: Problem, { submitted, attempts }: AccountFormContext) {
  const errors = errorsIn(problem, submitted);
  return { errors, problem: isWrong(errors) ? null : problem, attempts: attempts + 1 };
}

/** A form of a few texts about an account: checked here, then sent; what is typed stays whatever the server says. */
export const accountFormMachine = setup({
  types: {} as { context: AccountFormContext; events: AccountFormEvent; input: { blank: Typed } },
  actors: {
    /** What is wrong before anything is sent. Both reject with a `Problem`. */
    check: fromPromise<FieldErrors, Typed>(provided),
    send: fromPromise<unknown, Typed>(provided),
  },
  actions: {
    setErrors: assign((_, errors: FieldErrors) => ({ errors })),
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    // the cast: who provides the effects makes a problem of whatever goes wrong
    refuse: assign(({ context }, error: unknown) => refusal(error as Problem, context)),
  },
}).createMachine({
  id: 'accountForm',
  context: ({ input: { blank } }) => ({ typed: blank, submitted: blank, errors: {}, problem: null, attempts: 0 }),
  initial: 'editing',
  on: {
    TYPE: {
      actions: assign({
        typed: ({ context, event }) => ({ ...context.typed, [event.field]: event.value }),
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
            submitted: ({ context, event }) => ({ ...context.typed, ...event.more }),
            problem: null,
          }),
        },
      },
    },
    checking: {
      tags: 'busy',
      invoke: {
        src: 'check',
        input: ({ context }) => context.submitted,
        onDone: [
          {
            guard: ({ event }) => isWrong(event.output),
            target: 'editing',
            actions: [{ type: 'setErrors', params: ({ event }) => event.output }, 'countAttempt'],
          },
          { target: 'sending', actions: { type: 'setErrors', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'editing',
          actions: { type: 'refuse', params: ({ event }: { event: ErrorActorEvent }) => event.error },
        },
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        src: 'send',
        input: ({ context }) => context.submitted,
        onDone: { target: 'editing', actions: 'countAttempt' },
        onError: {
          target: 'editing',
          actions: { type: 'refuse', params: ({ event }: { event: ErrorActorEvent }) => event.error },
        },
      },
    },
  },
});
