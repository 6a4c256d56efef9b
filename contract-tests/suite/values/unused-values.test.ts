import { expect, test } from 'vitest';
import { cachedPromise } from '../cached-promise.ts';
import type { TestedEntity } from '../records/tested-entity.ts';
import type { TestBackend } from '../test-backend.ts';
import { UnusedValues } from './unused-values.ts';

// the casts: nothing else of the entity and the backend is read
const entity = {
  tag: 'city',
  operations: { list: { parameters: [{ name: 'code', schema: {} }] } },
} as unknown as TestedEntity;
const createValues = (usedValues: string[] = [], { isUnfiltered = false, total = 0 } = {}) =>
  new UnusedValues({
    call: async (_operation: unknown, _role: string, { query }: { query: { code: string } }) => ({
      data: {
        items: usedValues.filter((code) => isUnfiltered || code === query.code).map((code) => ({ code })),
        total,
      },
    }),
  } as unknown as TestBackend);
const field = { path: ['code'], schema: { pattern: '^[A-Z]{2}$' }, required: true, readOnly: false };

test('returns the same unused value for the same index', async () => {
  const values = createValues(['QM']);
  expect(await values.pick(entity, field, 0)).toBe('QN');
  expect(await values.pick(entity, field, 1)).toBe('QO');
  expect(await values.pick(entity, field, 0)).toBe('QN');
});

test('does not rely on the total or on the filter of the list', async () => {
  const values = createValues(['QM'], { isUnfiltered: true, total: 7 });
  expect(await values.pick(entity, field, 0)).toBe('QN');
});

test('returns a value that is never reused once, and none that a record of a running case may have', async () => {
  const values = createValues();
  const byIndex = [await values.pick(entity, field, 0), await values.pick(entity, field, 1)];
  const kept = [await values.pick(entity, field, 'never reused'), await values.pick(entity, field, 'never reused')];
  values.forgetUnused();
  const later = [
    await values.pick(entity, field, 0),
    await values.pick(entity, field, 1),
    await values.pick(entity, field, 2),
  ];
  expect(new Set([...byIndex, ...kept]).size).toBe(4);
  expect(later.filter((value) => kept.includes(value))).toEqual([]);
});

test('a cached promise that fails is created anew', async () => {
  const cache = new Map<string, Promise<number>>();
  await expect(cachedPromise(cache, 'a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await cachedPromise(cache, 'a', async () => 1)).toBe(1);
  expect(await cachedPromise(cache, 'a', async () => 2)).toBe(1);
});
