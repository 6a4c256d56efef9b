import { expectSingle } from '#batch';
import { entityByKey } from '#crud/entity.ts';
import { readVersion } from '#crud/history/restore.ts';
import { expectRecordVersion, translateOldCodes } from '#crud/history/versions.ts';
import type { CrudContext, Entity, FieldValues, ResolvedValues, StoredRecord } from '#crud/model.ts';
import { findBrokenRules, findMissingForApproval, prepareManyValues, refreshManyCodes } from '#crud/prepare.ts';
import { readIdsByCode, referencedEntityKey } from '#crud/references/reference-paths.ts';
import { hasBeenApproved } from '#crud/review/second-person.ts';
import { fieldsOf, lockRecord } from '#crud/rows.ts';
import { type Transaction, transactWithinTimeLimit } from '#database';
import { allOperations, type EntityKey, type Schemas, transitions } from '#http/contract.ts';
import type { Caller, Request } from '#http/operation-types.ts';
import { expectVersion } from '#http/precondition.ts';
import { type FieldProblem, invalid, Problem } from '#http/problem.ts';
import { toFieldProblems, validatorAt } from '#http/validators.ts';
import { extractActor } from '#record-log/append.ts';
import { readStateBefore } from './dates/earlier-items.ts';
import { toItemResponses } from './item-pages.ts';
import { createIdReader } from './release/set-source.ts';
import {
  type CodeChange,
  countItemsWith,
  type ItemDraft,
  queryItems,
  readCodeChanges,
  readDeletions,
  readRevivals,
  revivesRecord,
  type SetItem,
  toItemColumns,
  toSetItem,
} from './set-items.ts';
import { assertChangeable, contribute, lockVisibleSet, readChangeSet, type StoredSet } from './stored-set.ts';

/** As in the contract. */
export const MAX_ITEMS = 2000;

type ItemBody = Schemas['ChangeSetItemBody'];
type ItemAction = ItemBody['action'];

/** The members of a body that each action takes besides `entity` and `action`. */
const MEMBERS: Record<ItemAction, { required: (keyof ItemBody)[]; optional?: (keyof ItemBody)[] }> = {
  create: { required: ['values'], optional: ['become'] },
  update: { required: ['recordId', 'recordVersion', 'values'], optional: ['event', 'basedOn'] },
  delete: { required: ['recordId', 'recordVersion'] },
  transition: { required: ['recordId', 'recordVersion', 'event'], optional: ['reason', 'basedOn'] },
  restore: { required: ['recordId', 'recordVersion', 'restoredVersion'] },
};

/** Adds an item to a set. */
export const addItem = (crud: CrudContext, request: Request<'addChangeSetItem'>) =>
  transactWithinTimeLimit(request.caller, crud.db, async (trx) => {
    const { path, body, caller } = request;
    const set = await lockVisibleSet(crud, trx, path.id, caller);
    assertItemAllowed(caller, body);
    await assertChangeable(trx, set, caller);
    const { entity: key, recordId } = body;
    const { count, ofRecord } = await countItemsWith(trx, set.id, key, recordId);
    if (ofRecord > 0) throw new Problem('itemExists');
    if (count >= MAX_ITEMS) throw new Problem('tooManyItems', { parameters: { count: MAX_ITEMS } });
    const id = await insertItem(crud, trx, set.id, body, caller);
    return { status: 201 as const, ...(await recordContribution(crud, trx, set, request, id)) };
  });

/** @throws Problem where the caller lacks a permission for an item, or its members do not fit its action */
export function assertItemAllowed(caller: Caller, body: ItemBody): void {
  assertMayChange(caller, body.entity, body.action);
  assertMembersFit(body);
}

/** Inserts an item into a set, and returns its id. @throws Problem */
export const insertItem = async (
  crud: CrudContext,
  trx: Transaction,
  setId: number,
  body: ItemBody,
  caller: Caller,
): Promise<number> => (await createItemInserter(crud, trx, setId, caller)).insert(body);

/** Inserts many items into a locked set. */
export interface ItemInserter {
  /** What the items of the set do to codes, including those that were inserted. */
  changes: readonly CodeChange[];
  /** Inserts an item, and returns its id. @throws Problem */
  insert(body: ItemBody): Promise<number>;
}

