import { memoizePerContract } from '../contract/contract.ts';
import { type Operation, operationsOf } from '../contract/operations.ts';
import type { Contract } from '../contract/types.ts';
import type { Case } from '../suite/case.ts';
import { type TestedEntity, testedEntitiesOf } from '../suite/records/tested-entity.ts';
import { readableKindCases, subscriberTokenCases } from './access/readable-kinds.ts';
import { ticketCases } from './access/tickets.ts';
import { toldPermissionCases } from './access/told-permissions.ts';
import { accessVersionCases } from './answers/access-version.ts';
import { labelCases } from './answers/labels.ts';
import { languageCases } from './answers/languages.ts';
import { orderOfCheckCases } from './answers/order-of-checks.ts';
import { bulkChangeCauseCases } from './bulk/bulk-change-causes.ts';
import { bulkChangeValueCases } from './bulk/bulk-change-values.ts';
import { bulkChangeCases } from './bulk/bulk-changes.ts';
import { runningBulkChangeCases } from './bulk/running-bulk-changes.ts';
import { changeSetItemCases } from './change-sets/change-set-items.ts';
import { changeSetCases } from './change-sets/change-sets.ts';
import { impactCases } from './change-sets/impact.ts';
import { overviewCases } from './cross-entity/overview.ts';
import { receiverCases, reviewOrderCases } from './cross-entity/review-receivers.ts';
import { reviewListCases } from './cross-entity/reviews.ts';
import { worklistCases } from './cross-entity/worklist.ts';
import { batchExportCases } from './entity/batches/batch-exports.ts';
import { batchFilterCases } from './entity/batches/batch-filters.ts';
import { batchListCases } from './entity/batches/batch-lists.ts';
import { crossEntityCases, searchCases } from './entity/cross-entity.ts';
import { specificEntityCases } from './entity/entity-specifics.ts';
import { listOrderCases } from './entity/fields/list-order.ts';
import { writeFieldCases } from './entity/fields/write-fields.ts';
import { filterAndSearchCases } from './entity/lists/entity-filters.ts';
import { listCases } from './entity/lists/entity-list.ts';
import { sortCases } from './entity/lists/entity-sort.ts';
import { listConditionCases } from './entity/lists/list-conditions.ts';
import { listContentCases } from './entity/lists/list-contents.ts';
import { nameFilterCases } from './entity/lists/name-filters.ts';
import { rateBoardCases } from './entity/rates/rate-board.ts';
import { rateComparisonCases } from './entity/rates/rate-comparison.ts';
import { asOfCases } from './entity/read/as-of.ts';
import { nearbyCases, rankedSearchCases } from './entity/read/found-records.ts';
import { readCases } from './entity/read/read.ts';
import { referenceCountCases } from './entity/read/reference-counts.ts';
import { referenceCases } from './entity/read/references.ts';
import { searchResultCases } from './entity/read/search-results.ts';
import { decidedProposalCases } from './entity/review/decided-proposals.ts';
import { decideCases } from './entity/review/entity-decide.ts';
import { proposalCases } from './entity/review/entity-proposal.ts';
import { proposeCases } from './entity/review/entity-propose.ts';
import { transitionCases } from './entity/review/entity-transitions.ts';
import { proposalValueCases } from './entity/review/proposal-values.ts';
import { reasonCases } from './entity/review/reasons.ts';
import { secondPersonCases } from './entity/review/second-person.ts';
import { ruleCases } from './entity/values/rules.ts';
import { validityCases } from './entity/values/validity.ts';
import { valueCases } from './entity/values/values.ts';
import { warningCases } from './entity/values/warnings.ts';
import { bulkCases, bulkMatchingCases } from './entity/write/bulk.ts';
import { createCases } from './entity/write/create.ts';
import { dryRunCases } from './entity/write/dry-run.ts';
import { ifMatchCases, renamedReferenceCases } from './entity/write/if-match.ts';
import { presenceValueCases } from './entity/write/presence-values.ts';
import { restoreCases } from './entity/write/restore.ts';
import { versionCases } from './entity/write/version.ts';
import { writeCases } from './entity/write/write.ts';
import { malformedCases } from './every-operation/malformed.ts';
import { refusalCases } from './every-operation/refusals.ts';
import { semanticRuleCases } from './every-operation/semantic-rules.ts';
import { exportCases } from './exports.ts';
import { importFileCases, importReadingCases } from './imports/import-files.ts';
import { importOptionCases } from './imports/import-options.ts';
import { importOutcomeCases } from './imports/import-outcomes.ts';
import { importReportCases } from './imports/import-report.ts';
import { importStepCases } from './imports/import-steps.ts';
import { importCases } from './imports/imports.ts';
import { dataLogCases } from './logs/data-log.ts';
import { dataLogEntryCases } from './logs/data-log-entries.ts';
import { loggedChangeCases } from './logs/logged-changes.ts';
import { userLogCases } from './logs/user-log.ts';
import { userLogEntryCases } from './logs/user-log-entries.ts';
import { accountStateCases } from './people/account-states.ts';
import { accountValueCases } from './people/account-values.ts';
import { reachCases } from './people/reach.ts';
import { roleEffectCases } from './people/role-effects.ts';
import { roleCases } from './people/roles.ts';
import { userListCases } from './people/user-lists.ts';
import { userCases } from './people/users.ts';
import { accountCases, challengeCases, profileCases } from './session/accounts.ts';
import { endedSessionCases } from './session/ended-sessions.ts';
import { ownAccountCases } from './session/own-account.ts';
import { passwordCases } from './session/password.ts';
import { secondFactorCases } from './session/second-factor.ts';
import { sessionCases } from './session/session.ts';
import { settingValueCases } from './setting-values.ts';
import { deliveryCases } from './sync/deliveries.ts';
import { deliveryContentCases } from './sync/delivery-contents.ts';
import { deliveryCases as signatureCases } from './sync/delivery-signatures.ts';
import { feedCases } from './sync/feed.ts';
import { feedChangeCases } from './sync/feed-changes.ts';
import { feedKindCases } from './sync/feed-kinds.ts';
import { laneActionCases } from './sync/lane-actions.ts';
import { subscriberValueCases } from './sync/subscriber-values.ts';
import { subscriberCases } from './sync/subscribers.ts';
import { syncStatusCases } from './sync/sync-status.ts';
import { taskValueCases } from './sync/task-values.ts';
import { taskCases } from './sync/tasks.ts';
import { systemConfigCases } from './system-config.ts';
import { preferenceCases } from './views/preferences.ts';
import { viewReaderCases } from './views/view-readers.ts';
import { viewSharingCases } from './views/view-sharing.ts';
import { viewValueCases } from './views/view-values.ts';
import { viewCases } from './views/views.ts';

