import { addColumns, type Migration } from './table.ts';

/**
 * Lets an older release distinguish migrations that only add from those that drop something it uses: `oldest_version` has the name of the
 * last migration that a release must know to work without what was dropped, and is NULL if nothing was.
 */
export const requiredMigrationColumn: Migration = {
  name: '0024-oldest-version',
  async up(knex) {
    await addColumns(knex, 'migration', { oldest_version: 'VARCHAR(255) NULL' });
  },
};
