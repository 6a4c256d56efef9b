import { expect, it, vi } from 'vitest';
import { createActor, fromPromise, type InspectionEvent } from 'xstate';
import { Problem } from '#api/problem.ts';
import type { Credentials } from '#session/session-types.ts';
import { walk } from '#session/walk-machine.ts';
import { type SignInFormContext, signInFormMachine } from './sign-in-form.machine.ts';

const problemOf = (status: number, key: 'invalidCredentials' | 'tooManyRequests') =>
  new Problem({ status, code: status, key, message: '' });
const wrongPassword = problemOf(422, 'invalidCredentials');
const tooManyAttempts = problemOf(429, 'tooManyRequests');
const codeWanted = { status: 202 };

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
  const settled = async (settle: () => void) => {
    const before = actor.getSnapshot();
    settle();
    await vi.waitFor(() => expect(actor.getSnapshot()).not.toBe(before));
  };
  return {
    actor,
    signIn,
    type: (part: Partial<Credentials>) => actor.send({ type: 'TYPE', part }),
    submit: () => actor.send({ type: 'SUBMIT' }),
    answer: (outcome: Outcome) => settled(() => call.resolve?.(outcome)),
    refuse: (problem: unknown) => settled(() => call.reject?.(problem)),
    context: () => actor.getSnapshot().context,
  };
}

it('keeps the user name whatever happens, and leaves nothing of the machine unvisited', async () => {
  const events = [
    { type: 'TYPE', part: { username: 'ann' } },
    { type: 'TYPE', part: { password: 'secret' } },
    { type: 'SUBMIT' },
    { type: 'xstate.done.actor.0.signInForm.signingIn', output: null },
    { type: 'xstate.done.actor.0.signInForm.signingIn', output: codeWanted },
    { type: 'xstate.error.actor.0.signInForm.signingIn', error: wrongPassword },
    { type: 'xstate.error.actor.0.signInForm.signingIn', error: tooManyAttempts },
  ];
  const unvisited = await walk({
    machine: signInFormMachine,
    inputs: [undefined],
    events,
    serialize: ({ value, context }) => {
      const { problem, ...others }: SignInFormContext = context;
      return JSON.stringify([value, problem?.status, others]);
    },
    start: (_input, inspect) => {
      const form = startForm(inspect);
      return {
        actor: form.actor,
        answer: (event) => (event.type.includes('.error.') ? form.refuse(event.error) : form.answer(event.output)),
        check: ({ context }, taken) => {
          const { typed }: SignInFormContext = context;
          const named = taken.some((event) => event.type === 'TYPE' && 'username' in event.part);
          expect(typed.username).toBe(named ? 'ann' : '');
        },
      };
    },
  });
  expect(unvisited).toEqual([]);
});

it('sends nothing while a field is empty, and marks it until something is typed', () => {
  const form = startForm();
  form.type({ username: 'ann' });
  form.submit();
  expect(form.signIn).not.toHaveBeenCalled();
  expect(form.context()).toMatchObject({ marksEmpty: true, fieldInNeed: { name: 'password' } });
  const { fieldInNeed } = form.context();
  form.submit();
  expect(form.context().fieldInNeed).not.toBe(fieldInNeed);
  form.type({ password: 's' });
  expect(form.context().marksEmpty).toBe(false);
});

it('sends the user name without spaces around it, once', async () => {
  const form = startForm();
  form.type({ username: ' ann ', password: ' a b ' });
  form.submit();
  form.submit();
  await form.answer(null);
  expect(form.signIn.mock.calls).toEqual([[{ username: 'ann', password: ' a b ' }]]);
});

it.each([
  ['a wrong password', wrongPassword, { name: 'password' }],
  ['a refusal of another kind', tooManyAttempts, null],
])('%s leaves what was typed, and only the password can be in need of the focus', async (_what, problem, field) => {
  const form = startForm();
  form.type({ username: 'ann', password: 'secret' });
  form.submit();
  await form.refuse(problem);
  expect(form.context()).toMatchObject({
    problem,
    fieldInNeed: field,
    typed: { username: 'ann', password: 'secret' },
  });
});

it('forgets the password once a second factor is asked for', async () => {
  const form = startForm();
  form.type({ username: 'ann', password: 'secret' });
  form.submit();
  await form.answer(codeWanted);
  expect(form.context()).toMatchObject({ typed: { username: 'ann', password: '' }, marksEmpty: false });
});
