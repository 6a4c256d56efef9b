import { vi } from 'vitest';
import { type AnyEventObject, createActor, fromPromise, type InspectionEvent, waitFor } from 'xstate';
import { Problem } from '#api/problem.ts';
import { importMachine } from './import.machine.ts';
import type { Import, ImportOptions, ImportStatus, Preview } from './import.ts';
import type { ImportInput } from './import-context.ts';

/** Test fixtures: imports, previews, and the import machine with calls that the test settles. */

export const testProblem = (status: number) => new Problem({ status, code: status, key: 'unknownError', message: '…' });

export const testOptions: ImportOptions = {
  format: 'csv',
  encoding: 'utf-8',
  separator: ',',
  header: true,
  preset: null,
  targets: ['code', null],
  coordinates: 'wgs84',
  missingReferences: 'refuse',
  timeZones: false,
};

export const importFixture = (status: ImportStatus, overrides: Partial<Import> = {}): Import => ({
  id: 7,
  entity: 'cabin',
  filename: 'cabins.csv',
  bytes: 4,
  received: 0,
  status,
  options: testOptions,
  fault: null,

  progress: null,
  counts: null,
  outcomes: {},
  decision: null,
  createdBy: 'editor',
  review: 'none',
  ownWork: false,
  createTime: '2026-01-02T00:00:00.000Z',
  stageTime: null,
  appliedBy: null,
  applyTime: null,
  revertedBy: null,
  revertTime: null,
  ...overrides,
});

export const previewFixture = (importJob = importFixture('uploaded')): Preview => ({
  import: importJob,
  columns: [],
  rows: [],
  targets: [],
  text: [],
  undecodable: 0,
  betterKey: null,
  fault: null,
});

/** Creates a file that serialises to its name, because the walk compares serialised events. */
export const fileFixture = (name = 'cabins.csv') => Object.assign(new File(['code'], name), { toJSON: () => name });

export function startTestImport(input: ImportInput, inspect: (event: InspectionEvent) => void = () => {}) {
  const pendingCalls = new Map<string, { resolve: (value: unknown) => void; reject: (error: unknown) => void }>();
  const effects = { openCreatedImport: vi.fn(), finishAction: vi.fn(), recordCall: vi.fn() };
  const createPendingCall = <T>(name: string, request: unknown): Promise<T> => {
    effects.recordCall(name, request);
    return new Promise<T>((resolve, reject) => {
      // the cast: the events of a test carry the output type of their call
      pendingCalls.set(name, { resolve: (output) => resolve(output as T), reject });
    });
  };
  const actor = createActor(
    importMachine.provide({
      actors: {
        create: fromPromise(({ input: request }) => createPendingCall<Import>('create', request)),
        load: fromPromise(({ input: request }) => createPendingCall<Import>('load', request)),
        upload: fromPromise(({ input: request }) => createPendingCall<Import>('upload', request)),
        preview: fromPromise(({ input: request }) =>
          createPendingCall<Preview>(request.skipsDebounce ? 'read' : 'preview', request),
        ),
        runAction: fromPromise(({ input: request }) => createPendingCall<Import | null>('runAction', request)),
      },
      actions: { openCreatedImport: effects.openCreatedImport, finishAction: effects.finishAction },
    }),
    { input, inspect },
  );
  return {
    actor,
    effects,
    /** Resolves or rejects the pending call named by an `xstate.done.actor.…` or `xstate.error.actor.…` event. */
    async settleCall({ type, output, error }: AnyEventObject): Promise<void> {
      const pendingCall = pendingCalls.get(type.split('.').at(-1) ?? '');
      if (!pendingCall) throw new Error(`No call is pending for ${type}.`);
      const previousSnapshot = actor.getSnapshot();
      if (type.includes('.error.')) pendingCall.reject(error);
      else pendingCall.resolve(output);
      await waitFor(actor, (snapshot) => snapshot !== previousSnapshot);
    },
  };
}
