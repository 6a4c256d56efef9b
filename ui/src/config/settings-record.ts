import { Problem } from '#api/problem.ts';
import type { RecordData } from '#crud/form/state/form-context.ts';
import { isPlainObject } from '#crud/pointers.ts';

/** The id of the settings, which are a single record. */
export const SETTINGS_ID = 1;

/** Converts a settings response to a record, which forms edit. */
export const toRecord = ({ settings, ...row }: { settings: object; version: number }): RecordData => ({
  ...settings,
  ...row,
  id: SETTINGS_ID,
});

/** Converts the current settings in a 412 response to a record, which the form compares. */
export function withSettingsAsRecord(error: unknown): unknown {
  if (!(error instanceof Problem) || error.status !== 412 || !error.current) return error;
  const { settings, version } = error.current;
  if (!isPlainObject(settings) || typeof version !== 'number') return error;
  const current = toRecord({ ...error.current, settings, version });
  const { status, code, key, message, traceId } = error;
  return new Problem({ status, code, key, message, traceId, current }, error);
}