export async function createItemInserter(
  crud: CrudContext,
  trx: Transaction,
  setId: number,
  caller: Caller,
): Promise<ItemInserter> {
  const changes = await readCodeChanges(trx, setId);
  const insert = async (body: ItemBody): Promise<number> => {
    const { entity, action } = body;
    const draft = await createDraft({ crud, trx, caller, setId, entity: entityByKey(crud, entity), changes }, body);
    const columns = toItemColumns(draft);
    const [id = 0] = await trx('proposal').insert({
      ...columns,
      version: 1,
      open: null,
      author_id: caller.id,
      author: caller.username,
      time: trx.raw('NOW(3)'),
      change_set_id: setId,
    });
    const { record_id: recordId, final_code: code } = columns;
    if (code !== null || action === 'delete') changes.push({ id, entity, recordId, code });
    return id;
  };
  return { changes, insert };
}

/** Changes an item of a set, or makes another one of the same record of it. */
export const changeItem = (crud: CrudContext, request: Request<'updateChangeSetItem'>) =>
  transactWithinTimeLimit(request.caller, crud.db, async (trx) => {
    const { caller } = request;
    const { set, item } = await lockItem(crud, trx, request);
    const changes = (await readCodeChanges(trx, set.id)).filter(({ id }) => id !== item.id);
    const draft = await draftAgain(
      { crud, trx, caller, setId: set.id, entity: entityByKey(crud, item.entity), changes },
      item,
      request,
    );
    await queryItems(trx, set.id)
      .where({ id: item.id })
      .update({
        ...toItemColumns(draft),
        version: item.version + 1,
        author_id: caller.id,
        author: caller.username,
        time: trx.raw('NOW(3)'),
      });
    return { status: 200 as const, ...(await recordContribution(crud, trx, set, request, item.id)) };
  });

/** Drafts what an existing item becomes. */
async function draftAgain(
  editing: Editing,
  item: SetItem,
  { body }: Pick<Request<'updateChangeSetItem'>, 'body'>,
): Promise<ItemDraft> {
  const { caller, entity } = editing;
  const { action, recordVersion, values, become, event, reason, restoredVersion } = body;
  const recordId = item.recordId ?? 0;
  if (action) {
    // what creates a record cannot do anything else to it
    if (item.action === 'create') throw invalid({ pointer: '/action', rule: 'notWithEvent' });
    assertMayChange(caller, entity.key, action);
    const other = { entity: entity.key, recordId, ...body, action };
    assertMembersFit(other);
    return createDraft(editing, other);
  }
  const isNew = item.action === 'create';
  if (!isNew && item.action !== 'update') throw new Problem('invalidTransition');
  const needless = { restoredVersion, reason, ...(isNew ? { recordVersion, event } : { become }) };
  for (const [name, value] of Object.entries(needless))
    if (value !== undefined) throw invalid({ pointer: `/${name}`, rule: 'notWithEvent' });
  if (event === 'reject') throw invalid({ pointer: '/event', rule: 'notWithEvent' });
  if (!values) {
    if (isNew || !event) throw invalid({ pointer: '/values', rule: 'required' });
    const current = await lockRecord(editing.trx, entity, recordId);
    if (current) assertEventFits(event, current);
    return { ...item, event };
  }
  return isNew
    ? createDraft(editing, { entity: entity.key, action: 'create', values, become: become ?? item.become })
    : draftUpdate(editing, { recordId, version: recordVersion, values, event: event ?? item.event }, item);
}

/** Takes an item out of its set. */
export const removeItem = (crud: CrudContext, request: Request<'removeChangeSetItem'>) =>
  transactWithinTimeLimit(request.caller, crud.db, async (trx) => {
    const { set, item } = await lockItem(crud, trx, request);
    await queryItems(trx, set.id).where({ id: item.id }).delete();
    await contribute(trx, set.id, request.caller.id);
    const changeSet = await readChangeSet(crud, trx, set.id, request);
    return { status: 200 as const, data: { changeSet }, version: changeSet.version };
  });

