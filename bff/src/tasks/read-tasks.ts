import { type Database, fromJson } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Query } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import type { TaskResult } from './kinds.ts';

type Task = Schemas['Task'];

export type TaskRow = Record<string, unknown> & { id: number; kind: Task['kind']; status: Task['status'] };

const cap = 10_000;
/** How many a stream shows. */
const newest = 100;

const iso = (value: unknown) => (value instanceof Date ? value.toISOString() : null);

export function toTask(row: TaskRow): Task {
  const { file, ...result } = fromJson<TaskResult | null>(row.result) ?? {};
  return {
    ...{ id: row.id, kind: row.kind, status: row.status, params: fromJson(row.params) },
    ...{ progress: Number(row.progress), total: row.total === null ? null : Number(row.total) },
    ...{ result: row.result === null ? null : result, error: row.error === null ? null : String(row.error) },
    // what endings wrote there
    errorKey: row.error_key as Task['errorKey'],
    ...{ attempts: Number(row.attempts), cancelling: row.cancelling === 1, hasFile: file !== undefined },
    // a DATETIME column
    createTime: (row.create_time as Date).toISOString(),
    ...{ startTime: iso(row.start_time), endTime: iso(row.end_time), createdBy: String(row.created_by) },
  };
}

/** The task's row; 404 where there is none. */
export async function foundTask(db: Database, id: number): Promise<TaskRow> {
  const row = await db('task').where('id', id).first();
  if (!row) throw new Problem('notFound');
  return row;
}

async function countsOf(db: Database, kind?: string): Promise<Partial<Record<Task['status'], number>>> {
  const tasks = db('task').groupBy('status').select('status', db.raw('COUNT(*) AS n'));
  const rows: { status: string; n: number }[] = await (kind === undefined ? tasks : tasks.where({ kind }));
  return Object.fromEntries(rows.map(({ status, n }) => [status, Number(n)]));
}

/** A page as the contract has it, newest first; `cursor` is the id of the last task seen. */
export async function taskPage(db: Database, { cursor, limit = 20, kind, status }: Query<'listTasks'>) {
  const tasks = db('task').orderBy('id', 'desc');
  if (kind) tasks.where({ kind });
  if (status) tasks.where({ status });
  if (cursor) tasks.where('id', '<', cursor);
  const [rows, counts] = await Promise.all([tasks.limit(limit + 1), countsOf(db, kind)]);
  const items: Task[] = rows.slice(0, limit).map(toTask);
  const found = status ? (counts[status] ?? 0) : Object.values(counts).reduce((sum, count) => sum + count, 0);
  const nextCursor = rows.length > limit ? String(items.at(-1)?.id) : null;
  return { items, nextCursor, total: Math.min(found, cap), totalCapped: found > cap, counts };
}

/** What a stream shows: the newest tasks, and how many there are of each status. */
export async function newestTasks(db: Database) {
  const [rows, counts] = await Promise.all([db('task').orderBy('id', 'desc').limit(newest), countsOf(db)]);
  return { items: rows.map(toTask), counts };
}
