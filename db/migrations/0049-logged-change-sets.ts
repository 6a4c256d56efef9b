import { addKeys, type Migration } from './table.ts';

/** A key with which the data log is read by the set that a change belongs to. */
export const loggedChangeSets: Migration = {
  name: '0049-logged-change-sets',
  async up(knex) {
    await addKeys(knex, 'data_log', { data_log__change_set: 'change_set_id, time' });
  },
};
