import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readContract } from './contract/contract.ts';
import { type Operation, operationsOf } from './contract/operations.ts';
import { type RunningServer, startMock } from './processes/prism.ts';
import { type RequestInput, send } from './suite/requests/client.ts';
import { createVerifier } from './suite/requests/verify.ts';
import { harmlessRequest } from './suite/values/harmless-request.ts';

const contract = readContract();
const verify = createVerifier(contract);
let mock: RunningServer;

beforeAll(async () => {
  mock = await startMock();
});

afterAll(() => mock.stop());

/** `npm test` runs one operation of each sort: public, a list, a body, path parameters, and the feed. */
const smokeOperations = [
  'login',
  'listCountries',
  'createCountry',
  'getTrainStation',
  'decideRateProposal',
  'listChanges',
];

describe.each(operationsOf(contract))('$id', (operation) => {
  const tags = smokeOperations.includes(operation.id) ? [] : ['slow'];
  // Prism corrupts responses other than JSON.
  const jsonResponses = operation.responses.filter(({ json }) => json);

  test.each(jsonResponses)('serves the example of $status', { tags }, async ({ status, json }) => {
    const input = { ...harmlessRequest(operation), headers: { prefer: `code=${status}` } };
    const response = await send(mock.url, operation, input, 'any');
    expect(response.body).toEqual(json?.example);
    expect(verify(operation, response, 'zh-CN')).toBeUndefined();
  });

  test('responds with success by default', { tags }, async () => {
    const response = await send(mock.url, operation, exampleRequest(operation), 'any');
    expect(response.status).toBeLessThan(300);
  });
});

/** Builds the request of the contract's examples. */
function exampleRequest(operation: Operation): RequestInput {
  const { params } = harmlessRequest(operation);
  const ids = operation.parameters
    .filter(({ in: location }) => location === 'path')
    .map(({ name, example: id }) => [name, id]);
  return {
    ...harmlessRequest(operation),
    params: { ...params, ...Object.fromEntries(ids) },
    body: operation.body?.example,
  };
}
