import { createTable, type Migration } from './table.ts';

export const installation: Migration = {
  name: '0001-installation',
  async up(knex) {
    // Its one row is locked by another connection while migrations run; even a no-op CREATE TABLE could wait for it.
    if (await knex.schema.hasTable('installation')) return;
    await createTable(
      knex,
      'installation',
      `id TINYINT UNSIGNED NOT NULL PRIMARY KEY,
       create_time DATETIME(3) NOT NULL,
       seed_time DATETIME(3) NULL`,
    );
  },
};
