import { expect, test } from 'vitest';
import type { FieldRule } from '#http/contract.ts';
import type { Entity, Fields } from './model.ts';
import { findBrokenRules } from './prepare.ts';

const other = { 'zh-CN': '那个', en: 'the other' };
// findBrokenRules asks an entity for its rules only
const broken = (rule: FieldRule, fields: Fields) =>
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
])('%s: %j beside %j breaks it: %s', (rule, at, beside, isBroken) => {
  const problem = { pointer: '/at', rule, parameters: { other } };
  expect(broken({ rule, at: 'at', fields: ['beside'], other }, { at, beside })).toEqual(isBroken ? [problem] : []);
});

test('one of many others is enough, and the text names none where the rule has no words for them', () => {
  const rule: FieldRule = { rule: 'oneNeeded', at: 'a', fields: ['b', 'c'] };
  expect(broken(rule, { a: null, b: null, c: 'x' })).toEqual([]);
  expect(broken(rule, { a: null, b: null, c: null })).toEqual([{ pointer: '/a', rule: 'oneNeeded' }]);
});
