import { isDeepStrictEqual } from 'node:util';
import { readRightsByUser } from '#access/rights.ts';
import { expectSingle } from '#batch';
import { entityByKey } from '#crud/entity.ts';
import type { CrudContext } from '#crud/model.ts';
import { writeAt } from '#crud/pointers.ts';
import { type Transaction, transactWithinTimeLimit } from '#database';
import type { EntityKey, Schemas } from '#http/contract.ts';
import type { Caller, Request } from '#http/operation-types.ts';
import { expectVersion } from '#http/precondition.ts';
import { invalid, Problem } from '#http/problem.ts';
import { readChangesBefore } from './dates/earlier-codes.ts';
import { assertItemAllowed, assertMayChange, createDraft, redraftItem } from './draft-item.ts';
import { toItemResponses } from './item-pages.ts';
import { lockVisibleSet } from './query-sets.ts';
import {
  type CodeChange,
  countItemsWith,
  findCodeChange,
  queryItems,
  readCodeChanges,
  revivesRecord,
  type SetItem,
  toItemColumns,
  toSetItem,
} from './set-items.ts';
import { assertChangeable, contribute, readWriterIds, type StoredSet } from './stored-set.ts';
import { readWrittenSet, type SetViewer } from './to-change-sets.ts';

/** The most items of a set, as in the contract. */
export const MAX_ITEMS = 2000;

type ItemBody = Schemas['ChangeSetItemBody'];

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
    const { insert, changes } = await createItemInserter(crud, trx, set, caller);
    const id = await insert(body);
    return { status: 201 as const, ...(await recordContribution(crud, trx, set, request, { id, changes })) };
  });

/** Inserts an item into a set, and returns its id. @throws Problem */
export const insertItem = async (
  crud: CrudContext,
  trx: Transaction,
  set: Pick<StoredSet, 'id' | 'due_time'>,
  body: ItemBody,
  caller: Caller,
): Promise<number> => (await createItemInserter(crud, trx, set, caller)).insert(body);

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
  set: Pick<StoredSet, 'id' | 'due_time'>,
  caller: Caller,
): Promise<ItemInserter> {
  const { id: setId } = set;
  const changes = await readCodeChanges(trx, setId);
  const earlierChanges = await readChangesBefore(crud, trx, set, caller);
  const readableKinds = new Set<EntityKey>();
  const insert = async (body: ItemBody): Promise<number> => {
    const { entity } = body;
    if (!readableKinds.has(entity)) await assertContributorsMayRead(trx, setId, entity, caller);
    readableKinds.add(entity);
    const editing = { crud, trx, caller, setId, entity: entityByKey(crud, entity), changes, earlierChanges };
    const draft = await createDraft(editing, body);
    const columns = toItemColumns(draft);
    const [id = 0] = await trx('proposal').insert({
      ...columns,
      open: null,
      author_id: caller.id,
      author: caller.username,
      time: trx.raw('NOW(3)'),
      change_set_id: setId,
    });
    changes.push(...findCodeChange(id, columns));
    return id;
  };
  return { changes, insert };
}

/** @throws Problem 422 for a kind that would hide the set from somebody who has contributed to it */
export async function assertContributorsMayRead(
  trx: Transaction,
  setId: number,
  entity: EntityKey,
  caller: Caller,
): Promise<void> {
  const others = (await readWriterIds(trx, setId)).filter((id) => id !== caller.id);
  for (const [id, { administrator, permissions }] of await readRightsByUser(trx, others)) {
    if (administrator || new Set(permissions).has(`${entity}:read`)) continue;
    const { username: by } = await trx('user').where({ id }).first('username');
    throw invalid({ pointer: '/entity', rule: 'hiddenFromContributor', parameters: { by } });
  }
}

