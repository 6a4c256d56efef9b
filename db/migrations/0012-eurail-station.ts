import { filterKeys, nameColumns, placeColumns, recordColumns, recordKeys, reference } from './record-columns.ts';
import { code, createTable, type Migration } from './table.ts';

export const eurailStation: Migration = {
  name: '0012-eurail-station',
  async up(knex) {
    await createTable(
      knex,
      'eurail_station',
      recordColumns,
      nameColumns,
      placeColumns,
      `code ${code(40)} NOT NULL,
       uic_code ${code(7)} NULL,
       eurail_code ${code(10)} NULL,
       address VARCHAR(300) NULL,
       is_main TINYINT(1) NOT NULL DEFAULT 0,
       operator_codes JSON NOT NULL`,
      reference('eurail_station', 'city', 'city'),
      reference('eurail_station', 'country', 'country'),
      reference('eurail_station', 'parent', 'eurail_station'),
      `UNIQUE KEY eurail_station__code (code),
       UNIQUE KEY eurail_station__uic_code (uic_code),
       KEY eurail_station__status_code (status, code)`,
      recordKeys('eurail_station'),
      filterKeys('eurail_station', 'name', 'eurail_code', 'is_main', 'timezone'),
    );
  },
};
