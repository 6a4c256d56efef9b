import { addColumns, addKeys, hidden, type Migration } from './table.ts';

/**
 * Finds the items of a change set in the order in which they were added, and those that change codes. Without the first key, MariaDB walks
 * all proposals by their ids.
 */
export const itemKeys: Migration = {
  name: '0059-item-keys',
  async up(knex) {
    await addColumns(knex, 'proposal', {
      changes_code: `TINYINT AS (final_code IS NOT NULL OR action = 'delete') VIRTUAL ${hidden}`,
    });
    await addKeys(knex, 'proposal', {
      proposal__item_order: 'change_set_id, id',
      proposal__code_change: 'change_set_id, changes_code, id',
    });
  },
};
