import { expect, test } from 'vitest';
import { createFeedReader, sequenceAll } from '../feed/changes.ts';
import {
  type City,
  cityTransitionItem,
  createCityItem,
  deleteCityItem,
  type ItemBody,
  setUpChangeSets,
  updateCityItem,
  valuesOf,
} from './change-set-client.ts';
import { type FedChange, findMisplacedChanges, findSharedKeys, readFedChanges } from './feed-replay.ts';

const sets = await setUpChangeSets();
const { service, editor, createCity, getCity } = sets;
const { db } = service;

const restoreItem = (recordId: number, recordVersion: number): ItemBody => ({
  entity: 'city',
  action: 'restore',
  recordId,
  recordVersion,
  restoredVersion: 1,
});

const releaseAndRevert = async (items: ItemBody[]) => {
  const set = await sets.release(items);
  const released = await readFedChanges(db, set.id);
  expect(await sets.transition(editor, set, { event: 'revert' })).toMatchObject({ status: 'reverted', unsound: 0 });
  return { released, reverted: (await readFedChanges(db, set.id)).slice(released.length) };
};

const GIVERS = ['update', 'updateWithEvent', 'restore', 'delete'] as const;
const TAKERS = ['create', 'update', 'restore', 'revive'] as const;

test('a code gets its new owner after the earlier one has given it up, whatever gives and takes it', async () => {
  const pairs = GIVERS.flatMap((giver, g) =>
    TAKERS.map((taker, t) => ({ giver, taker, code: `GIVE${'ABCD'[g]}${t}` })),
  );
  const takers = new Map<string, City>();
  for (const { taker, code } of pairs)
    if (taker !== 'create') takers.set(code, await createCity(taker === 'update' ? `${code}T` : code));
  // they had the codes earlier
  await sets.release(
    pairs.flatMap(({ taker, code }): ItemBody[] => {
      const city = takers.get(code);
      if (!city || taker === 'update') return [];
      return [taker === 'revive' ? deleteCityItem(city) : updateCityItem(city, { code: `${code}T` })];
    }),
  );
  const givers = new Map<string, City>();
  for (const { giver, code } of pairs) givers.set(code, await createCity(giver === 'restore' ? `${code}G` : code));
  await sets.release(
    pairs.flatMap(({ giver, code }): ItemBody[] => {
      const city = givers.get(code);
      return city && giver === 'restore' ? [updateCityItem(city, { code })] : [];
    }),
  );

  const takingItems = pairs.map(({ taker, code }): ItemBody => {
    const { id = 0, version = 0, ...city } = takers.get(code) ?? {};
    if (taker === 'create') return createCityItem(code);
    if (taker === 'update') return updateCityItem({ id, version, ...city } as City, { code });
    return restoreItem(id, version + 1);
  });
  const givingItems = await Promise.all(
    pairs.map(async ({ giver, code }): Promise<ItemBody> => {
      const city = await getCity(givers.get(code)?.id ?? 0);
      if (giver === 'delete') return deleteCityItem(city);
      if (giver === 'restore') return restoreItem(city.id, city.version);
      const update = updateCityItem(city, { code: `${code}G` });
      return giver === 'update' ? update : { ...update, event: 'deactivate' };
    }),
  );
  const { released, reverted } = await releaseAndRevert([...takingItems, ...givingItems]);
  expect([released.length, findSharedKeys(released)]).toEqual([32, []]);
  expect([reverted.length, findSharedKeys(reverted)]).toEqual([32, []]);
});

test('codes are passed on along a chain from its end, and back from its beginning', async () => {
  const codes = ['CHAINA', 'CHAINB', 'CHAINC', 'CHAIND'];
  const cities: City[] = [];
  for (const code of codes) cities.push(await createCity(code));
  const renames = cities.map((city, at) => updateCityItem(city, { code: codes[at + 1] ?? 'CHAINE' }));
  const { released, reverted } = await releaseAndRevert([createCityItem('CHAINA', { name: 'New' }), ...renames]);
  const ids = cities.map(({ id }) => id);
  expect(released.map(({ recordId }) => recordId).slice(0, 4)).toEqual(ids.toReversed());
  expect(released.at(-1)).toMatchObject({ action: 'create', after: { code: 'CHAINA' } });
  expect(reverted[0]).toMatchObject({ action: 'delete', before: { code: 'CHAINA' } });
  expect(reverted.map(({ recordId }) => recordId).slice(1)).toEqual(ids);
});

