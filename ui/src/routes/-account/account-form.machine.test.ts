import { describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise, type InspectionEvent } from 'xstate';
import { Problem } from '#api/problem.ts';
import { walkMachine } from '#testing/walk-machine.ts';
import { type AccountFormContext, accountFormMachine, type FieldErrors } from './account-form.machine.ts';

const fieldProblem = new Problem({
  status: 422,
  code: 422,
  key: 'validationError',
  message: '',
  fields: [{ pointer: '/code', rule: 'format', message: 'no code' }],
});
const formProblem = new Problem({ status: 429, code: 429, key: 'unknownError', message: 'too many' });

interface PendingCall {
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
}

function createTestForm(inspect: (event: InspectionEvent) => void = () => {}) {
  const pendingCalls = new Map<string, PendingCall>();
  const onSend = vi.fn();
  const createPendingCall = <T>(name: string): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      // the cast: each test resolves its calls with the right type
      pendingCalls.set(name, { resolve: (answer) => resolve(answer as T), reject });
    });
  const actor = createActor(
    accountFormMachine.provide({
      actors: {
        check: fromPromise(() => createPendingCall<FieldErrors>('check')),
        send: fromPromise(({ input }) => {
          onSend(input);
          return createPendingCall<unknown>('send');
        }),
      },
    }),
    { input: { initialValues: { name: '', code: '' } }, inspect },
  ).start();
  const settleCall = async (name: string, complete: (call: PendingCall) => void) => {
    const call = pendingCalls.get(name);
    if (!call) throw new Error(`no pending call of ${name}`);
    const snapshot = actor.getSnapshot();
    complete(call);
    await vi.waitFor(() => expect(actor.getSnapshot()).not.toBe(snapshot));
  };
  return { actor, onSend, settleCall };
}

it('keeps the typed values on every path through the machine', async () => {
  const events = [
    { type: 'TYPE', field: 'code', value: 'x' },
    { type: 'TYPE', field: 'code', value: 'y' },
    { type: 'SUBMIT' },
    { type: 'xstate.done.actor.0.accountForm.checking', output: {} },
    { type: 'xstate.done.actor.0.accountForm.checking', output: { code: 'wrong' } },
    { type: 'xstate.error.actor.0.accountForm.checking', error: formProblem },
    { type: 'xstate.done.actor.0.accountForm.sending', output: null },
    { type: 'xstate.error.actor.0.accountForm.sending', error: fieldProblem },
    { type: 'xstate.error.actor.0.accountForm.sending', error: formProblem },
  ];
  const unvisited = await walkMachine({
    machine: accountFormMachine,
    inputs: [{ initialValues: { name: '', code: '' } }],
    events,
    serialize: ({ value, context }) => {
      const { attempts: _attempts, problem, ...rest }: AccountFormContext = context;
      return JSON.stringify([value, problem?.status, rest]);
    },
    start: (_input, inspect) => {
      const { actor, settleCall } = createTestForm(inspect);
      return {
        actor,
        completeEffect: (event) =>
          settleCall(event.type.endsWith('checking') ? 'check' : 'send', (call) =>
            event.type.includes('.error.') ? call.reject(event.error) : call.resolve(event.output),
          ),
        check: ({ context }, events) => {
          const { values }: AccountFormContext = context;
          expect(values.code).toBe(events.findLast(({ type }) => type === 'TYPE')?.value ?? '');
        },
      };
    },
  });
  expect(unvisited).toEqual([]);
});

it('sends typed values once, and nothing while a field is invalid', async () => {
  const { actor, onSend, settleCall } = createTestForm();
  actor.send({ type: 'SUBMIT' });
  await settleCall('check', ({ resolve }) => resolve({ name: 'missing' }));
  expect(actor.getSnapshot().context).toMatchObject({ errors: { name: 'missing' }, attempts: 1 });
  expect(onSend).not.toHaveBeenCalled();

  actor.send({ type: 'TYPE', field: 'name', value: 'ann' });
  actor.send({ type: 'TYPE', field: 'code', value: '123456' });
  actor.send({ type: 'SUBMIT' });
  actor.send({ type: 'SUBMIT' });
  await settleCall('check', ({ resolve }) => resolve({}));
  expect(onSend.mock.calls).toEqual([[{ name: 'ann', code: '123456' }]]);
});

it.each([
  ['at a field', fieldProblem, { code: 'no code' }, null],
  ['above the form', formProblem, {}, formProblem],
])('shows the error of the server %s', async (_where, error, errors, problem) => {
  const { actor, settleCall } = createTestForm();
  actor.send({ type: 'SUBMIT' });
  await settleCall('check', ({ resolve }) => resolve({}));
  await settleCall('send', ({ reject }) => reject(error));
  expect(actor.getSnapshot().context).toMatchObject({ errors, problem, attempts: 1 });
});

describe('a code completed while another one is sent', () => {
  async function sendCode() {
    const form = createTestForm();
    const complete = (value: string) => {
      form.actor.send({ type: 'TYPE', field: 'code', value });
      form.actor.send({ type: 'SUBMIT' });
    };
    complete('111111');
    await form.settleCall('check', ({ resolve }) => resolve({}));
    return { ...form, complete };
  }

  it('is sent when the first is refused, and does not get its error', async () => {
    const { actor, onSend, settleCall, complete } = await sendCode();
    complete('222222');
    await settleCall('send', ({ reject }) => reject(fieldProblem));
    expect(actor.getSnapshot().value).toBe('checking');
    expect(actor.getSnapshot().context).toMatchObject({ errors: {}, problem: null });
    await settleCall('check', ({ resolve }) => resolve({}));
    expect(onSend).toHaveBeenLastCalledWith({ name: '', code: '222222' });
  });

  it('is not sent if it has been changed since', async () => {
    const { actor, settleCall, complete } = await sendCode();
    complete('222222');
    actor.send({ type: 'TYPE', field: 'code', value: '22222' });
    await settleCall('send', ({ reject }) => reject(fieldProblem));
    expect(actor.getSnapshot().value).toBe('editing');
    expect(actor.getSnapshot().context).toMatchObject({ errors: {}, problem: null });
  });
});
