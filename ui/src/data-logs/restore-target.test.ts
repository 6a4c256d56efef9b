import { expect, it } from 'vitest';
import { restoreTarget } from './restore-target.ts';
import type { ChangeDetails } from './use-change.ts';

const changeDetails = (version: number, recordVersion: number | null, deletion = false): ChangeDetails => {
  const record = (version: number) => ({ version }) as ChangeDetails['after'];
  return {
    // the cast: only the version is read
    entry: { version } as ChangeDetails['entry'],
    recordVersion,
    before: record(version - 1),
    after: deletion ? null : record(version),
    labels: {},
  };
};

it('returns the version of the change unless it is current', () => {
  expect(restoreTarget(changeDetails(3, 5))).toBe(3);
  expect(restoreTarget(changeDetails(5, 5))).toBeUndefined();
});

it('returns any version of a deleted record, and for the deletion the last version before it', () => {
  expect(restoreTarget(changeDetails(3, null))).toBe(3);
  expect(restoreTarget(changeDetails(6, null, true))).toBe(5);
  expect(restoreTarget(changeDetails(6, 7, true))).toBe(5);
});
