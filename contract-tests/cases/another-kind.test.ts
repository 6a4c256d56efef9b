import { expect, test } from 'vitest';
import { operationsOf } from '../contract/operations.ts';
import { contractWithNewKind } from '../kinds/new-kind.ts';
import { findFaults } from '../rules/faults.ts';
import { allCases } from './all-cases.ts';

const contract = contractWithNewKind();
const cases = allCases(contract);

test('another kind is covered without a line of its own', () => {
  const coveredAnswers = new Set(cases.map(({ operationId, expect: { status } }) => `${operationId} ${status}`));
  const declaredAnswers = operationsOf(contract)
    .filter(({ tag }) => tag === 'lighthouse')
    .flatMap(({ id, answers }) => answers.map(({ status }) => `${id} ${status}`));
  expect(declaredAnswers.filter((answer) => !/50[03]$/.test(answer) && !coveredAnswers.has(answer))).toEqual([]);
  expect(declaredAnswers.length).toBeGreaterThan(0);
});

test('another kind breaks no rule', () => {
  expect(findFaults(contract)).toEqual([]);
});

test('what it refers to is not deleted under it', () => {
  const names = cases.filter(({ operationId }) => operationId === 'deleteCountry').map(({ name }) => name);
  expect(names).toContain('refuses while it is the country of a lighthouse');
});
