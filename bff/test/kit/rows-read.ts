import type { Database } from '../../src/database.ts';

/** How many rows this connection reads meanwhile, from tables, their keys and its own results. */
export async function rowsRead(trx: Database, work: () => Promise<unknown>): Promise<number> {
  const before = await handlerReads(trx);
  await work();
  return (await handlerReads(trx)) - before;
}

async function handlerReads(trx: Database): Promise<number> {
  const [rows] = await trx.raw("SHOW SESSION STATUS LIKE 'Handler_read%'");
  return rows.reduce((sum: number, { Value }: { Value: string }) => sum + Number(Value), 0);
}
