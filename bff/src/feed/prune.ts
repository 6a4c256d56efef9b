import { type Database, executeUnprepared, type Transaction, transact } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { nextPositions } from './feed-rows.ts';

interface PruneOptions {
  /** How long changes are kept, from the time they were made. */
  days: number;
  batchRows?: number;
  signal?: AbortSignal | undefined;
}

/**
 * Removes expired changes from feed and log, in batches and in the order of the feed, up to the first one that has not expired or that
 * an active subscriber has not received yet. Takes no lock that a write waits for. Returns how many were removed.
 */
export async function pruneFeedAndDataLog(
  db: Database,
  { days, batchRows = 1000, signal }: PruneOptions,
): Promise<number> {
  let removed = 0;
  for (let prunedRows = batchRows; prunedRows === batchRows && !signal?.aborted; removed += prunedRows)
    prunedRows = await transact(db, (trx) => pruneBatch(trx, days, batchRows));
  await recountTasks(db);
  return removed;
}

async function pruneBatch(trx: Transaction, days: number, batchRows: number): Promise<number> {
  // only one worker prunes; the others skip
  const mark = await trx('feed_mark').where('name', 'pruned').forUpdate().skipLocked().first('position');
  if (!mark) return 0;
  const oldestChanges = await readOldestChanges(trx, mark.position, days, batchRows);
  const firstUndeliveredPosition = await readFirstUndelivered(trx);
  const firstKeptIndex = oldestChanges.findIndex(
    ({ position, isExpired }) => !isExpired || position >= firstUndeliveredPosition,
  );
  const removed = firstKeptIndex < 0 ? oldestChanges : oldestChanges.slice(0, firstKeptIndex);
  const last = removed.at(-1);
  if (!last) return 0;
  await removeChanges(trx, mark.position, last.position);
  await trx('feed_mark').where('name', 'pruned').update('position', last.position);
  return removed.length;
}

interface OldestChange {
  position: number;
  isExpired: 0 | 1;
}

/** Reads the oldest changes. The earlier of their two times counts, so that a clock that ran ahead does not delay pruning. */
async function readOldestChanges(
  trx: Transaction,
  after: number,
  days: number,
  limit: number,
): Promise<OldestChange[]> {
  const [rows] = await trx.raw(
    `SELECT feed.position, LEAST(feed.time, log.time) < NOW(3) - INTERVAL ? DAY AS isExpired
     FROM change_feed AS feed FORCE INDEX (PRIMARY) STRAIGHT_JOIN data_log AS log ON log.seq = feed.seq
     WHERE feed.position > ? ORDER BY feed.position LIMIT ?`,
    [days, after, limit],
  );
  return rows;
}

/** Returns the first position that an active subscriber has not received yet; infinite if there is none. */
async function readFirstUndelivered(trx: Transaction): Promise<number> {
  const slowestLanes: { entity: EntityKey; after: number }[] = await trx('sync_lane')
    .join('subscriber', 'subscriber.id', 'sync_lane.subscriber_id')
    .where('subscriber.active', 1)
    .groupBy('entity')
    .select('entity')
    .min({ after: 'sync_lane.position' });
  let first = Number.POSITIVE_INFINITY;
  for (const { entity, after } of slowestLanes) {
    const next = await nextPositions(trx, after, 1, entity).first();
    first = Math.min(first, next?.position ?? first);
  }
  return first;
}

/** Counts again the changes of tasks whose first change has been removed. An earlier release removes changes without counting. */
async function recountTasks(db: Database): Promise<void> {
  const taskIds: number[] = await db('data_log_task AS task')
    .leftJoin('data_log AS log', 'log.seq', 'task.first_seq')
    .where('task.entity', '')
    .whereNull('log.seq')
    .pluck('task.task_id');
  for (const taskId of taskIds) await transact(db, (trx) => recountTask(trx, taskId));
}

async function recountTask(trx: Transaction, taskId: number): Promise<void> {
  const tasks = () => trx('data_log_task').where('task_id', taskId);
  // locked before counting, so that a task that is still running adds its changes before or after
  await tasks().forUpdate().select('entity');
  const counts = await executeUnprepared<{ entity: string; changes: number; firstSeq: number }[]>(
    trx,
    'SELECT entity, COUNT(*) AS changes, MIN(seq) AS firstSeq FROM data_log WHERE task_id = ? GROUP BY entity',
    [taskId],
  );
  if (counts.length === 0) return tasks().delete();
  const changes = counts.reduce((sum, each) => sum + Number(each.changes), 0);
  const total = { entity: '', changes, firstSeq: Math.min(...counts.map(({ firstSeq }) => Number(firstSeq))) };
  const left = [total, ...counts];
  const entities = left.map(({ entity }) => entity);
  await tasks().whereNotIn('entity', entities).delete();
  for (const { entity, changes, firstSeq } of left) {
    const first = await trx('data_log').where('seq', firstSeq).first('time');
    await tasks().where({ entity }).update({ changes, first_seq: firstSeq, time: first.time });
  }
}

// all tables are read by their keys, so that rows of running transactions are not locked
const removeChanges = (trx: Transaction, after: number, last: number) =>
  trx.raw(
    `DELETE change_feed, data_log, approved_contributor
     FROM change_feed FORCE INDEX (PRIMARY) STRAIGHT_JOIN data_log ON data_log.seq = change_feed.seq
       LEFT JOIN approved_contributor ON approved_contributor.entity = data_log.entity
         AND approved_contributor.record_id = data_log.record_id AND approved_contributor.version = data_log.version
     WHERE change_feed.position > ? AND change_feed.position <= ?`,
    [after, last],
  );
