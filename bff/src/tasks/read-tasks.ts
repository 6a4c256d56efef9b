import { cappedTotal, type Database, fromJson } from '#database';
import { mayReadSubscriberNames, maySeeImports, type Reader } from '#http/caller.ts';
import { contract, type EntityKey, type Schemas } from '#http/contract.ts';
import type { PolledSource } from '#http/event-stream.ts';
import type { Query } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import type { TaskResult } from './kinds.ts';

type Task = Schemas['Task'];

export type TaskRow = Record<string, unknown> & { id: number; kind: Task['kind']; status: Task['status'] };

/** The number of tasks in a stream. */
const STREAM_TASKS = 100;

const toIso = (value: unknown) => (value instanceof Date ? value.toISOString() : null);

/** Converts a task into the contract's form, without names of files and subscribers that the reader may not see. */
export function toTask(row: TaskRow, reader: Reader): Task {
  const { file, ...result } = fromJson<TaskResult | null>(row.result) ?? {};
  // `details` are only for the task itself, as they may contain what the reader may not see
  const { details, ...params } = fromJson<Task['params'] & { details?: unknown }>(row.params);
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    params: paramsFor(reader, params),
    progress: Number(row.progress),
    total: row.total === null ? null : Number(row.total),
    result: row.result === null ? null : result,
    error: row.error === null ? null : String(row.error),
    // the cast: written by `endTask`
    errorKey: row.error_key as Task['errorKey'],
    attempts: Number(row.attempts),
    cancelling: row.cancelling === 1,
    hasFile: file !== undefined,
    // the cast: the driver returns a Date for a DATETIME column
    createTime: (row.create_time as Date).toISOString(),
    startTime: toIso(row.start_time),
    endTime: toIso(row.end_time),
    createdBy: String(row.created_by),
  };
}

function paramsFor(reader: Reader, { import: importRef, subscriber, ...params }: Schemas['TaskParams']) {
  const { entity } = params;
  return {
    ...params,
    ...(importRef && entity && maySeeImports(reader, entity) ? { import: importRef } : {}),
    ...(subscriber && mayReadSubscriberNames(reader) ? { subscriber } : {}),
  };
}

/** Reads a task. @throws Problem 404 if there is none */
export async function findTask(db: Database, id: number): Promise<TaskRow> {
  const row = await db('task').where('id', id).first();
  if (!row) throw new Problem('notFound');
  return row;
}

/** Reads the queued and running tasks with these subjects, oldest first. */
export const readOpenTasks = (db: Database, subjects: string[]): Promise<TaskRow[]> =>
  db('task').whereIn('unique_key', subjects).orderBy('id');

async function countByStatus(db: Database, kind?: string): Promise<Partial<Record<Task['status'], number>>> {
  const tasks = db('task').groupBy('status').select('status', db.raw('COUNT(*) AS n'));
  const rows: { status: string; n: number }[] = await (kind === undefined ? tasks : tasks.where({ kind }));
  return Object.fromEntries(rows.map(({ status, n }) => [status, Number(n)]));
}

/** Reads a page of tasks, newest first; `cursor` is the id of the last task seen. */
export async function readTaskPage(
  db: Database,
  { cursor, limit = 20, kind, status }: Query<'listTasks'>,
  reader: Reader,
) {
  const tasks = db('task').orderBy('id', 'desc');
  if (kind) tasks.where({ kind });
  if (status) tasks.where({ status });
  if (cursor) tasks.where('id', '<', cursor);
  const [rows, counts] = await Promise.all([tasks.limit(limit + 1), countByStatus(db, kind)]);
  const items: Task[] = rows.slice(0, limit).map((row) => toTask(row, reader));
  const count = status ? (counts[status] ?? 0) : Object.values(counts).reduce((sum, count) => sum + count, 0);
  const nextCursor = rows.length > limit ? String(items.at(-1)?.id) : null;
  return { items, nextCursor, ...cappedTotal(count), counts };
}

/** Reads the newest tasks and the counts by status for a stream. */
async function readNewestTasks(db: Database, reader: Reader) {
  const [rows, counts] = await Promise.all([db('task').orderBy('id', 'desc').limit(STREAM_TASKS), countByStatus(db)]);
  return { items: rows.map((row) => toTask(row, reader)), counts };
}

/** Creates streams of the newest tasks; readers with the same permissions share polls. */
export function createTaskStreams(db: Database) {
  const sources = new Map<string, PolledSource>();
  return (reader: Reader): { events: PolledSource; check(currentReader: Reader): void } => {
    const visibility = visibilityOf(reader);
    const events = sources.get(visibility) ?? { poll: () => readNewestTasks(db, reader) };
    sources.set(visibility, events);
    const check = (currentReader: Reader) => {
      if (visibilityOf(currentReader) !== visibility) throw new Problem('forbidden', { permission: 'task:read' });
    };
    return { events, check };
  };
}

const ENTITY_KEYS: EntityKey[] = contract.components.schemas.Entity.enum;

const visibilityOf = (reader: Reader): string =>
  [...ENTITY_KEYS.filter((kind) => maySeeImports(reader, kind)), mayReadSubscriberNames(reader)].join();
