import { firstKinds } from './record-columns.ts';
import type { Migration } from './table.ts';

/** Search texts hold whole names since: the service writes those anew that are not there when it starts. */
export const wholeNames: Migration = {
  name: '0019-whole-names',
  async up(knex) {
    for (const table of firstKinds) await knex(table).update({ search: null });
  },
};
