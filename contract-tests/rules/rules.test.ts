import { describe, expect, test } from 'vitest';
import { readContract } from '../contract/contract.ts';
import { entitiesOf } from '../contract/entities.ts';
import { operationsOf } from '../contract/operations.ts';
import { allContractRules, allEntityRules, allOperationRules } from './faults.ts';

const contract = readContract();

describe('the contract', () => {
  test.each(Object.entries(allContractRules))('%s', (_, check) => {
    expect(check(contract)).toEqual([]);
  });
});

describe.each(operationsOf(contract))('$method $path', (operation) => {
  test.each(Object.entries(allOperationRules))('%s', (_, check) => {
    expect(check(operation, contract)).toEqual([]);
  });
});

describe.each(entitiesOf(contract))('the entity $tag', (entity) => {
  test.each(Object.entries(allEntityRules))('%s', (_, check) => {
    expect(check(entity, contract)).toEqual([]);
  });
});
