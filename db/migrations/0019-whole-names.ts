import type { Migration } from './table.ts';

const kinds = [
  ...['country', 'city', 'airport', 'airline', 'cabin', 'protocol'],
  ...['rate_board', 'train_station', 'eurail_station'],
];

/** Search texts hold whole names since: the service writes those anew that are not there when it starts. */
export const wholeNames: Migration = {
  name: '0019-whole-names',
  async up(knex) {
    for (const table of kinds) await knex(table).update({ search: null });
  },
};
