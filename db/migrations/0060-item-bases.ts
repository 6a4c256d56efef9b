import { addColumns, type Migration } from './table.ts';

/** The sets that had not taken effect and on whose changes the item of a change set is based, with the fields that each changes, as JSON. */
export const itemBases: Migration = {
  name: '0060-item-bases',
  up: (knex) => addColumns(knex, 'proposal', { based_on: 'MEDIUMTEXT NULL' }),
};
