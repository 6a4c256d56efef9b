import { firstKinds } from './record-columns.ts';
import { addKeys, dropKeys, type Migration } from './table.ts';

/**
 * With these keys, lists of the kinds with many records are filtered and counted without reading the records. `…_status` keys find a page of
 * a reference in the order of the code, `status_fields` has what approval requires, so that incomplete records are counted by it. The key
 * `…__updater` also sorts what a person changed, and replaces one on `updated_by` alone.
 */
export const listKeys: Migration = {
  name: '0041-list-keys',
  async up(knex) {
    await addKeys(knex, 'city', {
      city__status_fields: 'status, country_id, continent',
      city__country_status: 'country_id, status, code, continent',
    });
    await addKeys(knex, 'airport', {
      airport__status_fields: 'status, country_id, continent, city_id, timezone, latitude, longitude',
      airport__country_status: 'country_id, status, code, continent, city_id, timezone, latitude, longitude',
    });
    await addKeys(knex, 'eurail_station', {
      eurail_station__status_fields: 'status, country_id, city_id, is_main, latitude, longitude',
      eurail_station__country_status: 'country_id, status, code, city_id, is_main, latitude, longitude',
    });
    await addKeys(knex, 'train_station', {
      train_station__status_fields: 'status, city_id, verification_state, latitude, longitude',
      train_station__city_status: 'city_id, status, code',
    });
    for (const table of firstKinds) {
      await addKeys(knex, table, { [`${table}__updater`]: 'updated_by, update_time, status' });
      await dropKeys(knex, table, [`${table}__updated_by`]);
    }
  },
};
