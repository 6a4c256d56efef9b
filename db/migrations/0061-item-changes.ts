import { addColumns, type Migration } from './table.ts';

/**
 * What the item of a change set changes, as JSON: pointers, the new values of the fields, and the item's version then. Lists show it
 * without comparing all values. Null where references change, whose codes depend on the day, and for items of an earlier release.
 */
export const itemChanges: Migration = {
  name: '0061-item-changes',
  up: (knex) => addColumns(knex, 'proposal', { changes: 'MEDIUMTEXT NULL' }),
};
