import { createListTable, filterKeys, nameColumns, recordColumns, recordKeys, reference } from './record-columns.ts';
import { createTable, exactText, type Migration } from './table.ts';

export const protocol: Migration = {
  name: '0009-protocol',
  async up(knex) {
    await createTable(
      knex,
      'protocol',
      recordColumns,
      nameColumns,
      `code ${exactText(20)} NOT NULL,
       supplier VARCHAR(200) NULL,
       type ${exactText(10)} NULL,
       currency ${exactText(3)} NULL,
       valid_from DATE NULL,
       valid_to DATE NULL,
       terms TEXT NULL,
       contact VARCHAR(200) NULL`,
      reference('protocol', 'airline', 'airline'),
      `UNIQUE KEY protocol__code (code),
       KEY protocol__status_code (status, code)`,
      recordKeys('protocol'),
      filterKeys('protocol', 'name', 'supplier', 'type', 'currency', 'valid_from', 'valid_to'),
    );
    await createListTable(knex, 'protocol', 'countries', 'country');
  },
};
