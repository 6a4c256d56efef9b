import type { CrudContext } from '#crud/model.ts';
import { type Database, executeUnprepared } from '#database';
import type { Reader } from '#http/caller.ts';
import type { EntityKey } from '#http/contract.ts';
import type { LogPosition, LogRow } from '#user-log/read-log.ts';
import { LISTED_LOG, loadListedLabels } from './entries.ts';
import { compareNewestFirst, fold, type LoggedTaskRow, TASK_COLUMNS, toItems } from './folded.ts';

// The newest rows of each entity are found by its index.
const NEWEST_CHANGES = `(SELECT entity, seq AS id, time, action FROM data_log FORCE INDEX (data_log__entity_task)
  WHERE entity = ? AND task_id = 0 ORDER BY time DESC, seq DESC LIMIT ?)`;
const NEWEST_TASKS = `(SELECT task_id AS taskId, first_seq AS id, time FROM data_log_task
  WHERE entity = ? AND kind <> 'referenceUpdate' ORDER BY time DESC, first_seq DESC LIMIT ?)`;

/** How many times the requested rows are read at first; that usually leaves enough after reference changes are filtered out. */
const READ_FACTOR = 3;
/** A rename changes at most 2,000 references outside of a task, so that its own change is still among these rows. */
const MAX_READ_ROWS = 2100;

/** Reads the newest changes of the entities, newest first, in which all changes of a task are one item. */
export async function readRecentItems(crud: CrudContext, limit: number, reader: Reader) {
  const { db, entities } = crud;
  if (entities.length === 0) return { items: [], labels: {} };
  const keys = entities.map(({ key }) => key);
  const [positions, taskPositions] = await Promise.all([
    readNewestChanges(db, keys, limit),
    readNewest<{ taskId: number }>(db, NEWEST_TASKS, keys, limit),
  ]);
  const seqs = positions
    .toSorted(compareNewestFirst)
    .slice(0, limit)
    .map(({ id }) => id);
  const [changes, tasks] = await Promise.all([
    seqs.length === 0 ? [] : readChanges(crud, seqs),
    readTasks(crud, [...new Set(taskPositions.map(({ taskId }) => taskId))]),
  ]);
  const entitiesByTask = new Map(tasks.map(({ taskId, entities }) => [taskId, entities]));
  const items = await toItems(crud, fold(changes, tasks).slice(0, limit), entitiesByTask, reader);
  const labels = await loadListedLabels(
    crud,
    items.flatMap(({ entry }) => entry ?? []),
  );
  return { items, labels };
}

const readNewest = <Row>(db: Database, sql: string, keys: EntityKey[], limit: number): Promise<Row[]> =>
  executeUnprepared<Row[]>(
    db,
    keys.map(() => sql).join(' UNION ALL '),
    keys.flatMap((key) => [key, limit]),
  );

type ReadChange = LogPosition & { entity: EntityKey; action: string };

/**
 * Reads at least the newest changes of each entity that no task made. Changes of references are left out: a rename makes many, which would
 * hide others. After several renames there may be fewer, as only so many rows are read.
 */
async function readNewestChanges(db: Database, keys: EntityKey[], limit: number): Promise<LogPosition[]> {
  const isShown = ({ action }: ReadChange) => action !== 'reference';
  const maxRows = limit * READ_FACTOR;
  const changes = await readNewest<ReadChange>(db, NEWEST_CHANGES, keys, maxRows);
  const keysToReadOn = keys.filter((key) => {
    const ofEntity = changes.filter(({ entity }) => entity === key);
    return ofEntity.length === maxRows && ofEntity.filter(isShown).length < limit;
  });
  if (keysToReadOn.length === 0) return changes.filter(isShown);
  const furtherChanges = await readNewest<ReadChange>(db, NEWEST_CHANGES, keysToReadOn, MAX_READ_ROWS);
  return [...changes.filter(({ entity }) => !keysToReadOn.includes(entity)), ...furtherChanges].filter(isShown);
}

const readChanges = ({ db }: CrudContext, seqs: number[]): Promise<LogRow[]> =>
  db(LISTED_LOG.table).whereIn('seq', seqs).select({ id: LISTED_LOG.id }, 'time', db.raw(LISTED_LOG.columns.join()));

/** Reads what tasks changed of the entities, which need not be all that they changed. */
async function readTasks(
  { db, entities }: CrudContext,
  ids: number[],
): Promise<(LoggedTaskRow & { entities: EntityKey[] })[]> {
  if (ids.length === 0) return [];
  const rows: (LoggedTaskRow & { entity: EntityKey })[] = await db('data_log_task')
    .whereIn('task_id', ids)
    .whereIn(
      'entity',
      entities.map(({ key }) => key),
    )
    .orderBy('changes', 'desc')
    .select({ ...TASK_COLUMNS, entity: 'entity' });
  return ids.flatMap((id) => {
    const parts = rows.filter(({ taskId }) => taskId === id);
    const [earliest] = parts.toSorted((a, b) => a.id - b.id);
    if (!earliest) return [];
    return {
      ...earliest,
      changes: parts.reduce((sum, { changes }) => sum + changes, 0),
      lastTime: new Date(Math.max(...parts.map(({ lastTime }) => lastTime.getTime()))),
      entities: parts.map(({ entity }) => entity),
    };
  });
}