/** Notes that the caller has contributed to a set, and returns the item that they have written. */
async function recordContribution(
  crud: CrudContext,
  trx: Transaction,
  { id }: StoredSet,
  { caller, language }: Pick<Request<'addChangeSetItem'>, 'caller' | 'language'>,
  itemId: number,
) {
  await contribute(trx, id, caller.id);
  const written = (await queryItems(trx, id).where('id', itemId)).map(toSetItem);
  const { items, labels } = await toItemResponses(crud, trx, id, written, { caller, language });
  const item = expectSingle(items);
  const changeSet = await readChangeSet(crud, trx, id, { caller, language });
  return { data: { item, changeSet, labels }, version: item.version };
}

async function lockItem(
  crud: CrudContext,
  trx: Transaction,
  { path, ifMatch, caller, language }: Request<'updateChangeSetItem'> | Request<'removeChangeSetItem'>,
): Promise<{ set: StoredSet; item: SetItem }> {
  const set = await lockVisibleSet(crud, trx, path.id, caller);
  const row = await queryItems(trx, set.id).where('id', path.itemId).first();
  if (!row) throw new Problem('notFound');
  const item = toSetItem(row);
  assertMayChange(caller, item.entity, item.action, revivesRecord(item));
  expectVersion(ifMatch, expectSingle((await toItemResponses(crud, trx, set.id, [item], { caller, language })).items));
  await assertChangeable(trx, set, caller);
  return { set, item };
}

