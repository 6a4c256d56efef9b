import type { Knex } from 'knex';
import type { Entity, Fields } from '../../bff/src/crud/model.ts';
import { prepareManyValues } from '../../bff/src/crud/prepare.ts';
import { insertRecords } from '../../bff/src/crud/store.ts';
import { airport } from '../../bff/src/entities/airport.ts';
import { eurailStation } from '../../bff/src/entities/eurail-station.ts';
import { airportAt, readCityPositions } from '../airports.ts';
import { printProgress } from '../results.ts';
import { stationAt } from '../stations.ts';
import type { Sizes } from './sizes.ts';

const batchRows = 2000;

/** The author of all generated records and changes. */
export const author = { id: null, username: 'bench' };

/** Active airports and European stations, each with its creation in the log. */
export async function fillRecords(db: Knex, { airports, stations, cities: cityCount }: Sizes) {
  const cities = await readCityPositions(db, cityCount);
  const european = cities.filter(({ continent }) => continent === 'EU');
  await fillKind(db, airport, airports, (n) => toBody(airportAt(cities, n)));
  await fillKind(db, eurailStation, stations, (n) => stationAt(european, n));
}

async function fillKind(db: Knex, entity: Entity, count: number, bodyAt: (n: number) => Fields): Promise<void> {
  for (let from = 0; from < count; from += batchRows) {
    const bodies = Array.from({ length: Math.min(batchRows, count - from) }, (_, index) => bodyAt(from + index));
    await db.transaction(async (trx) => {
      const drafts = bodies.map((body) => ({ body, writing: { actor: author } }));
      const prepared = await prepareManyValues(trx, entity, drafts);
      const items = prepared.map(({ values, problems }) => {
        if (problems.length > 0) throw new Error(JSON.stringify(problems));
        return { values, status: 'active' as const };
      });
      await insertRecords(trx, entity, items, { action: 'create', actor: author });
    });
    if (from % (batchRows * 10) === 0) printProgress(`fill: ${entity.key} ${from} of ${count}`);
  }
}

function toBody({ chinese, name, icaoCode, latitude, longitude, ...rest }: ReturnType<typeof airportAt>): Fields {
  return {
    ...rest,
    name,
    icaoCode: icaoCode || null,
    latitude: Number(latitude),
    longitude: Number(longitude),
    locales: { 'zh-CN': { name: chinese }, en: { name } },
  };
}
