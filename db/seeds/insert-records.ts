import type { Knex } from 'knex';
import { system } from './seed.ts';

type Values = Record<string, unknown>;

/** A starter record: its own columns, the same in the contract's form, and the ids behind its codes by JSON pointer. */
export type StarterRecord = {
  code: string;
  row: Values;
  contract: Values;
  refs?: Record<string, number>;
  warnings?: Values[];
};

const batchSize = 500;

/** Inserts active records of version 1, each with the log row that says how it came. */
export async function insertRecords(
  trx: Knex.Transaction,
  entity: string,
  table: string,
  records: StarterRecord[],
): Promise<void> {
  const now = new Date();
  const time = now.toISOString();
  await trx.batchInsert(
    table,
    records.map(({ code, row }) => ({
      code,
      ...row,
      status: 'active',
      version: 1,
      create_time: now,
      update_time: now,
      created_by: system,
      updated_by: system,
    })),
    batchSize,
  );
  const stored: { id: number; code: string }[] = await trx(table).select('id', 'code');
  const ids = new Map(stored.map(({ id, code }) => [code, id]));
  await trx.batchInsert(
    'data_log',
    records.map(({ code, contract, refs = {}, warnings = [] }) => ({
      entity,
      record_id: ids.get(code),
      code,
      action: 'create',
      version: 1,
      actor: system,
      time: now,
      after: JSON.stringify({
        id: ids.get(code),
        code,
        ...contract,
        status: 'active',
        version: 1,
        createTime: time,
        updateTime: time,
        createdBy: system,
        updatedBy: system,
        warnings,
      }),
      refs: JSON.stringify(refs),
    })),
    batchSize,
  );
}
