import { describe, expect, test } from 'vitest';
import { readContract } from '../contract/contract.ts';
import { operationsOf } from '../contract/operations.ts';
import { testedEntitiesOf } from '../suite/records/tested-entity.ts';
import { allCases } from './all-cases.ts';
import { unreachableResponses } from './every-operation/unreachable-responses.ts';

/** Statuses that no request can cause on purpose. */
const unreachableStatuses = [500, 503];

/** Declared responses without a case, with the reason. */
const excludedResponses: Record<string, string> = {
  ...Object.fromEntries(
    [
      'loginTotp',
      'changePassword',
      'updateProfile',
      'beginTotp',
      'confirmTotp',
      'removeTotp',
      'renewRecoveryCodes',
    ].map((id) => [`${id} 429`, 'the case of login tests the same limit']),
  ),
  'loginTotp 403': 'a challenge ends with its account, unless the account is deactivated at that very moment',
  'streamSyncStatus 429': 'the open streams would belong to a session that other cases use',
  'streamPresence 429': 'the same limit as for streamSyncStatus',
  'streamImport 429': 'the same limit as for streamSyncStatus',
  'streamTasks 429': 'the same limit as for streamSyncStatus',
  'getChangesSnapshot 429': 'two slow readers would block the users of the backend',
  'createImport 409': 'it would leave a hundred unapplied imports behind',
  'cancelBulkChange 200':
    'a worker may be done before the request arrives; the tests of the service stop one in between',
  'register 429': 'later cases could not register users',
};

const contract = readContract();
const impossibleResponses = new Set(testedEntitiesOf(contract).flatMap(unreachableResponses));
const cases = allCases(contract);
const coveredResponses = new Set(cases.map(({ operationId, expect: { status } }) => `${operationId} ${status}`));

describe.each(operationsOf(contract))('$id', ({ id, responses }) => {
  const reachableStatuses = responses
    .map(({ status }) => status)
    .filter((status) => !unreachableStatuses.includes(status));

  test.each(reachableStatuses)('has a case for its response %i', (status) => {
    const response = `${id} ${status}`;
    expect(
      coveredResponses.has(response) || impossibleResponses.has(response) || response in excludedResponses,
      `add a case for ${response} to contract-tests/cases`,
    ).toBe(true);
  });
});

test('no excluded response has a case', () => {
  expect(
    [...impossibleResponses, ...Object.keys(excludedResponses)].filter((response) => coveredResponses.has(response)),
  ).toEqual([]);
});

test('no two cases of an operation have the same name', () => {
  const names = cases.map(({ operationId, name }) => `${operationId}: ${name}`);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
