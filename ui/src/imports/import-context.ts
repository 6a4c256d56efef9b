import type { Entity } from '#api/facts.gen.ts';
import type { Problem } from '#api/problem.ts';
import type { Correction, Import, ImportOptions, Preview } from './import.ts';

export interface CorrectAction {
  act: 'correct';
  body: Correction;
  /** The message shown once it is done; `undo` is the correction that reverses it. */
  done?: string;
  undo?: Correction;
}

/** An action on an existing import. */
export type ImportAction =
  | { act: 'stage' | 'revert' | 'cancel' | 'discard' }
  | { act: 'choose'; row: number }
  | CorrectAction
  | { act: 'apply'; rows: 'all' | 'sound'; status: 'pending' | 'active' }
  | { act: 'decide'; event: 'approve' | 'reject' | 'activate'; reason: string };

export type ImportEvent =
  | { type: 'CHOOSE'; entity: Entity; file: File }
  | { type: 'PROGRESS'; received: number; broken: boolean }
  | { type: 'CHANGE'; part: Partial<ImportOptions> }
  | { type: 'ACT'; act: ImportAction }
  | { type: 'SERVER_UPDATE'; update: Import }
  | { type: 'REMAP' }
  | { type: 'REPORT' }
  | { type: 'RETRY' };

export interface ImportInput {
  /** Null until the import has been created. */
  id: number | null;
  /** The file, where its upload was started in this window. */
  file: File | null;
}

export interface ImportContext extends ImportInput {
  entity: Entity | null;
  import: Import | null;
  /** The options as the user edits them; null until the first preview. */
  options: ImportOptions | null;
  preview: Preview | null;
  /** Bytes the server has received. */
  received: number;
  /** The connection was lost and is being retried. */
  broken: boolean;
  act: ImportAction | null;
  problem: Problem | null;
}

/** A change of these may yield other columns, so the mapping of the old ones is dropped. */
const parsingOptions: readonly (keyof ImportOptions)[] = [
  'format',
  'encoding',
  'separator',
  'quotes',
  'header',
  'preset',
];

export function applyOptionChange(options: ImportOptions | null, part: Partial<ImportOptions>): ImportOptions | null {
  if (!options) return null;
  const isReparsed = parsingOptions.some((name) => name in part && part[name] !== options[name]) && !part.targets;
  return { ...options, ...part, ...(isReparsed ? { targets: [] } : {}) };
}

/** The context after a failed call. */
export const withProblem = (error: unknown): Pick<ImportContext, 'problem'> => ({
  // the cast: the API client throws nothing but problems
  problem: error as Problem,
});

export const initialContext = (input: ImportInput): ImportContext => ({
  ...input,
  ...{ entity: null, import: null, options: null, preview: null, received: 0, broken: false, act: null, problem: null },
});

export const withImport = (importJob: Import): Pick<ImportContext, 'import' | 'id'> => ({
  import: importJob,
  id: importJob.id,
});

/** Used where the server could detect nothing. */
const defaultOptions: ImportOptions = {
  ...{ format: 'csv', encoding: 'utf-8', separator: ',', header: true, preset: null, targets: [] },
  ...{ coordinates: 'wgs84', missingReferences: 'refuse', timeZones: false },
};

export const withPreview = ({ options }: ImportContext, preview: Preview): Partial<ImportContext> => ({
  preview,
  import: preview.import,
  options: preview.import.options ?? options ?? defaultOptions,
  problem: null,
});
