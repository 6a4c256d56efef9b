import { filterKeys, nameColumns, recordColumns, recordKeys, reference } from './record-columns.ts';
import { createTable, exactText, type Migration } from './table.ts';

export const city: Migration = {
  name: '0006-city',
  async up(knex) {
    await createTable(
      knex,
      'city',
      recordColumns,
      nameColumns,
      `code ${exactText(8)} NOT NULL,
       continent ${exactText(2)} NULL,
       iata_code ${exactText(3)} NULL,
       cn_code ${exactText(6)} NULL`,
      reference('city', 'country', 'country'),
      `UNIQUE KEY city__code (code),
       KEY city__status_code (status, code)`,
      recordKeys('city'),
      filterKeys('city', 'name', 'continent', 'iata_code', 'cn_code'),
    );
  },
};
