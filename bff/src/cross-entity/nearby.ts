import type { Knex } from 'knex';
import { codeAndNameOf, entityByKey, identityColumns } from '#crud/entity.ts';
import type { CrudContext } from '#crud/model.ts';
import type { Schemas } from '#http/contract.ts';

type NearbyRecord = Schemas['NearbyAnswer']['data']['items'][number];

interface NearbyQuery {
  entity: Schemas['LocatedEntity'];
  /** Both in degrees. */
  latitude: number;
  longitude: number;
  limit: number;
}

const EARTH_RADIUS_KM = 6371.0088;
const FIRST_RADIUS_KM = 30;
/** Reaches every place on the globe. */
const LAST_RADIUS_KM = Math.ceil(EARTH_RADIUS_KM * Math.PI);

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;
const toDegrees = (radians: number) => (radians * 180) / Math.PI;

/**
 * Finds the records nearest to a location by great-circle distance. Doubles the radius until enough records are found, so that the key on
 * latitude spares reading the whole table.
 */
export async function findNearby(
  crud: Pick<CrudContext, 'db' | 'entities'>,
  query: NearbyQuery,
): Promise<NearbyRecord[]> {
  const entity = entityByKey(crud, query.entity);
  for (let radiusKm = FIRST_RADIUS_KM; ; radiusKm = Math.min(2 * radiusKm, LAST_RADIUS_KM)) {
    const rows: Record<string, unknown>[] = await crud
      .db(entity.table)
      .whereNot('status', 'rejected')
      .whereNotNull('latitude')
      .modify((records) => whereWithin(records, query, radiusKm))
      .select('id', 'status', 'latitude', 'longitude', ...identityColumns(entity))
      .select({ distance: distanceSql(crud.db, query) })
      .orderBy(['distance', 'id'])
      .limit(query.limit);
    const last = rows[query.limit - 1];
    const isComplete = last !== undefined && Number(last.distance) <= radiusKm;
    if (isComplete || radiusKm === LAST_RADIUS_KM)
      return rows.map((row) => ({
        id: Number(row.id),
        ...codeAndNameOf(entity, row),
        // the cast: the column holds no other values
        status: row.status as NearbyRecord['status'],
        latitude: Number(row.latitude),
        longitude: Number(row.longitude),
        distance: Math.round(Number(row.distance) * 10) / 10,
      }));
  }
}

/** Limits records to a range of latitudes and longitudes that contains the circle around the location. */
function whereWithin(records: Knex.QueryBuilder, { latitude, longitude }: NearbyQuery, radiusKm: number): void {
  const angle = radiusKm / EARTH_RADIUS_KM;
  const north = latitude + toDegrees(angle);
  const south = latitude - toDegrees(angle);
  records.whereBetween('latitude', [Math.max(-90, south), Math.min(90, north)]);
  // a circle around a pole contains all longitudes
  if (north >= 90 || south <= -90) return;
  const halfWidth = toDegrees(Math.asin(Math.sin(angle) / Math.cos(toRadians(latitude))));
  const [west, east] = [longitude - halfWidth, longitude + halfWidth];
  if (west >= -180 && east <= 180) records.whereBetween('longitude', [west, east]);
  // the range crosses the 180th meridian
  else
    records.where((ends) =>
      ends
        .where('longitude', '>=', west < -180 ? west + 360 : west)
        .orWhere('longitude', '<=', east > 180 ? east - 360 : east),
    );
}

/** The haversine formula. */
const distanceSql = (db: CrudContext['db'], { latitude, longitude }: NearbyQuery) =>
  db.raw(
    `2 * ? * ASIN(LEAST(1, SQRT(POW(SIN(RADIANS(latitude - ?) / 2), 2)
       + COS(RADIANS(?)) * COS(RADIANS(latitude)) * POW(SIN(RADIANS(longitude - ?) / 2), 2))))`,
    [EARTH_RADIUS_KM, latitude, latitude, longitude],
  );
