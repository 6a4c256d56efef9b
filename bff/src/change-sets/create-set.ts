import type { CrudContext } from '#crud/model.ts';
import { type Transaction, transactWithinTimeLimit } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Caller, Request } from '#http/operation-types.ts';
import { invalid, Problem } from '#http/problem.ts';
import { assertItemAllowed } from './draft-item.ts';
import { insertItem } from './edit-items.ts';
import { toDateColumns } from './effective-time.ts';
import { type EventRequest, lockForEvent } from './lock-for-event.ts';
import { nameSetsInRefusal, toShownRefusal } from './release/conflicting-sets.ts';
import { trySubmission } from './release/try-release.ts';
import { addWriter, type ChangeSet, lockSet, recordStep, type SetEvent } from './stored-set.ts';
import { readChangeSet } from './to-change-sets.ts';
import { markScheduled, markSubmitted, toRelease } from './transition-set.ts';

type ItemBody = Schemas['ChangeSetItemBody'];
type CreationRequest = Pick<Request<'createChangeSet'>, 'body' | 'caller' | 'language'>;

/** Creates an open set without items, or one with a single dated item. @throws Problem */
export async function createSet(crud: CrudContext, request: CreationRequest): Promise<ChangeSet> {
  const { body, caller } = request;
  const { item } = body;
  if (item) return withItemPointers(crud, caller, () => createDatedChange(crud, request, item));
  return transactWithinTimeLimit(caller, crud.db, async (trx) =>
    readChangeSet(crud, trx, await insertSet(crud, trx, request), request),
  );
}

async function insertSet(crud: CrudContext, trx: Transaction, { body, caller }: CreationRequest): Promise<number> {
  const { title, note = null, effectiveOn } = body;
  const now = trx.raw('NOW(3)');
  const [id = 0] = await trx('change_set').insert({
    kind: 'manual',
    title,
    note,
    status: 'open',
    ...(await toDateColumns(crud, trx, effectiveOn)),
    author_id: caller.id,
    author: caller.username,
    create_time: now,
    update_time: now,
  });
  await recordStep(trx, id, 'open', { by: caller.username });
  await addWriter(trx, id, caller.id);
  return id;
}

/** The version of a set that was just inserted. */
const FIRST_VERSION = 1;

/** Creates a set with one item, and submits it; where the caller may approve it without a second person, it is scheduled too. */
async function createDatedChange(crud: CrudContext, request: CreationRequest, item: ItemBody): Promise<ChangeSet> {
  const { body, caller } = request;
  if (body.effectiveOn === undefined) throw invalid({ pointer: '/effectiveOn', rule: 'required' });
  assertItemAllowed(caller, item);
  const insert = async (trx: Transaction): Promise<number> => {
    const id = await insertSet(crud, trx, request);
    await insertItem(crud, trx, await lockSet(trx, id), item, caller);
    return id;
  };
  const toEvent = (id: number, event: SetEvent, version: number): EventRequest => ({
    path: { id },
    body: { event },
    ifMatch: version,
    caller,
  });
  await trySubmission(crud, caller, async (trx) => {
    const submission = toEvent(await insert(trx), 'submit', FIRST_VERSION);
    const locked = await lockForEvent(crud, trx, submission);
    return { ...toRelease(locked, submission), dueTime: locked.set.due_time };
  });
  return transactWithinTimeLimit(caller, crud.db, async (trx) => {
    const id = await insert(trx);
    const submission = toEvent(id, 'submit', FIRST_VERSION);
    const locked = await lockForEvent(crud, trx, submission);
    await markSubmitted(trx, locked, submission);
    const needsSecondPerson = locked.reviewerIds !== undefined;
    if (!needsSecondPerson && caller.may(`${item.entity}:review`)) {
      const approval = toEvent(id, 'approve', FIRST_VERSION + 1);
      await markScheduled(trx, await lockForEvent(crud, trx, approval), approval);
    }
    return readChangeSet(crud, trx, id, request);
  });
}

/** Runs work on the item of a request, and moves the pointers of its errors below `/item`. @throws Problem */
async function withItemPointers<T>(crud: CrudContext, caller: Caller, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const problem = await toShownRefusal(crud, await nameSetsInRefusal(crud, error), caller);
    if (!(problem instanceof Problem)) throw problem;
    const fields = problem.details.fields?.map((field) => ({ ...field, pointer: toRequestPointer(field.pointer) }));
    throw new Problem(problem.key, { ...problem.details, ...(fields && { fields }) });
  }
}

/** Converts a pointer into an item, or into the set that has it as `/items/7`. */
const toRequestPointer = (pointer: string): string =>
  pointer === '/effectiveOn' ? pointer : `/item${pointer.replace(/^\/items\/\d+(?=\/|$)/, '')}`;