test('what takes from or follows a circle keeps its place, and within the circle one record has a code too early', async () => {
  const codes = ['RINGA', 'RINGB', 'RINGC'];
  const cities: City[] = [];
  for (const code of codes) cities.push(await createCity(code));
  const leaver = await createCity('RINGD');
  const ring = cities.map((city, at) => updateCityItem(city, { code: codes[(at + 1) % 3] ?? '' }));
  const items = [createCityItem('RINGD', { name: 'New' }), ...ring, updateCityItem(leaver, { code: 'RINGE' })];
  const { released, reverted } = await releaseAndRevert(items);
  for (const changes of [released, reverted]) {
    const [shared, ...others] = findSharedKeys(changes);
    expect(others).toEqual([]);
    expect(codes.map((code) => JSON.stringify(['city', code]))).toContain(shared);
    expect(findMisplacedChanges(changes)).toEqual([]);
  }
});

test('other values that belong to one record at a time get their new owners likewise', async () => {
  const quote = { base: 'USD', quote: 'CNY', source: 'Order', unit: 1, middle: '7.1' } as const;
  const createRate = async (day: number) => {
    const body = { ...quote, quotedAt: `2026-03-0${day}T00:00:00.000Z` };
    return (await editor.ok('createRate', { body }, 201)).record;
  };
  const [first, second] = [await createRate(1), await createRate(2)];
  const update = ({ id, version }: typeof first, quotedAt: string): ItemBody => ({
    entity: 'rate_board',
    action: 'update',
    recordId: id,
    recordVersion: version,
    values: { ...quote, quotedAt },
  });
  const third = '2026-03-03T00:00:00.000Z';
  const { released, reverted } = await releaseAndRevert([update(first, second.quotedAt), update(second, third)]);
  expect(released.map(({ recordId }) => recordId)).toEqual([second.id, first.id]);
  expect(reverted.map(({ recordId }) => recordId)).toEqual([first.id, second.id]);
});

test('a record exists before others refer to it and as long as they do, although it has the code of another one then', async () => {
  const city = await createCity('PASSA');
  const body = { code: 'PSA', name: 'Airport', country: 'CN', city: 'PASSA', continent: 'AS' } as const;
  const { record: airport } = await editor.ok('createAirport', { body }, 201);
  const { released, reverted } = await releaseAndRevert([
    deleteCityItem(city),
    createCityItem('PASSA', { name: 'Successor' }),
    {
      entity: 'airport',
      action: 'update',
      recordId: airport.id,
      recordVersion: airport.version,
      finalCodes: true,
      values: valuesOf(airport),
    },
  ]);
  const actions = (changes: FedChange[]) => changes.map(({ entity, action }) => `${entity} ${action}`);
  expect(actions(released)).toEqual(['city create', 'airport update', 'city delete']);
  expect(actions(reverted)).toEqual(['city restore', 'airport restore', 'city delete']);
});

test('a transition and records that refer to a renamed one follow as before', async () => {
  const [renamed, ended] = [await createCity('AFTERA'), await createCity('AFTERB')];
  const body = { code: 'AFT', name: 'Airport', country: 'CN', city: 'AFTERA', continent: 'AS' } as const;
  await editor.ok('createAirport', { body }, 201);
  await sequenceAll(db);
  const reader = createFeedReader(sets.admin);
  await reader.readAll();
  const before = reader.items.length;
  await sets.release([
    createCityItem('AFTERA', { name: 'New' }),
    updateCityItem(renamed, { code: 'AFTERC' }),
    cityTransitionItem(ended, 'deactivate'),
  ]);
  await sequenceAll(db);
  await reader.readAll();
  expect(reader.items.slice(before).map(({ entity, action, code }) => [entity, action, code])).toEqual([
    ['city', 'update', 'AFTERC'],
    ['city', 'create', 'AFTERA'],
    ['city', 'deactivate', 'AFTERB'],
    ['airport', 'update', 'AFT'],
  ]);
});
