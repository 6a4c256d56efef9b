import { expectSingle } from '#batch';
import { readVersion } from '#crud/history/restore.ts';
import { expectRecordVersion, translateOldCodes } from '#crud/history/versions.ts';
import type { CrudContext, Entity, FieldValues, ResolvedValues, StoredRecord } from '#crud/model.ts';
import { findBrokenRules, findMissingForApproval, prepareManyValues, refreshManyCodes } from '#crud/prepare.ts';
import { collectReferences, referencedEntityKey } from '#crud/references/reference-paths.ts';
import { readUnreviewedContributors } from '#crud/review/earlier-contributors.ts';
import { hasBeenApproved } from '#crud/review/second-person.ts';
import { lockRecord, toWrittenValues } from '#crud/rows.ts';
import type { Transaction } from '#database';
import { assertMay } from '#http/caller.ts';
import { allOperations, type EntityKey, type Schemas, transitions } from '#http/contract.ts';
import type { Caller, Request } from '#http/operation-types.ts';
import { type FieldProblem, invalid, Problem } from '#http/problem.ts';
import { toFieldProblems, validatorAt } from '#http/validators.ts';
import { extractActor } from '#record-log/append.ts';
import { createIdReaderAtEnd, type EarlierCodeChanges } from './dates/earlier-codes.ts';
import { readStateBefore, type StateBefore } from './dates/earlier-items.ts';
import type { IdReader } from './release/set-source.ts';
import { type CodeChange, type ItemDraft, readDeletions, readRevivals, type SetItem } from './set-items.ts';

type ItemBody = Schemas['ChangeSetItemBody'];
type ItemAction = ItemBody['action'];

/** The members of a body that each action takes besides `entity` and `action`. */
const MEMBERS: Record<ItemAction, { required: (keyof ItemBody)[]; optional?: (keyof ItemBody)[] }> = {
  create: { required: ['values'], optional: ['become'] },
  update: { required: ['recordId', 'recordVersion', 'values'], optional: ['event', 'basedOn', 'finalCodes'] },
  delete: { required: ['recordId', 'recordVersion'], optional: ['basedOn'] },
  transition: { required: ['recordId', 'recordVersion', 'event'], optional: ['reason', 'basedOn'] },
  restore: { required: ['recordId', 'recordVersion', 'restoredVersion'] },
};

/** @throws Problem where the caller lacks a permission for an item, or its members do not fit its action */
export function assertItemAllowed(caller: Caller, body: ItemBody): void {
  assertMayChange(caller, body.entity, body.action);
  assertMembersFit(body);
}

/** @throws Problem 422 for members that the action needs or does not take */
function assertMembersFit(body: ItemBody): void {
  const { required, optional = [] } = MEMBERS[body.action];
  const taken = new Set<string>(['entity', 'action', ...required, ...optional]);
  const missing = required.filter((name) => body[name] === undefined);
  const unexpected = Object.keys(body).filter((name) => !taken.has(name));
  const problems = [
    ...missing.map((name): FieldProblem => ({ pointer: `/${name}`, rule: 'required' })),
    ...unexpected.map((name): FieldProblem => ({ pointer: `/${name}`, rule: 'notWithEvent' })),
  ];
  problems.push(...findReasonProblems(body));
  if (problems.length > 0) throw invalid(...problems);
}

/** A rejection needs its reason, and is a transition of its own: nobody changes what they reject. */
function findReasonProblems({ action, event, reason }: ItemBody): FieldProblem[] {
  if (action !== 'transition') return event === 'reject' ? [{ pointer: '/event', rule: 'notWithEvent' }] : [];
  if (event === 'reject') return reason ? [] : [{ pointer: '/reason', rule: 'reasonRequired' }];
  return reason ? [{ pointer: '/reason', rule: 'notWithEvent' }] : [];
}

