import { firstKinds } from './record-columns.ts';
import { addColumns, addKeys, type Migration } from './table.ts';

/** The import whose review a pending record or proposal is part of. Tables of later entities are created with this column. */
export const importReviews: Migration = {
  name: '0018-import-reviews',
  async up(knex) {
    for (const table of [...firstKinds, 'proposal']) await addColumns(knex, table, { import_id: 'INT UNSIGNED NULL' });
    for (const table of firstKinds)
      await addKeys(knex, table, { [`${table}__import_id`]: 'import_id, status, update_time' });
    await addKeys(knex, 'proposal', { proposal__import_id: 'open, import_id, entity, time, record_id' });
  },
};
