import { vi } from 'vitest';
import { type AnyEventObject, createActor, fromPromise, type InspectionEvent, waitFor } from 'xstate';
import { Problem } from '#api/problem.ts';
import { importMachine } from './import.machine.ts';
import type { Import, ImportOptions, ImportStatus, Preview } from './import.ts';
import type { ImportInput } from './import-context.ts';

/** Test helper: an import over a server that does as it is told. */

export const problem = (status: number) => new Problem({ status, code: status, key: 'unknownError', message: '…' });

export const options: ImportOptions = {
  ...{ format: 'csv', encoding: 'utf-8', separator: ',', header: true, preset: null, targets: ['code', null] },
  ...{ coordinates: 'wgs84', missingReferences: 'refuse', timeZones: false },
};

export const anImport = (status: ImportStatus, part: Partial<Import> = {}): Import => ({
  ...{ id: 7, entity: 'cabin', filename: 'cabins.csv', bytes: 4, received: 0, status, options, fault: null },
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

export const aPreview = (found = anImport('uploaded')): Preview => ({
  import: found,
  columns: [],
  rows: [],
  targets: [],
  text: [],
  undecodable: 0,
  betterKey: null,
  fault: null,
});

/** Told from another one where events are compared as JSON. */
export const aFile = (name = 'cabins.csv') => Object.assign(new File(['code'], name), { toJSON: () => name });

export function importWorld(input: ImportInput, inspect: (event: InspectionEvent) => void = () => {}) {
  const under = new Map<string, { resolve: (value: unknown) => void; reject: (error: unknown) => void }>();
  const effects = { announce: vi.fn(), notify: vi.fn(), asked: vi.fn() };
  const wait = <T>(name: string, asked: unknown): Promise<T> => {
    effects.asked(name, asked);
    return new Promise<T>((resolve, reject) => {
      // The cast: the events of a test say what their effect answers.
      under.set(name, { resolve: (answer) => resolve(answer as T), reject });
    });
  };
  const actor = createActor(
    importMachine.provide({
      actors: {
        create: fromPromise(({ input: asked }) => wait<Import>('create', asked)),
        load: fromPromise(({ input: asked }) => wait<Import>('load', asked)),
        upload: fromPromise(({ input: asked }) => wait<Import>('upload', asked)),
        preview: fromPromise(({ input: asked }) => wait<Preview>(asked.settled ? 'read' : 'preview', asked)),
        act: fromPromise(({ input: asked }) => wait<Import | null>('act', asked)),
      },
      actions: { announce: effects.announce, notify: effects.notify },
    }),
    { input, inspect },
  );
  return {
    actor,
    effects,
    /** Lets the call under way answer, as `xstate.done.actor.…` or `xstate.error.actor.…` says. */
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
