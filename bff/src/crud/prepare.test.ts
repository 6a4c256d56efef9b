import { expect, test } from 'vitest';
import type { FieldRule } from '#http/contract.ts';
import type { Entity, FieldValues } from './model.ts';
import { findBrokenRules, findMissingForApproval } from './prepare.ts';

const OTHER_LABELS = { 'zh-CN': '那个', en: 'the other' };
// the cast: findBrokenRules reads only the entity's rules
const findBroken = (rule: FieldRule, fields: FieldValues) =>
  findBrokenRules({ rules: [rule] } as Pick<Entity, 'rules'> as Entity, fields);

test.each<[FieldRule['rule'], unknown, unknown, boolean]>([
  ['together', null, 1, true],
  ['together', undefined, 0, true],
  ['together', null, null, false],
  ['together', 0, null, false],
  ['together', 1, 1, false],
  ['oneNeeded', null, null, true],
  ['oneNeeded', '', undefined, true],
  ['oneNeeded', [], null, true],
  ['oneNeeded', null, 'a', false],
  ['oneNeeded', 'a', null, false],
  ['different', 'a', 'a', true],
  ['different', 'a', 'b', false],
  ['different', null, null, false],
  ['notBefore', '2026-01-01', '2026-01-02', true],
  ['notBefore', '2026-01-02', '2026-01-02', false],
  ['notBefore', null, '2026-01-02', false],
  ['notBefore', '2026-01-01', null, false],
  ['notBelow', '9', '10', true],
  ['notBelow', '10', '9.9', false],
  ['notBelow', '1.10', '1.1', false],
  ['notBelow', null, '1', false],
  ['notNullIsland', 0, 0, true],
  ['notNullIsland', 0, 0.1, false],
  ['notNullIsland', 0, null, false],
  ['notNullIsland', null, null, false],
  ['chinaOnly', '110100', 'JP', true],
  ['chinaOnly', '110100', 'CN', false],
  ['chinaOnly', '110100', null, false],
  ['chinaOnly', null, 'JP', false],
])('%s: %j with %j breaks the rule: %s', (rule, value, otherValue, isBroken) => {
  const problem = { pointer: '/at', rule, parameters: { other: OTHER_LABELS } };
  expect(
    findBroken({ rule, at: 'at', fields: ['beside'], other: OTHER_LABELS }, { at: value, beside: otherValue }),
  ).toEqual(isBroken ? [problem] : []);
});

test('accepts any one of several fields; a problem has no parameters if the rule has no labels', () => {
  const rule: FieldRule = { rule: 'oneNeeded', at: 'a', fields: ['b', 'c'] };
  expect(findBroken(rule, { a: null, b: null, c: 'x' })).toEqual([]);
  expect(findBroken(rule, { a: null, b: null, c: null })).toEqual([{ pointer: '/a', rule: 'oneNeeded' }]);
});

test('a required field is missing without a value, text or entry', () => {
  // the cast: only the required fields are read
  const entity = { requiredToApprove: ['a', 'b', 'c', 'd', 'e'] } as Pick<Entity, 'requiredToApprove'> as Entity;
  expect(findMissingForApproval(entity, { a: null, b: '', c: [], d: 0, e: false })).toEqual(['/a', '/b', '/c']);
});
