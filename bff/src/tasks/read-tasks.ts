import { cappedTotal, type Database, fromJson } from '#database';
import { contract, type EntityKey, type Schemas } from '#http/contract.ts';
import type { PolledSource } from '#http/event-stream.ts';
import type { Query } from '#http/operation-types.ts';
import { mayReadSubscriberNames, maySeeImports, type Reader } from '#http/permissions.ts';
import { Problem } from '#http/problem.ts';
import type { TaskResult } from './kinds.ts';

type Task = Schemas['Task'];

export type TaskRow = Record<string, unknown> & { id: number; kind: Task['kind']; status: Task['status'] };

/** How many a stream shows. */
const STREAM_TASKS = 100;

const toIso = (value: unknown) => (value instanceof Date ? value.toISOString() : null);

/** A task in the contract's form, without names of files and subscribers that the reader may not know of. */
export function toTask(row: TaskRow, reader: Reader): Task {
  const { file, ...result } = fromJson<TaskResult | null>(row.result) ?? {};
  // what only the task itself reads may say more than everybody who sees tasks may read
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
    // what endings wrote there
    errorKey: row.error_key as Task['errorKey'],
    attempts: Number(row.attempts),
    cancelling: row.cancelling === 1,
    hasFile: file !== undefined,
    // a DATETIME column
    createTime: (row.create_time as Date).toISOString(),
    startTime: toIso(row.start_time),
    endTime: toIso(row.end_time),
    createdBy: String(row.created_by),
  };
}

function paramsFor(reader: Reader, { import: ofImport, subscriber, ...params }: Schemas['TaskParams']) {
  const { entity } = params;
  return {
    ...params,
    ...(ofImport && entity && maySeeImports(reader, entity) ? { import: ofImport } : {}),
    ...(subscriber && mayReadSubscriberNames(reader) ? { subscriber } : {}),
  };
}

/** The task's row; 404 where there is none. */
export async function findTask(db: Database, id: number): Promise<TaskRow> {
  const row = await db('task').where('id', id).first();
  if (!row) throw new Problem('notFound');
  return row;
}

async function countByStatus(db: Database, kind?: string): Promise<Partial<Record<Task['status'], number>>> {
  const tasks = db('task').groupBy('status').select('status', db.raw('COUNT(*) AS n'));
  const rows: { status: string; n: number }[] = await (kind === undefined ? tasks : tasks.where({ kind }));
  return Object.fromEntries(rows.map(({ status, n }) => [status, Number(n)]));
}

/** A page as the contract has it, newest first; `cursor` is the id of the last task seen. */
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

/** What a stream shows: the newest tasks, and how many there are of each status. */
async function newestTasks(db: Database, reader: Reader) {
  const [rows, counts] = await Promise.all([db('task').orderBy('id', 'desc').limit(STREAM_TASKS), countByStatus(db)]);
  return { items: rows.map((row) => toTask(row, reader)), counts };
}

/** Streams of the newest tasks, with one look for all readers who may see the same of them. */
export function taskStreams(db: Database) {
  const watched = new Map<string, PolledSource>();
  return (reader: Reader): { events: PolledSource; check(now: Reader): void } => {
    const visibility = visibilityOf(reader);
    const events = watched.get(visibility) ?? { poll: () => newestTasks(db, reader) };
    watched.set(visibility, events);
    const check = (now: Reader) => {
      if (visibilityOf(now) !== visibility) throw new Problem('forbidden', { permission: 'task:read' });
    };
    return { events, check };
  };
}

const ENTITY_KEYS: EntityKey[] = contract.components.schemas.Entity.enum;

const visibilityOf = (reader: Reader): string =>
  [...ENTITY_KEYS.filter((kind) => maySeeImports(reader, kind)), mayReadSubscriberNames(reader)].join();
