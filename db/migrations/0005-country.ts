import { filterKeys, nameColumns, recordColumns, recordKeys } from './record-columns.ts';
import { createTable, exactText, type Migration } from './table.ts';

export const country: Migration = {
  name: '0005-country',
  async up(knex) {
    await createTable(
      knex,
      'country',
      recordColumns,
      nameColumns,
      `code ${exactText(2)} NOT NULL,
       alpha3_code ${exactText(3)} NULL,
       continent ${exactText(2)} NULL,
       region VARCHAR(80) NULL,
       currency ${exactText(3)} NULL,
       symbol ${exactText(16)} NULL`,
      `UNIQUE KEY country__code (code),
       KEY country__status_code (status, code)`,
      recordKeys('country'),
      filterKeys('country', 'name', 'continent', 'region', 'currency', 'alpha3_code'),
    );
  },
};
