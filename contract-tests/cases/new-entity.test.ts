import { expect, test } from 'vitest';
import { contractWithNewEntity } from '../completion/new-entity.ts';
import { operationsOf } from '../contract/operations.ts';
import { findFaults } from '../rules/faults.ts';
import { allCases } from './all-cases.ts';

const contract = contractWithNewEntity();
const cases = allCases(contract);

test('a new entity gets a case for each of its responses', () => {
  const coveredResponses = new Set(cases.map(({ operationId, expect: { status } }) => `${operationId} ${status}`));
  const declaredResponses = operationsOf(contract)
    .filter(({ tag }) => tag === 'lighthouse')
    .flatMap(({ id, responses }) => responses.map(({ status }) => `${id} ${status}`));
  expect(declaredResponses.filter((response) => !/50[03]$/.test(response) && !coveredResponses.has(response))).toEqual(
    [],
  );
  expect(declaredResponses.length).toBeGreaterThan(0);
});

test('a new entity satisfies the contract rules', () => {
  expect(findFaults(contract)).toEqual([]);
});

test('records that the new entity refers to cannot be deleted', () => {
  const names = cases.filter(({ operationId }) => operationId === 'deleteCountry').map(({ name }) => name);
  expect(names).toContain('refuses to delete the country of a lighthouse');
});
