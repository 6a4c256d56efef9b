import { expect, test } from 'vitest';
import { Problem } from '#http/problem.ts';
import type { Entity } from './model.ts';
import { toDuplicateProblem } from './store.ts';

const textField = (name: string, isSearchedAsCode: boolean) => ({
  name,
  column: name,
  kind: 'text' as const,
  isUpperCase: false,
  isSearchedAsCode,
  membersSearchedAsCode: [],
});
// the cast: toDuplicateProblem reads only the entity's label and fields
const entity = {
  label: { 'zh-CN': '国家', en: 'Country' },
  fields: [...['code', 'telegraphCode', 'uicCode'].map((name) => textField(name, true)), textField('quotedAt', false)],
} as Pick<Entity, 'label' | 'fields'> as Entity;
const duplicateError = (index: string) => ({
  code: 'ER_DUP_ENTRY',
  sqlMessage: `Duplicate entry 'it''s for key 'x__y'' for key '${index}'`,
});

test.each([
  ['country__code', '/code'],
  ['gazetteer.country__code', '/code'],
  ['train_station__telegraph_code', '/telegraphCode'],
  ['eurail_station__uic_code', '/uicCode'],
])('reports a duplicate value in the unique index %s at the field %s', (index, pointer) => {
  const problem = toDuplicateProblem(entity, duplicateError(index));
  expect(problem).toBeInstanceOf(Problem);
  expect(problem).toMatchObject({ key: 'duplicateCode', details: { fields: [{ pointer, rule: 'duplicateCode' }] } });
});

test('reports a duplicate value in a unique index without a code as a duplicate record', () => {
  expect(toDuplicateProblem(entity, duplicateError('rate_board__quoted_at'))).toMatchObject({
    key: 'duplicateRecord',
    details: { fields: [{ pointer: '/quotedAt', rule: 'duplicateRecord' }] },
  });
});

test.each([
  duplicateError('PRIMARY'),
  { code: 'ER_LOCK_DEADLOCK', sqlMessage: "for key 'country__code'" },
  new Error('x'),
])('returns any other error unchanged', (error) => {
  expect(toDuplicateProblem(entity, error)).toBe(error);
});