/** `npm test` runs every case for these entities: the one without codes and review, and the most complex. */
const fullyTestedTags = ['rate_board', 'train_station'];

/** Returns every case of every operation, in the order of the contract. */
export const allCases = memoizePerContract((contract): Case[] =>
  inContractOrder(contract, [
    ...repeatedCases(contract),
    ...specificCases(contract),
    ...detailedCases(contract),
    ...testedEntitiesOf(contract).flatMap((entity) => sharedCases(entity, contract)),
    ...operationsOf(contract).flatMap((operation) => operationCases(operation, contract)),
  ]),
);

/** Returns one of several cases that test the same rule. `npm test` runs these; `npm test -- --all` and conformance run all. */
export const essentialCases = memoizePerContract((contract): Case[] => {
  const entities = testedEntitiesOf(contract);
  const isFullyTested = ({ tag }: TestedEntity) => fullyTestedTags.includes(tag);
  const fullyTested = entities.filter(isFullyTested).flatMap((entity) => sharedCases(entity, contract));
  const otherCases = entities
    .filter((entity) => !isFullyTested(entity))
    .flatMap((entity) => sharedCases(entity, contract));
  return inContractOrder(contract, [
    ...firstOfEach(repeatedCases(contract)),
    ...specificCases(contract),
    ...firstOfEach(detailedCases(contract)),
    ...fullyTested,
    ...firstOfEach(otherCases, fullyTested),
    ...firstOfEach(operationsOf(contract).flatMap((operation) => operationCases(operation, contract))),
  ]);
});

