import { expect, test } from 'vitest';
import type { CrudContext } from '#crud/model.ts';
import { readRecentItems } from '#record-log/recent.ts';
import { createCrudContext } from '../../src/create-crud.ts';
import { useDatabase } from '../kit/database/database.ts';
import { countRowsRead } from '../kit/database/rows-read.ts';

const { db } = await useDatabase();

const LIMIT = 12;
// after the starter data, which were just created
const inMinutes = (count: number) => new Date(Date.now() + count * 60_000);

/** Logs changes of a city that no task made. */
async function logChanges(action: string, count: number, time: Date): Promise<void> {
  const [{ after: after_, ...row }] = await db('data_log').where({ entity: 'city' }).limit(1);
  const { seq, ...columns } = row;
  const rows = Array.from({ length: count }, () => ({
    ...columns,
    action,
    after: after_,
    before: after_,
    time,
    task_id: 0,
  }));
  await db.batchInsert('data_log', rows, 500);
}

const readActions = async (crud: CrudContext) =>
  (await readRecentItems(crud, LIMIT, { may: () => true })).items.flatMap(({ entry }) => entry?.action ?? []);

test('a rename with many referrers hides no other change, and many renames are not read through', async () => {
  await logChanges('update', 3, inMinutes(1));
  await logChanges('reference', 2000, inMinutes(2));
  await logChanges('activate', 1, inMinutes(3));
  expect((await readActions(createCrudContext(db))).slice(0, 4)).toEqual(['activate', 'update', 'update', 'update']);

  await logChanges('reference', 6000, inMinutes(4));
  await db.transaction(async (trx) => {
    expect(await countRowsRead(trx, () => readActions(createCrudContext(trx)))).toBeLessThan(5000);
  });
});
