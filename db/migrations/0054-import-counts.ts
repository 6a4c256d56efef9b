import { addColumns, type Migration } from './table.ts';

/**
 * What release 0.1 does not know of an import: why a decision has left rows, and how many rows somebody excluded or corrected. That release
 * returns all of `decision` and `counts`, but its contract admits no further members there.
 */
export const importCounts: Migration = {
  name: '0054-import-counts',
  async up(knex) {
    await addColumns(knex, 'import', { decision_causes: 'TEXT NULL', edit_counts: 'TEXT NULL' });
  },
};
