import assert from 'node:assert/strict';
import type { Schema } from '../contract/types.ts';
import type { RecordData } from './data.ts';
import { type Body, bodyOf, type Kind } from './kind.ts';

/** A body with another value in the one field that cases change; `times` over for another value again. */
export function changed(kind: Kind, record: RecordData, times = 1): Body {
  return { ...bodyOf(kind, record), [nameOf(kind)]: changedValue(kind, record, times) };
}

export function changePointer(kind: Kind): string {
  return `/${nameOf(kind)}`;
}

/** Whether something holds what `changed` made of a record. */
export function assertChanged(kind: Kind, holder: object | null | undefined, record: RecordData, times = 1): void {
  const found = (holder as Body | null | undefined)?.[nameOf(kind)]; // Cast: records and bodies hold the kind's fields.
  assertSame(kind.change.schema, found, changedValue(kind, record, times), nameOf(kind));
}

/** Whether something holds the field as the record does. */
export function assertUnchanged(kind: Kind, holder: object | null | undefined, record: RecordData): void {
  assertChanged(kind, holder, record, 0);
}

export function assertSame(schema: Schema, found: unknown, wanted: unknown, what: string): void {
  assert.equal(normal(schema, found), normal(schema, wanted), what);
}

/** Decimals are the same whatever zeros stand behind. */
function normal(schema: Schema, value: unknown): unknown {
  if (!schema['x-decimal'] || typeof value !== 'string') return value;
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value;
}

function changedValue({ change }: Kind, record: RecordData, times: number): unknown {
  const value = String(record[change.path[0] ?? '']);
  if (!change.schema['x-decimal']) return value + ' renamed'.repeat(times);
  if (times === 0) return value;
  const point = value.includes('.') ? value.replace(/0+$/, '') : `${value}.`;
  return point + '1'.repeat(times);
}

function nameOf({ change }: Kind): string {
  return change.path.join('/');
}
