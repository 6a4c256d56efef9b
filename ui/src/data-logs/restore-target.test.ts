import { expect, it } from 'vitest';
import { restoreTarget } from './restore-target.ts';
import type { FoundChange } from './use-change.ts';

const found = (version: number, recordVersion: number | null, deletion = false): FoundChange => {
  const record = (version: number) => ({ version }) as FoundChange['after'];
  return {
    // of the entry only its version counts
    entry: { version } as FoundChange['entry'],
    recordVersion,
    before: record(version - 1),
    after: deletion ? null : record(version),
    labels: {},
  };
};

it('is what the change left, unless the record is so today', () => {
  expect(restoreTarget(found(3, 5))).toBe(3);
  expect(restoreTarget(found(5, 5))).toBeUndefined();
});

it('of a deleted record is any version, of its deletion the last before it', () => {
  expect(restoreTarget(found(3, null))).toBe(3);
  expect(restoreTarget(found(6, null, true))).toBe(5);
  expect(restoreTarget(found(6, 7, true))).toBe(5);
});
