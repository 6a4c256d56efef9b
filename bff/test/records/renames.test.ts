import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toStoredRecords } from '../../src/crud/rows.ts';
import { entities } from '../../src/entities/index.ts';
import type { Schemas } from '../../src/http/contract.ts';
import { sequenceAll } from '../feed/changes.ts';
import { insertSubscriber } from '../feed/subscribers.ts';
import { createClient } from '../kit/client.ts';
import { createRelatedClients } from '../kit/related-entities.ts';
import { type Service, startService } from '../kit/service.ts';

let clients: ReturnType<typeof createRelatedClients>;
let service: Service;
beforeAll(async () => {
  service = await startService();
  clients = createRelatedClients(service);
  await sequenceAll(service.db);
});
afterAll(() => service.stop());

/** Builds the replica of a subscriber from a snapshot, which `follow` updates from the feed. */
async function createReplica(token: string) {
  const client = createClient(service.url, token);
  const text = String((await client.call('getChangesSnapshot')).data);
  const [head, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((airline) => JSON.parse(airline));
  const state = new Map<string, unknown>();
  for (const { type, entity, recordId, record } of lines)
    if (type === 'record') state.set(`${entity} ${recordId}`, record);
  const items: Schemas['ChangeItem'][] = [];
  let cursor: string = head.cursor;
  const follow = async () => {
    await sequenceAll(service.db);
    for (let hasMore = true; hasMore; ) {
      const page = await client.ok('listChanges', { query: { cursor, limit: 500 } });
      for (const { entity, recordId, version, deleted, record } of page.items) {
        const before = state.get(`${entity} ${recordId}`) as Schemas['City'] | undefined;
        if (before) expect(version).toBe(before.version + 1);
        if (deleted) state.delete(`${entity} ${recordId}`);
        else state.set(`${entity} ${recordId}`, record);
      }
      items.push(...page.items);
      ({ nextCursor: cursor, more: hasMore } = page);
    }
    return state;
  };
  return { state, items, follow };
}

async function readStoredState() {
  const state = new Map<string, unknown>();
  for (const entity of entities)
    for (const { record } of await toStoredRecords(service.db, entity, await service.db(entity.table)))
      state.set(`${entity.key} ${record.id}`, record);
  return state;
}

describe('a record that is renamed', () => {
  test('adds a version with both codes to each record that refers to it, which makes nobody a contributor of that record', async () => {
    const { token } = await insertSubscriber(service.db, { entities: entities.map(({ key }) => key) });
    const replica = await createReplica(token);
    const city = await clients.cities.createPending();
    const airport = await clients.airports.createActive({ city: city.code });
    const station = await clients.trainStations.createPending({
      city: city.code,
      airports: [{ airport: airport.code, distance: 3 }],
    });
    await replica.follow();
    replica.items.length = 0;
    const renamedCity = await clients.changeCode(clients.cities, city);
    expect((await clients.airports.get(airport.id)).record).toEqual({
      ...airport,
      city: renamedCity.code,
      version: airport.version + 1,
      updateTime: expect.any(String),
      updatedBy: 'editor',
    });
    expect(await clients.lastChange(clients.airports, airport)).toMatchObject({
      action: 'reference',
      actor: 'editor',
      version: airport.version + 1,
      code: airport.code,
      before: { city: city.code, version: airport.version },
      after: { city: renamedCity.code, status: 'active' },
    });
    await replica.follow();
    expect(replica.items.map(({ entity, action, version }) => [entity, action, version])).toEqual([
      ['city', 'update', city.version + 1],
      ['airport', 'update', airport.version + 1],
      ['train_station', 'update', station.version + 1],
    ]);
    const { items } = await clients.airports.history(airport.id);
    expect(items[0]).toMatchObject({
      action: 'reference',
      before: { city: city.code },
      after: { city: renamedCity.code },
    });
    const viewer = await service.as('viewer');
    const { items: loggedChanges } = await viewer.ok('listDataLogs', { query: { action: 'reference', limit: 2 } });
    expect(loggedChanges.map(({ code, changes }) => [code, changes])).toEqual([
      [station.code, ['/city']],
      [airport.code, ['/city']],
    ]);
    const overview = await viewer.ok('getOverview', {});
    expect(overview.recent.map(({ entry }) => entry?.action)).not.toContain('reference');
    expect(await service.db('review_writer').where({ entity: 'airport', record_id: airport.id })).toEqual([]);
    // Now the airport is renamed, which the station has in a list.
    const movedAnswer = await clients.airports.update(
      (await clients.airports.get(airport.id)).record,
      { code: await clients.airports.freeCode() },
      202,
    );
    expect(movedAnswer.record.version).toBe(airport.version + 1);
    const approvedAirport = await clients.airports.approve(airport);
    expect((await clients.trainStations.get(station.id)).record).toMatchObject({
      version: station.version + 2,
      airports: [{ airport: approvedAirport.code, distance: 3 }],
    });
    expect(await clients.lastChange(clients.trainStations, station)).toMatchObject({
      actor: 'reviewer',
      proposer: 'editor',
    });
    const restoredAnswer = await clients.airports.restore(approvedAirport, airport.version, 202);
    expect(restoredAnswer.record.code).toBe(approvedAirport.code);
    await clients.airports.approve(airport);
    expect((await clients.trainStations.get(station.id)).record).toMatchObject({
      airports: [{ airport: airport.code, distance: 3 }],
    });
    expect(await replica.follow()).toEqual(await readStoredState());
  });

  test('of an entity that refers to itself updates only its direct children', async () => {
    const parent = await clients.eurailStations.createPending();
    const child = await clients.eurailStations.createPending({ parent: parent.code ?? null });
    const grandchild = await clients.eurailStations.createPending({ parent: child.code ?? null });
    const code = await clients.eurailStations.freeCode();
    await clients.eurailStations.update(parent, { code });
    const [updatedChild, updatedGrandchild] = [
      await clients.eurailStations.get(child.id),
      await clients.eurailStations.get(grandchild.id),
    ];
    expect([updatedChild.record.parent, updatedChild.record.version, updatedGrandchild.record.version]).toEqual([
      code,
      2,
      1,
    ]);
  });

  test('sends its records to the subscribers of its country, and no tombstones to others', async () => {
    const [ownCountry, otherCountry] = [
      await clients.countries.createPending(),
      await clients.countries.createPending(),
    ];
    await clients.cities.createPending({ country: ownCountry.code });
    const createFilteredReplica = async ({ id }: Schemas['Country']) => {
      const { token } = await insertSubscriber(service.db, { entities: ['city'], filter: { countries: [id] } });
      return createReplica(token);
    };
    await sequenceAll(service.db);
    const [subscribedReplica, otherReplica] = [
      await createFilteredReplica(ownCountry),
      await createFilteredReplica(otherCountry),
    ];
    const code = await clients.countries.freeCode();
    await clients.countries.update(ownCountry, { code });
    for (const { follow } of [subscribedReplica, otherReplica]) await follow();
    expect(subscribedReplica.items).toMatchObject([{ deleted: false, record: { country: code } }]);
    expect(otherReplica.items).toEqual([]);
  });
});

/** Creates a pseudorandom generator with the same numbers in every run. */
function createRandomIndex(seed: number) {
  let state = seed;
  return (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

test('a replica equals the stored records after many renames, some of them simultaneous', async () => {
  const { token } = await insertSubscriber(service.db, { entities: entities.map(({ key }) => key) });
  const replica = await createReplica(token);
  const countries = [await clients.countries.createPending(), await clients.countries.createPending()];
  const codes = countries.map(({ code }) => code);
  const cities = [
    await clients.cities.createPending({ country: codes[0] ?? null }),
    await clients.cities.createPending({ country: codes[1] ?? null }),
  ];
  const airline = await clients.airlines.createPending({ country: codes[0] ?? null });
  await clients.cabins.createPending({ airline: airline.code });
  const airports = [];
  for (const { code, country } of [...cities, ...cities])
    airports.push(await clients.airports.createPending({ city: code, country }));
  await clients.trainStations.createPending({
    city: cities[0]?.code ?? null,
    airports: airports.map(({ code }) => ({ airport: code })),
  });
  await clients.protocols.createPending({ countries: codes, airline: airline.code });
  const [editor, reviewer] = [await service.as('editor'), await service.as('reviewer')];
  const pickBelow = createRandomIndex(20_261_124);
  const rename = async <K extends 'countries' | 'cities' | 'airlines' | 'airports'>(
    entity: K,
    { id }: { id: number },
  ) => {
    const client = clients[entity] as typeof clients.cities;
    const { record } = await client.get(id);
    await client.update(record, { code: await client.freeCode() });
  };
  const approve = async ({ id }: { id: number }) => {
    const { record } = await clients.airports.get(id);
    if (record.status !== 'pending') return;
    const parts = { path: { id }, ifMatch: record.version, body: { event: 'approve' as const } };
    await (pickBelow(2) ? reviewer : editor).call('transitionAirport', parts);
  };
  for (let round = 0; round < 12; round++) {
    const airport = airports[pickBelow(airports.length)] ?? airline;
    const actions = [
      () => rename('countries', countries[pickBelow(2)] ?? airline),
      () => rename('cities', cities[pickBelow(2)] ?? airline),
      () => rename('airlines', airline),
      () => approve(airport),
    ];
    const actionIndexes = new Set([pickBelow(actions.length), pickBelow(actions.length), pickBelow(actions.length)]);
    await Promise.all([...actionIndexes].map((index) => actions[index]?.()));
    if (round % 4 === 0) await replica.follow();
  }
  expect(await replica.follow()).toEqual(await readStoredState());
}, 60_000);

describe('a user who works on a record while a referenced one is renamed', () => {
  /** Creates an airport and renames its city after the airport was read. */
  const renameCityOf = async (
    createAirport: typeof clients.airports.createPending = clients.airports.createPending,
  ) => {
    const city = await clients.cities.createPending();
    const openedAirport = await createAirport({ city: city.code });
    const { code } = await clients.changeCode(clients.cities, city);
    return { openedAirport, code };
  };

  test('can save it with the old code, and gets a conflict only if another user has changed it', async () => {
    const { openedAirport, code } = await renameCityOf();
    const savedAnswer = await clients.airports.update(openedAirport, { name: 'Typed meanwhile' });
    expect(savedAnswer.record).toMatchObject({
      name: 'Typed meanwhile',
      city: code,
      version: openedAirport.version + 2,
    });
    expect(
      await clients.airports.expectRefusal.update(openedAirport, { name: 'Later' }, 'versionConflict'),
    ).toMatchObject({
      messages: [expect.any(String), expect.any(String)],
    });
  });

  test('can save a list that has the old code at another position', async () => {
    const firstCountry = await clients.countries.createPending();
    const protocol = await clients.protocols.createPending({ countries: ['CN', firstCountry.code] });
    const code = await clients.countries.freeCode();
    await clients.countries.update(firstCountry, { code });
    const savedAnswer = await clients.protocols.update(protocol, {
      countries: [firstCountry.code.toLowerCase(), 'FR', 'CN'],
    });
    expect(savedAnswer.record.countries).toEqual([code, 'FR', 'CN']);
  });

  test('can approve, restore and delete it by the version that was read', async () => {
    const approvedCase = await renameCityOf();
    expect(await clients.airports.transition(approvedCase.openedAirport, 'approve')).toMatchObject({
      status: 'approved',
      city: approvedCase.code,
    });
    const restoredCase = await renameCityOf();
    const { record } = await clients.airports.restore(restoredCase.openedAirport, 1);
    expect(record).toMatchObject({ city: restoredCase.code, version: 2 });
    const removedCase = await renameCityOf();
    await clients.airports.remove(removedCase.openedAirport);
    const bulkCase = await renameCityOf();
    const items = [{ id: bulkCase.openedAirport.id, version: bulkCase.openedAirport.version }];
    const reviewer = await service.as('reviewer');
    const bulkAnswer = await reviewer.ok('bulkAirports', { body: { action: 'approve', items } });
    expect(bulkAnswer.items).toMatchObject([{ code: 200 }]);
  });

  test('can review the record after renaming the referenced one', async () => {
    const city = await clients.cities.createPending();
    const airport = await clients.airports.createPending({ city: city.code });
    const editorAndReviewer = await service.clientWith('city:read', 'city:update', 'airport:read', 'airport:review');
    const body = clients.cities.bodyFrom(city, { code: await clients.cities.freeCode() });
    await editorAndReviewer.ok('updateCity', { path: { id: city.id }, ifMatch: city.version, body });
    const { record, ownWork } = await editorAndReviewer.ok('getAirport', { path: { id: airport.id } });
    expect([record.version, ownWork]).toEqual([2, false]);
    await editorAndReviewer.ok('transitionAirport', {
      path: { id: airport.id },
      ifMatch: 2,
      body: { event: 'approve' },
    });
  });

  test('can approve its proposal', async () => {
    const { openedAirport, code } = await renameCityOf(async (changes) => {
      const airport = await clients.airports.createActive(changes);
      await clients.airports.update(airport, { name: 'Proposed' }, 202);
      return airport;
    });
    expect(await clients.airports.approve(openedAirport)).toMatchObject({
      name: 'Proposed',
      city: code,
      version: openedAirport.version + 2,
    });
  });
});

test('a city and its country can be renamed at the same time, and an airport follows both', async () => {
  let country = await clients.countries.createPending();
  let city = await clients.cities.createPending({ country: country.code });
  const airport = await clients.airports.createPending({ city: city.code, country: country.code });
  for (let round = 0; round < 5; round++) {
    const codes = [await clients.countries.freeCode(), await clients.cities.freeCode()];
    const [{ record: renamedCountry }, { record: renamedCity }] = await Promise.all([
      clients.countries.update(country, { code: codes[0] ?? '' }),
      clients.cities.update(city, { code: codes[1] ?? '' }),
    ]);
    [country, city] = [renamedCountry, renamedCity];
    const { record } = await clients.airports.get(airport.id);
    expect([record.country, record.city]).toEqual(codes);
    expect((await clients.lastChange(clients.airports, airport)).after).toEqual(record);
  }
});
