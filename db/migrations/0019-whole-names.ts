import { firstKinds } from './record-columns.ts';
import type { Migration } from './table.ts';

/** Clears the search texts, which contain whole names from now on. The service fills missing ones when it starts. */
export const wholeNames: Migration = {
  name: '0019-whole-names',
  async up(knex) {
    for (const table of firstKinds) await knex(table).update({ search: null });
  },
};
