import { Problem } from '#api/problem.ts';
import { isPlainObject } from '#crud/pointers.ts';
import type { RecordData } from '#crud/record-form.ts';

/** The configuration is one row. */
const id = 1;

/** What the configuration's calls answer, as the form keeps records. */
export const toRecord = ({ settings, ...row }: { settings: object; version: number }): RecordData => ({
  ...settings,
  ...row,
  id,
});

/** A refusal by another version (412) tells the configuration as it is now, which the form compares as a record. */
export function withCurrentRecord(error: unknown): unknown {
  if (!(error instanceof Problem) || error.status !== 412 || !error.current) return error;
  const { settings, version } = error.current;
  if (!isPlainObject(settings) || typeof version !== 'number') return error;
  const current = toRecord({ ...error.current, settings, version });
  const { status, code, key, message, traceId } = error;
  return new Problem({ status, code, key, message, traceId, current }, error);
}
