import { vi } from 'vitest';
import { type AnyEventObject, createActor, fromPromise, type InspectionEvent, waitFor } from 'xstate';
import { Problem } from '#api/problem.ts';
import { importMachine } from './import.machine.ts';
import type { Import, ImportOptions, ImportStatus, Preview } from './import.ts';
import type { ImportInput } from './import-context.ts';

/** Test helper: imports, previews and the machine of an import with a server under the test's control. */

export const testProblem = (status: number) => new Problem({ status, code: status, key: 'unknownError', message: '…' });

export const testOptions: ImportOptions = {
  ...{ format: 'csv', encoding: 'utf-8', separator: ',', header: true, preset: null, targets: ['code', null] },
  ...{ coordinates: 'wgs84', missingReferences: 'refuse', timeZones: false },
};

export const anImport = (status: ImportStatus, part: Partial<Import> = {}): Import => ({
  ...{
    id: 7,
    entity: 'cabin',
    filename: 'cabins.csv',
    bytes: 4,
    received: 0,
    status,
    options: testOptions,
    fault: null,
  },
  ...{
    progress: null,
    counts: null,
    outcomes: {},
    decision: null,
    createdBy: 'editor',
    review: 'none',
    ownWork: false,
  },
  ...{ createTime: '2026-01-02T00:00:00.000Z', stageTime: null, appliedBy: null, applyTime: null },
  ...{ revertedBy: null, revertTime: null },
  ...part,
});

export const aPreview = (importJob = anImport('uploaded')): Preview => ({
  import: importJob,
  columns: [],
  rows: [],
  targets: [],
  text: [],
  undecodable: 0,
  betterKey: null,
  fault: null,
});

/** A file whose JSON is its name, so that the walk can tell files apart. */
export const aFile = (name = 'cabins.csv') => Object.assign(new File(['code'], name), { toJSON: () => name });

export function startTestImport(input: ImportInput, inspect: (event: InspectionEvent) => void = () => {}) {
  const pendingCalls = new Map<string, { resolve: (value: unknown) => void; reject: (error: unknown) => void }>();
  const effects = { announce: vi.fn(), notify: vi.fn(), requested: vi.fn() };
  const call = <T>(name: string, request: unknown): Promise<T> => {
    effects.requested(name, request);
    return new Promise<T>((resolve, reject) => {
      // The cast: the events of a test carry the right output for each call.
      pendingCalls.set(name, { resolve: (answer) => resolve(answer as T), reject });
    });
  };
  const actor = createActor(
    importMachine.provide({
      actors: {
        create: fromPromise(({ input: request }) => call<Import>('create', request)),
        load: fromPromise(({ input: request }) => call<Import>('load', request)),
        upload: fromPromise(({ input: request }) => call<Import>('upload', request)),
        preview: fromPromise(({ input: request }) => call<Preview>(request.isImmediate ? 'read' : 'preview', request)),
        act: fromPromise(({ input: request }) => call<Import | null>('act', request)),
      },
      actions: { announce: effects.announce, notify: effects.notify },
    }),
    { input, inspect },
  );
  return {
    actor,
    effects,
    /** Answers the pending call named by an `xstate.done.actor.…` or `xstate.error.actor.…` event. */
    async answer({ type, output, error }: AnyEventObject): Promise<void> {
      const pending = pendingCalls.get(type.split('.').at(-1) ?? '');
      if (!pending) throw new Error(`nothing pendingCalls way for ${type}`);
      const before = actor.getSnapshot();
      if (type.includes('.error.')) pending.reject(error);
      else pending.resolve(output);
      await waitFor(actor, (snapshot) => snapshot !== before);
    },
  };
}