/** Returns the permissions that an item needs, which are those of the direct act. */
export const permissionsForItem = (entity: EntityKey, action: ItemAction, revives = false): string[] => [
  `${entity}:read`,
  ...(action === 'create' || revives ? [`${entity}:create`] : []),
  ...(action === 'delete' ? [`${entity}:delete`] : []),
  ...(action === 'update' || action === 'restore' || action === 'transition' ? [`${entity}:update`] : []),
];

/** @throws Problem 403 */
export function assertMayChange(caller: Caller, entity: EntityKey, action: ItemAction, revives = false): void {
  assertMay(caller, ...permissionsForItem(entity, action, revives));
}

/** What an item is written with. */
export interface Editing {
  crud: CrudContext;
  trx: Transaction;
  caller: Caller;
  setId: number;
  entity: Entity;
  /** What the other items of the set do to codes. */
  changes: CodeChange[];
  /** What the sets that are scheduled before this one do to codes. */
  earlierChanges: EarlierCodeChanges;
}

/** Drafts an item. @throws Problem */
export async function createDraft(editing: Editing, body: ItemBody): Promise<ItemDraft> {
  const { trx, entity } = editing;
  const { action, values = {}, become = 'active', recordId = 0, recordVersion: version, event, reason = null } = body;
  const { basedOn, finalCodes } = body;
  const noValues: ResolvedValues = { fields: {}, refs: {} };
  const common = { entity: entity.key, action, event: null, become };
  if (action === 'create') {
    const after = await prepareItemValues(editing, values, undefined, become);
    return { ...common, recordId: null, base: noValues, baseVersion: 0, after };
  }
  if (action === 'update')
    return draftUpdate(editing, { recordId, version, values, basedOn, finalCodes, event: event ?? null });
  const current = await lockRecord(trx, entity, recordId);
  if (!current) {
    if (action !== 'restore') throw unknownRecord();
    return { ...common, recordId, base: noValues, ...(await readRevival(editing, body)) };
  }
  await expectSeenVersion(trx, entity, version, current);
  const { state: baseState, changes: baseChanges } = await readBase(editing, current, basedOn);
  const base = toWrittenValues(entity, baseState);
  const existing = {
    ...common,
    recordId,
    base,
    baseVersion: current.record.version,
    baseStatus: baseState.record.status,
    basedOn: baseChanges,
  };
  if (action === 'delete') return { ...existing, after: null };
  if (action === 'restore') return { ...existing, ...(await readRestored(editing, body)) };
  assertEventFits(event, baseState);
  return { ...existing, event: event ?? null, reason, after: null };
}

/** Drafts what an existing item becomes. @throws Problem */
export async function redraftItem(
  editing: Editing,
  item: SetItem,
  { body }: Pick<Request<'updateChangeSetItem'>, 'body'>,
): Promise<ItemDraft> {
  const { caller, entity } = editing;
  const { action, recordVersion, values, become, event, reason, restoredVersion, basedOn } = body;
  const recordId = item.recordId ?? 0;
  if (action) {
    // what creates a record cannot do anything else to it
    if (item.action === 'create') throw invalid({ pointer: '/action', rule: 'notWithEvent' });
    assertMayChange(caller, entity.key, action);
    const other = { entity: entity.key, recordId, ...body, action };
    assertMembersFit(other);
    // whoever knows an item knows the codes at the end of the set
    return createDraft(editing, { ...other, finalCodes: true });
  }
  const isNew = item.action === 'create';
  if (!isNew && item.action !== 'update') throw new Problem('invalidTransition');
  const unexpected = {
    restoredVersion,
    reason,
    ...(isNew ? { recordVersion, event } : { become }),
    // what an item is based on changes together with its values
    ...((isNew || !values) && { recordVersion, basedOn }),
  };
  for (const [name, value] of Object.entries(unexpected))
    if (value !== undefined) throw invalid({ pointer: `/${name}`, rule: 'notWithEvent' });
  if (event === 'reject') throw invalid({ pointer: '/event', rule: 'notWithEvent' });
  if (!values) {
    if (isNew || !event) throw invalid({ pointer: '/values', rule: 'required' });
    const current = await lockRecord(editing.trx, entity, recordId);
    if (!current) throw unknownRecord();
    assertEventFits(event, current);
    return { ...item, event };
  }
  return isNew
    ? createDraft(editing, { entity: entity.key, action: 'create', values, become: become ?? item.become })
    : draftUpdate(editing, { recordId, version: recordVersion, values, basedOn, event: event ?? item.event }, item);
}

