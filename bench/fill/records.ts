import type { Knex } from 'knex';
import type { Entity, Fields } from '../../bff/src/crud/model.ts';
import { prepareManyValues } from '../../bff/src/crud/prepare.ts';
import { insertRecords } from '../../bff/src/crud/store.ts';
import { airport } from '../../bff/src/entities/airport.ts';
import { eurailStation } from '../../bff/src/entities/eurail-station.ts';
import { airportAt, placesOf } from '../airports.ts';
import { say } from '../results.ts';
import { stationAt } from '../stations.ts';
import type { Sizes } from './sizes.ts';

const atOnce = 2000;

/** Who has made and changed whatever a database was filled with. */
export const author = { id: null, username: 'bench' };

/** Active airports and European stations, each with the row of its creation in the log. */
export async function fillRecords(db: Knex, { airports, stations, places: most }: Sizes) {
  const places = await placesOf(db, most);
  const european = places.filter(({ continent }) => continent === 'EU');
  await fillKind(db, airport, airports, (n) => bodyOf(airportAt(places, n)));
  await fillKind(db, eurailStation, stations, (n) => stationAt(european, n));
}

async function fillKind(db: Knex, entity: Entity, count: number, bodyAt: (n: number) => Fields): Promise<void> {
  for (let from = 0; from < count; from += atOnce) {
    const bodies = Array.from({ length: Math.min(atOnce, count - from) }, (_, at) => bodyAt(from + at));
    await db.transaction(async (trx) => {
      const drafts = bodies.map((body) => ({ body, writing: { actor: author } }));
      const prepared = await prepareManyValues(trx, entity, drafts);
      const items = prepared.map(({ values, problems }) => {
        if (problems.length > 0) throw new Error(JSON.stringify(problems));
        return { values, status: 'active' as const };
      });
      await insertRecords(trx, entity, items, { action: 'create', actor: author });
    });
    if (from % (atOnce * 10) === 0) say(`fill: ${entity.key} ${from} of ${count}`);
  }
}

function bodyOf({ chinese, name, icaoCode, latitude, longitude, ...rest }: ReturnType<typeof airportAt>): Fields {
  return {
    ...rest,
    name,
    icaoCode: icaoCode || null,
    latitude: Number(latitude),
    longitude: Number(longitude),
    locales: { 'zh-CN': { name: chinese }, en: { name } },
  };
}
