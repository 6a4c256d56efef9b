import { entitiesOf } from '../contract/entities.ts';
import { operationsOf } from '../contract/operations.ts';
import type { Contract } from '../contract/types.ts';
import type { Case } from '../suite/case.ts';
import { kindOf } from '../suite/kind.ts';
import { bulkCases } from './entity-bulk.ts';
import { createCases } from './entity-create.ts';
import { decideCases } from './entity-decide.ts';
import { lifeCases } from './entity-life.ts';
import { listCases } from './entity-list.ts';
import { proposalCases } from './entity-proposal.ts';
import { proposeCases } from './entity-propose.ts';
import { readCases } from './entity-read.ts';
import { referenceCases } from './entity-reference.ts';
import { restoreCases } from './entity-restore.ts';
import { versionCases } from './entity-version.ts';
import { writeCases } from './entity-write.ts';
import { malformedCases } from './malformed.ts';
import { passwordCases } from './password.ts';
import { refusedCases } from './refused.ts';
import { sessionCases } from './session.ts';
import { workCases } from './work.ts';

/** The one table: every case of every operation, in the order of the contract. */
export function allCases(contract: Contract): Case[] {
  const kinds = entitiesOf(contract).map((entity) => kindOf(contract, entity));
  const ofKinds = kinds.flatMap((kind) => [
    ...listCases(kind),
    ...createCases(kind, contract),
    ...readCases(kind),
    ...referenceCases(kind, kinds),
    ...writeCases(kind),
    ...proposeCases(kind),
    ...lifeCases(kind, contract),
    ...restoreCases(kind),
    ...proposalCases(kind),
    ...decideCases(kind),
    ...versionCases(kind),
    ...bulkCases(kind),
    ...workCases(kind),
  ]);
  const operations = operationsOf(contract);
  const ofAll = operations.flatMap((operation) => [
    ...refusedCases(operation, contract),
    ...malformedCases(operation, contract),
  ]);
  const all = [...sessionCases, ...passwordCases, ...ofKinds, ...ofAll];
  return operations.flatMap(({ id }) => all.filter((it) => it.operationId === id));
}
