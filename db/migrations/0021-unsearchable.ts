import { firstKinds } from './record-columns.ts';
import { addKeys, type Migration } from './table.ts';

/** A key to find records without a search text at each start of the service. Tables of later entities are created with it. */
export const unsearchable: Migration = {
  name: '0021-unsearchable',
  async up(knex) {
    for (const table of firstKinds) await addKeys(knex, table, { [`${table}__unsearchable`]: 'search(1)' });
  },
};
