import { expect, test } from 'vitest';
import { copyContract, readContract } from '../contract/contract.ts';
import { brokenContracts } from './broken-contracts.ts';
import { findFaults } from './faults.ts';

test.each(brokenContracts)('the rules reject %s', (_, breakIt, message) => {
  const contract = copyContract();
  breakIt(contract);
  expect(findFaults(contract)).toContain(message);
});

test('the rules find no faults in openapi.yaml', () => {
  expect(findFaults(readContract())).toEqual([]);
});
