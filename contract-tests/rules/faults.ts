import { entitiesOf } from '../contract/entities.ts';
import { operationsOf } from '../contract/operations.ts';
import type { Contract } from '../contract/types.ts';
import { answerRules } from './answer-rules.ts';
import { contractRules } from './contract-rules.ts';
import { entityRules } from './entity-rules.ts';
import { fieldRules, titleRules } from './field-rules.ts';
import { operationRules } from './operation-rules.ts';
import { schemaRules } from './schema-rules.ts';
import { settingRules } from './setting-rules.ts';

export const rulesOfContract = { ...contractRules, ...schemaRules, ...fieldRules, ...settingRules };
export const rulesOfOperation = { ...operationRules, ...answerRules };
export const rulesOfEntity = { ...entityRules, ...titleRules };

/** All faults of a contract, each with the operation, schema or kind it is in. */
export function findFaults(contract: Contract): string[] {
  const contractFaults = Object.values(rulesOfContract).flatMap((check) => check(contract));
  const operationFaults = operationsOf(contract).flatMap((operation) =>
    Object.values(rulesOfOperation)
      .flatMap((check) => check(operation, contract))
      .map((fault) => `${operation.method} ${operation.path}: ${fault}`),
  );
  const entityFaults = entitiesOf(contract).flatMap((entity) =>
    Object.values(rulesOfEntity)
      .flatMap((check) => check(entity, contract))
      .map((fault) => `${entity.tag}: ${fault}`),
  );
  return [...contractFaults, ...operationFaults, ...entityFaults];
}
