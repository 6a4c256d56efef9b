import { useMemo } from 'react';
import { type EntityKey, enums, type Schemas } from '#api/metadata.gen.ts';
import type { Coordinates } from '#kit/values/coordinates.ts';
import { api } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import { viewedDay } from '#session/viewed-day.ts';
import { useOptionalQuery } from './use-read.ts';

export type NearbyRecord = Schemas['NearbyAnswer']['data']['items'][number];

const MAX_RECORDS = 20;
const DEBOUNCE_MS = 300;
const NO_RECORDS: readonly NearbyRecord[] = [];

const isLocated = (entity: EntityKey | undefined): entity is Schemas['LocatedEntity'] =>
  // the cast: `includes` accepts only members
  (enums.LocatedEntity as readonly (EntityKey | undefined)[]).includes(entity);

async function fetchNearby(entity: Schemas['LocatedEntity'], { latitude, longitude }: Coordinates) {
  const query = { entity, latitude, longitude, limit: MAX_RECORDS + 1 };
  return (await api.GET('/api/v1/nearby', { params: { query } })).data.items;
}

/**
 * Returns the records of the same kind nearest to a point, without the record itself; undefined until they are known. There are none on
 * another day, as only those of the present can be found.
 */
export function useNearbyRecords(
  entity: EntityKey | undefined,
  point: Coordinates | null,
  ownId: number | undefined,
): readonly NearbyRecord[] | undefined {
  const { can } = useSession();
  const located = point && !viewedDay() && isLocated(entity) && can(`${entity}:read`) ? entity : undefined;
  const records = useOptionalQuery(
    located && point ? ['nearby', located, point.latitude, point.longitude] : null,
    // the query has no key, and does not run, without both
    async () => (located && point ? fetchNearby(located, point) : NO_RECORDS),
    DEBOUNCE_MS,
  );
  return useMemo(() => (located ? records?.filter(({ id }) => id !== ownId) : NO_RECORDS), [located, records, ownId]);
}