/** @throws Problem 422 for members that the action needs or does not take */
function assertMembersFit(body: ItemBody): void {
  const { required, optional = [] } = MEMBERS[body.action];
  const taken = new Set<string>(['entity', 'action', ...required, ...optional]);
  const missing = required.filter((name) => body[name] === undefined);
  const needless = Object.keys(body).filter((name) => !taken.has(name));
  const problems = [
    ...missing.map((name): FieldProblem => ({ pointer: `/${name}`, rule: 'required' })),
    ...needless.map((name): FieldProblem => ({ pointer: `/${name}`, rule: 'notWithEvent' })),
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

function assertMayChange(caller: Caller, entity: EntityKey, action: ItemAction, revives = false): void {
  const permission = permissionsForItem(entity, action, revives).find((name) => !caller.may(name));
  if (permission) throw new Problem('forbidden', { permission });
}

/** What an item is written with. */
interface Editing {
  crud: CrudContext;
  trx: Transaction;
  caller: Caller;
  setId: number;
  entity: Entity;
  /** What the other items of the set do to codes. */
  changes: CodeChange[];
}

async function createDraft(editing: Editing, body: ItemBody): Promise<ItemDraft> {
  const { trx, entity } = editing;
  const { action, values = {}, become = 'active', recordId = 0, recordVersion: version, event, reason = null } = body;
  const { basedOn } = body;
  const none: ResolvedValues = { fields: {}, refs: {} };
  const common = { entity: entity.key, action, event: null, become };
  if (action === 'create') {
    const after = await prepareItemValues(editing, values, undefined, become);
    return { ...common, recordId: null, base: none, baseVersion: 0, after };
  }
  if (action === 'update') return draftUpdate(editing, { recordId, version, values, basedOn, event: event ?? null });
  const current = await lockRecord(trx, entity, recordId);
  if (!current) {
    if (action !== 'restore') throw unknownRecord();
    return { ...common, recordId, base: none, ...(await readRevival(editing, body)) };
  }
  await expectRecordVersion(trx, entity, version, current);
  const base = { fields: fieldsOf(entity, current.record), refs: current.refs };
  const existing = { ...common, recordId, base, baseVersion: current.record.version };
  if (action === 'delete') return { ...existing, after: null };
  if (action === 'restore') return { ...existing, after: await readRestoredValues(editing, body) };
  assertEventFits(event, await readBase(editing, current, basedOn));
  return { ...existing, event: event ?? null, reason, after: null };
}

function assertEventFits(event: SetItem['event'] | undefined, { record }: StoredRecord): void {
  if (event && !transitions[event].from.includes(record.status)) throw new Problem('invalidTransition');
}

interface UpdateMembers extends Pick<SetItem, 'event'> {
  recordId: number;
  version: number | undefined;
  values: FieldValues;
  basedOn?: ItemBody['basedOn'];
}

/** Drafts an update that is based on a version of the record, on what earlier sets make of it, or on the same as the earlier item. */
async function draftUpdate(
  editing: Editing,
  { recordId, version, values, basedOn, event }: UpdateMembers,
  earlier?: SetItem,
): Promise<ItemDraft> {
  const { trx, entity } = editing;
  const current = await lockRecord(trx, entity, recordId);
  if (!current) throw unknownRecord();
  const isRebased = !earlier || version !== undefined;
  if (isRebased) await expectRecordVersion(trx, entity, version, current);
  const body = isRebased ? await translateOldCodes(trx, entity, values, current, version) : values;
  const seen = await readBase(editing, current, basedOn);
  assertEventFits(event, seen);
  const after = await prepareItemValues(editing, body, seen, event ? transitions[event].to : seen.record.status);
  const base = isRebased ? { fields: fieldsOf(entity, seen.record), refs: seen.refs } : earlier.base;
  const baseVersion = isRebased ? current.record.version : earlier.baseVersion;
  return { entity: entity.key, action: 'update', recordId, base, baseVersion, after, event, become: 'active' };
}

/** Returns the state of a record that an item is based on. */
const readBase = async (
  { crud, trx, caller, entity, setId }: Editing,
  current: StoredRecord,
  basedOn: ItemBody['basedOn'],
): Promise<StoredRecord> =>
  basedOn ? readStateBefore(crud, trx, { entity, recordId: current.record.id, setId, basedOn }, caller) : current;

const unknownRecord = () => invalid({ pointer: '/recordId', rule: 'unknownReference' });

/** Reads the values with which a deleted record comes back. */
async function readRevival(editing: Editing, body: ItemBody): Promise<Pick<ItemDraft, 'baseVersion' | 'after'>> {
  const { trx, caller, entity } = editing;
  const { recordId = 0, recordVersion } = body;
  assertMayChange(caller, entity.key, 'restore', true);
  const deletion = (await readDeletions(trx, entity.key, [recordId])).get(recordId);
  if (!deletion) throw unknownRecord();
  if (deletion.version !== recordVersion) throw invalid({ pointer: '/recordVersion', rule: 'unknownVersion' });
  return { baseVersion: deletion.version, after: await readRestoredValues(editing, body) };
}

/** Reads the values of a version. They may refer to deleted records that the set brings back, too. */
async function readRestoredValues(
  { trx, setId, entity }: Editing,
  { recordId = 0, restoredVersion = 0 }: ItemBody,
): Promise<ResolvedValues> {
  const version = await readVersion(trx, entity, recordId, restoredVersion, '/restoredVersion');
  const { values, problems } = expectSingle(await refreshManyCodes(trx, entity, [version]));
  if (problems.length > 0) {
    const revivals = await readRevivals(trx, setId);
    const missing = problems.filter(
      ({ pointer }) => !revivals.has(`${referencedEntityKey(entity, pointer)} ${version.refs[pointer]}`),
    );
    if (missing.length > 0) throw invalid(...missing);
  }
  return values;
}

/**
 * Prepares the values of an item like those of a direct write. Rules against other records are checked when the set is submitted, as
 * other items may change those.
 */
async function prepareItemValues(
  { trx, caller, entity, changes }: Editing,
  body: FieldValues,
  current: StoredRecord | undefined,
  status: Schemas['Status'],
): Promise<ResolvedValues> {
  const validate = bodyValidatorOf(entity);
  if (!validate(body)) throw invalid(...toFieldProblems(validate.errors, '/values'));
  const writing = { actor: extractActor(caller), current: current?.record };
  const readIds = createIdReader(changes, readIdsByCode);
  const prepared = expectSingle(await prepareManyValues(trx, entity, [{ body, writing }], readIds));
  const { fields } = prepared.values;
  const missing = hasBeenApproved({ status }) ? findMissingForApproval(entity, fields) : [];
  const problems = [
    ...prepared.problems,
    ...findBrokenRules(entity, fields),
    ...missing.map((pointer): FieldProblem => ({ pointer, rule: 'requiredToApprove' })),
  ];
  if (problems.length > 0) throw invalid(...problems.map((each) => ({ ...each, pointer: `/values${each.pointer}` })));
  return prepared.values;
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
