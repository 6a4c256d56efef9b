import { type Operation, operationsOf } from '../contract/operations.ts';
import type { Contract } from '../contract/types.ts';
import type { Case } from '../suite/case.ts';
import { type Kind, kindsOf } from '../suite/kind.ts';
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

/** The kinds for which `npm test` runs every case: a plain one, the one without codes and review, and the most complex. */
const fullyTestedKinds = ['country', 'rate_board', 'train_station'];

/** Every case of every operation, in the order of the contract. */
export function allCases(contract: Contract): Case[] {
  return inOrder(contract, [
    ...specificCases(contract),
    ...kindsOf(contract).flatMap((kind) => sharedCases(kind, contract)),
    ...operationsOf(contract).flatMap((operation) => operationCases(operation, contract)),
  ]);
}

/** One of several cases that test the same rule, for `npm test`. `npm test -- --all` and conformance run all of them. */
export function essentialCases(contract: Contract): Case[] {
  const kinds = kindsOf(contract);
  const isFullyTested = ({ tag }: Kind) => fullyTestedKinds.includes(tag);
  const fullyTested = kinds.filter(isFullyTested).flatMap((kind) => sharedCases(kind, contract));
  const otherKinds = kinds.filter((kind) => !isFullyTested(kind)).flatMap((kind) => sharedCases(kind, contract));
  return inOrder(contract, [
    ...specificCases(contract),
    ...fullyTested,
    ...firstOfEach(otherKinds, fullyTested),
    ...firstOfEach(operationsOf(contract).flatMap((operation) => operationCases(operation, contract))),
  ]);
}

function firstOfEach(cases: Case[], testedKeys: Case[] = []): Case[] {
  const seen = new Set(testedKeys.map(({ sameAs }) => sameAs));
  return cases.filter(({ sameAs }) => {
    if (sameAs === undefined) return true;
    const isFirst = !seen.has(sameAs);
    seen.add(sameAs);
    return isFirst;
  });
}

const inOrder = (contract: Contract, cases: Case[]): Case[] =>
  operationsOf(contract).flatMap(({ id }) => cases.filter(({ operationId }) => operationId === id));

/** Cases of single operations and of single kinds. */
function specificCases(contract: Contract): Case[] {
  const kinds = kindsOf(contract);
  return [
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
    ...kinds.flatMap((kind) => [
      ...findCases(kind, contract),
      ...createCases(kind, contract),
      ...valueCases(kind, contract),
      ...ruleCases(kind, contract),
      ...beyondSchemaCases(kind, kinds),
      ...referenceCases(kind, kinds),
    ]),
  ];
}

/** Cases that every kind has. */
function sharedCases(kind: Kind, contract: Contract): Case[] {
  const cases = [
    ...listCases(kind),
    ...exportCases(kind),
    ...sortCases(kind),
    ...readCases(kind),
    ...writeCases(kind),
    ...proposeCases(kind),
    ...lifeCases(kind, contract),
    ...restoreCases(kind),
    ...proposalCases(kind),
    ...decideCases(kind),
    ...versionCases(kind),
    ...bulkCases(kind),
    ...workCases(kind),
  ];
  const verbs = new Map(Object.entries(kind.ops).map(([verb, { id }]) => [id, verb]));
  return cases.map((operation) => ({
    ...operation,
    sameAs: `${verbs.get(operation.operationId) ?? operation.operationId}: ${operation.name.replaceAll(kind.tag, 'record')}`,
  }));
}

/** Cases that every operation has. */
const operationCases = (operation: Operation, contract: Contract): Case[] => [
  ...refusedCases(operation, contract),
  ...malformedCases(operation, contract),
];
