import { addColumns, type Migration } from './table.ts';

/** Lets a version tell a migration that only adds from one that drops what it uses. */
export const oldestVersion: Migration = {
  name: '0024-oldest-version',
  async up(knex) {
    await addColumns(knex, 'migration', { oldest_version: 'VARCHAR(255) NULL' });
  },
};
