import { addKeys, type Migration } from './table.ts';

/**
 * Keys with which lists by continent, time zone, main station or source of rates are read in their default order and counted without reading
 * the records, as those of `0041-list-keys` do for lists by country. Lists are sorted by the plain keys on the same columns, which stay.
 */
export const filteredListKeys: Migration = {
  name: '0048-filtered-list-keys',
  async up(knex) {
    await addKeys(knex, 'city', { city__continent_status: 'continent, status, code, country_id, iata_code' });
    const place = 'city_id, latitude, longitude, icao_code';
    await addKeys(knex, 'airport', {
      airport__continent_status: `continent, status, code, country_id, timezone, ${place}`,
      airport__timezone_status: `timezone, status, code, country_id, continent, ${place}`,
    });
    await addKeys(knex, 'eurail_station', {
      eurail_station__main_status: 'is_main, status, code, country_id, city_id, latitude, longitude',
    });
    await addKeys(knex, 'rate_board', { rate_board__source_status: 'source, status, base, quote' });
  },
};