function firstOfEach(cases: Case[], testedCases: Case[] = []): Case[] {
  const seen = new Set(testedCases.map(({ equivalenceKey }) => equivalenceKey));
  return cases.filter(({ equivalenceKey }) => {
    if (equivalenceKey === undefined) return true;
    const isFirst = !seen.has(equivalenceKey);
    seen.add(equivalenceKey);
    return isFirst;
  });
}

const inContractOrder = (contract: Contract, cases: Case[]): Case[] =>
  operationsOf(contract).flatMap(({ id }) =>
    cases
      .filter(({ operationId }) => operationId === id)
      .map((testCase) => ({ ...testCase, name: withArticles(testCase.name) })),
  );

/** Names of cases are put together with those of kinds and actions, of which some need “an”. */
const withArticles = (name: string): string => name.replace(/\ba (?=airline|airport|update\b)/g, 'an ');

/** Returns the cases of single operations and of single entities. */
function specificCases(contract: Contract): Case[] {
  const entities = testedEntitiesOf(contract);
  return [
    ...languageCases,
    ...accessVersionCases,
    ...subscriberTokenCases(entities),
    ...sessionCases,
    ...endedSessionCases,
    ...challengeCases,
    ...accountCases,
    ...passwordCases,
    ...profileCases,
    ...ownAccountCases,
    ...secondFactorCases,
    ...userCases,
    ...userListCases,
    ...accountValueCases,
    ...reachCases,
    ...roleCases,
    ...roleEffectCases(contract),
    ...userLogCases,
    ...systemConfigCases,
    ...settingValueCases(entities),
    ...overviewCases(entities),
    ...worklistCases(entities),
    ...reviewListCases(entities),
    ...receiverCases(entities),
    ...reviewOrderCases(),
    ...searchCases,
    ...viewCases,
    ...viewValueCases,
    ...userLogEntryCases,
    ...dataLogCases(entities),
    ...dataLogEntryCases(entities),
    ...loggedChangeCases(entities),
    ...presenceValueCases(entities),
    ...referenceCountCases(entities),
    ...warningCases(entities),
    ...subscriberCases(entities),
    ...subscriberValueCases(entities),
    ...signatureCases(),
    ...syncStatusCases(entities),
    ...taskCases,
    ...taskValueCases(entities),
    ...bulkChangeCases(entities),
    ...bulkChangeValueCases(entities),
    ...changeSetCases(entities),
    ...changeSetItemCases(entities),
    ...impactCases(entities),
    ...feedCases,
    ...feedChangeCases(entities),
    ...deliveryCases(entities),
    ...importCases,
    ...importReportCases(entities),
    ...importOutcomeCases(entities),
    ...rateBoardCases(entities),
    ...validityCases(entities),
    ...specificEntityCases(entities),
    ...entities.flatMap((entity) => [
      ...filterAndSearchCases(entity, contract),
      ...createCases(entity, contract),
      ...valueCases(entity, contract),
      ...ruleCases(entity, contract),
      ...semanticRuleCases(entity, entities),
      ...referenceCases(entity, entities),
    ]),
  ];
}

