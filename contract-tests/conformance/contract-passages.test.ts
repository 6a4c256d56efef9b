import { expect, test } from 'vitest';
import { readContract } from '../contract/contract.ts';
import { operationsOf } from '../contract/operations.ts';
import type { Case } from '../suite/case.ts';
import type { Exchange } from '../suite/requests/exchanges.ts';
import type { Failure } from '../suite/verdict.ts';
import { passagesOf } from './contract-passages.ts';

const contract = readContract();

function textsOf(query: Record<string, string>, reason: string): string[] {
  const operation = operationsOf(contract).find(({ id }) => id === 'listCountries');
  if (!operation) throw new Error('the contract has no listCountries');
  // Casts: what the passages do not depend on is left out.
  const exchange = { operation, input: { query }, response: { status: 200 } } as unknown as Exchange;
  const failure: Failure = { outcome: 'failed', phase: 'check', reason, tested: exchange, exchanges: [exchange] };
  const testCase = { operationId: 'listCountries', expect: { status: 200 } } as Case;
  return passagesOf(contract, testCase, operation, failure).map(({ text }) => text);
}

test('cites what the contract says of the filters that a list was asked with', () => {
  expect(textsOf({ name: 'x', mine: 'true', pageSize: '10' }, 'expected [1], got []').slice(0, 2)).toEqual([
    expect.stringMatching(/^Whether the caller changed the record last/),
    expect.stringMatching(/^Words in any order, each the beginning of a word of a name/),
  ]);
});

test('cites the schema of a filter that the contract does not describe', () => {
  const [text] = textsOf({ continent: 'AS' }, 'expected [1], got []');
  expect(text).toMatch(/^The query parameter continent: \{"type":"array","maxItems":/);
});

test('cites what the contract says of the member that is wrong', () => {
  const cited = (member: string) => textsOf({}, `/data/${member}: expected [1], got []`)[0];
  expect(cited('ownWork')).toMatch(/^Ids among `items` that hold work of the caller/);
  expect(cited('proposals')).toBe('A record among `items` with an open proposal beside it.');
  expect(cited('counts')).toMatch(/^How many records per status/);
});
