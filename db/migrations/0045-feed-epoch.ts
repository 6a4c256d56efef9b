import type { Migration } from './table.ts';

/** `epoch`: the position after which the feed went on when the database was last restored from a backup; 0 if it never was. */
export const feedEpoch: Migration = {
  name: '0045-feed-epoch',
  async up(knex) {
    await knex('feed_mark').insert({ name: 'epoch', position: 0 }).onConflict('name').ignore();
  },
};
