import { addKeys, type Migration } from './table.ts';

/** Keys with which the stations near a location are found. */
export const stationCoordinates: Migration = {
  name: '0032-station-coordinates',
  async up(knex) {
    for (const table of ['train_station', 'eurail_station'])
      await addKeys(knex, table, { [`${table}__latitude`]: 'latitude, longitude' });
  },
};
