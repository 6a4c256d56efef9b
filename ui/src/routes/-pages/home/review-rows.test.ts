import { expect, it } from 'vitest';
import { compareRows, isSameContent, type RecordToReview } from './review-rows.ts';

// the cast: other properties of a row are not used
const row = (id: number, version = 1) =>
  ({ kind: 'proposal', entity: 'country', id, version, time: '2026-11-20T06:32:10.000Z' }) as RecordToReview;

it('returns the state of each shown row and the number of new ones', () => {
  const { states, added } = compareRows([row(1), row(2), row(3)], [row(4), row(1), row(3, 2), row(5)]);
  expect(states).toEqual(['same', 'gone', 'changed']);
  expect(added).toBe(2);
});

it('distinguishes a proposal from a pending record with the same id', () => {
  const record = { ...row(1), kind: 'record' as const };
  expect(compareRows([row(1)], [record])).toMatchObject({ states: ['gone'], added: 1 });
});

it('tells an item that was submitted anew from the one that was decided', () => {
  expect(isSameContent(row(1), row(1))).toBe(true);
  expect(isSameContent(row(1), row(1, 2))).toBe(false);
  expect(isSameContent(row(1), { ...row(1), time: '2026-11-21T06:32:10.000Z' })).toBe(false);
});
