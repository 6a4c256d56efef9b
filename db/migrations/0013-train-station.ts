import {
  createListTable,
  filterKeys,
  nameColumns,
  placeColumns,
  recordColumns,
  recordKeys,
  reference,
} from './record-columns.ts';
import { createTable, exactText, hidden, type Migration } from './table.ts';

export const trainStation: Migration = {
  name: '0013-train-station',
  async up(knex) {
    await createTable(
      knex,
      'train_station',
      recordColumns,
      nameColumns,
      placeColumns,
      `code ${exactText(3)} NOT NULL,
       telegraph_code ${exactText(3)} NOT NULL,
       pinyin VARCHAR(300) NULL,
       pinyin_initials ${exactText(40)} NULL,
       address VARCHAR(300) NULL,
       opening_hours JSON NOT NULL,
       verification JSON NOT NULL,
       verification_state ${exactText(10)} AS (JSON_UNQUOTE(JSON_EXTRACT(verification, '$.state'))) STORED ${hidden}`,
      reference('train_station', 'city', 'city'),
      // The code is derived from the telegraph code, so this key comes first and reports a duplicate.
      `UNIQUE KEY train_station__telegraph_code (telegraph_code),
       UNIQUE KEY train_station__code (code),
       KEY train_station__status_code (status, code)`,
      recordKeys('train_station'),
      filterKeys('train_station', 'name', 'pinyin', 'pinyin_initials', 'verification_state'),
    );
    await createListTable(knex, 'train_station', 'airports', 'airport', 'distance DECIMAL(6,1) NULL');
  },
};
