import { vi } from 'vitest';
import { type AnyEventObject, createActor, fromPromise, type InspectionEvent, waitFor } from 'xstate';
import { type FieldError, Problem, type ProblemDetails } from '#api/problem.ts';
import type { Data } from '#crud/pointers.ts';
import { fakeStorage } from '#session/fake-storage.ts';
import { createDrafts, type Draft } from './drafts.ts';
import type { RecordData, RecordFormInput, Saved } from './merge.ts';
import { recordFormMachine } from './record-form.machine.ts';

/** Test helper: a record form over a server that does as it is told, and drafts in a storage that is really written. */

export const record: RecordData = { id: 44, version: 1, code: 'CN', name: 'China', currency: 'CNY', symbol: null };
export const blank: Data = { code: null, name: null, currency: null, symbol: null };
export const nameMissing: FieldError = { pointer: '/name', rule: 'required', message: '必填' };

export const toValues = ({ id, version, ...values }: RecordData): Data => values;

export function problem(status: number, details: Partial<ProblemDetails> = {}): Problem {
  return new Problem({ status, code: status, key: 'unknownError', message: '…', ...details });
}

export function inputOf(
  id: number | null,
  draft: Omit<Draft, 'time'> | null = null,
  staysOpenAfterSave = false,
): RecordFormInput {
  return {
    id,
    blank,
    draft: draft && { ...draft, time: 0 },
    toValues,
    validate: (values) => (values.name === '' ? [nameMissing] : []),
    staysOpenAfterSave,
  };
}

export function createHarness(input: RecordFormInput, inspect: (event: InspectionEvent) => void = () => {}) {
  const local = fakeStorage();
  const drafts = createDrafts(
    () => local,
    () => 0,
  );
  const placeOf = (id: number | null) => ({ user: 'ann', entity: 'country', id });
  if (input.draft) drafts.save(placeOf(input.id), input.draft);
  const under = new Map<string, { resolve: (value: unknown) => void; reject: (error: unknown) => void }>();
  const effects = { focusFirst: vi.fn(), notify: vi.fn(), load: vi.fn(), save: vi.fn() };
  const wait = <T>(name: 'load' | 'save', asked: unknown): Promise<T> => {
    effects[name](asked);
    return new Promise<T>((resolve, reject) => {
      // The cast: the events of a test say what their effect answers.
      under.set(name, { resolve: (answer) => resolve(answer as T), reject });
    });
  };
  const actor = createActor(
    recordFormMachine.provide({
      actors: {
        load: fromPromise(({ input: asked }) => wait<RecordData>('load', asked)),
        save: fromPromise(({ input: asked }) => wait<Saved>('save', asked)),
      },
      actions: {
        saveDraft: ({ context: { id, values, baseValues, version } }) => {
          drafts.save(placeOf(id), { values, baseValues, version });
        },
        discardDraft: ({ context: { id } }) => drafts.remove(placeOf(id)),
        focusFirst: effects.focusFirst,
        notify: effects.notify,
      },
    }),
    { input, inspect },
  );
  return {
    actor,
    effects,
    draftOf: (id: number | null) => drafts.read(placeOf(id)),
    /** Lets the load or save under way answer, as `xstate.done.actor.…` or `xstate.error.actor.…` says. */
    async answer({ type, output, error }: AnyEventObject): Promise<void> {
      const call = under.get(type.split('.').at(-1) ?? '');
      if (!call) throw new Error(`nothing under way for ${type}`);
      const before = actor.getSnapshot();
      if (type.includes('.error.')) call.reject(error);
      else call.resolve(output);
      await waitFor(actor, (snapshot) => snapshot !== before);
    },
  };
}
