import { valueAt } from '../contract/body-fields.ts';
import type { Contract } from '../contract/types.ts';
import type { Case } from '../suite/case.ts';
import { findTestedEntity, type TestedEntity, testedEntitiesOf } from '../suite/records/tested-entity.ts';

/** What the fixtures of cases call and create, by how the code of a case names them. */
const fixtures: { pattern: RegExp; operations: string[]; creates?: string }[] = [
  { pattern: /\bstaff\.(previewToken|createRole)\b/, operations: ['createRole', 'previewRole'], creates: 'roles' },
  {
    pattern: /\bspareMember\b/,
    operations: ['register', 'transitionUser', 'updateUser', 'createRole'],
    creates: 'users and roles',
  },
  {
    pattern: /\bstaff\.create(Member|Pending|Invited)/,
    operations: ['register', 'createUser', 'listUsers', 'transitionUser'],
    creates: 'users',
  },
  {
    pattern: /\bsubscribers\.(?!waitForTask)|\bsubscribe\w*\)?\(/,
    operations: ['createSubscriber', 'getSubscriber', 'deleteSubscriber'],
    creates: 'subscribers',
  },
  {
    pattern: /\b(assertReason|assertChangesSince|sequenced|subscribe\w*)\)?\(/,
    operations: ['listDataLogs'],
  },
  { pattern: /\bwaitForTask\b/, operations: ['getTask'] },
  { pattern: /\b(waitForEnd|finished|ended)\)?\(/, operations: ['getBulkChange'] },
  {
    pattern: /\bimports\.\w+(Import|File)\(/,
    operations: ['createImport', 'putImportPart', 'previewImport', 'stageImport', 'applyImport'],
    creates: 'imports',
  },
  { pattern: /\bviews\.create/, operations: ['createView', 'deleteView'], creates: 'views' },
  {
    pattern: /\bchangeSets\b/,
    operations: ['createChangeSet', 'addChangeSetItem', 'listChangeSetItems', 'transitionChangeSet'],
    creates: 'change sets',
  },
];

/** What the operations under test create. */
const createdBy: Record<string, string> = {
  register: 'users',
  createUser: 'users',
  createRole: 'roles',
  createView: 'views',
  createSubscriber: 'subscribers',
  createImport: 'imports',
  createChangeSet: 'change sets',
};

/** Says which operations of other tags the cases of a tag use. */
export function describeNeeds(contract: Contract, tag: string, cases: Case[], ownIds: Set<string>): string {
  const others = (ids: string[]) => [...new Set(ids)].filter((id) => !ownIds.has(id));
  const entities = [...new Set(cases.flatMap(({ entity }) => entity ?? []))];
  const targets = entities.filter((entity) => entity.tag === tag).flatMap((entity) => targetsOf(contract, entity));
  const needed = others(['login', ...targets.map(({ operations }) => operations.list.id)]);
  const optional = others([
    ...[...targets, ...entities].flatMap(({ operations }) => [operations.create.id, operations.transition.id]),
    ...cases.flatMap(operationsNamedIn),
  ]).filter((id) => !needed.includes(id));
  const text = `To test ${tag} you also need: ${needed.length > 0 ? needed.join(', ') : 'nothing else'}`;
  const referrers = referrersOf(contract, tag, cases);
  return [
    text,
    ...(optional.length > 0 ? [`optional, for some cases: ${optional.join(', ')}`] : []),
    ...(referrers.length > 0
      ? [`for those of references: list, get, create, delete and history of ${referrers.join(', ')}`]
      : []),
  ].join('; ');
}

/** Says what the cases create for a time, and what stays. */
export function describeEffects(cases: Case[]): string {
  const kinds = [
    ...(cases.some(({ entity }) => entity) ? ['records'] : []),
    ...cases.flatMap(({ operationId }) => createdBy[operationId] ?? []),
    ...cases.flatMap(fixturesOf).flatMap(({ creates = '' }) => creates.split(' and ')),
  ];
  const [last = '', ...others] = [...new Set(kinds)].filter(Boolean).reverse();
  const all = others.length > 0 ? `${others.reverse().join(', ')} and ${last}` : last;
  const effect =
    all === '' ? 'What it creates, it deletes at the end' : `It creates ${all}, and deletes them at the end`;
  return `${effect}; what stays are entries in the append-only logs and the feed.`;
}

/** The kinds of which a record of an entity needs one, as its example refers to it. */
const targetsOf = (contract: Contract, { references, example, tag }: TestedEntity): TestedEntity[] =>
  references
    .filter(({ path, target }) => target !== tag && typeof valueAt(example, path) === 'string')
    .flatMap(({ target }) => findTestedEntity(contract, target) ?? []);

/** The other kinds whose records refer to those of a kind, of which cases of these create one. */
function referrersOf(contract: Contract, tag: string, cases: Case[]): string[] {
  const own = findTestedEntity(contract, tag);
  if (!own) return [];
  const ids = [own.operations.references, own.operations.remove, own.operations.update].map(({ id }) => id);
  if (!cases.some(({ operationId }) => ids.includes(operationId))) return [];
  const refersToTag = ({ references }: TestedEntity) => references.some(({ target }) => target === tag);
  return testedEntitiesOf(contract)
    .filter((entity) => entity.tag !== tag && refersToTag(entity))
    .map((entity) => entity.tag);
}

const codeOf = ({ request, expect }: Case): string => `${request} ${expect.check ?? ''}`;

const fixturesOf = (testCase: Case) => fixtures.filter(({ pattern }) => pattern.test(codeOf(testCase)));

/** Returns what a case calls by name, itself or through fixtures. */
function operationsNamedIn(testCase: Case): string[] {
  const called = [...codeOf(testCase).matchAll(/\boperation\(["'](\w+)["']\)/g)].flatMap(([, id]) => id ?? []);
  return [...called, ...fixturesOf(testCase).flatMap(({ operations }) => operations)];
}
