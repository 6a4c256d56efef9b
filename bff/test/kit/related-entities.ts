import { fromJson } from '../../src/database/database.ts';
import type { Schemas } from '../../src/http/contract.ts';
import { createEntityClient } from './entity-client.ts';
import type { Service } from './service.ts';

/** Creates clients of the entities that refer to each other, and helpers for tests of renames. */
export function createRelatedClients(service: Service) {
  const clients = {
    countries: createEntityClient(service, 'Country'),
    cities: createEntityClient(service, 'City'),
    airports: createEntityClient(service, 'Airport'),
    airlines: createEntityClient(service, 'Airline'),
    cabins: createEntityClient(service, 'Cabin'),
    protocols: createEntityClient(service, 'Protocol'),
    trainStations: createEntityClient(service, 'TrainStation'),
    eurailStations: createEntityClient(service, 'EurailStation'),
  };

  const changeCode = async (client: typeof clients.cities, record: Schemas['City']) =>
    (await client.update((await client.get(record.id)).record, { code: await client.freeCode() })).record;

  const lastChange = async (client: { dataLogRows: typeof clients.cities.dataLogRows }, { id }: { id: number }) => {
    const row = await client.dataLogRows({ id }).orderBy('version', 'desc').first();
    return { ...row, before: fromJson(row.before), after: fromJson(row.after) };
  };

  return { ...clients, changeCode, lastChange };
}
