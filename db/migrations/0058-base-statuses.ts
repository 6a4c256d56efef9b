import { addColumns, exactText, type Migration } from './table.ts';

/** The status of the record on which an item of a change set is based, with which its deletion conflicts once it is another one. */
export const baseStatuses: Migration = {
  name: '0058-base-statuses',
  up: (knex) => addColumns(knex, 'proposal', { base_status: `${exactText(10)} NULL` }),
};
