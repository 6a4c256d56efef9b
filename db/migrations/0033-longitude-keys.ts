import { addKeys, type Migration } from './table.ts';

/** Keys with which places without a longitude are found: the keys on coordinates begin with the latitude. */
export const longitudeKeys: Migration = {
  name: '0033-longitude-keys',
  async up(knex) {
    for (const table of ['airport', 'train_station', 'eurail_station'])
      await addKeys(knex, table, { [`${table}__longitude`]: 'longitude' });
  },
};
