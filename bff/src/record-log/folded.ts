import type { Knex } from 'knex';
import type { CrudContext } from '#crud/model.ts';
import { cappedTotal, countCapped, type Database, executeUnprepared } from '#database';
import type { Reader } from '#http/caller.ts';
import type { EntityKey, Schemas } from '#http/contract.ts';
import type { Query } from '#http/operation-types.ts';
import { type LogFilter, type LogPosition, type LogRow, openLog, readPosition } from '#user-log/read-log.ts';
import { dataLogFilter, LISTED_LOG, toLogEntries } from './entries.ts';

type FoldedQuery = Query<'listFoldedDataLogs'>;
type FoldedItem = Schemas['FoldedDataLogItem'];

/** All changes of a task that match the filter, at the position of one of its first changes. */
export interface LoggedTaskRow extends LogPosition {
  taskId: number;
  kind: Schemas['DataLogTask']['kind'];
  importId: number | null;
  filename: string | null;
  actor: string;
  changes: number;
  lastTime: Date;
}

/** Reads a page of the log, newest first, in which all changes of a task are one item. */
export async function readFoldedPage(crud: CrudContext, query: FoldedQuery, reader: Reader) {
  const { db } = crud;
  const { cursor, limit = 20 } = query;
  const log = await openLog(db, LISTED_LOG, filterOf(query));
  const after = cursor === undefined ? undefined : await readPosition(db, LISTED_LOG, cursor);
  // the oldest changes are pruned first, so after a pruned one there are no more
  const isAtEnd = cursor !== undefined && !after;
  const allChanges = await openLog(db, LISTED_LOG, await dataLogFilter(db, query));
  const [changes, tasks, { total: changeCount, totalCapped }, taskCount, all] = await Promise.all([
    isAtEnd ? [] : log.read(after, limit + 1),
    isAtEnd ? [] : readTasks(db, query, after, limit + 1),
    log.count(),
    countCapped(db, queryTasks(db, query)),
    allChanges.count(),
  ]);
  const newest = fold(changes, tasks);
  const page = newest.slice(0, limit);
  const taskIds = new Set(page.flatMap((item) => ('task' in item ? [item.task.taskId] : [])));
  const items = await toItems(crud, page, await readEntities(db, taskIds, query.entity), reader);
  const nextCursor = newest.length > limit ? String(page.at(-1)?.id) : null;
  // a capped count stands for at least one more
  const count = changeCount + taskCount + (totalCapped ? 1 : 0);
  return { items, nextCursor, ...cappedTotal(count), changes: all.total, changesCapped: all.totalCapped };
}

/** Reads how many changes of an entity, by default of all, a task made; null if it made none. */
export async function readLoggedTask(db: Database, id: number, entity: EntityKey | undefined) {
  const task: LoggedTaskRow | undefined = await queryTasks(db, { ...(entity && { entity }) })
    .where('task_id', id)
    .first(TASK_COLUMNS);
  return task ? toTask(task, (await readEntities(db, new Set([id]), entity)).get(id) ?? []) : null;
}

type Folded = LogPosition & ({ change: LogRow } | { task: LoggedTaskRow });

/** Compares positions, so that sorting puts the newest first. */
export const compareNewestFirst = (a: LogPosition, b: LogPosition): number =>
  b.time.getTime() - a.time.getTime() || b.id - a.id;

/** Merges changes that no task made with tasks, newest first. */
export const fold = (changes: readonly LogRow[], tasks: readonly LoggedTaskRow[]): Folded[] =>
  [
    ...changes.map((change) => ({ ...positionOf(change), change })),
    ...tasks.map((task) => ({ ...positionOf(task), task })),
  ].toSorted(compareNewestFirst);

