import type { Migration } from './table.ts';

/**
 * What becomes of an imported row has columns of fixed width, empty and 0 until then: InnoDB writes over what is as wide as before,
 * and moves a row that grows.
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
