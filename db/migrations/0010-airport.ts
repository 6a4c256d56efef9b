import { filterKeys, nameColumns, placeColumns, recordColumns, recordKeys, reference } from './record-columns.ts';
import { createTable, exactText, type Migration } from './table.ts';

export const airport: Migration = {
  name: '0010-airport',
  async up(knex) {
    await createTable(
      knex,
      'airport',
      recordColumns,
      nameColumns,
      placeColumns,
      `code ${exactText(10)} NOT NULL,
       continent ${exactText(2)} NULL,
       icao_code ${exactText(4)} NULL,
       pinyin VARCHAR(300) NULL`,
      reference('airport', 'country', 'country'),
      reference('airport', 'city', 'city'),
      `UNIQUE KEY airport__code (code),
       UNIQUE KEY airport__icao_code (icao_code),
       KEY airport__status_code (status, code),
       KEY airport__latitude (latitude, longitude)`,
      recordKeys('airport'),
      filterKeys('airport', 'name', 'continent', 'timezone', 'pinyin'),
    );
  },
};
