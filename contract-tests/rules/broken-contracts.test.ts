import { expect, test } from 'vitest';
import { readContract } from '../contract/contract.ts';
import { brokenContracts } from './broken-contracts.ts';
import { findFaults } from './faults.ts';

test.each(brokenContracts)('the rules refuse %s', (_, breakIt, message) => {
  const contract = readContract();
  breakIt(contract);
  expect(findFaults(contract)).toContain(message);
});

test('the rules find nothing wrong with the contract as it is', () => {
  expect(findFaults(readContract())).toEqual([]);
});
