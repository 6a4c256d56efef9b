import { filterKeys, nameColumns, recordColumns, recordKeys, reference } from './record-columns.ts';
import { createTable, exactText, hidden, type Migration } from './table.ts';

export const cabin: Migration = {
  name: '0008-cabin',
  async up(knex) {
    await createTable(
      knex,
      'cabin',
      recordColumns,
      nameColumns,
      // A unique key does not compare NULLs, so airline_key is 0 for cabins without an airline.
      `code ${exactText(2)} NOT NULL,
       cabin_class ${exactText(20)} NULL,
       booking_classes JSON NOT NULL,
       \`order\` SMALLINT UNSIGNED NULL`,
      reference('cabin', 'airline', 'airline'),
      `airline_key INT UNSIGNED AS (COALESCE(airline_id, 0)) STORED ${hidden},
       UNIQUE KEY cabin__code (airline_key, code),
       KEY cabin__status_code (status, code),
       KEY cabin__plain_code (code)`,
      recordKeys('cabin'),
      filterKeys('cabin', 'name', 'cabin_class', 'order'),
    );
  },
};