/** Returns cases that look closely at what others look at too. `npm test` runs the first of each operation. */
function detailedCases(contract: Contract): Case[] {
  const entities = testedEntitiesOf(contract);
  const ofOperations = (group: string, cases: Case[]): Case[] =>
    cases.map((testCase) => ({ ...testCase, equivalenceKey: `${group}: ${testCase.operationId}` }));
  return [
    ...ofOperations('views', viewReaderCases),
    ...ofOperations('views', viewSharingCases),
    ...ofOperations('preferences', preferenceCases),
    ...ofOperations('bulk changes', bulkChangeCauseCases(entities)),
    ...ofOperations('rates', rateComparisonCases(entities)),
    ...ofOperations('feed', feedKindCases(entities)),
    ...ofOperations('deliveries', deliveryContentCases(entities)),
    ...ofOperations('lanes', laneActionCases(entities)),
    ...ofOperations('files', importReadingCases(contract)),
    ...ofOperations('imports', [...importStepCases(entities), ...importOptionCases(entities)]),
    ...ofOperations('accounts', accountStateCases),
  ];
}

/** Returns the cases that every entity has. */
function sharedCases(entity: TestedEntity, contract: Contract): Case[] {
  const cases = [
    ...listCases(entity),
    ...exportCases(entity),
    ...sortCases(entity),
    ...batchFilterCases(entity, contract),
    ...batchListCases(entity),
    ...batchExportCases(entity),
    ...writeFieldCases(entity),
    ...listConditionCases(entity),
    ...readCases(entity),
    ...asOfCases(entity),
    ...writeCases(entity),
    ...proposeCases(entity),
    ...transitionCases(entity, contract),
    ...restoreCases(entity),
    ...proposalCases(entity),
    ...decideCases(entity),
    ...versionCases(entity),
    ...bulkCases(entity),
    ...bulkMatchingCases(entity),
    ...crossEntityCases(entity),
  ];
  return withEquivalenceKeys(entity, cases);
}

/** Returns cases with a key that those of other kinds share. */
function withEquivalenceKeys(entity: TestedEntity, cases: Case[]): Case[] {
  const verbs = new Map(Object.entries(entity.operations).map(([verb, { id }]) => [id, verb]));
  return cases.map((testCase) => ({
    ...testCase,
    equivalenceKey: `${verbs.get(testCase.operationId) ?? testCase.operationId}: ${ruleOf(entity, testCase)}`,
  }));
}

/** Every filter of a kind is tried in its list. What exports, actions and orders make of it, and forms of versions, do not depend on the kind. */
function ruleOf({ tag, operations }: TestedEntity, { operationId, name }: Case): string {
  const repeated =
    operationId === operations.list.id
      ? /^sorts exactly by/
      : /^((exports|counts) exactly what matches|refuses the version|keeps the reason of|has every field of)|that an import finds unchanged$/;
  const withoutField = name.replace(/(?<=^refuses to remove )\w+(?= from an (in)?active)/, 'a field');
  return repeated.exec(name)?.[0] ?? withoutField.replaceAll(tag, 'record');
}

/** Returns cases that repeat one rule for each kind of record or permission. Those that read most of an answer come first. */
function repeatedCases(contract: Contract): Case[] {
  const entities = testedEntitiesOf(contract);
  const ofEach = (casesOf: (entity: TestedEntity) => Case[]): Case[] =>
    entities.flatMap((entity) => withEquivalenceKeys(entity, casesOf(entity)));
  return [
    ...ofEach(listContentCases),
    ...ofEach(nameFilterCases),
    ...ofEach(listOrderCases),
    ...ofEach(nearbyCases),
    ...ofEach(rankedSearchCases),
    ...ofEach(proposalValueCases),
    ...ofEach(decidedProposalCases),
    ...ofEach(dryRunCases),
    ...ofEach(secondPersonCases),
    ...ofEach(reasonCases),
    ...ofEach(ifMatchCases),
    ...ofEach(orderOfCheckCases),
    ...ofEach(labelCases),
    ...ofEach(renamedReferenceCases),
    ...ofEach(importFileCases),
    ...runningBulkChangeCases(entities),
    ...readableKindCases(entities),
    ...ticketCases(entities),
    ...toldPermissionCases(contract),
    ...entities.flatMap(searchResultCases),
  ];
}

/** Returns the cases that every operation has. */
const operationCases = (operation: Operation, contract: Contract): Case[] => [
  ...refusalCases(operation, contract),
  ...malformedCases(operation, contract),
];
