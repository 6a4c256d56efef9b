import { type Database, fromJson, type Transaction } from '#database';
import type { EntityKey, Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { assertMayImport, assertVisible } from './permission.ts';

/** What is known of the task that works on an import. */
interface TaskState {
  status: Schemas['TaskStatus'];
  errorKey: Schemas['TaskErrorKey'] | null;
  progress: number;
  total: number | null;
}

type CurrentState = Pick<StoredImport, 'status' | 'fault' | 'progress'>;
type StoredState = Pick<StoredImport, 'status' | 'fault' | 'outcomes'>;

export type WorkingStatus = 'staging' | 'applying' | 'deciding' | 'reverting';

const WORKING_STATUSES = new Set<string>(['staging', 'applying', 'deciding', 'reverting'] satisfies WorkingStatus[]);
export const isWorking = (status: Schemas['ImportStatus']): status is WorkingStatus => WORKING_STATUSES.has(status);

/**
 * The status of an import beside its task: while that waits or runs it is worked on; where it ended without writing how, the
 * import has come to rest, and its fault says why.
 */
function currentState(stored: StoredState, task: TaskState | undefined): CurrentState {
  const { status, fault } = stored;
  if (!isWorking(status)) return { status, fault, progress: null };
  if (task?.status === 'queued' || task?.status === 'running')
    return { status, fault, progress: { done: task.progress, total: task.total } };
  const stopped: StoredFault = { key: faultKeyOf(task) };
  return { status: statusAfterStop(stored, stopped), fault: stopped, progress: null };
}

function faultKeyOf(task: TaskState | undefined): StoredFault['key'] {
  if (task?.status === 'cancelled') return 'cancelled';
  return !task || task.errorKey === 'workerDied' ? 'workerDied' : 'broken';
}

function statusAfterStop({ status, outcomes }: StoredState, { key }: StoredFault): Schemas['ImportStatus'] {
  if (status === 'staging') return key === 'cancelled' ? 'uploaded' : 'failed';
  if (status === 'applying') return Object.keys(outcomes).length > 0 ? 'applied' : 'staged';
  return 'applied';
}

export type ImportOptions = Schemas['ImportOptions'];
type ImportStatus = Schemas['ImportStatus'];
export type Outcomes = Schemas['Import']['outcomes'];

/** What fills the text of its key in the contract. */
export interface StoredFault {
  key: Schemas['ImportFaultKey'];
  line?: number;
  detail?: string;
  limit?: number;
}

/** What was last asked for of an import, and by whom. */
export interface WorkRequest {
  by: { id: number; username: string };
  apply?: Schemas['ImportApply'] & {
    /** The kinds of which records may be created along. */
    creates: EntityKey[];
  };
  decision?: Schemas['ImportDecision'];
}

/** A row of the table `import`; its status is that which its task leaves it in. */
export interface StoredImport {
  id: number;
  entity: EntityKey;
  filename: string;
  bytes: number;
  received: number;
  status: ImportStatus;
  taskId: number | null;
  options: ImportOptions | null;
  /** Names of the file's columns, as it was read last. */
  columns: string[] | null;
  fault: StoredFault | null;
  counts: Schemas['ImportCounts'] | null;
  outcomes: Outcomes;
  decision: Schemas['Import']['decision'];
  workRequest: WorkRequest | null;
  createdById: number;
  createdBy: string;
  /** Who else had a hand in it: set how it is read, staged it or had it applied. */
  contributorIds: number[];
  createTime: Date;
  stageTime: Date | null;
  appliedById: number | null;
  appliedBy: string | null;
  applyTime: Date | null;
  revertedBy: string | null;
  revertTime: Date | null;
  /** Of what is under way; null at rest. */
  progress: Schemas['Import']['progress'];
}

/** An import of which it is known how to read its file. */
export type ConfiguredImport = StoredImport & { options: ImportOptions };

type Row = Record<string, unknown>;

const json = <T>(value: unknown): T | null => fromJson<T | null>(value);

/** Stored are only those that count: see `toStoredCounts`. */
function toCounts(value: unknown): StoredImport['counts'] {
  const counts = json<Schemas['ImportCounts']>(value);
  return counts && { excluded: 0, corrected: 0, ...counts };
}

const columnsOfTask = ['task.status as task_status', 'task.error_key', 'task.progress', 'task.total'];

/** Rows of `import` beside those of their tasks. */
export const importRows = (db: Database) =>
  db('import')
    .leftJoin('task', 'task.id', 'import.task_id')
    .select('import.*', ...columnsOfTask);

const taskOf = (row: Row): TaskState | undefined =>
  typeof row.task_status === 'string'
    ? // columns of the table `task`
      ({
        status: row.task_status,
        errorKey: row.error_key,
        progress: Number(row.progress),
        total: row.total === null ? null : Number(row.total),
      } as TaskState)
    : undefined;

/** A row of `importRows`. */
export function toStoredImport(row: Row): StoredImport {
  // each column holds what this room has written there
  const stored = {
    ...{ id: Number(row.id), entity: row.entity, filename: row.filename, bytes: Number(row.bytes) },
    ...{ received: Number(row.received), status: row.status, taskId: row.task_id },
    ...{ options: json(row.options), columns: json(row.columns), fault: json(row.fault), counts: toCounts(row.counts) },
    ...{ outcomes: json(row.outcomes) ?? {}, decision: json(row.decision), workRequest: json(row.asked) },
    contributorIds: json(row.contributor_ids) ?? [],
    ...{ createdById: row.created_by_id, createdBy: row.created_by, createTime: row.create_time },
    ...{ stageTime: row.stage_time, appliedById: row.applied_by_id, appliedBy: row.applied_by },
    ...{ applyTime: row.apply_time, revertedBy: row.reverted_by, revertTime: row.revert_time, progress: null },
  } as StoredImport;
  return { ...stored, ...currentState(stored, taskOf(row)) };
}

export async function readImport(db: Database, id: number): Promise<StoredImport | undefined> {
  const row = await importRows(db).where('import.id', id).first();
  return row && toStoredImport(row);
}

/** 404 where there is none, or none that the caller may see; 403 where they may see it but not import its kind. */
export async function readVisibleImport(
  db: Database,
  id: number,
  caller: Caller,
  workRequest: 'see' | 'import' = 'see',
): Promise<StoredImport> {
  const stored = await readImport(db, id);
  if (!stored) throw new Problem('notFound');
  assertVisible(caller, stored.entity);
  if (workRequest === 'import') assertMayImport(caller, stored.entity);
  return stored;
}

/** The import, locked until the transaction ends; whoever changes its status or its file does it so. */
export async function lockImport(trx: Transaction, id: number): Promise<StoredImport | undefined> {
  const lockedRow = await trx('import').where('id', id).forUpdate().first('id');
  return lockedRow && readImport(trx, id);
}

/** As `foundImport` has it, locked. */
export async function lockVisibleImport(
  trx: Transaction,
  id: number,
  caller: Caller,
  workRequest: 'see' | 'import' = 'see',
): Promise<StoredImport> {
  await lockImport(trx, id);
  return readVisibleImport(trx, id, caller, workRequest);
}

type ContributorColumns = Pick<StoredImport, 'createdById' | 'appliedById' | 'contributorIds'>;

/** The people whose work it is: who brought the file, said how it is read, staged it or had it applied. */
export const contributorsOf = ({ createdById, appliedById, contributorIds }: ContributorColumns): number[] => [
  ...new Set([createdById, ...(appliedById === null ? [] : [appliedById]), ...contributorIds]),
];

/** Whether it is the work of this user, who is no second person then. */
export const isWorkOf = (stored: ContributorColumns, userId: number): boolean =>
  contributorsOf(stored).includes(userId);

/** The column that names this user too among the people whose work it is. */
export const addContributor = ({ contributorIds }: Pick<StoredImport, 'contributorIds'>, userId: number) => ({
  contributor_ids: [...new Set([...contributorIds, userId])],
});

/** Throws `invalidTransition` where the import is in none of these statuses. */
export function assertStatus({ status }: StoredImport, ...statuses: ImportStatus[]): void {
  if (!statuses.includes(status)) throw new Problem('invalidTransition');
}

const jsonColumns = new Set([
  'options',
  'columns',
  'fault',
  'counts',
  'outcomes',
  'decision',
  'asked',
  'contributor_ids',
]);

/** Columns of `import` as the database names them; what is JSON there is given as it is. */
export async function changeImport(db: Database, id: number, columns: Record<string, unknown>): Promise<void> {
  const values = Object.entries(columns).map(([name, value]) => [
    name,
    jsonColumns.has(name) && value !== null ? JSON.stringify(value) : value,
  ]);
  await db('import')
    .where('id', id)
    .update({ ...Object.fromEntries(values), update_time: db.raw('NOW(3)') });
}