function assertEventFits(event: SetItem['event'] | undefined, { record }: StoredRecord): void {
  if (event && !transitions[event].from.includes(record.status))
    throw new Problem('invalidTransition', { fields: [{ pointer: '/event', rule: 'notInStatus' }] });
}

/** Checks the version of a record that a body names like `expectRecordVersion`. @throws Problem 412 that tells it from the version of an item */
async function expectSeenVersion(
  trx: Transaction,
  entity: Entity,
  version: number | undefined,
  current: StoredRecord,
): Promise<void> {
  try {
    await expectRecordVersion(trx, entity, version, current);
  } catch (error) {
    if (!(error instanceof Problem) || error.key !== 'versionConflict') throw error;
    throw new Problem(error.key, { ...error.details, fields: [{ pointer: '/recordVersion', rule: 'changedSince' }] });
  }
}

interface UpdateMembers extends Pick<SetItem, 'event'> {
  recordId: number;
  version: number | undefined;
  values: FieldValues;
  basedOn?: ItemBody['basedOn'];
  /** Whether the codes are all those at the end of the set. */
  finalCodes?: boolean | undefined;
}

/** Drafts an update that is based on a version of the record, on what earlier sets make of it, or on the same as the earlier draft. */
async function draftUpdate(
  editing: Editing,
  { recordId, version, values, basedOn, finalCodes, event }: UpdateMembers,
  earlier?: SetItem,
): Promise<ItemDraft> {
  const { trx, entity } = editing;
  const current = await lockRecord(trx, entity, recordId);
  if (!current) throw unknownRecord();
  const common = { entity: entity.key, action: 'update' as const, recordId, event, become: 'active' as const };
  const statusAfter = ({ record }: StoredRecord) => (event ? transitions[event].to : record.status);
  if (earlier && version === undefined) {
    if (basedOn) throw invalid({ pointer: '/recordVersion', rule: 'required' });
    // the event of the earlier draft was for the status of what it is based on
    if (event !== earlier.event) assertEventFits(event, current);
    const after = await prepareItemValues(editing, values, current, statusAfter(current));
    const { base, baseVersion, baseStatus, basedOn: baseChanges } = earlier;
    return { ...common, base, baseVersion, baseStatus, basedOn: baseChanges, after };
  }
  await expectSeenVersion(trx, entity, version, current);
  const body = await translateOldCodes(trx, entity, values, current, version);
  const { state: baseState, changes: baseChanges } = await readBase(editing, current, basedOn);
  assertEventFits(event, baseState);
  const base = toWrittenValues(entity, baseState);
  const knowsFinalCodes = earlier !== undefined || finalCodes === true;
  const after = await prepareItemValues(
    editing,
    body,
    baseState,
    statusAfter(baseState),
    knowsFinalCodes ? undefined : base,
  );
  return {
    ...common,
    base,
    baseVersion: current.record.version,
    baseStatus: baseState.record.status,
    basedOn: baseChanges,
    after,
  };
}

/** Returns the state of a record that an item is based on, and the changes of earlier sets in it. */
const readBase = async (
  { crud, trx, caller, entity, setId }: Editing,
  current: StoredRecord,
  basedOn: ItemBody['basedOn'],
): Promise<StateBefore> =>
  basedOn
    ? readStateBefore(crud, trx, { entity, recordId: current.record.id, setId, basedOn }, caller)
    : { state: current, changes: [] };

const unknownRecord = () => invalid({ pointer: '/recordId', rule: 'unknownReference' });

