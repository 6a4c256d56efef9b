import { mapYielding } from '#batch';
import { findTakenColumn, insertInOrder, type Statement, sqlTime, type Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import { Problem } from '#http/problem.ts';
import { type Actor, appendChanges } from '#record-log/append.ts';
import { fieldOf } from './entity.ts';
import type { Entity, EntityRecord, Stored, Values } from './model.ts';
import { noteRenames } from './renames.ts';
import { cellsOf, columnsOf, fieldsOf, type ListOwner, toRow, writeLists } from './rows.ts';
import { searchText } from './search-text.ts';

export interface Attribution {
  action: Schemas['Action'];
  actor: Actor;
  /** Who proposed the change, where the actor approved it: `updatedBy` is the proposer. */
  proposer?: string | undefined;
  reason?: string | undefined;
}

/** A record to come into being. */
interface NewRecord {
  values: Values;
  /** Pending without it. */
  status?: Schemas['Status'];
  /** With which it waits to be decided on, until somebody changes it. */
  importId?: number | undefined;
}

/** What a record that comes back from deletion keeps. */
type RevivedRecord = Pick<EntityRecord, 'id' | 'version' | 'createTime' | 'createdBy'>;

/** New values, a new status, or both, as one version. */
export interface RecordChange {
  current: Stored;
  values?: Values;
  status?: Schemas['Status'];
}

export async function insertRecords(
  trx: Transaction,
  entity: Entity,
  items: NewRecord[],
  act: Attribution,
  alsoOf: (ids: number[]) => Statement[] = () => [],
): Promise<Stored[]> {
  const time = new Date();
  const news = items.map(({ values, status = 'pending' }) => ({
    values,
    written: { ...firstVersion(act, time), status },
  }));
  const columns = [...insertedColumns(entity), 'import_id'];
  const tuples = await mapYielding(news, ({ values, written }, at) => [
    ...insertedCells(entity, values, written, time),
    items[at]?.importId ?? null,
  ]);
  const ids = await mapDuplicateKey(entity, insertInOrder(trx, entity.table, { columns, tuples }));
  const made = news.map((each, at) => ({ ...each, id: ids[at] ?? 0 }));
  return logWritten(trx, entity, made, act, time, { after: alsoOf(ids) });
}

/** A record comes back from deletion, pending. */
export async function reviveRecord(
  trx: Transaction,
  entity: Entity,
  values: Values,
  act: Attribution,
  { id, version, createTime, createdBy }: RevivedRecord,
  also: Statement[],
): Promise<Stored[]> {
  const time = new Date();
  const written = { ...firstVersion(act, time), version: version + 1, createTime, createdBy };
  const columns = ['id', ...insertedColumns(entity)];
  const tuples = [[id, ...insertedCells(entity, values, written, time)]];
  await mapDuplicateKey(entity, insertInOrder(trx, entity.table, { columns, tuples }));
  return logWritten(trx, entity, [{ id, values, written }], act, time, { after: also });
}

/** Writes the next versions of records; one that gets another code needs `transactRecords`. */
export async function updateRecords(
  trx: Transaction,
  entity: Entity,
  changes: RecordChange[],
  act: Attribution,
  also: Statement[] = [],
): Promise<Stored[]> {
  noteRenames(trx, entity.key, changes, act);
  const time = new Date();
  const updates = changes.map(({ current, values, status }) => ({
    current,
    id: current.record.id,
    values: values ?? { fields: fieldsOf(entity, current.record), refs: current.refs },
    listsStay: values === undefined,
    written: {
      ...current.record,
      status: status ?? current.record.status,
      version: current.record.version + 1,
      updatedBy: act.proposer ?? act.actor.username,
    },
  }));
  const before = await mapYielding(updates, ({ id, values, listsStay, written: version }) => {
    const row = listsStay ? {} : { ...toRow(entity, values), search: searchText(entity, values.fields) };
    const columns = { ...row, ...versionRow(version, time), import_id: null };
    return { sql: 'UPDATE ?? SET ? WHERE id = ?', values: [entity.table, columns, id] };
  });
  return mapDuplicateKey(entity, logWritten(trx, entity, updates, act, time, { before, after: also }));
}

/** Deletes records; their codes are free, their log rows have the next version and the last state in `before`. */
export async function deleteRecords(
  trx: Transaction,
  entity: Entity,
  currents: Stored[],
  act: Attribution,
): Promise<void> {
  const time = new Date();
  const before = currents.map(({ record }) => ({
    sql: 'DELETE FROM ?? WHERE id = ?',
    values: [entity.table, record.id],
  }));
  const changes = currents.map(({ record, refs }) => ({
    ...act,
    ...identity(entity, record),
    version: record.version + 1,
    time,
    before: record,
    after: null,
    refs,
  }));
  await appendChanges(trx, changes, { before });
}

type SystemValues = Pick<EntityRecord, 'status' | 'version' | 'createTime' | 'createdBy' | 'updatedBy'>;

const firstVersion = ({ actor: { username } }: Attribution, time: Date): SystemValues => ({
  status: 'pending',
  version: 1,
  createTime: time.toISOString(),
  createdBy: username,
  updatedBy: username,
});

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

const insertedCells = (entity: Entity, values: Values, written: SystemValues, time: Date): unknown[] => [
  ...cellsOf(entity, values),
  ...[written.status, written.version, sqlTime(written.createTime), written.createdBy],
  ...[sqlTime(time.toISOString()), written.updatedBy],
  searchText(entity, values.fields),
];

interface WrittenRecord {
  id: number;
  values: Values;
  written: SystemValues;
  /** What was there before; undefined for a record that has come into being. */
  current?: Stored;
  listsStay?: boolean;
}

/** Writes the lists of what has just been written, and its log. */
async function logWritten(
  trx: Transaction,
  entity: Entity,
  all: WrittenRecord[],
  act: Attribution,
  time: Date,
  beside: { before?: Statement[]; after?: Statement[] },
): Promise<Stored[]> {
  const holders: ListOwner[] = all
    .filter(({ listsStay }) => !listsStay)
    .map(({ id, values, current }) => ({ id, values, isNew: current === undefined }));
  await writeLists(trx, entity, holders);
  const stored = await mapYielding(all, ({ id, values, written }) => ({
    record: recordFrom(entity, id, values, written, time),
    refs: values.refs,
  }));
  const changes = stored.map(({ record, refs }, at) => ({
    ...act,
    ...identity(entity, record),
    version: record.version,
    time,
    before: all[at]?.current?.record ?? null,
    after: record,
    refs,
  }));
  await appendChanges(trx, changes, beside);
  return stored;
}

function recordFrom(entity: Entity, id: number, { fields }: Values, written: SystemValues, time: Date): EntityRecord {
  const { status, version, createTime, createdBy, updatedBy } = written;
  const warnings = entity.warnings?.(fields) ?? [];
  return { id, ...fields, status, version, createTime, updateTime: time.toISOString(), createdBy, updatedBy, warnings };
}

const identity = (entity: Entity, record: EntityRecord) => ({
  entity: entity.key,
  recordId: record.id,
  code: record.code ?? null,
});

const toCamelCase = (column: string) => column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The database's own message tells the field that is taken. */
export function toDuplicateProblem(entity: Entity, error: unknown): unknown {
  const column = findTakenColumn(error);
  if (!column) return error;
  const parameters = { entity: entity.label };
  const name = toCamelCase(column);
  const key = fieldOf(entity, name)?.searchedMembers.length ? 'duplicateCode' : 'duplicateRecord';
  return new Problem(key, { parameters, fields: [{ pointer: `/${name}`, rule: key, parameters }] });
}

/** The write, its duplicate key told as the problem of a field. */
export async function mapDuplicateKey<T>(entity: Entity, write: PromiseLike<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw toDuplicateProblem(entity, error);
  }
}
