import { type Actor, append } from '#change-log/append.ts';
import type { Database, Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import { guarded } from './duplicate-key.ts';
import type { Entity, EntityRecord } from './entity.ts';
import { writeLists } from './reference-lists.ts';
import { fieldsOf, type Stored, toRow, toStored, type Values } from './rows.ts';
import { searchText } from './search-text.ts';

export interface Act {
  action: Schemas['Action'];
  actor: Actor;
  /** Who proposed the change, where the actor approved it: `updatedBy` is the proposer. */
  proposer?: string | undefined;
  reason?: string | undefined;
}

/** What a record that comes back from deletion keeps. */
export type Revived = Pick<EntityRecord, 'id' | 'version' | 'createTime' | 'createdBy'>;

export async function readRecord(db: Database, entity: Entity, id: number): Promise<Stored | undefined> {
  const rows = await db(entity.table).where('id', id);
  return (await toStored(db, entity, rows))[0];
}

/** The record, locked until the transaction ends. */
export async function lockRecord(trx: Transaction, entity: Entity, id: number): Promise<Stored | undefined> {
  const rows = await trx(entity.table).where('id', id).forUpdate();
  return (await toStored(trx, entity, rows))[0];
}

export async function insertRecord(
  trx: Transaction,
  entity: Entity,
  values: Values,
  act: Act,
  revived?: Revived,
): Promise<Stored> {
  const time = new Date();
  const { createTime = time.toISOString(), createdBy = act.actor.username } = revived ?? {};
  const version = (revived?.version ?? 0) + 1;
  const row = {
    ...toRow(entity, values),
    ...(revived ? { id: revived.id } : {}),
    status: 'pending',
    version,
    create_time: new Date(createTime),
    update_time: time,
    created_by: createdBy,
    updated_by: act.actor.username,
    search: searchText(entity, values.fields),
  };
  const [inserted = 0] = await guarded(entity, trx(entity.table).insert(row));
  const id = revived?.id ?? inserted;
  await writeLists(trx, entity, id, values);
  const written = { status: 'pending' as const, version, createTime, createdBy, updatedBy: act.actor.username };
  return logged(trx, entity, undefined, recordFrom(entity, id, values, written, time), values, act, time);
}

/** Writes new values, a new status, or both, as one version. */
export async function updateRecord(
  trx: Transaction,
  entity: Entity,
  current: Stored,
  change: { values?: Values; status?: Schemas['Status'] },
  act: Act,
): Promise<Stored> {
  const time = new Date();
  const values = change.values ?? { fields: fieldsOf(entity, current.record), refs: current.refs };
  const written = {
    ...current.record,
    status: change.status ?? current.record.status,
    version: current.record.version + 1,
    updatedBy: act.proposer ?? act.actor.username,
  };
  const row = {
    ...(change.values ? { ...toRow(entity, values), search: searchText(entity, values.fields) } : {}),
    status: written.status,
    version: written.version,
    update_time: time,
    updated_by: written.updatedBy,
  };
  await guarded(entity, trx(entity.table).where('id', current.record.id).update(row));
  if (change.values) await writeLists(trx, entity, current.record.id, values);
  return logged(trx, entity, current, recordFrom(entity, current.record.id, values, written, time), values, act, time);
}

/** Deletes the record; its code is free, its log row has the next version and the last state in `before`. */
export async function deleteRecord(trx: Transaction, entity: Entity, current: Stored, act: Act): Promise<void> {
  await trx(entity.table).where('id', current.record.id).delete();
  await append(trx, {
    ...act,
    ...identity(entity, current.record),
    version: current.record.version + 1,
    time: new Date(),
    before: current.record,
    after: null,
    refs: current.refs,
  });
}

type Written = Pick<EntityRecord, 'status' | 'version' | 'createTime' | 'createdBy' | 'updatedBy'>;

function recordFrom(entity: Entity, id: number, { fields }: Values, written: Written, time: Date): EntityRecord {
  const { status, version, createTime, createdBy, updatedBy } = written;
  const warnings = entity.warnings?.(fields) ?? [];
  return { id, ...fields, status, version, createTime, updateTime: time.toISOString(), createdBy, updatedBy, warnings };
}

async function logged(
  trx: Transaction,
  entity: Entity,
  before: Stored | undefined,
  after: EntityRecord,
  { refs }: Values,
  act: Act,
  time: Date,
): Promise<Stored> {
  const { version } = after;
  await append(trx, { ...act, ...identity(entity, after), version, time, before: before?.record ?? null, after, refs });
  return { record: after, refs };
}

const identity = (entity: Entity, record: EntityRecord) => ({
  entity: entity.key,
  recordId: record.id,
  code: record.code ?? null,
});
