import { expect, it, vi } from 'vitest';
import { createActor, fromPromise, type InspectionEvent } from 'xstate';
import { Problem } from '#api/problem.ts';
import { walk } from '#session/walk-machine.ts';
import { type AccountFormContext, accountFormMachine, type FieldErrors, type Typed } from './account-form.machine.ts';

const refusedField = new Problem({
  status: 422,
  code: 422,
  key: 'validationError',
  message: '',
  fields: [{ pointer: '/code', rule: 'format', message: 'no code' }],
});
const refusedWhole = new Problem({ status: 429, code: 429, key: 'unknownError', message: 'too many' });

interface Call {
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
}

function world(inspect: (event: InspectionEvent) => void = () => {}) {
  const under = new Map<string, Call>();
  const sent = vi.fn();
  const wait = <T>(name: string): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      // the cast: the events of a test say what their effect answers
      under.set(name, { resolve: (answer) => resolve(answer as T), reject });
    });
  const actor = createActor(
    accountFormMachine.provide({
      actors: {
        check: fromPromise(() => wait<FieldErrors>('check')),
        send: fromPromise(({ input }) => {
          sent(input);
          return wait<unknown>('send');
        }),
      },
    }),
    { input: { blank: { name: '', code: '' } }, inspect },
  ).start();
  const settle = async (name: string, how: (call: Call) => void) => {
    const call = under.get(name);
    if (!call) throw new Error(`nothing under way for ${name}`);
    const before = actor.getSnapshot();
    how(call);
    await vi.waitFor(() => expect(actor.getSnapshot()).not.toBe(before));
  };
  return { actor, sent, settle };
}

it('keeps what is typed whatever happens, and leaves nothing of the machine unvisited', async () => {
  const events = [
    { type: 'TYPE', field: 'code', value: 'x' },
    { type: 'SUBMIT', more: { code: 'y' } },
    { type: 'xstate.done.actor.0.accountForm.checking', output: {} },
    { type: 'xstate.done.actor.0.accountForm.checking', output: { code: 'wrong' } },
    { type: 'xstate.error.actor.0.accountForm.checking', error: refusedWhole },
    { type: 'xstate.done.actor.0.accountForm.sending', output: null },
    { type: 'xstate.error.actor.0.accountForm.sending', error: refusedField },
    { type: 'xstate.error.actor.0.accountForm.sending', error: refusedWhole },
  ];
  const unvisited = await walk({
    machine: accountFormMachine,
    inputs: [{ blank: { name: '', code: '' } }],
    events,
    serialize: ({ value, context }) => {
      const { attempts: _attempts, problem, ...rest }: AccountFormContext = context;
      return JSON.stringify([value, problem?.status, rest]);
    },
    start: (_input, inspect) => {
      const { actor, settle } = world(inspect);
      return {
        actor,
        answer: (event) =>
          settle(event.type.endsWith('checking') ? 'check' : 'send', (call) =>
            event.type.includes('.error.') ? call.reject(event.error) : call.resolve(event.output),
          ),
        check: ({ context }, taken) => {
          const { typed }: AccountFormContext = context;
          expect(typed.code).toBe(taken.some(({ type }) => type === 'TYPE') ? 'x' : '');
        },
      };
    },
  });
  expect(unvisited).toEqual([]);
});

it('sends what was typed and what is not shown yet, once, and nothing that is wrong', async () => {
  const { actor, sent, settle } = world();
  actor.send({ type: 'SUBMIT', more: {} });
  await settle('check', ({ resolve }) => resolve({ name: 'missing' }));
  expect(actor.getSnapshot().context).toMatchObject({ errors: { name: 'missing' }, attempts: 1 });
  expect(sent).not.toHaveBeenCalled();

  actor.send({ type: 'TYPE', field: 'name', value: 'ann' });
  actor.send({ type: 'SUBMIT', more: { code: '123456' } as Typed });
  actor.send({ type: 'SUBMIT', more: {} });
  await settle('check', ({ resolve }) => resolve({}));
  expect(sent.mock.calls).toEqual([[{ name: 'ann', code: '123456' }]]);
});

it.each([
  ['at its field', refusedField, { code: 'no code' }, null],
  ['as a whole', refusedWhole, {}, refusedWhole],
])('says %s what the server refuses', async (_where, refused, errors, problem) => {
  const { actor, settle } = world();
  actor.send({ type: 'SUBMIT', more: {} });
  await settle('check', ({ resolve }) => resolve({}));
  await settle('send', ({ reject }) => reject(refused));
  expect(actor.getSnapshot().context).toMatchObject({ errors, problem, attempts: 1 });
});
