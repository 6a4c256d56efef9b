import { expect, it } from 'vitest';
import type { AnyRecord, Values } from '#crud/define-entity.ts';
import { fitting, refreshed } from './selection.ts';

// The cast: nothing else of a record is looked at here.
const record = (id: number, status: string, version = 1) => ({ id, status, version }) as AnyRecord & Values;
const selection = new Map([
  [1, record(1, 'pending')],
  [2, record(2, 'active')],
]);

it('takes the records that the page shows anew, and keeps those of other pages', () => {
  const now = refreshed(selection, [record(1, 'approved', 2), record(3, 'active')]);
  expect([...now.values()]).toEqual([record(1, 'approved', 2), record(2, 'active')]);
});

it('counts those whose status allows an action, without one’s own work where a second person must look', () => {
  const ids = (action: 'approve' | 'deactivate' | 'delete', own: number[] = []) =>
    fitting(selection, action, new Set(own)).map(({ id }) => id);
  expect(ids('approve')).toEqual([1]);
  expect(ids('approve', [1])).toEqual([]);
  expect(ids('deactivate', [2])).toEqual([2]);
  expect(ids('delete')).toEqual([1, 2]);
});
