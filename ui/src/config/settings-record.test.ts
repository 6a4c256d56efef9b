import { expect, it } from 'vitest';
import { Problem } from '#api/problem.ts';
import { editableFields } from '#crud/form/definition/form-definition.ts';
import { conflictingRecord } from '#crud/form/state/conflicts.ts';
import { toRecord, withSettingsAsRecord } from './settings-record.ts';

const row = { settings: { sessionHours: 8, review: { city: 'none' } }, version: 3, updatedBy: 'ann', updateTime: '…' };
const refusal = (status: number, current?: Record<string, unknown>) =>
  new Problem({ status, code: status, key: 'versionConflict', message: 'changed', current });

it('converts settings to form values and back', () => {
  expect(editableFields(toRecord(row))).toEqual(row.settings);
});

it('passes the current settings of a 412 response to the form', () => {
  const current = conflictingRecord(withSettingsAsRecord(refusal(412, row)));
  expect(current).toMatchObject({ version: 3, updatedBy: 'ann', sessionHours: 8 });
});

it('does not change other errors', () => {
  for (const error of [refusal(422, row), refusal(412), new Error('lost')])
    expect(withSettingsAsRecord(error)).toBe(error);
});
