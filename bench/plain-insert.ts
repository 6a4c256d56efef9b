import type { Knex } from 'knex';

const MAX_BATCH_ROWS = 1000;

/** Inserts the airports and log rows of one database into another, and returns the milliseconds it takes. */
export async function insertPlainly(from: Knex, to: Knex): Promise<number> {
  const airports = await from('airport').where('created_by', 'editor').orderBy('id');
  const logs = await from('data_log').where({ entity: 'airport', actor: 'editor' }).orderBy('seq');
  const start = performance.now();
  for (let at = 0; at < airports.length; at += MAX_BATCH_ROWS) {
    await to.transaction(async (trx) => {
      await insert(trx, 'airport', airports.slice(at, at + MAX_BATCH_ROWS));
      await insert(trx, 'data_log', logs.slice(at, at + MAX_BATCH_ROWS));
    });
  }
  return performance.now() - start;
}

async function insert(trx: Knex.Transaction, table: string, rows: Record<string, never>[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const tuple = `(${columns.map(() => '?').join()})`;
  const names = columns.map((name) => `\`${name}\``).join();
  const values = rows.flatMap((row) => columns.map((name) => row[name] ?? null));
  await trx.raw(`INSERT INTO ${table} (${names}) VALUES ${rows.map(() => tuple).join()}`, values);
}
