import { codeAndNameOf, entityByKey, identityColumns } from '#crud/entity.ts';
import { resolveMineFilter } from '#crud/list/change-filters.ts';
import type { CrudContext, Entity, Row } from '#crud/model.ts';
import { assertTransitionValid } from '#crud/transitions.ts';
import { type Database, fromJson, transactWithinTimeLimit } from '#database';
import { assertMay, mayRead } from '#http/caller.ts';
import type { EntityKey, OperationId, Schemas } from '#http/contract.ts';
import { type AnyRequest, type Caller, type Handlers, typedHandlers } from '#http/operation-types.ts';
import { invalid, Problem } from '#http/problem.ts';
import { cancel, logTaskAct, type RetryRule, startTask } from '#tasks/queue.ts';
import { findTask, readOpenTasks, type TaskRow, toTask } from '#tasks/read-tasks.ts';
import { logAct, logActorOf } from '#user-log/user-log.ts';
import {
  type BulkParams,
  countMatches,
  countOutcomes,
  neededPermissions,
  type OutcomeCount,
  readSkippedIds,
  storeMatches,
  sumOutcomes,
} from './matches.ts';
import { createSkippedRecordsFile } from './skipped-records-file.ts';

type BulkChange = Schemas['BulkChange'];
export type BulkMatchingOperation<P extends string> = Extract<OperationId, `bulkMatching${P}`>;

/** The most records of one action, as in the contract. */
const MAX_MATCHES = 100_000;

/** How many records are listed for each cause. */
const MAX_NAMED_RECORDS = 100;

/** Creates the handler that starts an action on all records of an entity that match a list. */
export function bulkMatchingHandlers<S extends string, P extends string>(
  entity: Entity<S, P>,
  crud: CrudContext,
): Pick<Handlers, BulkMatchingOperation<P>> {
  const handler = async (request: AnyRequest) => ({
    status: 202,
    data: { bulkChange: await startBulkChange(crud, entity as Entity, request) },
  });
  return typedHandlers<BulkMatchingOperation<P>>({ [`bulkMatching${entity.plural}`]: handler });
}

async function startBulkChange(crud: CrudContext, entity: Entity, request: AnyRequest): Promise<BulkChange> {
  // the cast: the mount has validated the body
  const { action, total, reason } = request.body as Schemas['BulkMatching'];
  const { caller } = request;
  assertMay(caller, `${entity.key}:read`);
  const reasonMember = reason === undefined ? {} : { reason };
  if (action !== 'delete') assertTransitionValid({ event: action, ...reasonMember });
  const query = resolveMineFilter(request.query, caller);
  const details: BulkParams['details'] = { by: { id: caller.id, username: caller.username }, ...reasonMember };
  return transactWithinTimeLimit(caller, crud.db, async (trx) => {
    const params = { entity: entity.key, action, details };
    const { id } = await startTask(trx, request, {
      kind: 'bulkChange',
      params,
      subject: subjectOf(entity.key, caller),
    });
    const count = await storeMatches(trx, entity, query, { taskId: id, limit: MAX_MATCHES + 1 });
    if (count === 0) throw new Problem('nothingMatches');
    if (count > MAX_MATCHES) throw invalid({ pointer: '/total', rule: 'maximum', parameters: { limit: MAX_MATCHES } });
    if (isFarFrom(total, count)) throw new Problem('matchesChanged', { parameters: { count } });
    await trx('task').where({ id }).update({ total: count });
    return toBulkChange(trx, entity, await findTask(trx, id), caller);
  });
}

/** A user can have only one open action per entity. */
const subjectOf = (key: EntityKey, { id }: Pick<Caller, 'id'>): string => `bulkChange ${key} ${id}`;

/** Up to this many records, the number that the user confirmed must be exact; above it may differ by 1 %. */
const MAX_EXACT_COUNT = 500;

/** Whether the action would change more or fewer records than the user agreed to. */
const isFarFrom = (seen: number, count: number): boolean =>
  Math.abs(count - seen) > (seen > MAX_EXACT_COUNT ? seen / 100 : 0);

