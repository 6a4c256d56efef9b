import { fromJson } from '../../src/database.ts';
import type { Schemas } from '../../src/http/contract.ts';
import { kindOf } from './kinds.ts';
import type { Service } from './service.ts';

/** The kinds that refer to each other, and what tests of renames do with them. */
export function renamesOf(service: Service) {
  const kinds = {
    countries: kindOf(service, 'Country'),
    cities: kindOf(service, 'City'),
    airports: kindOf(service, 'Airport'),
    airlines: kindOf(service, 'Airline'),
    cabins: kindOf(service, 'Cabin'),
    protocols: kindOf(service, 'Protocol'),
    trains: kindOf(service, 'TrainStation'),
    rails: kindOf(service, 'EurailStation'),
  };

  const rename = async (kind: typeof kinds.cities, record: Schemas['City']) =>
    (await kind.update((await kind.get(record.id)).record, { code: await kind.freeCode() })).record;

  const lastChange = async (kind: { logOf: typeof kinds.cities.logOf }, { id }: { id: number }) => {
    const row = await kind.logOf({ id }).orderBy('version', 'desc').first();
    return { ...row, before: fromJson(row.before), after: fromJson(row.after) };
  };

  return { ...kinds, rename, lastChange };
}
