import { addKeys, type Migration } from './table.ts';

/** Finds the items of a change set in the order in which they were added; without this key, MariaDB walks all proposals by their ids. */
export const itemOrder: Migration = {
  name: '0059-item-order',
  up: (knex) => addKeys(knex, 'proposal', { proposal__item_order: 'change_set_id, id' }),
};
