import { expect, it, vi } from 'vitest';
import { createActor, fromPromise, type InspectionEvent } from 'xstate';
import { Problem } from '#api/problem.ts';
import type { Credentials } from '#session/session-types.ts';
import { walkMachine } from '#testing/walk-machine.ts';
import { type SignInFormContext, signInFormMachine } from './sign-in-form.machine.ts';

const createProblem = (status: number, key: 'invalidCredentials' | 'tooManyRequests') =>
  new Problem({ status, code: status, key, message: '' });
const wrongPassword = createProblem(422, 'invalidCredentials');
const tooManyAttempts = createProblem(429, 'tooManyRequests');
const secondFactorRequired = { status: 202 };

type Outcome = { status: number } | null;

function startForm(inspect: (event: InspectionEvent) => void = () => {}) {
  const call: { resolve?: (outcome: Outcome) => void; reject?: (problem: unknown) => void } = {};
  const signIn = vi.fn();
  const actor = createActor(
    signInFormMachine.provide({
      actors: {
        signIn: fromPromise<Outcome, Credentials>(({ input }) => {
          signIn(input);
          return new Promise((resolve, reject) => Object.assign(call, { resolve, reject }));
        }),
      },
    }),
    { inspect },
  ).start();
  const waitForChange = async (complete: () => void) => {
    const snapshot = actor.getSnapshot();
    complete();
    await vi.waitFor(() => expect(actor.getSnapshot()).not.toBe(snapshot));
  };
  return {
    actor,
    signIn,
    type: (changes: Partial<Credentials>) => actor.send({ type: 'TYPE', changes }),
    submit: () => actor.send({ type: 'SUBMIT' }),
    resolveSignIn: (outcome: Outcome) => waitForChange(() => call.resolve?.(outcome)),
    rejectSignIn: (problem: unknown) => waitForChange(() => call.reject?.(problem)),
    context: () => actor.getSnapshot().context,
  };
}

it('keeps the user name on every path through the machine', async () => {
  const events = [
    { type: 'TYPE', changes: { username: 'ann' } },
    { type: 'TYPE', changes: { password: 'secret' } },
    { type: 'SUBMIT' },
    { type: 'xstate.done.actor.0.signInForm.signingIn', output: null },
    { type: 'xstate.done.actor.0.signInForm.signingIn', output: secondFactorRequired },
    { type: 'xstate.error.actor.0.signInForm.signingIn', error: wrongPassword },
    { type: 'xstate.error.actor.0.signInForm.signingIn', error: tooManyAttempts },
  ];
  const unvisited = await walkMachine({
    machine: signInFormMachine,
    inputs: [undefined],
    events,
    serialize: ({ value, context }) => {
      const { problem, ...rest }: SignInFormContext = context;
      return JSON.stringify([value, problem?.status, rest]);
    },
    start: (_input, inspect) => {
      const form = startForm(inspect);
      return {
        actor: form.actor,
        completeEffect: (event) =>
          event.type.includes('.error.') ? form.rejectSignIn(event.error) : form.resolveSignIn(event.output),
        check: ({ context }, events) => {
          const { values }: SignInFormContext = context;
          const hasTypedUsername = events.some((event) => event.type === 'TYPE' && 'username' in event.changes);
          expect(values.username).toBe(hasTypedUsername ? 'ann' : '');
        },
      };
    },
  });
  expect(unvisited).toEqual([]);
});

it('sends nothing while a field is empty, and marks it until the user types', () => {
  const form = startForm();
  form.type({ username: 'ann' });
  form.submit();
  expect(form.signIn).not.toHaveBeenCalled();
  expect(form.context()).toMatchObject({ marksEmptyFields: true, fieldToFocus: { name: 'password' } });
  const { fieldToFocus } = form.context();
  form.submit();
  expect(form.context().fieldToFocus).not.toBe(fieldToFocus);
  form.type({ password: 's' });
  expect(form.context().marksEmptyFields).toBe(false);
});

it('sends the user name without spaces around it, once', async () => {
  const form = startForm();
  form.type({ username: ' ann ', password: ' a b ' });
  form.submit();
  form.submit();
  await form.resolveSignIn(null);
  expect(form.signIn.mock.calls).toEqual([[{ username: 'ann', password: ' a b ' }]]);
});

it.each([
  ['a wrong password', wrongPassword, { name: 'password' }],
  ['another error', tooManyAttempts, null],
])('%s keeps the typed values, and only a wrong password moves the focus', async (_what, problem, field) => {
  const form = startForm();
  form.type({ username: 'ann', password: 'secret' });
  form.submit();
  await form.rejectSignIn(problem);
  expect(form.context()).toMatchObject({
    problem,
    fieldToFocus: field,
    values: { username: 'ann', password: 'secret' },
  });
});

it('clears the password once a second factor is required', async () => {
  const form = startForm();
  form.type({ username: 'ann', password: 'secret' });
  form.submit();
  await form.resolveSignIn(secondFactorRequired);
  expect(form.context()).toMatchObject({ values: { username: 'ann', password: '' }, marksEmptyFields: false });
});
