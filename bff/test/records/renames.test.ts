import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toStoredRecords } from '../../src/crud/rows.ts';
import { entities } from '../../src/entities/index.ts';
import type { Schemas } from '../../src/http/contract.ts';
import { sequenceAll } from '../feed/changes.ts';
import { insertSubscriber } from '../feed/subscribers.ts';
import { createClient } from '../kit/client.ts';
import { createRelatedClients } from '../kit/related-entities.ts';
import { type Service, startService } from '../kit/service.ts';

let kinds: ReturnType<typeof createRelatedClients>;
let service: Service;
beforeAll(async () => {
  service = await startService();
  kinds = createRelatedClients(service);
  await sequenceAll(service.db);
});
afterAll(() => service.stop());

/** The replica of a subscriber, built from a snapshot and the feed after it. */
async function replicaOf(token: string) {
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

async function readLiveState() {
  const state = new Map<string, unknown>();
  for (const entity of entities)
    for (const { record } of await toStoredRecords(service.db, entity, await service.db(entity.table)))
      state.set(`${entity.key} ${record.id}`, record);
  return state;
}

describe('a record that is renamed', () => {
  test('adds a version with both codes to each record that refers to it, which does not count as anybody’s work on that record', async () => {
    const { token } = await insertSubscriber(service.db, { entities: entities.map(({ key }) => key) });
    const replica = await replicaOf(token);
    const city = await kinds.cities.createPending();
    const airport = await kinds.airports.createActive({ city: city.code });
    const station = await kinds.trainStations.createPending({
      city: city.code,
      airports: [{ airport: airport.code, distance: 3 }],
    });
    await replica.follow();
    replica.items.length = 0;
    const renamedCity = await kinds.changeCode(kinds.cities, city);
    expect((await kinds.airports.get(airport.id)).record).toEqual({
      ...airport,
      city: renamedCity.code,
      version: airport.version + 1,
      updateTime: expect.any(String),
      updatedBy: 'editor',
    });
    expect(await kinds.lastChange(kinds.airports, airport)).toMatchObject({
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
    const { items } = await kinds.airports.history(airport.id);
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
    expect(overview.recent.map(({ action }) => action)).not.toContain('reference');
    expect(await service.db('review_writer').where({ entity: 'airport', record_id: airport.id })).toEqual([]);
    // renaming the airport, which the station has in a list
    const movedAnswer = await kinds.airports.update(
      (await kinds.airports.get(airport.id)).record,
      { code: await kinds.airports.freeCode() },
      202,
    );
    expect(movedAnswer.record.version).toBe(airport.version + 1);
    const approvedAirport = await kinds.airports.approve(airport);
    expect((await kinds.trainStations.get(station.id)).record).toMatchObject({
      version: station.version + 2,
      airports: [{ airport: approvedAirport.code, distance: 3 }],
    });
    expect(await kinds.lastChange(kinds.trainStations, station)).toMatchObject({
      actor: 'reviewer',
      proposer: 'editor',
    });
    const restoredAnswer = await kinds.airports.restore(approvedAirport, airport.version, 202);
    expect(restoredAnswer.record.code).toBe(approvedAirport.code);
    await kinds.airports.approve(airport);
    expect((await kinds.trainStations.get(station.id)).record).toMatchObject({
      airports: [{ airport: airport.code, distance: 3 }],
    });
    expect(await replica.follow()).toEqual(await readLiveState());
  });

  test('of a kind that refers to itself updates its children only', async () => {
    const parent = await kinds.eurailStations.createPending();
    const child = await kinds.eurailStations.createPending({ parent: parent.code ?? null });
    const grandchild = await kinds.eurailStations.createPending({ parent: child.code ?? null });
    const code = await kinds.eurailStations.freeCode();
    await kinds.eurailStations.update(parent, { code });
    const [updatedChild, updatedGrandchild] = [
      await kinds.eurailStations.get(child.id),
      await kinds.eurailStations.get(grandchild.id),
    ];
    expect([updatedChild.record.parent, updatedChild.record.version, updatedGrandchild.record.version]).toEqual([
      code,
      2,
      1,
    ]);
  });

  test('sends its records to the subscribers of its country, and no tombstones to others', async () => {
    const [ownCountry, otherCountry] = [await kinds.countries.createPending(), await kinds.countries.createPending()];
    await kinds.cities.createPending({ country: ownCountry.code });
    const createFilteredReplica = async ({ id }: Schemas['Country']) => {
      const { token } = await insertSubscriber(service.db, { entities: ['city'], filter: { countries: [id] } });
      return replicaOf(token);
    };
    await sequenceAll(service.db);
    const [owner, stranger] = [await createFilteredReplica(ownCountry), await createFilteredReplica(otherCountry)];
    const code = await kinds.countries.freeCode();
    await kinds.countries.update(ownCountry, { code });
    for (const { follow } of [owner, stranger]) await follow();
    expect(owner.items).toMatchObject([{ deleted: false, record: { country: code } }]);
    expect(stranger.items).toEqual([]);
  });
});

/** A pseudorandom generator with the same numbers in every run. */
function createRandomIndex(seed: number) {
  let state = seed;
  return (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

test('a replica equals the live records after any renames, also simultaneous ones', async () => {
  const { token } = await insertSubscriber(service.db, { entities: entities.map(({ key }) => key) });
  const replica = await replicaOf(token);
  const countries = [await kinds.countries.createPending(), await kinds.countries.createPending()];
  const codes = countries.map(({ code }) => code);
  const cities = [
    await kinds.cities.createPending({ country: codes[0] ?? null }),
    await kinds.cities.createPending({ country: codes[1] ?? null }),
  ];
  const line = await kinds.airlines.createPending({ country: codes[0] ?? null });
  await kinds.cabins.createPending({ airline: line.code });
  const airports = [];
  for (const { code, country } of [...cities, ...cities])
    airports.push(await kinds.airports.createPending({ city: code, country }));
  await kinds.trainStations.createPending({
    city: cities[0]?.code ?? null,
    airports: airports.map(({ code }) => ({ airport: code })),
  });
  await kinds.protocols.createPending({ countries: codes, airline: line.code });
  const [editor, reviewer] = [await service.as('editor'), await service.as('reviewer')];
  const pickBelow = createRandomIndex(20_261_124);
  const rename = async <K extends 'countries' | 'cities' | 'airlines' | 'airports'>(
    kind: K,
    { id }: { id: number },
  ) => {
    const kindClient = kinds[kind] as typeof kinds.cities;
    const { record } = await kindClient.get(id);
    await kindClient.update(record, { code: await kindClient.freeCode() });
  };
  const approve = async ({ id }: { id: number }) => {
    const { record } = await kinds.airports.get(id);
    if (record.status !== 'pending') return;
    const parts = { path: { id }, ifMatch: record.version, body: { event: 'approve' as const } };
    await (pickBelow(2) ? reviewer : editor).call('transitionAirport', parts);
  };
  for (let round = 0; round < 12; round++) {
    const port = airports[pickBelow(airports.length)] ?? line;
    const actions = [
      () => rename('countries', countries[pickBelow(2)] ?? line),
      () => rename('cities', cities[pickBelow(2)] ?? line),
      () => rename('airlines', line),
      () => approve(port),
    ];
    const actionIndexes = new Set([pickBelow(actions.length), pickBelow(actions.length), pickBelow(actions.length)]);
    await Promise.all([...actionIndexes].map((index) => actions[index]?.()));
    if (round % 4 === 0) await replica.follow();
  }
  expect(await replica.follow()).toEqual(await readLiveState());
}, 60_000);

describe('a user who works on a record while a referenced one is renamed', () => {
  /** Creates an airport and renames its city after the airport was read. */
  const renameCityOf = async (createAirport: typeof kinds.airports.createPending = kinds.airports.createPending) => {
    const city = await kinds.cities.createPending();
    const openedAirport = await createAirport({ city: city.code });
    const { code } = await kinds.changeCode(kinds.cities, city);
    return { openedAirport, code };
  };

  test('can save it with the old code, and gets a conflict only after the change of a person', async () => {
    const { openedAirport, code } = await renameCityOf();
    const saved = await kinds.airports.update(openedAirport, { name: 'Typed meanwhile' });
    expect(saved.record).toMatchObject({ name: 'Typed meanwhile', city: code, version: openedAirport.version + 2 });
    expect(
      await kinds.airports.expectRefusal.update(openedAirport, { name: 'Later' }, 'versionConflict'),
    ).toMatchObject({
      messages: [expect.any(String), expect.any(String)],
    });
  });

  test('can save a list that has the old code at another position', async () => {
    const firstCountry = await kinds.countries.createPending();
    const protocol = await kinds.protocols.createPending({ countries: ['CN', firstCountry.code] });
    const code = await kinds.countries.freeCode();
    await kinds.countries.update(firstCountry, { code });
    const saved = await kinds.protocols.update(protocol, { countries: [firstCountry.code.toLowerCase(), 'FR', 'CN'] });
    expect(saved.record.countries).toEqual([code, 'FR', 'CN']);
  });

  test('can approve, restore and delete it by the version that was read', async () => {
    const approved = await renameCityOf();
    expect(await kinds.airports.transition(approved.openedAirport, 'approve')).toMatchObject({
      status: 'approved',
      city: approved.code,
    });
    const restored = await renameCityOf();
    const { record } = await kinds.airports.restore(restored.openedAirport, 1);
    expect(record).toMatchObject({ city: restored.code, version: 2 });
    const removed = await renameCityOf();
    await kinds.airports.remove(removed.openedAirport);
    const bulk = await renameCityOf();
    const items = [{ id: bulk.openedAirport.id, version: bulk.openedAirport.version }];
    const reviewer = await service.as('reviewer');
    const bulkAnswer = await reviewer.ok('bulkAirports', { body: { action: 'approve', items } });
    expect(bulkAnswer.items).toMatchObject([{ code: 200 }]);
  });

  test('can review the record after renaming the referenced one', async () => {
    const city = await kinds.cities.createPending();
    const port = await kinds.airports.createPending({ city: city.code });
    const editorAndReviewer = await service.clientWith('city:read', 'city:update', 'airport:read', 'airport:review');
    const body = kinds.cities.bodyFrom(city, { code: await kinds.cities.freeCode() });
    await editorAndReviewer.ok('updateCity', { path: { id: city.id }, ifMatch: city.version, body });
    const { record, ownWork } = await editorAndReviewer.ok('getAirport', { path: { id: port.id } });
    expect([record.version, ownWork]).toEqual([2, false]);
    await editorAndReviewer.ok('transitionAirport', { path: { id: port.id }, ifMatch: 2, body: { event: 'approve' } });
  });

  test('can approve its proposal', async () => {
    const { openedAirport, code } = await renameCityOf(async (changes) => {
      const port = await kinds.airports.createActive(changes);
      await kinds.airports.update(port, { name: 'Proposed' }, 202);
      return port;
    });
    expect(await kinds.airports.approve(openedAirport)).toMatchObject({
      name: 'Proposed',
      city: code,
      version: openedAirport.version + 2,
    });
  });
});

test('a city and its country can be renamed at the same time, and an airport follows both', async () => {
  let country = await kinds.countries.createPending();
  let city = await kinds.cities.createPending({ country: country.code });
  const port = await kinds.airports.createPending({ city: city.code, country: country.code });
  for (let round = 0; round < 5; round++) {
    const codes = [await kinds.countries.freeCode(), await kinds.cities.freeCode()];
    const [{ record: one }, { record: other }] = await Promise.all([
      kinds.countries.update(country, { code: codes[0] ?? '' }),
      kinds.cities.update(city, { code: codes[1] ?? '' }),
    ]);
    [country, city] = [one, other];
    const { record } = await kinds.airports.get(port.id);
    expect([record.country, record.city]).toEqual(codes);
    expect((await kinds.lastChange(kinds.airports, port)).after).toEqual(record);
  }
});
