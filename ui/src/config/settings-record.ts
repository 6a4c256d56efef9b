import { Problem } from '#api/problem.ts';
import type { RecordData } from '#crud/form/merge.ts';
import { isPlainObject } from '#crud/pointers.ts';

/** The configuration is one row. */
export const SETTINGS_ID = 1;

/** The answer of the configuration's calls as a record, which forms edit. */
export const toRecord = ({ settings, ...row }: { settings: object; version: number }): RecordData => ({
  ...settings,
  ...row,
  id: SETTINGS_ID,
});

/** A refusal for a stale version (412) carries the current configuration, which the form compares as a record. */
export function withCurrentRecord(error: unknown): unknown {
  if (!(error instanceof Problem) || error.status !== 412 || !error.current) return error;
  const { settings, version } = error.current;
  if (!isPlainObject(settings) || typeof version !== 'number') return error;
  const current = toRecord({ ...error.current, settings, version });
  const { status, code, key, message, traceId } = error;
  return new Problem({ status, code, key, message, traceId, current }, error);
}
