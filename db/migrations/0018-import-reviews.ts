import { firstKinds } from './record-columns.ts';
import { addColumns, addKeys, type Migration } from './table.ts';

/** Which import a record or a proposal waits with to be decided on. New tables of kinds have this from the start. */
export const importReviews: Migration = {
  name: '0018-import-reviews',
  async up(knex) {
    for (const table of [...firstKinds, 'proposal']) await addColumns(knex, table, { import_id: 'INT UNSIGNED NULL' });
    for (const table of firstKinds)
      await addKeys(knex, table, { [`${table}__import_id`]: 'import_id, status, update_time' });
    await addKeys(knex, 'proposal', { proposal__import_id: 'open, import_id, entity, time, record_id' });
  },
};
