import { mapYielding } from '#batch';
import { findTakenColumn, insertReturningIds, type Statement, sqlTime, type Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import { Problem } from '#http/problem.ts';
import { type Actor, appendChanges } from '#record-log/append.ts';
import { fieldOf } from './entity.ts';
import { searchText } from './list/search-text.ts';
import type { Entity, EntityRecord, ResolvedValues, StoredRecord } from './model.ts';
import { changedFields } from './pointers.ts';
import { noteRenames } from './renames.ts';
import { columnsOf, columnValuesOf, type ListOwner, toRow, toWrittenValues, writeLists } from './rows.ts';

/** Who made a change, by which action and why. */
export interface Attribution {
  action: Schemas['Action'];
  actor: Actor;
  /** Who proposed the change that the actor approved; becomes `updatedBy`, and `createdBy` of a new record. */
  proposer?: string | undefined;
  reason?: string | undefined;
  /** The change set that was released or reverted. */
  changeSetId?: number | undefined;
}

/** A record to create. */
export interface NewRecord {
  values: ResolvedValues;
  /** `pending` by default. */
  status?: Schemas['Status'];
  /** The import with which it is reviewed, until somebody changes it. */
  importId?: number | undefined;
}

/** The system values that a restored record keeps. Without a status it becomes pending. */
export type RevivedRecord = Pick<EntityRecord, 'id' | 'version' | 'createTime' | 'createdBy'> &
  Partial<Pick<EntityRecord, 'status'>>;

/** New values, a new status, or both, as one version. */
export interface RecordChange {
  current: StoredRecord;
  values?: ResolvedValues;
  status?: Schemas['Status'];
}

/** Creates records and logs them. */
export async function insertRecords(
  trx: Transaction,
  entity: Entity,
  items: NewRecord[],
  attribution: Attribution,
  furtherStatements: (ids: number[]) => Statement[] = () => [],
): Promise<StoredRecord[]> {
  const time = new Date();
  const newRecords = items.map(({ values, status = 'pending' }) => ({
    values,
    systemValues: { ...initialSystemValues(attribution, time), status },
  }));
  const columns = [...insertedColumns(entity), 'import_id'];
  const tuples = await mapYielding(newRecords, ({ values, systemValues }, at) => [
    ...insertedCells(entity, values, systemValues, time),
    items[at]?.importId ?? null,
  ]);
  const ids = await mapDuplicateKey(entity, insertReturningIds(trx, entity.table, { columns, tuples }));
  const createdRecords = newRecords.map((each, at) => ({ ...each, id: ids[at] ?? 0 }));
  return logWritten(trx, entity, createdRecords, attribution, time, { statementsAfter: furtherStatements(ids) });
}

/** Recreates a deleted record. */
export async function reviveRecord(
  trx: Transaction,
  entity: Entity,
  values: ResolvedValues,
  attribution: Attribution,
  { id, version, createTime, createdBy, status = 'pending' }: RevivedRecord,
  furtherStatements: Statement[],
): Promise<StoredRecord[]> {
  const time = new Date();
  const systemValues = {
    ...initialSystemValues(attribution, time),
    version: version + 1,
    createTime,
    createdBy,
    status,
  };
  const columns = ['id', ...insertedColumns(entity)];
  const tuples = [[id, ...insertedCells(entity, values, systemValues, time)]];
  await mapDuplicateKey(entity, insertReturningIds(trx, entity.table, { columns, tuples }));
  return logWritten(trx, entity, [{ id, values, systemValues }], attribution, time, {
    statementsAfter: furtherStatements,
  });
}

/** Writes the next versions of records. Changes of codes require `transactUpdatingReferrers`. */
export async function updateRecords(
  trx: Transaction,
  entity: Entity,
  changes: RecordChange[],
  attribution: Attribution,
  furtherStatements: Statement[] = [],
): Promise<StoredRecord[]> {
  noteRenames(trx, entity.key, changes, attribution);
  const time = new Date();
  const updates = changes.map(({ current, values, status }) => ({
    current,
    id: current.record.id,
    values: values ?? toWrittenValues(entity, current),
    keepsValues: values === undefined,
    systemValues: {
      ...current.record,
      status: status ?? current.record.status,
      version: current.record.version + 1,
      updatedBy: attribution.proposer ?? attribution.actor.username,
    },
  }));
  const statementsBefore = await mapYielding(updates, ({ id, values, keepsValues, systemValues }) => {
    const row = keepsValues ? {} : { ...toRow(entity, values), search: searchText(entity, values.fields) };
    const columns = { ...row, ...versionRow(systemValues, time), import_id: null };
    return { sql: 'UPDATE ?? SET ? WHERE id = ?', values: [entity.table, columns, id] };
  });
  return mapDuplicateKey(
    entity,
    logWritten(trx, entity, updates, attribution, time, { statementsBefore, statementsAfter: furtherStatements }),
  );
}

/** Deletes records. Their log rows have the next version, and the last state in `before`. */
export async function deleteRecords(
  trx: Transaction,
  entity: Entity,
  records: StoredRecord[],
  attribution: Attribution,
): Promise<void> {
  const time = new Date();
  const statementsBefore = records.map(({ record }) => ({
    sql: 'DELETE FROM ?? WHERE id = ?',
    values: [entity.table, record.id],
  }));
  const changes = records.map(({ record, refs }) => ({
    ...attribution,
    ...logIdentity(entity, record),
    version: record.version + 1,
    time,
    before: record,
    after: null,
    refs,
  }));
  await appendChanges(trx, changes, { statementsBefore });
}

type SystemValues = Pick<EntityRecord, 'status' | 'version' | 'createTime' | 'createdBy' | 'updatedBy'>;

function initialSystemValues({ actor, proposer = actor.username }: Attribution, time: Date): SystemValues {
  return { status: 'pending', version: 1, createTime: time.toISOString(), createdBy: proposer, updatedBy: proposer };
}

const versionRow = ({ status, version, updatedBy }: SystemValues, time: Date) => ({
  status,
  version,
  update_time: time,
  updated_by: updatedBy,
});

const insertedColumns = (entity: Entity) => [
  ...columnsOf(entity),
  ...['status', 'version', 'create_time', 'created_by', 'update_time', 'updated_by', 'search'],
];

const insertedCells = (entity: Entity, values: ResolvedValues, systemValues: SystemValues, time: Date): unknown[] => [
  ...columnValuesOf(entity, values),
  ...[systemValues.status, systemValues.version, sqlTime(systemValues.createTime), systemValues.createdBy],
  ...[sqlTime(time.toISOString()), systemValues.updatedBy],
  searchText(entity, values.fields),
];

interface WrittenRecord {
  id: number;
  values: ResolvedValues;
  systemValues: SystemValues;
  /** The record before the write; undefined for a new one. */
  current?: StoredRecord;
  keepsValues?: boolean;
}

/** Writes the lists of written records and logs the changes. */
async function logWritten(
  trx: Transaction,
  entity: Entity,
  writtenRecords: WrittenRecord[],
  attribution: Attribution,
  time: Date,
  statements: { statementsBefore?: Statement[]; statementsAfter?: Statement[] },
): Promise<StoredRecord[]> {
  const listOwners: ListOwner[] = writtenRecords
    .filter(({ keepsValues }) => !keepsValues)
    .map(({ id, values, current }) => ({ id, values, isNew: current === undefined }));
  const stored = await mapYielding(writtenRecords, ({ id, values, systemValues }) => ({
    record: recordFrom(entity, id, values, systemValues, time),
    refs: values.refs,
  }));
  const names = [...entity.fields.map(({ name }) => name), 'status'];
  const changes = await mapYielding(stored, ({ record, refs }, at) => {
    const current = writtenRecords[at]?.current;
    const before = current?.record;
    return {
      ...attribution,
      ...logIdentity(entity, record),
      version: record.version,
      time,
      before: before ?? null,
      after: record,
      refs,
      refsBefore: current?.refs,
      changedFields: before && changedFields(before, record, names),
    };
  });
  await appendChanges(trx, changes, statements);
  // last, so that nothing is written where a value is taken
  await writeLists(trx, entity, listOwners);
  return stored;
}

function recordFrom(
  entity: Entity,
  id: number,
  { fields }: ResolvedValues,
  systemValues: SystemValues,
  time: Date,
): EntityRecord {
  const { status, version, createTime, createdBy, updatedBy } = systemValues;
  const warnings = entity.warnings?.(fields) ?? [];
  return { id, ...fields, status, version, createTime, updateTime: time.toISOString(), createdBy, updatedBy, warnings };
}

const logIdentity = (entity: Entity, record: EntityRecord) => ({
  entity: entity.key,
  recordId: record.id,
  code: record.code ?? null,
});

const toCamelCase = (column: string) => column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Converts a duplicate-key error into a problem of the field that the message names. */
export function toDuplicateProblem(entity: Entity, error: unknown): unknown {
  const column = findTakenColumn(error);
  if (!column) return error;
  const problem = toTakenProblem(entity, toCamelCase(column));
  const { rule, parameters } = problem;
  return new Problem(rule, { parameters, fields: [problem] });
}

/** Returns the problem of a field whose value another record has. */
export function toTakenProblem(entity: Entity, name: string) {
  const rule = fieldOf(entity, name)?.isSearchedAsCode ? ('duplicateCode' as const) : ('duplicateRecord' as const);
  return { pointer: `/${name}`, rule, parameters: { entity: entity.label } };
}

/** Awaits a write and converts a duplicate-key error into a problem of a field. */
export async function mapDuplicateKey<T>(entity: Entity, write: PromiseLike<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw toDuplicateProblem(entity, error);
  }
}
