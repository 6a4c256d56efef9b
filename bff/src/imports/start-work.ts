import { permissionsForItem } from '#change-sets/draft-item.ts';
import { MAX_ITEMS } from '#change-sets/edit-items.ts';
import { entityByKey } from '#crud/entity.ts';
import type { CrudContext, Entity } from '#crud/model.ts';
import { type Database, type Transaction, transactWithinTimeLimit } from '#database';
import { assertMay } from '#http/caller.ts';
import { type EntityKey, type Schemas, transitions } from '#http/contract.ts';
import type { Caller, Request } from '#http/operation-types.ts';
import { invalid, Problem } from '#http/problem.ts';
import { startTask } from '#tasks/queue.ts';
import { statusColumn } from './columns/parse-raw-record.ts';
import { clearItemSet, openSet } from './import-set.ts';
import { rememberTargets } from './options.ts';
import {
  assertMayReview,
  assertStatus,
  changeImport,
  contributorsOf,
  isAppliedAsSet,
  isContributor,
  lockVisibleImport,
  lockWritableImport,
  readVisibleImport,
  type StoredImport,
  type WorkingStatus,
  withContributor,
} from './stored-import.ts';
import { filterUnappliedRows, queryImportRows } from './stored-row.ts';

type StartRequest = Pick<Request<'stageImport'>, 'caller' | 'address' | 'client'>;

const TASK_KINDS = {
  staging: 'importStage',
  applying: 'importApply',
  deciding: 'importDecide',
  reverting: 'importRevert',
} as const satisfies Record<WorkingStatus, Schemas['TaskKind']>;

/** Starts a task for an import and sets further `columns` of it. The caller has locked the import. @throws Problem `taskRunning` */
async function startWork(
  trx: Transaction,
  request: StartRequest,
  { id, filename, entity }: StoredImport,
  status: WorkingStatus,
  columns: Record<string, unknown> = {},
): Promise<void> {
  const params = { import: { id, filename }, entity };
  const task = await startTask(trx, request, { kind: TASK_KINDS[status], params, subject: `import ${id}` });
  await changeImport(trx, id, { status, task_id: task.id, fault: null, ...columns });
  if (status === 'applying') await openSet(trx, id);
}

/** Queues staging with the options of the last preview. */
export const startStaging = (crud: CrudContext, request: Request<'stageImport'>): Promise<StoredImport> =>
  transactWithinTimeLimit(request.caller, crud.db, async (trx) => {
    const { path, caller } = request;
    const stored = await lockWritableImport(trx, path.id, caller);
    assertStatus(stored, 'uploaded', 'staged', 'failed');
    // the file was never previewed, so it has no options
    if (!stored.options) throw new Problem('invalidTransition');
    const { options, columns } = stored;
    if (columns) await rememberTargets(trx, entityByKey(crud, stored.entity), columns, options);
    const resetColumns = { counts: null, edit_counts: null, outcomes: null, stage_time: null };
    await startWork(trx, request, stored, 'staging', { ...resetColumns, ...withContributor(stored, caller.id) });
    return readVisibleImport(trx, path.id, caller);
  });

/** Queues a staged import for applying, or resumes an import whose application was interrupted. */
export const startApplying = (crud: CrudContext, request: Request<'applyImport'>): Promise<StoredImport> =>
  transactWithinTimeLimit(request.caller, crud.db, async (trx) => {
    const { path, body, caller } = request;
    const stored = await lockWritableImport(trx, path.id, caller);
    assertStatus(stored, 'staged', 'applied');
    if (stored.status === 'applied' && !(await hasUnappliedRows(trx, stored))) throw new Problem('invalidTransition');
    const isSet = body.as === 'set';
    const invalidRowCount = (stored.counts?.conflicting ?? 0) + (stored.counts?.refused ?? 0);
    if (body.rows === 'all' && invalidRowCount > 0)
      throw new Problem('importUnsound', { parameters: { count: invalidRowCount } });
    if (isSet) assertFitsSet(stored, caller);
    else {
      if (statusColumn(stored.options) !== undefined) assertMayReview(caller, stored.entity);
      if (body.status === 'active') await assertOnePersonReview(crud, trx, stored, caller);
    }
    if (isAppliedAsSet(stored)) await clearItems(trx, stored);
    if (stored.status === 'applied' && !isContributor(stored, caller.id))
      await addContributorToPending(trx, stored, caller.id);
    const actor = { id: caller.id, username: caller.username };
    const { rows, status } = body;
    const apply = { rows, status, creates: creatableEntities(entityByKey(crud, stored.entity), caller) };
    await startWork(trx, request, stored, 'applying', {
      asked: { by: actor, ...(isSet ? { applyAsSet: apply } : { apply }) },
      ...withContributor(stored, actor.id),
      applied_by_id: actor.id,
      applied_by: actor.username,
      apply_time: trx.raw('NOW(3)'),
    });
    return readVisibleImport(trx, path.id, caller);
  });

