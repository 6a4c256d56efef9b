import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readContract } from './contract/contract.ts';
import { type Operation, operationsOf } from './contract/operations.ts';
import { type Server, startMock } from './processes/prism.ts';
import { type RequestInput, send } from './suite/client.ts';
import { harmlessRequest } from './suite/requests.ts';
import { createVerifier } from './suite/verify.ts';

const contract = readContract();
const verify = createVerifier(contract);
let mock: Server;

beforeAll(async () => {
  mock = await startMock();
});

afterAll(() => mock.stop());

/** One operation of each sort runs always: open, a list, a body, path parameters, and the feed. */
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
  const jsonAnswers = operation.answers.filter(({ json }) => json);

  test.each(jsonAnswers)('serves its example of $status', { tags }, async ({ status, json }) => {
    const input = { ...harmlessRequest(operation), headers: { prefer: `code=${status}` } };
    const answer = await send(mock.url, operation, input, 'any');
    expect(answer.body).toEqual(json?.example);
    expect(verify(operation, answer, 'zh-CN')).toBeUndefined();
  });

  test('answers with success by default', { tags }, async () => {
    const answer = await send(mock.url, operation, exampleRequest(operation), 'any');
    expect(answer.status).toBeLessThan(300);
  });
});

/** The request of the contract's examples. */
function exampleRequest(operation: Operation): RequestInput {
  const { params } = harmlessRequest(operation);
  const ids = operation.parameters
    .filter(({ in: place }) => place === 'path')
    .map(({ name, example: id }) => [name, id]);
  return {
    ...harmlessRequest(operation),
    params: { ...params, ...Object.fromEntries(ids) },
    body: operation.body?.example,
  };
}