/** Changes an item of a set, or makes another one of the same record of it. */
export const changeItem = (crud: CrudContext, request: Request<'updateChangeSetItem'>) =>
  transactWithinTimeLimit(request.caller, crud.db, async (trx) => {
    const { caller } = request;
    const { set, item } = await lockItem(crud, trx, request);
    const changes = (await readCodeChanges(trx, set.id)).filter(({ id }) => id !== item.id);
    const earlierChanges = await readChangesBefore(crud, trx, set, caller);
    const editing = {
      crud,
      trx,
      caller,
      setId: set.id,
      entity: entityByKey(crud, item.entity),
      changes,
      earlierChanges,
    };
    // values that were restored keep their contributors when they are edited
    const redrafted = await redraftItem(editing, item, request);
    const draft = { contributorIds: item.contributorIds, ...redrafted, version: item.version };
    const columns = toItemColumns(draft);
    const written = { id: item.id, changes: [...changes, ...findCodeChange(item.id, columns)] };
    // saving what is there already costs no approval
    const { overwrites: _, ...earlier } = item;
    if (isDeepStrictEqual(columns, toItemColumns(earlier)))
      return { status: 200 as const, ...(await readWritten(crud, trx, set, request, written)) };
    await queryItems(trx, set.id)
      .where({ id: item.id })
      .update({
        ...toItemColumns({ ...draft, version: item.version + 1 }),
        author_id: caller.id,
        author: caller.username,
        time: trx.raw('NOW(3)'),
      });
    return { status: 200 as const, ...(await recordContribution(crud, trx, set, request, written)) };
  });

/** Takes an item out of its set. */
export const removeItem = (crud: CrudContext, request: Request<'removeChangeSetItem'>) =>
  transactWithinTimeLimit(request.caller, crud.db, async (trx) => {
    const { set, item } = await lockItem(crud, trx, request);
    await queryItems(trx, set.id).where({ id: item.id }).delete();
    if (item.action === 'create') await storeCodeOfCreation(trx, set.id, item);
    await contribute(trx, set, request.caller);
    const changeSet = await readWrittenSet(crud, trx, set.id, request);
    return { status: 200 as const, data: { changeSet }, version: changeSet.version };
  });

/** Stores the last code of a creation that was removed with the items that refer to its record, as they look for that code from now on. */
async function storeCodeOfCreation(trx: Transaction, setId: number, { id, after: removed }: SetItem): Promise<void> {
  const referring = await queryItems(trx, setId).where('refs', 'like', `%-${id}%`);
  for (const { id: itemId, after } of referring.map(toSetItem)) {
    if (!after) continue;
    const pointers = Object.keys(after.refs).filter((pointer) => after.refs[pointer] === -id);
    for (const pointer of pointers) writeAt(after.fields, pointer, removed?.fields.code);
    await queryItems(trx, setId)
      .where({ id: itemId })
      .update({ after: JSON.stringify(after.fields) });
  }
}

interface WrittenItem {
  id: number;
  /** What the items of the set do to codes by now. */
  changes: readonly CodeChange[];
}

/** Notes that the caller has contributed to a set, and returns the item that they have written. */
async function recordContribution(
  crud: CrudContext,
  trx: Transaction,
  set: StoredSet,
  viewer: SetViewer,
  written: WrittenItem,
) {
  await contribute(trx, set, viewer.caller);
  return readWritten(crud, trx, set, viewer, written);
}

/** Reads an item, and its set, in the contract's form. */
async function readWritten(
  crud: CrudContext,
  trx: Transaction,
  set: StoredSet,
  viewer: SetViewer,
  { id, changes: codeChanges }: WrittenItem,
) {
  const written = (await queryItems(trx, set.id).where('id', id)).map(toSetItem);
  const { items, labels } = await toItemResponses(crud, trx, set, written, viewer, { codeChanges });
  const item = expectSingle(items);
  const changeSet = await readWrittenSet(crud, trx, set.id, viewer);
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
  if (ifMatch !== item.version)
    expectVersion(ifMatch, expectSingle((await toItemResponses(crud, trx, set, [item], { caller, language })).items));
  await assertChangeable(trx, set, caller);
  return { set, item };
}
