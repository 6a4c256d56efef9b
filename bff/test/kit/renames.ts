import { fromJson } from '../../src/database.ts';
import type { Schemas } from '../../src/http/contract.ts';
import { createKindClient } from './kinds.ts';
import type { Service } from './service.ts';

/** Clients of the kinds that refer to each other, and helpers for tests of renames. */
export function createRelatedKinds(service: Service) {
  const kinds = {
    countries: createKindClient(service, 'Country'),
    cities: createKindClient(service, 'City'),
    airports: createKindClient(service, 'Airport'),
    airlines: createKindClient(service, 'Airline'),
    cabins: createKindClient(service, 'Cabin'),
    protocols: createKindClient(service, 'Protocol'),
    trains: createKindClient(service, 'TrainStation'),
    rails: createKindClient(service, 'EurailStation'),
  };

  const rename = async (kind: typeof kinds.cities, record: Schemas['City']) =>
    (await kind.update((await kind.get(record.id)).record, { code: await kind.freeCode() })).record;

  const lastChange = async (kind: { dataLogRows: typeof kinds.cities.dataLogRows }, { id }: { id: number }) => {
    const row = await kind.dataLogRows({ id }).orderBy('version', 'desc').first();
    return { ...row, before: fromJson(row.before), after: fromJson(row.after) };
  };

  return { ...kinds, rename, lastChange };
}
