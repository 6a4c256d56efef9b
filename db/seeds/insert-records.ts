import type { Knex } from 'knex';
import type { Fields, Kind, StarterRecord } from './records.ts';
import { type ReferenceIds, readReferenceIds } from './reference-ids.ts';
import { system } from './seed.ts';

type RecordWithId = StarterRecord & { id: number };

const batchSize = 500;

/** Inserts active records of version 1, each with the log row of its creation. */
export async function insertRecords(trx: Knex.Transaction, kind: Kind, records: StarterRecord[]): Promise<void> {
  const now = new Date();
  const recordsWithIds = await assignIds(trx, kind, records);
  const ids = await readReferenceIds(trx, kind, new Map(recordsWithIds.map(({ fields, id }) => [fields.code, id])));
  const insert = (table: string, rows: Fields[]) => trx.batchInsert(table, rows, batchSize);
  await insert(
    kind.key,
    recordsWithIds.map((record) => recordRow(kind, record, ids, now)),
  );
  for (const field of Object.keys(kind.lists ?? {})) {
    await insert(
      `${kind.key}_${snake(field)}`,
      recordsWithIds.flatMap((record) => listRows(record, field, ids)),
    );
  }
  await insert(
    'data_log',
    recordsWithIds.map((record) => logRow(kind, record, ids, now)),
  );
  // no record of this kind was there before: each has this one log row
  await trx.raw(
    `INSERT INTO change_outbox (seq, entity, record_id, version)
     SELECT seq, entity, record_id, version FROM data_log WHERE entity = ? AND record_id >= ?`,
    [kind.key, recordsWithIds[0]?.id ?? 0],
  );
}

/** Assigns ids, because records of kinds without codes could not be found again to read generated ids. */
async function assignIds(trx: Knex.Transaction, { key }: Kind, records: StarterRecord[]): Promise<RecordWithId[]> {
  const [last] = await trx(key).max({ id: 'id' });
  const first = Number(last?.id ?? 0) + 1;
  return records.map((record, index) => ({ ...record, id: first + index }));
}

function recordRow({ lists = {}, references = {} }: Kind, { id, fields }: RecordWithId, ids: ReferenceIds, now: Date) {
  const row: Fields = { id, status: 'active', version: 1, create_time: now, update_time: now };
  Object.assign(row, { created_by: system, updated_by: system });
  for (const [field, value] of Object.entries(fields)) {
    if (references[field]) row[`${snake(field)}_id`] = ids.reference(field, value)?.id ?? null;
    else if (!lists[field]) row[snake(field)] = toColumn(value);
  }
  return row;
}

function listRows({ id, fields }: RecordWithId, field: string, ids: ReferenceIds): Fields[] {
  return ids.list(field, fields[field]).map(({ id: targetId, others }, position) => ({
    record_id: id,
    position,
    target_id: targetId,
    ...Object.fromEntries(Object.entries(others).map(([name, value]) => [snake(name), toColumn(value)])),
  }));
}

function logRow(kind: Kind, { id, fields, warnings = [] }: RecordWithId, ids: ReferenceIds, now: Date): Fields {
  const held = Object.entries(fields).flatMap(([field, value]) =>
    kind.lists?.[field] ? ids.list(field, value) : (ids.reference(field, value) ?? []),
  );
  return {
    entity: kind.key,
    record_id: id,
    code: fields.code ?? null,
    action: 'create',
    version: 1,
    actor: system,
    time: now,
    after: JSON.stringify({
      id,
      ...fields,
      status: 'active',
      version: 1,
      createTime: now,
      updateTime: now,
      createdBy: system,
      updatedBy: system,
      warnings,
    }),
    refs: JSON.stringify(Object.fromEntries(held.map(({ pointer, id: targetId }) => [pointer, targetId]))),
  };
}

function toColumn(value: unknown): unknown {
  const isJson = typeof value === 'object' && value !== null && !(value instanceof Date);
  return isJson ? JSON.stringify(value) : value;
}

function snake(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
