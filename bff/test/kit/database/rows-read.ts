import type { Database } from '../../../src/database/database.ts';

/** Counts the rows of tables, indexes and temporary results that this connection reads during `work`. */
export async function countRowsRead(trx: Database, work: () => Promise<unknown>): Promise<number> {
  const before = await readHandlerCounters(trx);
  await work();
  return (await readHandlerCounters(trx)) - before;
}

async function readHandlerCounters(trx: Database): Promise<number> {
  const [rows] = await trx.raw("SHOW SESSION STATUS LIKE 'Handler_read%'");
  return rows.reduce((sum: number, { Value }: { Value: string }) => sum + Number(Value), 0);
}
