import { firstKinds } from './record-columns.ts';
import { addKeys, type Migration } from './table.ts';

/** Keys with which the records that one person changed last are found. Tables of later entities are created with this key. */
export const updaterKeys: Migration = {
  name: '0034-updater-keys',
  async up(knex) {
    for (const table of firstKinds) await addKeys(knex, table, { [`${table}__updated_by`]: 'updated_by' });
  },
};
