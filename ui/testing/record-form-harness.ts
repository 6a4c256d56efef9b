import { vi } from 'vitest';
import { type AnyEventObject, createActor, fromPromise, type InspectionEvent, waitFor } from 'xstate';
import { type FieldError, Problem, type ProblemDetails } from '#api/problem.ts';
import { toDraft } from '#crud/form/state/conflicts.ts';
import { createDrafts, type Draft } from '#crud/form/state/drafts.ts';
import type { RecordData, RecordFormInput, SaveResult } from '#crud/form/state/form-context.ts';
import { recordFormMachine } from '#crud/form/state/record-form.machine.ts';
import type { Data } from '#crud/pointers.ts';
import { fakeStorage } from '#testing/fake-storage.ts';

/** Test helper: a record form with requests that the test answers, and drafts in a fake storage. */

export const record: RecordData = { id: 44, version: 1, code: 'CN', name: 'China', currency: 'CNY', symbol: null };
export const blankValues: Data = { code: null, name: null, currency: null, symbol: null };
export const missingNameError: FieldError = { pointer: '/name', rule: 'required', message: '必填' };

export const toValues = ({ id, version, ...values }: RecordData): Data => values;

export function problem(status: number, details: Partial<ProblemDetails> = {}): Problem {
  return new Problem({ status, code: status, key: 'unknownError', message: '…', ...details });
}

export function formInput(
  id: number | null,
  draft: Omit<Draft, 'time'> | null = null,
  staysOpenAfterSave = false,
): RecordFormInput {
  return {
    id,
    blankValues: blankValues,
    draft: draft && { ...draft, time: 0 },
    toValues,
    validate: (values) => (values.name === '' ? [missingNameError] : []),
    staysOpenAfterSave,
  };
}

export function createHarness(input: RecordFormInput, inspect: (event: InspectionEvent) => void = () => {}) {
  const storage = fakeStorage();
  const drafts = createDrafts(
    () => storage,
    () => 0,
  );
  const draftKey = (id: number | null) => ({ user: 'ann', entity: 'country', id });
  if (input.draft) drafts.save(draftKey(input.id), input.draft);
  const pendingRequests = new Map<string, { resolve: (value: unknown) => void; reject: (error: unknown) => void }>();
  const effects = { focusFirstError: vi.fn(), showResult: vi.fn(), load: vi.fn(), save: vi.fn() };
  const startRequest = <T>(name: 'load' | 'save', request: unknown): Promise<T> => {
    effects[name](request);
    return new Promise<T>((resolve, reject) => {
      // The cast: the test's events have the response type of their request.
      pendingRequests.set(name, { resolve: (response) => resolve(response as T), reject });
    });
  };
  const actor = createActor(
    recordFormMachine.provide({
      actors: {
        load: fromPromise(({ input: request }) => startRequest<RecordData>('load', request)),
        save: fromPromise(({ input: request }) => startRequest<SaveResult>('save', request)),
      },
      actions: {
        saveDraft: ({ context }) => void drafts.save(draftKey(context.id), toDraft(context)),
        discardDraft: ({ context: { id } }) => drafts.remove(draftKey(id)),
        focusFirstError: effects.focusFirstError,
        showResult: effects.showResult,
      },
    }),
    { input, inspect },
  );
  return {
    actor,
    effects,
    readDraft: (id: number | null) => drafts.read(draftKey(id)),
    /** Settles the pending load or save as an event `xstate.done.actor.…` or `xstate.error.actor.…` describes. */
    async settle({ type, output, error }: AnyEventObject): Promise<void> {
      const pendingRequest = pendingRequests.get(type.split('.').at(-1) ?? '');
      if (!pendingRequest) throw new Error(`no pending request for ${type}`);
      const snapshotBefore = actor.getSnapshot();
      if (type.includes('.error.')) pendingRequest.reject(error);
      else pendingRequest.resolve(output);
      await waitFor(actor, (snapshot) => snapshot !== snapshotBefore);
    },
  };
}

export const doneEvent = (effect: string, output: unknown) => ({ type: `xstate.done.actor.${effect}`, output });
export const errorEvent = (effect: string, error: unknown) => ({ type: `xstate.error.actor.${effect}`, error });

/** Types a value into a field. */
export function change(harness: ReturnType<typeof createHarness>, pointer: string, value: unknown): void {
  harness.actor.send({ type: 'CHANGE', pointer, value });
}

/** Opens the form of the record, which is loaded. */
export async function openForm(input = formInput(44)) {
  const harness = createHarness(input);
  harness.actor.start();
  await harness.settle(doneEvent('load', record));
  return {
    ...harness,
    context: () => harness.actor.getSnapshot().context,
    state: () => harness.actor.getSnapshot().value,
  };
}
