import type { EntityKey, Schemas } from '#api/metadata.gen.ts';
import type { DotTone } from '#kit/display/status-mark.tsx';

export type Import = Schemas['Import'];
export type ImportStatus = Schemas['ImportStatus'];
export type ImportOptions = Schemas['ImportOptions'];
export type ImportPreset = Schemas['ImportPreset'];
export type ImportRow = Schemas['ImportRow'];
export type RowState = Schemas['ImportRowState'];
export type RowOutcome = Schemas['ImportRowOutcome'];
export type Correction = Schemas['ImportCorrection'];
export type UnmatchedValue = Schemas['ImportValue'];
export type Preview = Schemas['ImportPreviewAnswer']['data'];
export type DecisionEvent = Schemas['ImportDecision']['event'];

/** The largest file the server accepts. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;

export const statusTones: Record<ImportStatus, DotTone> = {
  uploading: 'idle',
  uploaded: 'pending',
  staging: 'info',
  staged: 'pending',
  failed: 'bad',
  applying: 'info',
  applied: 'ok',
  deciding: 'info',
  reverting: 'info',
  reverted: 'idle',
};

export const rowStateTones: Record<RowState, DotTone> = {
  new: 'ok',
  changed: 'info',
  unchanged: 'idle',
  conflicting: 'warn',
  refused: 'bad',
  excluded: 'idle',
};

export const rowOutcomeTones: Record<RowOutcome, DotTone> = {
  created: 'ok',
  updated: 'info',
  proposed: 'pending',
  unchanged: 'idle',
  conflicting: 'warn',
  refused: 'bad',
  removed: 'idle',
  restored: 'idle',
  kept: 'warn',
};

const workingStatuses: readonly ImportStatus[] = ['staging', 'applying', 'deciding', 'reverting'];
const writtenStatuses: readonly ImportStatus[] = ['applying', 'applied', 'deciding', 'reverting', 'reverted'];

/** Returns whether a background task is processing the import. */
export const isWorking = ({ status }: Pick<Import, 'status'>): boolean => workingStatuses.includes(status);

/** Returns whether the import may have written records. */
export const mayHaveWritten = ({ status }: Pick<Import, 'status'>): boolean => writtenStatuses.includes(status);

export const countRows = (counts: Schemas['ImportCounts']): number =>
  counts.new + counts.changed + counts.unchanged + counts.conflicting + counts.refused + (counts.excluded ?? 0);

/** Counts the rows that would create or change a record. */
export const countRowsToWrite = (counts: Schemas['ImportCounts'] | null): number =>
  counts ? counts.new + counts.changed : 0;

/** Counts the rows that prevent the file from being applied as a whole. */
export const countBlockingRows = (counts: Schemas['ImportCounts'] | null): number =>
  counts ? counts.conflicting + counts.refused : 0;

export const importPermission = (entity: EntityKey) => `${entity}:import`;
export const reviewPermission = (entity: EntityKey) => `${entity}:review`;
