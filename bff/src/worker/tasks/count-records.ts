import { entityByKey } from '#crud/entity.ts';
import type { Crud } from '#crud/model.ts';
import type { EntityKey } from '#http/contract.ts';

/** How many records there are of these kinds. */
export async function countRecords({ db, entities }: Crud, keys: EntityKey[]): Promise<number> {
  const tables = keys.map((key) => entityByKey({ entities }, key).table);
  const counts = await Promise.all(tables.map((table) => db(table).count({ n: '*' }).first()));
  return counts.reduce((sum, count) => sum + Number(count?.n), 0);
}
