import { createTable, exactText, type Migration } from './table.ts';

/** When each entity's table was last rebuilt to renew its full-text key. */
export const searchKeyRenewals: Migration = {
  name: '0026-search-key-renewals',
  up: (knex) =>
    createTable(
      knex,
      'search_key_renewal',
      `entity ${exactText(32)} NOT NULL PRIMARY KEY,
       time DATETIME(3) NOT NULL`,
    ),
};