/** @throws Problem for more rows than a change set has items, and without the permissions that they need as such */
function assertFitsSet({ entity, counts }: StoredImport, caller: Caller): void {
  const { new: created = 0, changed = 0 } = counts ?? {};
  if (created + changed > MAX_ITEMS)
    throw invalid({ pointer: '/as', rule: 'tooManyForSet', parameters: { limit: MAX_ITEMS } });
  const actions = [...(created > 0 ? ['create' as const] : []), ...(changed > 0 ? ['update' as const] : [])];
  assertMay(caller, ...actions.flatMap((action) => permissionsForItem(entity, action)));
}

/** Removes what an earlier attempt to put the rows into a change set has left. */
async function clearItems(trx: Transaction, { id }: StoredImport): Promise<void> {
  await clearItemSet(trx, id);
  await queryImportRows(trx, id).whereNot({ outcome: '' }).update({ outcome: '', problems: null });
  await changeImport(trx, id, { outcomes: null });
}

/** A user who applies the remaining rows must not review the records that are already pending, so they become a contributor. */
async function addContributorToPending(trx: Transaction, stored: StoredImport, userId: number): Promise<void> {
  const { id, entity } = stored;
  await trx.raw(
    "INSERT IGNORE INTO review_writer (entity, record_id, user_id) SELECT ?, id, ? FROM ?? WHERE import_id = ? AND status = 'pending'",
    [entity, userId, entity, id],
  );
  // `import_reference` lists the records that the import itself created because its rows refer to them
  const createdReferenceEntities: EntityKey[] = await trx('import_reference')
    .where('import_id', id)
    .distinct()
    .pluck('entity');
  for (const entityKey of createdReferenceEntities)
    await trx.raw(
      `INSERT IGNORE INTO review_writer (entity, record_id, user_id)
       SELECT ?, record.id, ? FROM import_reference JOIN ?? AS record ON record.id = import_reference.record_id
       WHERE import_reference.import_id = ? AND import_reference.entity = ? AND record.status = 'pending'`,
      [entityKey, userId, entityKey, id, entityKey],
    );
  const contributors = JSON.stringify([...contributorsOf(stored), userId]);
  await trx('proposal').where({ import_id: id, entity, open: 1 }).update({ contributor_ids: contributors });
}

const hasUnappliedRows = async (db: Database, { id }: StoredImport): Promise<boolean> =>
  (await filterUnappliedRows(queryImportRows(db, id)).first('import_row.n')) !== undefined;

/** New records may become active at once only if the entity needs no second person. */
async function assertOnePersonReview(
  crud: CrudContext,
  trx: Transaction,
  { entity }: StoredImport,
  caller: Caller,
): Promise<void> {
  assertMayReview(caller, entity);
  if ((await crud.reviewSetting(entity, trx)) !== 'none') throw invalid({ pointer: '/status', rule: 'enum' });
}

/** Returns the referenced entities whose records the caller may create. */
const creatableEntities = ({ fields }: Entity, caller: Caller) => {
  const entityKeys = fields.flatMap(({ reference, referenceList: list }) => reference ?? list?.reference ?? []);
  return [...new Set(entityKeys)].filter(
    (entityKey) => caller.may(`${entityKey}:create`) || caller.may(`${entityKey}:import`),
  );
};

/** @throws Problem `invalidTransition` unless the import has written records or proposals itself */
function assertDecidable(stored: StoredImport): void {
  assertStatus(stored, 'applied');
  if (isAppliedAsSet(stored)) throw new Problem('invalidTransition');
}

/** Queues a decision on a whole import. */
export const startDeciding = (crud: CrudContext, request: Request<'decideImport'>): Promise<StoredImport> =>
  transactWithinTimeLimit(request.caller, crud.db, async (trx) => {
    const { path, body, caller } = request;
    const stored = await lockVisibleImport(trx, path.id, caller);
    assertMayReview(caller, stored.entity);
    assertDecidable(stored);
    const { secondPerson, reason } = transitions[body.event];
    if (secondPerson) await assertSecondPerson(crud, trx, stored, caller.id);
    if (reason && !body.reason) throw invalid({ pointer: '/reason', rule: 'reasonRequired' });
    const by = { id: caller.id, username: caller.username };
    await startWork(trx, request, stored, 'deciding', {
      asked: { by, decision: body },
      decision: { event: body.event, by: by.username, time: new Date().toISOString(), done: 0, left: 0 },
      decision_causes: null,
    });
    return readVisibleImport(trx, path.id, caller);
  });

/** @throws Problem 409 for contributors of the import if the entity requires a second person */
async function assertSecondPerson(
  crud: CrudContext,
  trx: Transaction,
  stored: StoredImport,
  userId: number,
): Promise<void> {
  if (isContributor(stored, userId) && (await crud.reviewSetting(stored.entity, trx)) !== 'none')
    throw new Problem('secondPerson');
}

/** Queues the revert of an import. */
export const startReverting = (crud: CrudContext, request: Request<'revertImport'>): Promise<StoredImport> =>
  transactWithinTimeLimit(request.caller, crud.db, async (trx) => {
    const { path, caller } = request;
    const stored = await lockWritableImport(trx, path.id, caller);
    assertDecidable(stored);
    await startWork(trx, request, stored, 'reverting', { asked: { by: { id: caller.id, username: caller.username } } });
    return readVisibleImport(trx, path.id, caller);
  });
