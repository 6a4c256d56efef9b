import { filterKeys, nameColumns, recordColumns, recordKeys, reference } from './record-columns.ts';
import { createTable, exactText, type Migration } from './table.ts';

export const airline: Migration = {
  name: '0007-airline',
  async up(knex) {
    await createTable(
      knex,
      'airline',
      recordColumns,
      nameColumns,
      `code ${exactText(2)} NOT NULL,
       type ${exactText(3)} NULL,
       icao_code ${exactText(3)} NULL,
       iata_accounting_code ${exactText(3)} NULL,
       callsign VARCHAR(60) NULL,
       website VARCHAR(500) NULL`,
      reference('airline', 'country', 'country'),
      `UNIQUE KEY airline__code (code),
       KEY airline__status_code (status, code)`,
      recordKeys('airline'),
      filterKeys('airline', 'name', 'type', 'icao_code', 'iata_accounting_code', 'callsign'),
    );
  },
};
