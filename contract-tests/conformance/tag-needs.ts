import { valueAt } from '../contract/body-fields.ts';
import type { Contract } from '../contract/types.ts';
import type { Case } from '../suite/case.ts';
import { findTestedEntity, type TestedEntity } from '../suite/tested-entity.ts';

/** What the fixtures of cases call, by how the code of a case names them. */
const operationsOfFixtures: [fixture: RegExp, operations: string[]][] = [
  [/\bstaff\.(previewToken|createRole)\b/, ['createRole', 'previewRole']],
  [/\bspareMember\b/, ['register', 'transitionUser', 'updateUser', 'createRole']],
  [/\bstaff\.create(Member|Pending|Invited)/, ['register', 'createUser', 'listUsers', 'transitionUser']],
  [/\bsubscribers\b/, ['createSubscriber', 'getSubscriber', 'deleteSubscriber']],
  [/\bimports\b/, ['createImport', 'putImportPart', 'previewImport', 'stageImport', 'applyImport']],
  [/\bviews\b/, ['createView', 'deleteView']],
  [/\bchangeSets\b/, ['createChangeSet', 'addChangeSetItem', 'listChangeSetItems', 'transitionChangeSet']],
];

/** Says which operations of other tags the cases of a tag use. */
export function describeNeeds(contract: Contract, tag: string, cases: Case[], ownIds: Set<string>): string {
  const others = (ids: string[]) => [...new Set(ids)].filter((id) => !ownIds.has(id));
  const entities = [...new Set(cases.flatMap(({ entity }) => entity ?? []))];
  const targets = entities.filter((entity) => entity.tag === tag).flatMap((entity) => targetsOf(contract, entity));
  const needed = others(['login', ...targets.map(({ operations }) => operations.list.id)]);
  const optional = others([
    ...[...targets, ...entities].flatMap(({ operations }) => [operations.create.id, operations.transition.id]),
    ...cases.flatMap(fixtureOperations),
  ]).filter((id) => !needed.includes(id));
  const text = `To test ${tag} you also need: ${needed.length > 0 ? needed.join(', ') : 'nothing else'}`;
  return optional.length > 0 ? `${text}; optional, for some cases: ${optional.join(', ')}` : text;
}

/** The kinds of which a record of an entity needs one, as its example refers to it. */
const targetsOf = (contract: Contract, { references, example, tag }: TestedEntity): TestedEntity[] =>
  references
    .filter(({ path, target }) => target !== tag && typeof valueAt(example, path) === 'string')
    .flatMap(({ target }) => findTestedEntity(contract, target) ?? []);

function fixtureOperations({ request, expect }: Case): string[] {
  const code = `${request} ${expect.check ?? ''}`;
  return operationsOfFixtures.flatMap(([fixture, operations]) => (fixture.test(code) ? operations : []));
}
