import { assign, fromPromise, setup } from 'xstate';
import type { Entity } from '#api/facts.gen.ts';
import type { Import, ImportOptions, ImportStatus, Preview } from './import.ts';
import { type Act, changed, type ImportContext, type ImportEvent, type ImportInput } from './import-context.ts';

const provided = () => {
  throw new Error('This effect must be provided.');
};

const isStatus = (...statuses: readonly ImportStatus[]) => {
  return ({ context }: { context: ImportContext }) =>
    context.import !== null && statuses.includes(context.import.status);
};

/** What the machine of an import works with; the page provides its actors and effects. */
export const importSetup = setup({
  types: {} as { context: ImportContext; events: ImportEvent; input: ImportInput },
  actors: {
    create: fromPromise<Import, { entity: Entity | null; file: File | null }>(provided),
    load: fromPromise<Import, { id: number | null }>(provided),
    upload: fromPromise<Import, { import: Import | null; file: File | null }>(provided),
    preview: fromPromise<Preview, { id: number | null; options: ImportOptions | null; settled: boolean }>(provided),
    act: fromPromise<Import | null, { id: number | null; act: Act | null }>(provided),
  },
  actions: {
    /** Says where the import is to be found from now on. */
    announce: provided,
    /** Tells what was done. */
    notify: provided,
    choose: assign(({ event }) =>
      event.type === 'CHOOSE' ? { entity: event.entity, file: event.file, problem: null } : {},
    ),
    progress: assign(({ event }) =>
      event.type === 'PROGRESS' ? { received: event.received, broken: event.broken } : {},
    ),
    change: assign(({ context, event }) =>
      event.type === 'CHANGE' ? { options: changed(context.options, event.part) } : {},
    ),
    ask: assign(({ event }) => (event.type === 'ACT' ? { act: event.act, problem: null } : {})),
    hear: assign(({ event }) => (event.type === 'NEWS' ? { import: event.news } : {})),
  },
  guards: {
    hasId: ({ context }) => context.id !== null,
    hasFile: ({ context }) => context.file !== null,
    /** The one whose beginning is there already. */
    sameFile: ({ context, event }) =>
      event.type === 'CHOOSE' &&
      event.file.size === context.import?.bytes &&
      event.file.name === context.import.filename,
    moved: ({ context, event }) => event.type === 'NEWS' && event.news.status !== context.import?.status,
    isUploading: isStatus('uploading'),
    isUploaded: isStatus('uploaded'),
    isWorking: isStatus('staging', 'applying', 'deciding', 'reverting'),
    isFailed: isStatus('failed'),
    isStaged: isStatus('staged'),
    discards: ({ context }) => context.act?.act === 'discard',
    isGone: (_, { error }: { error: unknown }) => statusOf(error) === 404,
    isForbidden: (_, { error }: { error: unknown }) => statusOf(error) === 403,
    isOvertaken: (_, { error }: { error: unknown }) => statusOf(error) === 409,
  },
});

const statusOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
