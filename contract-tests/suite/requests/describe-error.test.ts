import assert from 'node:assert/strict';
import { expect, test } from 'vitest';
import { describeError } from './describe-error.ts';

function describeFailureOf(check: () => void): string | undefined {
  try {
    check();
  } catch (error) {
    return describeError(error);
  }
  return undefined;
}

test('says what was expected and what came', () => {
  expect(describeFailureOf(() => assert.equal(501, 200))).toBe('expected 200, got 501');
  expect(describeFailureOf(() => assert.deepEqual(['b', 'a'], ['a', 'b'], 'the order'))).toBe(
    'the order: expected ["a","b"], got ["b","a"]',
  );
  expect(describeFailureOf(() => assert.notEqual(1, 1))).toBe('expected anything but 1, got that');
  expect(describeFailureOf(() => assert.match('abc', /^x/))).toBe('expected text that matches /^x/, got "abc"');
});

test('names the places where long values differ', () => {
  const records = Array.from({ length: 30 }, (_, id) => ({ id, name: `Sample ${id}`, status: 'pending' }));
  const changed = records.map((record) => (record.id === 17 ? { ...record, status: 'active' } : record));
  expect(describeFailureOf(() => assert.deepEqual(changed, records))).toBe(
    'expected at /17/status "pending", got "active"',
  );
});

test('names the items of a list that make the difference', () => {
  const ids = [205, 208, 210, 211];
  expect(describeFailureOf(() => assert.deepEqual([205, 208, 211, 213], ids, '/data/ownWork'))).toBe(
    '/data/ownWork: expected [205,208,210,211], got [205,208,211,213], without 210 and with 213 besides',
  );
  expect(describeFailureOf(() => assert.deepEqual(ids.toReversed(), ids))).toMatch(/, in another order$/);
});

test('keeps sentences of the cases', () => {
  expect(describeFailureOf(() => assert.ok(false, 'the ticket opens the list'))).toBe('the ticket opens the list');
  expect(describeError(new Error('nothing came'))).toBe('nothing came');
});
