import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readContract } from './contract/contract.ts';
import { type Operation, operationsOf } from './contract/operations.ts';
import { type Server, startMock } from './processes/prism.ts';
import { type Input, send } from './suite/client.ts';
import { harmless } from './suite/requests.ts';
import { verifierOf } from './suite/verify.ts';

const contract = readContract();
const verify = verifierOf(contract);
let mock: Server;

beforeAll(async () => {
  mock = await startMock();
});

afterAll(() => mock.stop());

/** One of each sort: open, a page of records, a body, a path, and the feed. */
const smoke = ['login', 'listCountries', 'createCountry', 'getTrainStation', 'decideRateProposal', 'listChanges'];

describe.each(operationsOf(contract))('$id', (operation) => {
  const tags = smoke.includes(operation.id) ? [] : ['slow'];
  // It spoils what is no JSON.
  const enveloped = operation.answers.filter(({ json }) => json);

  test.each(enveloped)('serves its example of $status', { tags }, async ({ status, json }) => {
    const input = { ...harmless(operation), headers: { prefer: `code=${status}` } };
    const answer = await send(mock.url, operation, input, 'any');
    expect(answer.body).toEqual(json?.example);
    expect(verify(operation, answer, 'zh-CN')).toBeUndefined();
  });

  test('serves a success unasked', { tags }, async () => {
    const answer = await send(mock.url, operation, example(operation), 'any');
    expect(answer.status).toBeLessThan(300);
  });
});

/** The request as the contract gives it. */
function example(operation: Operation): Input {
  const { params } = harmless(operation);
  const ids = operation.parameters
    .filter(({ in: place }) => place === 'path')
    .map(({ name, example: id }) => [name, id]);
  return { ...harmless(operation), params: { ...params, ...Object.fromEntries(ids) }, body: operation.body?.example };
}
