import type { Migration } from './table.ts';

/**
 * Gives the outcome of an imported row fixed-width columns, which are empty or 0 at first: InnoDB updates a row in place if its
 * size stays the same, and moves a row that grows.
 */
export const rowOutcomes: Migration = {
  name: '0020-row-outcomes',
  async up(knex) {
    for (const [column, none] of [
      ['outcome', ''],
      ['record_id', 0],
      ['version', 0],
    ] as const)
      await knex('import_row').whereNull(column).update(column, none);
    await knex.raw(
      `ALTER TABLE import_row
       MODIFY outcome CHAR(12) CHARACTER SET latin1 COLLATE latin1_bin NOT NULL DEFAULT '',
       MODIFY record_id INT UNSIGNED NOT NULL DEFAULT 0,
       MODIFY version INT UNSIGNED NOT NULL DEFAULT 0`,
    );
  },
};
