import { addColumns, type Migration } from './table.ts';

/** Lets an older version distinguish migrations that only add from those that drop something it uses. */
export const oldestVersion: Migration = {
  name: '0024-oldest-version',
  async up(knex) {
    await addColumns(knex, 'migration', { oldest_version: 'VARCHAR(255) NULL' });
  },
};
