import { filterKeys, nameColumns, recordColumns, recordKeys } from './record-columns.ts';
import { code, createTable, type Migration } from './table.ts';

export const country: Migration = {
  name: '0005-country',
  async up(knex) {
    await createTable(
      knex,
      'country',
      recordColumns,
      nameColumns,
      `code ${code(2)} NOT NULL,
       alpha3_code ${code(3)} NULL,
       continent ${code(2)} NULL,
       region VARCHAR(80) NULL,
       currency ${code(3)} NULL,
       symbol ${code(16)} NULL`,
      `UNIQUE KEY country__code (code),
       KEY country__status_code (status, code)`,
      recordKeys('country'),
      filterKeys('country', 'name', 'continent', 'region', 'currency', 'alpha3_code'),
    );
  },
};
