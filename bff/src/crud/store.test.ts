import { expect, test } from 'vitest';
import { Problem } from '#http/problem.ts';
import type { Entity } from './model.ts';
import { toDuplicateProblem } from './store.ts';

const field = (name: string, searchedMembers: string[]) => ({
  name,
  column: name,
  kind: 'text' as const,
  isCode: false,
  searchedMembers,
});
// toDuplicateProblem asks an entity for its label and fields only
const entity = {
  label: { 'zh-CN': '国家', en: 'Country' },
  fields: [...['code', 'telegraphCode', 'uicCode'].map((name) => field(name, [''])), field('quotedAt', [])],
} as Pick<Entity, 'label' | 'fields'> as Entity;
const duplicate = (key: string) => ({
  code: 'ER_DUP_ENTRY',
  sqlMessage: `Duplicate entry 'it''s for key 'x__y'' for key '${key}'`,
});

test.each([
  ['country__code', '/code'],
  ['gazetteer.country__code', '/code'],
  ['train_station__telegraph_code', '/telegraphCode'],
  ['eurail_station__uic_code', '/uicCode'],
])('%s is the field %s', (key, pointer) => {
  const problem = toDuplicateProblem(entity, duplicate(key));
  expect(problem).toBeInstanceOf(Problem);
  expect(problem).toMatchObject({ key: 'duplicateCode', details: { fields: [{ pointer, rule: 'duplicateCode' }] } });
});

test('a key over what is no code is told as a record that is there already', () => {
  expect(toDuplicateProblem(entity, duplicate('rate_board__quoted_at'))).toMatchObject({
    key: 'duplicateRecord',
    details: { fields: [{ pointer: '/quotedAt', rule: 'duplicateRecord' }] },
  });
});

test.each([
  duplicate('PRIMARY'),
  { code: 'ER_LOCK_DEADLOCK', sqlMessage: "for key 'country__code'" },
  new Error('x'),
])('any other error stays what it is', (error) => {
  expect(toDuplicateProblem(entity, error)).toBe(error);
});
