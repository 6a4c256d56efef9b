import { describe, expect, test } from 'vitest';
import { readContract } from '../contract/contract.ts';
import { operationsOf } from '../contract/operations.ts';
import { kindsOf } from '../suite/kind.ts';
import { allCases } from './all-cases.ts';
import { unreachableAnswers } from './never-answered.ts';

/** Statuses that no request can cause on purpose. */
const unreachableStatuses = [500, 503];

/** Declared answers without a case, with the reason. */
const uncoveredAnswers: Record<string, string> = {
  ...Object.fromEntries(
    [
      'loginTotp',
      'changePassword',
      'updateProfile',
      'beginTotp',
      'confirmTotp',
      'removeTotp',
      'renewRecoveryCodes',
    ].map((id) => [`${id} 429`, 'the case of login shows the same limit']),
  ),
  'loginTotp 403': 'a challenge ends with the account that it is of, but for one deactivated at that very moment',
  'streamSyncStatus 429': 'so many open streams would be of a session that other cases use',
  'streamImport 429': 'the same limit as of the other streams',
  'streamTasks 429': 'the same limit as of the other stream',
  'getChangesSnapshot 429': 'two slow readers at once would hold up whoever uses the backend',
  'createImport 409': 'a hundred imports that nobody applied would be left behind',
  'register 429': 'it would keep out whoever registers in the cases after it',
};

const contract = readContract();
const impossibleAnswers = new Set(kindsOf(contract).flatMap(unreachableAnswers));
const cases = allCases(contract);
const coveredAnswers = new Set(cases.map(({ operationId, expect: { status } }) => `${operationId} ${status}`));

describe.each(operationsOf(contract))('$id', ({ id, answers }) => {
  const reachableStatuses = answers
    .map(({ status }) => status)
    .filter((status) => !unreachableStatuses.includes(status));

  test.each(reachableStatuses)('has a case for its answer %i', (status) => {
    const answer = `${id} ${status}`;
    expect(
      coveredAnswers.has(answer) || impossibleAnswers.has(answer) || answer in uncoveredAnswers,
      `add a case for ${answer} to contract-tests/cases`,
    ).toBe(true);
  });
});

test('nothing is excused that has a case', () => {
  expect(
    [...impossibleAnswers, ...Object.keys(uncoveredAnswers)].filter((answer) => coveredAnswers.has(answer)),
  ).toEqual([]);
});

test('no two cases of an operation have the same name', () => {
  const names = cases.map(({ operationId, name }) => `${operationId}: ${name}`);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
