import type { EntityKey, Schemas } from '#api/metadata.gen.ts';
import type { Problem } from '#api/problem.ts';
import type { Correction, Import, ImportOptions, Preview } from './import.ts';

export interface CorrectAction {
  type: 'correct';
  body: Correction;
  /** The message shown after the correction. */
  doneText: string;
  /** The correction that reverses this one. */
  undo?: CorrectAction;
}

export type ApplyChoices = Required<Schemas['ImportApply']>;

/** An action on an existing import. */
export type ImportAction =
  | { type: 'stage' | 'revert' | 'cancel' | 'discard' }
  | { type: 'choose'; row: number }
  | CorrectAction
  | ({ type: 'apply' } & ApplyChoices)
  | { type: 'decide'; event: 'approve' | 'reject' | 'activate'; reason: string };

export type ImportEvent =
  | { type: 'CHOOSE_FILE'; entity: EntityKey; file: File }
  | { type: 'PROGRESS'; received: number; isReconnecting: boolean }
  | { type: 'CHANGE_OPTIONS'; changes: Partial<ImportOptions> }
  | { type: 'RUN_ACTION'; action: ImportAction }
  | { type: 'SERVER_UPDATE'; update: Import }
  | { type: 'DISMISS_PROBLEM' }
  | { type: 'REMAP' }
  | { type: 'REPORT' }
  | { type: 'RETRY' };

export interface ImportInput {
  /** Null until the import has been created. */
  id: number | null;
  /** The file if its upload was started in this window. */
  file: File | null;
}

export interface ImportContext extends ImportInput {
  entity: EntityKey | null;
  import: Import | null;
  /** The options as the user edits them; null until the first preview. */
  options: ImportOptions | null;
  preview: Preview | null;
  /** The number of bytes that the server has received. */
  received: number;
  /** Whether the connection was lost and the upload is being retried. */
  isReconnecting: boolean;
  action: ImportAction | null;
  /** Corrections that the user has made while another one is running. */
  queuedActions: ImportAction[];
  problem: Problem | null;
}

/** The options that decide which columns a file has; changing one of them clears the column mapping. */
const parsingOptions: readonly (keyof ImportOptions)[] = [
  'format',
  'encoding',
  'separator',
  'quotes',
  'header',
  'preset',
];

export function applyOptionChange(
  options: ImportOptions | null,
  changes: Partial<ImportOptions>,
): ImportOptions | null {
  if (!options) return null;
  const changesParsing =
    parsingOptions.some((name) => name in changes && changes[name] !== options[name]) && !changes.targets;
  return { ...options, ...changes, ...(changesParsing ? { targets: [] } : {}) };
}

/** Returns the context members to set after a failed call. */
export const withProblem = (error: unknown): Pick<ImportContext, 'problem'> => ({
  // the cast: the API client only throws problems
  problem: error as Problem,
});

/** Also drops the queued corrections, as they would hide the problem or fail for the same reason. */
export const withFailedAction = (error: unknown): Pick<ImportContext, 'problem' | 'queuedActions'> => ({
  ...withProblem(error),
  queuedActions: [],
});

export const httpStatusOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;

export function takeQueuedAction({ queuedActions }: ImportContext): Partial<ImportContext> {
  const [action = null, ...others] = queuedActions;
  return { action, queuedActions: others, problem: null };
}

export const initialContext = (input: ImportInput): ImportContext => ({
  ...input,

  entity: null,
  import: null,
  options: null,
  preview: null,
  received: 0,
  isReconnecting: false,
  action: null,
  queuedActions: [],
  problem: null,
});

export const withImport = (importJob: Import): Pick<ImportContext, 'import' | 'id'> => ({
  import: importJob,
  id: importJob.id,
});

/** The options used if the server could not detect any. */
const defaultOptions: ImportOptions = {
  format: 'csv',
  encoding: 'utf-8',
  separator: ',',
  header: true,
  preset: null,
  targets: [],
  coordinates: 'wgs84',
  missingReferences: 'refuse',
  timeZones: false,
};

export const withPreview = ({ options }: ImportContext, preview: Preview): Partial<ImportContext> => ({
  preview,
  import: preview.import,
  options: preview.import.options ?? options ?? defaultOptions,
  problem: null,
});
