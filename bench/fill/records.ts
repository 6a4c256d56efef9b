import type { Knex } from 'knex';
import type { Entity, FieldValues } from '../../bff/src/crud/model.ts';
import { prepareManyValues } from '../../bff/src/crud/prepare.ts';
import { insertRecords } from '../../bff/src/crud/store.ts';
import { airport } from '../../bff/src/entities/airport.ts';
import { eurailStation } from '../../bff/src/entities/eurail-station.ts';
import { printProgress } from '../measure/results.ts';
import { airportAt, readCityPositions } from '../samples/airports.ts';
import { stationAt } from '../samples/stations.ts';
import type { Sizes } from './sizes.ts';

const BATCH_ROWS = 2000;

/** The author of all generated records and changes. */
export const author = { id: null, username: 'bench' };

/** Inserts active airports and European stations, each with its creation in the log. */
export async function fillRecords(db: Knex, { airports, stations, cities: cityCount }: Sizes) {
  const cities = await readCityPositions(db, cityCount);
  const europeanCities = cities.filter(({ continent }) => continent === 'EU');
  await insertGenerated(db, airport, airports, (n) => toBody(airportAt(cities, n)));
  await insertGenerated(db, eurailStation, stations, (n) => stationAt(europeanCities, n));
}

async function insertGenerated(
  db: Knex,
  entity: Entity,
  count: number,
  bodyAt: (n: number) => FieldValues,
): Promise<void> {
  for (let offset = 0; offset < count; offset += BATCH_ROWS) {
    const bodies = Array.from({ length: Math.min(BATCH_ROWS, count - offset) }, (_, index) => bodyAt(offset + index));
    await db.transaction(async (trx) => {
      const drafts = bodies.map((body) => ({ body, writing: { actor: author } }));
      const preparedValues = await prepareManyValues(trx, entity, drafts);
      const items = preparedValues.map(({ values, problems }) => {
        if (problems.length > 0) throw new Error(JSON.stringify(problems));
        return { values, status: 'active' as const };
      });
      await insertRecords(trx, entity, items, { action: 'create', actor: author });
    });
    if (offset % (BATCH_ROWS * 10) === 0) printProgress(`fill: ${entity.key} ${offset} of ${count}`);
  }
}

function toBody({
  chinese,
  name,
  icaoCode,
  latitude,
  longitude,
  ...otherFields
}: ReturnType<typeof airportAt>): FieldValues {
  return {
    ...otherFields,
    name,
    icaoCode: icaoCode || null,
    latitude: Number(latitude),
    longitude: Number(longitude),
    locales: { 'zh-CN': { name: chinese }, en: { name } },
  };
}
