import { assign, fromPromise, setup } from 'xstate';
import type { Entity } from '#api/facts.gen.ts';
import type { Problem } from '#api/problem.ts';
import type { Import, ImportOptions, ImportStatus, Preview } from './import.ts';

/** What can be asked of the server about an import that is there. */
export type Act =
  | { act: 'stage' | 'revert' | 'cancel' | 'discard' }
  | { act: 'apply'; rows: 'all' | 'sound'; status: 'pending' | 'active' }
  | { act: 'decide'; event: 'approve' | 'reject' | 'activate'; reason: string };

export type ImportEvent =
  | { type: 'CHOOSE'; entity: Entity; file: File }
  | { type: 'PROGRESS'; received: number; broken: boolean }
  | { type: 'CHANGE'; part: Partial<ImportOptions> }
  | { type: 'ACT'; act: Act }
  | { type: 'NEWS'; news: Import }
  | { type: 'REMAP' }
  | { type: 'REPORT' }
  | { type: 'RETRY' };

export interface ImportInput {
  /** Null for one that is to begin. */
  id: number | null;
  /** Of an upload that this window has begun before. */
  file: File | null;
}

export interface ImportContext extends ImportInput {
  entity: Entity | null;
  import: Import | null;
  /** As they are being corrected; null until the file was read once. */
  options: ImportOptions | null;
  preview: Preview | null;
  /** Bytes that have arrived. */
  received: number;
  /** The connection is lost, and tried again. */
  broken: boolean;
  act: Act | null;
  problem: Problem | null;
}

const provided = () => {
  throw new Error('This effect must be provided.');
};

const isStatus = (...statuses: readonly ImportStatus[]) => {
  return ({ context }: { context: ImportContext }) =>
    context.import !== null && statuses.includes(context.import.status);
};

/** Columns are others when a file is read in another way: what they filled says nothing then. */
const reads: readonly (keyof ImportOptions)[] = ['format', 'encoding', 'separator', 'header', 'preset'];

export function changed(options: ImportOptions | null, part: Partial<ImportOptions>): ImportOptions | null {
  if (!options) return null;
  const anew = reads.some((name) => name in part && part[name] !== options[name]) && !part.targets;
  return { ...options, ...part, ...(anew ? { targets: [] } : {}) };
}

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

/** What a failed call leaves behind. */
export const refused = (error: unknown): Pick<ImportContext, 'problem'> => ({
  // the cast: every effect throws problems, by the client's word
  problem: error as Problem,
});

export const begin = (input: ImportInput): ImportContext => ({
  ...input,
  ...{ entity: null, import: null, options: null, preview: null, received: 0, broken: false, act: null, problem: null },
});

export const taken = (found: Import): Pick<ImportContext, 'import' | 'id'> => ({ import: found, id: found.id });

/** To begin correcting with, where nothing could be detected. */
const usual: ImportOptions = {
  ...{ format: 'csv', encoding: 'utf-8', separator: ',', header: true, preset: null, targets: [] },
  ...{ coordinates: 'wgs84', missingReferences: 'refuse', timeZones: false },
};

export const read = ({ options }: ImportContext, preview: Preview): Partial<ImportContext> => ({
  preview,
  import: preview.import,
  options: preview.import.options ?? options ?? usual,
  problem: null,
});
