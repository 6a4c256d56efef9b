import assert from 'node:assert/strict';
import type { Schema } from '../../contract/types.ts';
import { type Body, type TestedEntity, unchangedBody } from '../records/tested-entity.ts';
import type { RecordData } from '../requests/response-data.ts';

/** Returns a record's body with a new value in the field that cases change. Each `changeNumber` gives a different value. */
export function changedBody(entity: TestedEntity, record: RecordData, changeNumber = 1): Body {
  return { ...unchangedBody(entity, record), [changedField(entity)]: changedValue(entity, record, changeNumber) };
}

export function changePointer(entity: TestedEntity): string {
  return `/${changedField(entity)}`;
}

/** Asserts that a record or body has the value that `changedBody` sets in the original. */
export function assertChanged(
  entity: TestedEntity,
  changed: object | null | undefined,
  original: RecordData | Body,
  changeNumber = 1,
): void {
  const actual = (changed as Body | null | undefined)?.[changedField(entity)]; // Cast: records and bodies hold the entity's fields.
  assertSameValue(
    entity.changeField.schema,
    actual,
    changedValue(entity, original, changeNumber),
    changedField(entity),
  );
}

/** Asserts that the field has its original value in a record or body. */
export function assertUnchanged(
  entity: TestedEntity,
  recordOrBody: object | null | undefined,
  original: RecordData,
): void {
  assertChanged(entity, recordOrBody, original, 0);
}

export function assertSameValue(schema: Schema, actual: unknown, expected: unknown, message: string): void {
  assert.equal(normaliseDecimal(schema, actual), normaliseDecimal(schema, expected), message);
}

/** Removes trailing zeros, which do not change a decimal. */
function normaliseDecimal(schema: Schema, value: unknown): unknown {
  if (!schema['x-decimal'] || typeof value !== 'string') return value;
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value;
}

function changedValue({ changeField }: TestedEntity, original: RecordData | Body, changeNumber: number): unknown {
  const value = String(original[changeField.path[0] ?? '']);
  if (!changeField.schema['x-decimal']) return value + ' renamed'.repeat(changeNumber);
  if (changeNumber === 0) return value;
  const point = value.includes('.') ? value.replace(/0+$/, '') : `${value}.`;
  return point + '1'.repeat(changeNumber);
}

function changedField({ changeField }: TestedEntity): string {
  return changeField.path.join('/');
}
