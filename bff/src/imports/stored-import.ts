import { type Database, fromJson, type Transaction } from '#database';
import { assertMay, maySeeImports } from '#http/caller.ts';
import type { EntityKey, Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import type { Actor } from '#record-log/append.ts';

/** The state of the task that works on an import. */
interface TaskState {
  status: Schemas['TaskStatus'];
  errorKey: Schemas['TaskErrorKey'] | null;
  progress: number;
  total: number | null;
}

type DerivedState = Pick<StoredImport, 'status' | 'fault' | 'progress'>;
type StoredState = Pick<StoredImport, 'status' | 'fault' | 'outcomes' | 'workRequest'>;

export type WorkingStatus = 'staging' | 'applying' | 'deciding' | 'reverting';

const WORKING_STATUSES = new Set<string>(['staging', 'applying', 'deciding', 'reverting'] satisfies WorkingStatus[]);
export const isWorking = (status: Schemas['ImportStatus']): status is WorkingStatus => WORKING_STATUSES.has(status);

/**
 * Derives the status of an import from its task. If the task has ended without storing a result, the import is idle again and its fault
 * states the reason.
 */
function currentState(stored: StoredState, task: TaskState | undefined): DerivedState {
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

function statusAfterStop(stored: StoredState, { key }: StoredFault): Schemas['ImportStatus'] {
  const { status, outcomes } = stored;
  if (status === 'staging') return key === 'cancelled' ? 'uploaded' : 'failed';
  // nobody has seen an unfinished change set, so that the import can be applied anew
  if (status === 'applying') return Object.keys(outcomes).length > 0 && !isAppliedAsSet(stored) ? 'applied' : 'staged';
  return 'applied';
}

export type ImportOptions = Schemas['ImportOptions'];
type ImportStatus = Schemas['ImportStatus'];
export type OutcomeCounts = Schemas['Import']['outcomes'];

/** A fault with the parameters of the contract's message for its key. */
export interface StoredFault {
  key: Schemas['ImportFaultKey'];
  line?: number;
  detail?: string;
  limit?: number;
}

interface ApplyRequest extends Omit<Schemas['ImportApply'], 'as'> {
  /** The entities of which missing records may be created. */
  creates: EntityKey[];
}

/** The last request for work on an import, and its user. */
export interface WorkRequest {
  by: Actor & { id: number };
  apply?: ApplyRequest;
  /** Asks to put the rows into a change set; a member of its own, as the worker of an older release would write records. */
  applyAsSet?: ApplyRequest;
  decision?: Schemas['ImportDecision'];
}

/** Whether the import was last asked to put its rows into a change set. Nothing else is asked of it after that. */
export const isAppliedAsSet = ({ workRequest }: Pick<StoredImport, 'workRequest'>): boolean =>
  workRequest?.applyAsSet !== undefined;

/** A row of the table `import`, with its status as derived from its task. */
export interface StoredImport {
  id: number;
  entity: EntityKey;
  filename: string;
  bytes: number;
  /** The bytes received so far. */
  received: number;
  status: ImportStatus;
  taskId: number | null;
  options: ImportOptions | null;
  /** Names of the file's columns as of the last preview. */
  columns: string[] | null;
  fault: StoredFault | null;
  /** Rows by their state at staging. */
  counts: Schemas['ImportCounts'] | null;
  /** Rows by the outcome of applying and reverting. */
  outcomes: OutcomeCounts;
  /** What a decision has done so far. */
  decision: Schemas['Import']['decision'];
  /** Stored in the column `asked`. */
  workRequest: WorkRequest | null;
  createdById: number;
  createdBy: string;
  /** Users who set its options, staged it, corrected or chose rows, or applied it. */
  contributorIds: number[];
  createTime: Date;
  stageTime: Date | null;
  appliedById: number | null;
  appliedBy: string | null;
  applyTime: Date | null;
  revertedBy: string | null;
  revertTime: Date | null;
  /** The progress of the current work; null while idle. */
  progress: Schemas['Import']['progress'];
  /** The change set that its rows have become. */
  changeSetId: number | null;
}

/** An import whose options are known. */
export type ConfiguredImport = StoredImport & { options: ImportOptions };

type Row = Record<string, unknown>;

const parseJson = <T>(value: unknown): T | null => fromJson<T | null>(value);

/** Joins the columns of `toCountColumns` (stage/to-row.ts), the second of which a release before 0.2 leaves empty. */
function toCounts({ counts, edit_counts }: Row): StoredImport['counts'] {
  const stored = parseJson<Schemas['ImportCounts']>(counts);
  return stored && { excluded: 0, corrected: 0, ...stored, ...parseJson<object>(edit_counts) };
}

/** Joins the columns of a decision, whose causes release 0.1 would return though its contract does not have them. */
export function toDecision({ decision, decision_causes }: Row): StoredImport['decision'] {
  const stored = parseJson<NonNullable<StoredImport['decision']>>(decision);
  const causes = parseJson<NonNullable<StoredImport['decision']>['causes']>(decision_causes);
  return stored && { ...stored, ...(causes && { causes }) };
}

const TASK_COLUMNS = ['task.status as task_status', 'task.error_key', 'task.progress', 'task.total'];

/** Queries imports joined with their tasks. */
export const queryImports = (db: Database) =>
  db('import')
    .leftJoin('task', 'task.id', 'import.task_id')
    .leftJoin('change_set', (on) => on.on('change_set.import_id', 'import.id').andOnVal('change_set.kind', 'manual'))
    .select('import.*', ...TASK_COLUMNS, 'change_set.id as change_set_id');

const taskOf = (row: Row): TaskState | undefined =>
  typeof row.task_status === 'string'
    ? // the cast: these are the columns of the table `task`
      ({
        status: row.task_status,
        errorKey: row.error_key,
        progress: Number(row.progress),
        total: row.total === null ? null : Number(row.total),
      } as TaskState)
    : undefined;

/** Converts a row of `queryImports`. */
export function toStoredImport(row: Row): StoredImport {
  // the cast: all of these columns are written by this module
  const stored = {
    id: Number(row.id),
    entity: row.entity,
    filename: row.filename,
    bytes: Number(row.bytes),
    received: Number(row.received),
    status: row.status,
    taskId: row.task_id,

    options: parseJson(row.options),
    columns: parseJson(row.columns),
    fault: parseJson(row.fault),
    counts: toCounts(row),

    outcomes: parseJson(row.outcomes) ?? {},
    decision: toDecision(row),
    workRequest: parseJson(row.asked),
    contributorIds: parseJson(row.contributor_ids) ?? [],
    createdById: row.created_by_id,
    createdBy: row.created_by,
    createTime: row.create_time,
    stageTime: row.stage_time,
    appliedById: row.applied_by_id,
    appliedBy: row.applied_by,
    applyTime: row.apply_time,
    revertedBy: row.reverted_by,
    revertTime: row.revert_time,
    progress: null,
    changeSetId: row.change_set_id,
  } as StoredImport;
  return { ...stored, ...currentState(stored, taskOf(row)) };
}

export async function readImport(db: Database, id: number): Promise<StoredImport | undefined> {
  const row = await queryImports(db).where('import.id', id).first();
  return row && toStoredImport(row);
}

export const mayReview = (caller: Caller, entity: EntityKey) => caller.may(`${entity}:review`);

/** @throws Problem 404, so that others do not learn that the import exists */
export function assertMaySeeImports(caller: Caller, entity: EntityKey): void {
  if (!maySeeImports(caller, entity)) throw new Problem('notFound');
}

export function assertMayImport(caller: Caller, entity: EntityKey): void {
  assertMay(caller, `${entity}:import`);
}

export function assertMayReview(caller: Caller, entity: EntityKey): void {
  assertMay(caller, `${entity}:review`);
}

/** @throws Problem 404 if there is no such import or the caller may not see it */
export async function readVisibleImport(db: Database, id: number, caller: Caller): Promise<StoredImport> {
  const stored = await readImport(db, id);
  if (!stored) throw new Problem('notFound');
  assertMaySeeImports(caller, stored.entity);
  return stored;
}

/** @throws Problem 404 if there is no such import or the caller may not see it, 403 if the caller may not import its entity */
export async function readWritableImport(db: Database, id: number, caller: Caller): Promise<StoredImport> {
  const stored = await readVisibleImport(db, id, caller);
  assertMayImport(caller, stored.entity);
  return stored;
}

/** Reads an import and locks its row, which is required before changing its status or its file. */
export async function lockImport(trx: Transaction, id: number): Promise<StoredImport | undefined> {
  const lockedRow = await trx('import').where('id', id).forUpdate().first('id');
  return lockedRow && readImport(trx, id);
}

/** Reads an import like `readVisibleImport` and locks its row. */
export async function lockVisibleImport(trx: Transaction, id: number, caller: Caller): Promise<StoredImport> {
  await lockImport(trx, id);
  return readVisibleImport(trx, id, caller);
}

/** Reads an import like `readWritableImport` and locks its row. */
export async function lockWritableImport(trx: Transaction, id: number, caller: Caller): Promise<StoredImport> {
  await lockImport(trx, id);
  return readWritableImport(trx, id, caller);
}

type ContributorIds = Pick<StoredImport, 'createdById' | 'appliedById' | 'contributorIds'>;

/** The ids of the users who uploaded the file, set its options, staged it or applied it. */
export const contributorsOf = ({ createdById, appliedById, contributorIds }: ContributorIds): number[] => [
  ...new Set([createdById, ...(appliedById === null ? [] : [appliedById]), ...contributorIds]),
];

/** Whether this user contributed to the import and therefore may not review it as the second person. */
export const isContributor = (stored: ContributorIds, userId: number): boolean =>
  contributorsOf(stored).includes(userId);

/** Returns the column to update so that the user becomes a contributor. */
export const withContributor = ({ contributorIds }: Pick<StoredImport, 'contributorIds'>, userId: number) => ({
  contributor_ids: [...new Set([...contributorIds, userId])],
});

/** @throws Problem `invalidTransition` if the import has none of these statuses */
export function assertStatus({ status }: StoredImport, ...statuses: ImportStatus[]): void {
  if (!statuses.includes(status)) throw new Problem('invalidTransition');
}

const JSON_COLUMNS = new Set([
  'options',
  'columns',
  'fault',
  'counts',
  'edit_counts',
  'outcomes',
  'decision',
  'decision_causes',
  'asked',
  'contributor_ids',
]);

/** Updates columns of `import` by their database names; values of JSON columns are passed as objects. */
export async function changeImport(db: Database, id: number, columns: Record<string, unknown>): Promise<void> {
  const values = Object.entries(columns).map(([name, value]) => [
    name,
    JSON_COLUMNS.has(name) && value !== null ? JSON.stringify(value) : value,
  ]);
  await db('import')
    .where('id', id)
    .update({ ...Object.fromEntries(values), update_time: db.raw('NOW(3)') });
}