/** Converts rows into the contract's form. `entities` has the kinds of the records that each task changed. */
export async function toItems(
  crud: CrudContext,
  folded: readonly Folded[],
  entities: ReadonlyMap<number, EntityKey[]>,
  reader: Reader,
): Promise<FoldedItem[]> {
  const entries = await toLogEntries(
    crud,
    folded.flatMap((item) => ('change' in item ? [item.change] : [])),
    reader,
  );
  const entryById = new Map(entries.map(({ entry }) => [entry.seq, entry]));
  return folded.map((item) => {
    if ('task' in item) return { entry: null, task: toTask(item.task, entities.get(item.task.taskId) ?? []) };
    return { entry: entryById.get(item.id) ?? null, task: null };
  });
}

const positionOf = ({ id, time }: LogPosition): LogPosition => ({ id: Number(id), time });

/** Selects the changes that no task made. `task_id` is in the key of each condition, so that a page skips the changes of tasks. */
function filterOf({ entity, actor, from, to }: FoldedQuery): LogFilter {
  const conditions = [
    ...(entity === undefined ? [] : [{ key: 'entity_task', columns: { entity, task_id: 0 } }]),
    ...(actor === undefined ? [] : [{ key: 'actor_task', columns: { actor, task_id: 0 } }]),
  ];
  return { conditions: conditions.length > 0 ? conditions : [{ key: 'task', columns: { task_id: 0 } }], from, to };
}

function queryTasks(db: Database, { entity, actor, from, to }: FoldedQuery): Knex.QueryBuilder {
  // the rows with the entity '' stand for all entities
  const tasks: Knex.QueryBuilder = db('data_log_task').where('entity', entity ?? '');
  if (actor !== undefined) tasks.where('actor', actor);
  if (from !== undefined) tasks.where('last_time', '>=', new Date(from));
  if (to !== undefined) tasks.where('time', '<', new Date(to));
  return tasks;
}

export const TASK_COLUMNS = {
  id: 'first_seq',
  time: 'time',
  taskId: 'task_id',
  kind: 'kind',
  importId: 'import_id',
  filename: 'filename',
  actor: 'actor',
  changes: 'changes',
  lastTime: 'last_time',
};

const readTasks = (
  db: Database,
  query: FoldedQuery,
  after: LogPosition | undefined,
  limit: number,
): Promise<LoggedTaskRow[]> =>
  queryTasks(db, query)
    .modify((tasks) => {
      if (!after) return;
      const { time, id } = after;
      tasks.where((earlier: Knex.QueryBuilder) =>
        earlier
          .where('time', '<', time)
          .orWhere((same: Knex.QueryBuilder) => same.where({ time }).where('first_seq', '<', id)),
      );
    })
    .orderBy([
      { column: 'time', order: 'desc' },
      { column: 'first_seq', order: 'desc' },
    ])
    .limit(limit)
    .select(TASK_COLUMNS);

/** Returns the entities of these tasks' changes, the one with the most changes first. */
async function readEntities(
  db: Database,
  taskIds: ReadonlySet<number>,
  entity: EntityKey | undefined,
): Promise<Map<number, EntityKey[]>> {
  const entities = new Map<number, EntityKey[]>();
  if (taskIds.size === 0) return entities;
  const sql =
    "SELECT task_id AS taskId, entity FROM data_log_task WHERE task_id IN (?) AND entity <> '' ORDER BY changes DESC, entity";
  const rows = await executeUnprepared<{ taskId: number; entity: EntityKey }[]>(db, sql, [[...taskIds]]);
  for (const row of rows)
    if (!entity || row.entity === entity) entities.set(row.taskId, [...(entities.get(row.taskId) ?? []), row.entity]);
  return entities;
}

const toTask = (
  { taskId, kind, importId, filename, actor, changes, time, lastTime }: LoggedTaskRow,
  entities: EntityKey[],
): Schemas['DataLogTask'] => ({
  id: taskId,
  kind,
  import: importId === null ? null : { id: importId, filename: filename ?? '' },
  entities,
  changes,
  actor,
  firstTime: time.toISOString(),
  lastTime: lastTime.toISOString(),
});
