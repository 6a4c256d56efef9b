import type { MockRecord } from '../data.ts';
import type { Kind } from '../kinds.ts';
import { identityOf } from '../records/fields.ts';
import { matchRank } from '../records/search.ts';
import type { RecordStore } from '../records/store.ts';
import { forbidden } from '../refusal.ts';
import { type Handlers, ok } from '../request.ts';

const EARTH_RADIUS_KM = 6371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Returns the great-circle distance in kilometres, with one decimal. */
function distanceKm(a: { latitude: number; longitude: number }, b: { latitude: number; longitude: number }): number {
  const [lat1, lat2] = [radians(a.latitude), radians(b.latitude)];
  const [dLat, dLon] = [lat2 - lat1, radians(b.longitude - a.longitude)];
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(lat1) * Math.cos(lat2) * Math.sin(dLon / 2) ** 2;
  return Number((2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(h))).toFixed(1));
}

export function searchHandlers(store: RecordStore): Handlers {
  const rank = (kind: Kind, record: MockRecord, text: string) => {
    const found = matchRank(kind, record, text);
    return found === undefined ? [] : [{ kind, record, found }];
  };
  return {
    searchRecords: ({ query, caller }) => {
      const matches = store.kinds
        .filter(({ tag }) => caller.may(`${tag}:read`))
        .flatMap((kind) => store.records(kind.tag).flatMap((record) => rank(kind, record, query.q ?? '')))
        .toSorted((a, b) => a.found - b.found)
        .slice(0, Number(query.limit ?? 20));
      const items = matches.map(({ kind, record }) => {
        return { entity: kind.tag, id: record.id, ...identityOf(kind, record), status: record.status };
      });
      return ok({ items });
    },
    listNearby: ({ query, caller }) => {
      const { entity = '', limit = '10' } = query;
      if (!caller.may(`${entity}:read`)) throw forbidden(`${entity}:read`);
      const kind = store.kind(entity);
      const center = { latitude: Number(query.latitude), longitude: Number(query.longitude) };
      const items = store
        .records(entity)
        .filter(({ status, latitude }) => status !== 'rejected' && typeof latitude === 'number')
        .map((record) => {
          const place = { latitude: Number(record.latitude), longitude: Number(record.longitude) };
          const { id, status } = record;
          return { id, ...identityOf(kind, record), status, ...place, distance: distanceKm(center, place) };
        })
        .toSorted((a, b) => a.distance - b.distance);
      return ok({ items: items.slice(0, Number(limit)) });
    },
  };
}