/** Reads the values with which a deleted record comes back. */
async function readRevival(editing: Editing, body: ItemBody): Promise<Restored & Pick<ItemDraft, 'baseVersion'>> {
  const { trx, caller, entity } = editing;
  const { recordId = 0, recordVersion } = body;
  assertMayChange(caller, entity.key, 'restore', true);
  const deletion = (await readDeletions(trx, entity.key, [recordId])).get(recordId);
  if (!deletion) throw unknownRecord();
  if (deletion.version !== recordVersion) throw invalid({ pointer: '/recordVersion', rule: 'unknownVersion' });
  return { baseVersion: deletion.version, ...(await readRestored(editing, body)) };
}

type Restored = Pick<ItemDraft, 'after' | 'contributorIds'>;

/** Reads the values of a version. They may refer to deleted records that the set brings back, too. */
async function readRestored(
  { trx, setId, entity }: Editing,
  { recordId = 0, restoredVersion = 0 }: ItemBody,
): Promise<Restored> {
  const version = await readVersion(trx, entity, recordId, restoredVersion, '/restoredVersion');
  const { values, problems } = expectSingle(await refreshManyCodes(trx, entity, [version]));
  if (problems.length > 0) {
    const revivals = await readRevivals(trx, setId);
    const missing = problems.filter(
      ({ pointer }) => !revivals.has(`${referencedEntityKey(entity, pointer)} ${version.refs[pointer]}`),
    );
    if (missing.length > 0) throw invalid(...missing.map(toValueProblem));
  }
  const contributors = await readUnreviewedContributors(trx, entity, [{ recordId, version: restoredVersion }]);
  return { after: values, contributorIds: contributors.get(recordId) ?? [] };
}

/**
 * Prepares the values of an item like those of a direct write. Rules against other records are checked when the set is submitted, as
 * other items may change those. A code that `base` has stays with its record, also where the set gives the code to another one; where the
 * set deletes that record, the release looks for the code again.
 */
async function prepareItemValues(
  { trx, caller, entity, changes, earlierChanges }: Editing,
  body: FieldValues,
  current: StoredRecord | undefined,
  status: Schemas['Status'],
  base?: ResolvedValues,
): Promise<ResolvedValues> {
  const validate = bodyValidatorOf(entity);
  if (!validate(body)) throw invalid(...toFieldProblems(validate.errors, '/values'));
  const writing = { actor: extractActor(caller), current: current?.record };
  const readIds = keepReferences(entity, base, createIdReaderAtEnd(earlierChanges, changes));
  const prepared = expectSingle(await prepareManyValues(trx, entity, [{ body, writing }], readIds));
  const { fields } = prepared.values;
  const missing = hasBeenApproved({ status }) ? findMissingForApproval(entity, fields) : [];
  const problems = [
    ...prepared.problems,
    ...findBrokenRules(entity, fields),
    ...missing.map((pointer): FieldProblem => ({ pointer, rule: 'requiredToApprove' })),
  ];
  if (problems.length > 0) throw invalid(...problems.map(toValueProblem));
  return prepared.values;
}

const toValueProblem = (problem: FieldProblem): FieldProblem => ({ ...problem, pointer: `/values${problem.pointer}` });

/** Reads the ids of the records that `base` refers to from there, and others by their codes. */
function keepReferences(entity: Entity, base: ResolvedValues | undefined, readIds: IdReader): IdReader {
  if (!base) return readIds;
  return async (db, paths) => {
    const ids = await readIds(db, paths);
    for (const { pointer, entityKey, code } of collectReferences(entity, base.fields)) {
      const id = base.refs[pointer];
      if (id !== undefined) ids.set(`${entityKey} ${code}`, id);
    }
    return ids;
  };
}

const bodyValidators = new Map<EntityKey, ReturnType<typeof validatorAt>>();

/** Returns the validator of what the kind's own operation takes. */
export function bodyValidatorOf({ key, singular }: Entity): ReturnType<typeof validatorAt> {
  const operation = allOperations.find(({ id }) => id === `create${singular}`);
  if (!operation?.body) throw new Error(`The contract has no operation create${singular} with a body.`);
  const validator = bodyValidators.get(key) ?? validatorAt(operation.body);
  bodyValidators.set(key, validator);
  return validator;
}
