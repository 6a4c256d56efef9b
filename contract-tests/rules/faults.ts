import { fileURLToPath } from 'node:url';
import { readContract } from '../contract/contract.ts';
import { entitiesOf } from '../contract/entities.ts';
import { operationsOf } from '../contract/operations.ts';
import type { Contract } from '../contract/types.ts';
import { contractRules } from './contract-rules.ts';
import { entityRules } from './entity-rules.ts';
import { fieldRules, titleRules } from './field-rules.ts';
import { operationRules } from './operation-rules.ts';
import { responseRules } from './response-rules.ts';
import { schemaRules } from './schema-rules.ts';
import { settingRules } from './setting-rules.ts';

export const allContractRules = { ...contractRules, ...schemaRules, ...fieldRules, ...settingRules };
export const allOperationRules = { ...operationRules, ...responseRules };
export const allEntityRules = { ...entityRules, ...titleRules };

/** Returns all faults of a contract, each with the operation, schema or entity it is in. */
export function findFaults(contract: Contract): string[] {
  const contractFaults = Object.values(allContractRules).flatMap((check) => check(contract));
  const operationFaults = operationsOf(contract).flatMap((operation) =>
    Object.values(allOperationRules)
      .flatMap((check) => check(operation, contract))
      .map((fault) => `${operation.method} ${operation.path}: ${fault}`),
  );
  const entityFaults = entitiesOf(contract).flatMap((entity) =>
    Object.values(allEntityRules)
      .flatMap((check) => check(entity, contract))
      .map((fault) => `${entity.tag}: ${fault}`),
  );
  return [...contractFaults, ...operationFaults, ...entityFaults];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = findFaults(readContract());
  for (const fault of faults) console.error(`openapi.yaml: ${fault}`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
