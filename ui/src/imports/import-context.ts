import type { Entity } from '#api/facts.gen.ts';
import type { Problem } from '#api/problem.ts';
import type { Correction, Import, ImportOptions, Preview } from './import.ts';

export interface CorrectAct {
  act: 'correct';
  body: Correction;
  /** What is said once it is done, and what takes it back. */
  done?: string;
  undo?: Correction;
}

/** What can be asked of the server about an import that is there. */
export type Act =
  | { act: 'stage' | 'revert' | 'cancel' | 'discard' }
  | { act: 'choose'; row: number }
  | CorrectAct
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

/** Columns are others when a file is read in another way: what they filled says nothing then. */
const reads: readonly (keyof ImportOptions)[] = ['format', 'encoding', 'separator', 'quotes', 'header', 'preset'];

export function changed(options: ImportOptions | null, part: Partial<ImportOptions>): ImportOptions | null {
  if (!options) return null;
  const anew = reads.some((name) => name in part && part[name] !== options[name]) && !part.targets;
  return { ...options, ...part, ...(anew ? { targets: [] } : {}) };
}

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
