import { operationsOf } from '../contract/operations.ts';
import type { Contract } from '../contract/types.ts';
import type { Case } from '../suite/case.ts';
import { kindsOf } from '../suite/kind.ts';
import { beyondSchemaCases } from './beyond-schema.ts';
import { dataLogCases } from './data-log.ts';
import { bulkCases } from './entity-bulk.ts';
import { createCases } from './entity-create.ts';
import { decideCases } from './entity-decide.ts';
import { findCases } from './entity-find.ts';
import { lifeCases } from './entity-life.ts';
import { listCases } from './entity-list.ts';
import { proposalCases } from './entity-proposal.ts';
import { proposeCases } from './entity-propose.ts';
import { readCases } from './entity-read.ts';
import { referenceCases } from './entity-reference.ts';
import { restoreCases } from './entity-restore.ts';
import { ruleCases } from './entity-rules.ts';
import { sortCases } from './entity-sort.ts';
import { valueCases } from './entity-values.ts';
import { versionCases } from './entity-version.ts';
import { writeCases } from './entity-write.ts';
import { challengeCases, entryCases, profileCases } from './entry.ts';
import { exportCases } from './exports.ts';
import { feedCases } from './feed.ts';
import { importCases } from './imports.ts';
import { malformedCases } from './malformed.ts';
import { ownCodeCases } from './own-codes.ts';
import { passwordCases } from './password.ts';
import { rateBoardCases } from './rate-board.ts';
import { refusedCases } from './refused.ts';
import { roleCases } from './roles.ts';
import { sessionCases } from './session.ts';
import { subscriberCases } from './subscribers.ts';
import { syncStatusCases } from './sync-status.ts';
import { systemConfigCases } from './system-config.ts';
import { taskCases } from './tasks.ts';
import { userLogCases } from './user-log.ts';
import { userCases } from './users.ts';
import { validityCases } from './validity.ts';
import { searchCases, workCases } from './work.ts';

/** The one table: every case of every operation, in the order of the contract. */
export function allCases(contract: Contract): Case[] {
  const kinds = kindsOf(contract);
  const ofKinds = kinds.flatMap((kind) => [
    ...listCases(kind),
    ...exportCases(kind),
    ...sortCases(kind),
    ...findCases(kind, contract),
    ...createCases(kind, contract),
    ...valueCases(kind, contract),
    ...ruleCases(kind, contract),
    ...beyondSchemaCases(kind, kinds),
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
  const all = [
    ...sessionCases,
    ...challengeCases,
    ...entryCases,
    ...passwordCases,
    ...profileCases,
    ...userCases,
    ...roleCases,
    ...userLogCases,
    ...systemConfigCases,
    ...searchCases,
    ...dataLogCases(kinds),
    ...subscriberCases(kinds),
    ...syncStatusCases(kinds),
    ...taskCases,
    ...feedCases,
    ...importCases,
    ...rateBoardCases(kinds),
    ...validityCases(kinds),
    ...ownCodeCases(kinds),
    ...ofKinds,
    ...ofAll,
  ];
  return operations.flatMap(({ id }) => all.filter((it) => it.operationId === id));
}