/** Creates the handlers that report on actions and stop them. */
export const bulkChangeHandlers = (
  crud: CrudContext,
): Pick<Handlers, 'listBulkChanges' | 'getBulkChange' | 'cancelBulkChange' | 'exportLeftRecords'> => ({
  listBulkChanges: async ({ caller }) => {
    const readable = crud.entities.filter(({ key }) => mayRead(caller, key));
    const rows = await readOpenTasks(
      crud.db,
      readable.map(({ key }) => subjectOf(key, caller)),
    );
    const items = rows.map((row) => toBulkChange(crud.db, entityByKey(crud, paramsOf(row).entity), row, caller));
    return { status: 200, data: { items: await Promise.all(items) } };
  },

  getBulkChange: async ({ path, caller }) => {
    const { entity, row } = await findBulkChange(crud, crud.db, path.id, caller);
    return { status: 200, data: { bulkChange: await toBulkChange(crud.db, entity, row, caller) } };
  },

  cancelBulkChange: (request) =>
    transactWithinTimeLimit(request.caller, crud.db, async (trx) => {
      const { path, caller } = request;
      const { entity, row } = await findBulkChange(crud, trx, path.id, caller);
      if (!isStartedBy(row, caller) && !caller.may('task:cancel'))
        throw new Problem('forbidden', { permission: 'task:cancel' });
      await cancel(trx, row.id);
      await logTaskAct(trx, request, row, 'taskCancelled');
      const cancelled = await findTask(trx, row.id);
      return { status: 200 as const, data: { bulkChange: await toBulkChange(trx, entity, cancelled, caller) } };
    }),

  exportLeftRecords: async (request) => {
    const { path, query, caller } = request;
    const { entity, row } = await findBulkChange(crud, crud.db, path.id, caller);
    const language = query.language ?? request.language;
    const file = await createSkippedRecordsFile(crud.db, entity, row.id, language);
    // logged before the first byte is sent, as an aborted transfer has exported data as well
    await logAct(crud.db, {
      ...logActorOf(request),
      act: 'recordsExported',
      target: { kind: 'operation', id: null, name: 'exportLeftRecords' },
      details: { query: `id=${row.id}&language=${language}` },
    });
    return { status: 200, ...file };
  },
});

/**
 * Only the user who started an action may retry it, as it runs under their name and by their permissions; nobody does once retention has begun to
 * remove its records, as it would then change only some of them.
 */
export const bulkChangeRetry: RetryRule = {
  continuesCancelled: true,
  async assertMayRetry(trx, row, caller) {
    if (!isStartedBy(row, caller)) throw new Problem('notOwner');
    assertMay(caller, ...neededPermissions(paramsOf(row)));
    if ((await countMatches(trx, row.id)) < Number(row.total)) throw new Problem('invalidTransition');
  },
};

const paramsOf = (row: TaskRow): BulkParams => fromJson(row.params);

const isStartedBy = (row: TaskRow, { id }: Caller): boolean => paramsOf(row).details.by.id === id;

/** @throws Problem notFound if there is none, or the caller may not see it */
async function findBulkChange(crud: CrudContext, db: Database, id: number, caller: Caller) {
  const row = await findTask(db, id);
  if (row.kind !== 'bulkChange' || !(isStartedBy(row, caller) || caller.may('task:read')))
    throw new Problem('notFound');
  const entity = entityByKey(crud, paramsOf(row).entity);
  if (!mayRead(caller, entity.key)) throw new Problem('notFound');
  return { entity, row };
}

async function toBulkChange(db: Database, entity: Entity, row: TaskRow, caller: Caller): Promise<BulkChange> {
  const { action, details } = paramsOf(row);
  const { id, status, cancelling, total, createdBy, createTime, endTime } = toTask(row, caller);
  const counts = await countOutcomes(db, id);
  const leftCounts = counts.filter(({ outcome }) => outcome === 'left').toSorted((a, b) => b.count - a.count);
  return {
    id,
    entity: entity.key,
    action,
    reason: details.reason ?? null,
    status,
    cancelling,
    total: total ?? 0,
    done: sumOutcomes(counts, 'done'),
    proposed: sumOutcomes(counts, 'proposed'),
    left: sumOutcomes(counts, 'left'),
    // while it runs, only the counts are of interest
    causes: endTime === null ? [] : await readCauses(db, entity, id, leftCounts),
    createdBy,
    createTime,
    endTime,
  };
}

async function readCauses(
  db: Database,
  entity: Entity,
  taskId: number,
  counts: OutcomeCount[],
): Promise<BulkChange['causes']> {
  const groups = await Promise.all(
    counts.map(async (count) => ({ ...count, ids: await readSkippedIds(db, taskId, count, MAX_NAMED_RECORDS) })),
  );
  const rows: Row[] = await db(entity.table)
    .whereIn(
      'id',
      groups.flatMap(({ ids }) => ids),
    )
    .select('id', ...identityColumns(entity));
  const names = new Map(rows.map((row) => [row.id, codeAndNameOf(entity, row)]));
  return groups.map(({ cause, fields, count, ids }) => ({
    cause: cause ?? 'refused',
    fields: fields?.split(',') ?? [],
    count,
    records: ids.map((id) => {
      const { code = null, name = null, locales = {} } = names.get(id) ?? {};
      return { id, code, name, locales };
    }),
  }));
}
