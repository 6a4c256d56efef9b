import { filterKeys, nameColumns, placeColumns, recordColumns, recordKeys, reference } from './record-columns.ts';
import { createTable, exactText, type Migration } from './table.ts';

export const eurailStation: Migration = {
  name: '0012-eurail-station',
  async up(knex) {
    await createTable(
      knex,
      'eurail_station',
      recordColumns,
      nameColumns,
      placeColumns,
      // The code is derived from the UIC code, so a duplicate must be reported for the UIC code. The server checks keys without
      // nullable columns first, so the code has a CHECK instead of NOT NULL.
      `code ${exactText(40)} NULL CHECK (code IS NOT NULL),
       uic_code ${exactText(7)} NULL,
       eurail_code ${exactText(10)} NULL,
       address VARCHAR(300) NULL,
       is_main TINYINT(1) NOT NULL DEFAULT 0,
       operator_codes JSON NOT NULL`,
      reference('eurail_station', 'city', 'city'),
      reference('eurail_station', 'country', 'country'),
      reference('eurail_station', 'parent', 'eurail_station'),
      `UNIQUE KEY eurail_station__uic_code (uic_code),
       UNIQUE KEY eurail_station__code (code),
       KEY eurail_station__status_code (status, code)`,
      recordKeys('eurail_station'),
      filterKeys('eurail_station', 'name', 'eurail_code', 'is_main', 'timezone'),
    );
  },
};
