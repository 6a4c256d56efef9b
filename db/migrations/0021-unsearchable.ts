import { firstKinds } from './record-columns.ts';
import { addKeys, type Migration } from './table.ts';

/** The service looks at each start for records without a search text. New tables of kinds have this from the start. */
export const unsearchable: Migration = {
  name: '0021-unsearchable',
  async up(knex) {
    for (const table of firstKinds) await addKeys(knex, table, { [`${table}__unsearchable`]: 'search(1)' });
  },
};
