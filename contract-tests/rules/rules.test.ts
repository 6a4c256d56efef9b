import { describe, expect, test } from 'vitest';
import { readContract } from '../contract/contract.ts';
import { entitiesOf } from '../contract/entities.ts';
import { operationsOf } from '../contract/operations.ts';
import { rulesOfContract, rulesOfEntity, rulesOfOperation } from './faults.ts';

const contract = readContract();

describe('the contract', () => {
  test.each(Object.entries(rulesOfContract))('%s', (_, check) => {
    expect(check(contract)).toEqual([]);
  });
});

describe.each(operationsOf(contract))('$method $path', (operation) => {
  test.each(Object.entries(rulesOfOperation))('%s', (_, check) => {
    expect(check(operation, contract)).toEqual([]);
  });
});

describe.each(entitiesOf(contract))('the kind $tag', (entity) => {
  test.each(Object.entries(rulesOfEntity))('%s', (_, check) => {
    expect(check(entity, contract)).toEqual([]);
  });
});
