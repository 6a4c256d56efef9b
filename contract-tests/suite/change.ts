import assert from 'node:assert/strict';
import type { Schema } from '../contract/types.ts';
import type { RecordData } from './data.ts';
import { type Body, bodyOf, type Kind } from './kind.ts';

/** A body with a new value in the field that cases change; each further change gives another value. */
export function changedBody(kind: Kind, record: RecordData, changeCount = 1): Body {
  return { ...bodyOf(kind, record), [changedField(kind)]: changedValue(kind, record, changeCount) };
}

export function changePointer(kind: Kind): string {
  return `/${changedField(kind)}`;
}

/** Asserts that a record or body has the value that `changedBody` gave it. */
export function assertChanged(
  kind: Kind,
  recordOrBody: object | null | undefined,
  record: RecordData,
  changeCount = 1,
): void {
  const actual = (recordOrBody as Body | null | undefined)?.[changedField(kind)]; // Cast: records and bodies hold the kind's fields.
  assertSame(kind.change.schema, actual, changedValue(kind, record, changeCount), changedField(kind));
}

/** Asserts that a record or body has the field unchanged. */
export function assertUnchanged(kind: Kind, recordOrBody: object | null | undefined, record: RecordData): void {
  assertChanged(kind, recordOrBody, record, 0);
}

export function assertSame(schema: Schema, actual: unknown, expected: unknown, message: string): void {
  assert.equal(normalizeDecimal(schema, actual), normalizeDecimal(schema, expected), message);
}

/** Drops trailing zeros, which do not change a decimal. */
function normalizeDecimal(schema: Schema, value: unknown): unknown {
  if (!schema['x-decimal'] || typeof value !== 'string') return value;
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value;
}

function changedValue({ change }: Kind, record: RecordData, changeCount: number): unknown {
  const value = String(record[change.path[0] ?? '']);
  if (!change.schema['x-decimal']) return value + ' renamed'.repeat(changeCount);
  if (changeCount === 0) return value;
  const point = value.includes('.') ? value.replace(/0+$/, '') : `${value}.`;
  return point + '1'.repeat(changeCount);
}

function changedField({ change }: Kind): string {
  return change.path.join('/');
}
