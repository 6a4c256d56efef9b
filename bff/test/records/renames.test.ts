import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toStoredRecords } from '../../src/crud/rows.ts';
import { entities } from '../../src/entities/index.ts';
import type { Schemas } from '../../src/http/contract.ts';
import { sequenceAll } from '../feed/changes.ts';
import { insertSubscriber } from '../feed/subscribers.ts';
import { createClient } from '../kit/client.ts';
import { createRelatedKinds } from '../kit/renames.ts';
import { type Service, startService } from '../kit/service.ts';

let all: ReturnType<typeof createRelatedKinds>;
let service: Service;
beforeAll(async () => {
  service = await startService();
  all = createRelatedKinds(service);
  await sequenceAll(service.db);
});
afterAll(() => service.stop());

/** What a subscriber knows, from a snapshot and the feed after it. */
async function replicaOf(token: string) {
  const client = createClient(service.url, token);
  const text = String((await client.call('getChangesSnapshot')).data);
  const [head, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const state = new Map<string, unknown>();
  for (const { type, entity, recordId, record } of lines)
    if (type === 'record') state.set(`${entity} ${recordId}`, record);
  const items: Schemas['ChangeItem'][] = [];
  let cursor: string = head.cursor;
  const follow = async () => {
    await sequenceAll(service.db);
    for (let more = true; more; ) {
      const page = await client.ok('listChanges', { query: { cursor, limit: 500 } });
      for (const { entity, recordId, version, deleted, record } of page.items) {
        const before = state.get(`${entity} ${recordId}`) as Schemas['City'] | undefined;
        if (before) expect(version).toBe(before.version + 1);
        if (deleted) state.delete(`${entity} ${recordId}`);
        else state.set(`${entity} ${recordId}`, record);
      }
      items.push(...page.items);
      ({ nextCursor: cursor, more } = page);
    }
    return state;
  };
  return { state, items, follow };
}

async function live() {
  const state = new Map<string, unknown>();
  for (const entity of entities)
    for (const { record } of await toStoredRecords(service.db, entity, await service.db(entity.table)))
      state.set(`${entity.key} ${record.id}`, record);
  return state;
}

describe('a record that gets another code', () => {
  test('gives each that refers to it a version, with who renamed it and both codes, and nobody a part in it', async () => {
    const { token } = await insertSubscriber(service.db, { entities: entities.map(({ key }) => key) });
    const replica = await replicaOf(token);
    const city = await all.cities.createPending();
    const port = await all.airports.createActive({ city: city.code });
    const station = await all.trains.createPending({
      city: city.code,
      airports: [{ airport: port.code, distance: 3 }],
    });
    await replica.follow();
    replica.items.length = 0;
    const renamed = await all.rename(all.cities, city);
    expect((await all.airports.get(port.id)).record).toEqual({
      ...port,
      city: renamed.code,
      version: port.version + 1,
      updateTime: expect.any(String),
      updatedBy: 'editor',
    });
    expect(await all.lastChange(all.airports, port)).toMatchObject({
      action: 'reference',
      actor: 'editor',
      version: port.version + 1,
      code: port.code,
      before: { city: city.code, version: port.version },
      after: { city: renamed.code, status: 'active' },
    });
    await replica.follow();
    expect(replica.items.map(({ entity, action, version }) => [entity, action, version])).toEqual([
      ['city', 'update', city.version + 1],
      ['airport', 'update', port.version + 1],
      ['train_station', 'update', station.version + 1],
    ]);
    const { items } = await all.airports.history(port.id);
    expect(items[0]).toMatchObject({ action: 'reference', before: { city: city.code }, after: { city: renamed.code } });
    const viewer = await service.as('viewer');
    const { items: logged } = await viewer.ok('listDataLogs', { query: { action: 'reference', limit: 2 } });
    expect(logged.map(({ code, changes }) => [code, changes])).toEqual([
      [station.code, ['/city']],
      [port.code, ['/city']],
    ]);
    const overview = await viewer.ok('getOverview', {});
    expect(overview.recent.map(({ action }) => action)).not.toContain('reference');
    expect(await service.db('review_writer').where({ entity: 'airport', record_id: port.id })).toEqual([]);
    // a list that holds the airport, too
    const moved = await all.airports.update(
      (await all.airports.get(port.id)).record,
      { code: await all.airports.freeCode() },
      202,
    );
    expect(moved.record.version).toBe(port.version + 1);
    const approved = await all.airports.approve(port);
    expect((await all.trains.get(station.id)).record).toMatchObject({
      version: station.version + 2,
      airports: [{ airport: approved.code, distance: 3 }],
    });
    expect(await all.lastChange(all.trains, station)).toMatchObject({ actor: 'reviewer', proposer: 'editor' });
    const back = await all.airports.restore(approved, port.version, 202);
    expect(back.record.code).toBe(approved.code);
    await all.airports.approve(port);
    expect((await all.trains.get(station.id)).record).toMatchObject({
      airports: [{ airport: port.code, distance: 3 }],
    });
    expect(await replica.follow()).toEqual(await live());
  });

  test('and whose kind refers to itself takes its children along, and no others', async () => {
    const parent = await all.rails.createPending();
    const child = await all.rails.createPending({ parent: parent.code ?? null });
    const grandchild = await all.rails.createPending({ parent: child.code ?? null });
    const code = await all.rails.freeCode();
    await all.rails.update(parent, { code });
    const [one, two] = [await all.rails.get(child.id), await all.rails.get(grandchild.id)];
    expect([one.record.parent, one.record.version, two.record.version]).toEqual([code, 2, 1]);
  });

  test('sends no tombstone to whose countries are others, and its records to whose it is', async () => {
    const [mine, other] = [await all.countries.createPending(), await all.countries.createPending()];
    await all.cities.createPending({ country: mine.code });
    const filtered = async ({ id }: Schemas['Country']) => {
      const { token } = await insertSubscriber(service.db, { entities: ['city'], filter: { countries: [id] } });
      return replicaOf(token);
    };
    await sequenceAll(service.db);
    const [owner, stranger] = [await filtered(mine), await filtered(other)];
    const code = await all.countries.freeCode();
    await all.countries.update(mine, { code });
    for (const { follow } of [owner, stranger]) await follow();
    expect(owner.items).toMatchObject([{ deleted: false, record: { country: code } }]);
    expect(stranger.items).toEqual([]);
  });
});

/** The same numbers in every run. */
function numbersFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('a replica equals what is live after any renames, whoever does what at the same time', async () => {
  const { token } = await insertSubscriber(service.db, { entities: entities.map(({ key }) => key) });
  const replica = await replicaOf(token);
  const countries = [await all.countries.createPending(), await all.countries.createPending()];
  const codes = countries.map(({ code }) => code);
  const cities = [
    await all.cities.createPending({ country: codes[0] ?? null }),
    await all.cities.createPending({ country: codes[1] ?? null }),
  ];
  const line = await all.airlines.createPending({ country: codes[0] ?? null });
  await all.cabins.createPending({ airline: line.code });
  const ports = [];
  for (const { code, country } of [...cities, ...cities])
    ports.push(await all.airports.createPending({ city: code, country }));
  await all.trains.createPending({
    city: cities[0]?.code ?? null,
    airports: ports.map(({ code }) => ({ airport: code })),
  });
  await all.protocols.createPending({ countries: codes, airline: line.code });
  const [editor, reviewer] = [await service.as('editor'), await service.as('reviewer')];
  const pick = numbersFrom(20_261_124);
  const renaming = async <K extends 'countries' | 'cities' | 'airlines' | 'airports'>(
    kind: K,
    { id }: { id: number },
  ) => {
    const own = all[kind] as typeof all.cities;
    const { record } = await own.get(id);
    await own.update(record, { code: await own.freeCode() });
  };
  const approving = async ({ id }: { id: number }) => {
    const { record } = await all.airports.get(id);
    if (record.status !== 'pending') return;
    const parts = { path: { id }, ifMatch: record.version, body: { event: 'approve' as const } };
    await (pick(2) ? reviewer : editor).call('transitionAirport', parts);
  };
  for (let round = 0; round < 12; round++) {
    const port = ports[pick(ports.length)] ?? line;
    const acts = [
      () => renaming('countries', countries[pick(2)] ?? line),
      () => renaming('cities', cities[pick(2)] ?? line),
      () => renaming('airlines', line),
      () => approving(port),
    ];
    const chosen = new Set([pick(acts.length), pick(acts.length), pick(acts.length)]);
    await Promise.all([...chosen].map((at) => acts[at]?.()));
    if (round % 4 === 0) await replica.follow();
  }
  expect(await replica.follow()).toEqual(await live());
}, 60_000);

describe('who works on a record while something that it refers to is renamed', () => {
  /** An airport, as somebody has it open, whose city has got another code since. */
  const overtaken = async (make: typeof all.airports.createPending = all.airports.createPending) => {
    const city = await all.cities.createPending();
    const seen = await make({ city: city.code });
    const { code } = await all.rename(all.cities, city);
    return { seen, code };
  };

  test('saves what is open, with the code of then, and is told of nothing but what a person has changed', async () => {
    const { seen, code } = await overtaken();
    const saved = await all.airports.update(seen, { name: 'Typed meanwhile' });
    expect(saved.record).toMatchObject({ name: 'Typed meanwhile', city: code, version: seen.version + 2 });
    expect(await all.airports.expectRefusal.update(seen, { name: 'Later' }, 'versionConflict')).toMatchObject({
      messages: [expect.any(String), expect.any(String)],
    });
  });

  test('lists hold the code of then as well, wherever it stands by now', async () => {
    const first = await all.countries.createPending();
    const deal = await all.protocols.createPending({ countries: ['CN', first.code] });
    const code = await all.countries.freeCode();
    await all.countries.update(first, { code });
    const saved = await all.protocols.update(deal, { countries: [first.code.toLowerCase(), 'FR', 'CN'] });
    expect(saved.record.countries).toEqual([code, 'FR', 'CN']);
  });

  test('approves, restores, deletes by the version that they saw', async () => {
    const approved = await overtaken();
    expect(await all.airports.transition(approved.seen, 'approve')).toMatchObject({
      status: 'approved',
      city: approved.code,
    });
    const restored = await overtaken();
    const { record } = await all.airports.restore(restored.seen, 1);
    expect(record).toMatchObject({ city: restored.code, version: 2 });
    const removed = await overtaken();
    await all.airports.remove(removed.seen);
    const bulk = await overtaken();
    const items = [{ id: bulk.seen.id, version: bulk.seen.version }];
    const reviewer = await service.as('reviewer');
    const done = await reviewer.ok('bulkAirports', { body: { action: 'approve', items } });
    expect(done.items).toMatchObject([{ code: 200 }]);
  });

  test('is no second person for having renamed', async () => {
    const city = await all.cities.createPending();
    const port = await all.airports.createPending({ city: city.code });
    const both = await service.clientWith('city:read', 'city:update', 'airport:read', 'airport:review');
    const body = all.cities.bodyFrom(city, { code: await all.cities.freeCode() });
    await both.ok('updateCity', { path: { id: city.id }, ifMatch: city.version, body });
    const { record, ownWork } = await both.ok('getAirport', { path: { id: port.id } });
    expect([record.version, ownWork]).toEqual([2, false]);
    await both.ok('transitionAirport', { path: { id: port.id }, ifMatch: 2, body: { event: 'approve' } });
  });

  test('has a proposal decided on as if nothing had happened', async () => {
    const { seen, code } = await overtaken(async (changes) => {
      const port = await all.airports.createActive(changes);
      await all.airports.update(port, { name: 'Proposed' }, 202);
      return port;
    });
    expect(await all.airports.approve(seen)).toMatchObject({ name: 'Proposed', city: code, version: seen.version + 2 });
  });
});

test('a city and its country that are renamed at the same time both are, and what refers to both follows', async () => {
  let country = await all.countries.createPending();
  let city = await all.cities.createPending({ country: country.code });
  const port = await all.airports.createPending({ city: city.code, country: country.code });
  for (let round = 0; round < 5; round++) {
    const codes = [await all.countries.freeCode(), await all.cities.freeCode()];
    const [{ record: one }, { record: other }] = await Promise.all([
      all.countries.update(country, { code: codes[0] ?? '' }),
      all.cities.update(city, { code: codes[1] ?? '' }),
    ]);
    [country, city] = [one, other];
    const { record } = await all.airports.get(port.id);
    expect([record.country, record.city]).toEqual(codes);
    expect((await all.lastChange(all.airports, port)).after).toEqual(record);
  }
});
