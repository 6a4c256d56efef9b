import { expect, test } from 'vitest';
import type { Schemas } from '../../src/http/contract.ts';
import { type City, setUpChangeSets, updateCityItem } from './change-set-client.ts';
import { addManyUpdates, createManyCities } from './many-items.ts';

const sets = await setUpChangeSets();
const { service, admin, editor, reviewer, viewer, createCity, getCity } = sets;

type Action = Schemas['BulkAction'];

const target = ({ id, version }: Pick<City, 'id' | 'version'>) => ({ id, version });
const addMany = (id: number, action: Action, items: ReturnType<typeof target>[], reason?: string) =>
  editor.ok('addChangeSetItems', {
    path: { id },
    body: { entity: 'city', action, items, ...(reason !== undefined && { reason }) },
  });

test('one action on many records becomes items of a set, which are released and reverted together', async () => {
  const cities = [await createCity('BULKA'), await createCity('BULKB')];
  const { id } = await sets.create();
  const { items, changeSet } = await addMany(id, 'deactivate', cities.map(target));
  const added = await sets.items({ id });
  expect(added.map(({ action, event, recordId, by }) => [action, event, recordId, by])).toEqual(
    cities.map((city) => ['transition', 'deactivate', city.id, 'editor']),
  );
  expect(items).toEqual(added.map((item) => ({ id: item.recordId, code: 201, data: { itemId: item.id } })));
  // however many items it adds, a request is one change of the set
  expect(changeSet).toMatchObject({ items: { city: 2 }, version: 2 });
  expect((await getCity(cities[0]?.id ?? 0)).status).toBe('active');

  const submitted = await sets.transition(editor, changeSet, { event: 'submit' });
  const released = await sets.transition(reviewer, submitted, { event: 'approve' });
  const statuses = () => Promise.all(cities.map(async (city) => (await getCity(city.id)).status));
  expect(await statuses()).toEqual(['inactive', 'inactive']);
  await sets.transition(editor, released, { event: 'revert' });
  expect(await statuses()).toEqual(['active', 'active']);
});

test('a record that is refused does not stop the others, and says why like a request for it alone', async () => {
  const [first, second, changed, inSet, pending] = [
    await createCity('OUTA'),
    await createCity('OUTB'),
    await createCity('OUTC'),
    await createCity('OUTD'),
    await createCity('OUTE', 'pending'),
  ];
  const { id } = await sets.createWith(editor, [updateCityItem(inSet, { name: 'In the set' })]);
  const targets = [
    first,
    second,
    { ...changed, version: changed.version - 1 },
    inSet,
    pending,
    { id: 999_999, version: 1 },
  ];
  const { items } = await addMany(id, 'deactivate', [...targets, first].map(target));
  expect(items.map(({ code, data }) => [code, 'key' in data ? data.key : 'added'])).toEqual([
    [201, 'added'],
    [201, 'added'],
    [412, 'versionConflict'],
    [409, 'itemExists'],
    [409, 'invalidTransition'],
    [422, 'validationError'],
    [409, 'itemExists'],
  ]);
  expect(items[3]).toMatchObject({ message: expect.stringMatching(/./), data: { traceId: expect.any(String) } });
  expect((await sets.items({ id })).map(({ recordId }) => recordId)).toEqual([inSet.id, first.id, second.id]);
});

test('a request that adds nothing leaves the set as it is, and what concerns all records refuses it', async () => {
  const city = await createCity('NONEA');
  const set = await sets.createWith(editor, [updateCityItem(city, { name: 'Changed' })]);
  const { changeSet } = await addMany(set.id, 'delete', [target(city)]);
  expect(changeSet.version).toBe(set.version);
  expect(await sets.get(set.id)).toEqual(set);

  const path = { id: set.id };
  const reject = { entity: 'city' as const, action: 'reject' as const, items: [target(city)] };
  const withoutReason = await editor.expectRefusal('addChangeSetItems', { path, body: reject }, 'validationError');
  expect(withoutReason.fields).toMatchObject([{ pointer: '/reason', rule: 'reasonRequired' }]);
  const body = { ...reject, action: 'deactivate' as const };
  await viewer.expectRefusal('addChangeSetItems', { path, body }, 'forbidden');
  const submitted = await sets.transition(editor, set, { event: 'submit' });
  await sets.transition(reviewer, submitted, { event: 'approve' });
  await editor.expectRefusal('addChangeSetItems', { path, body }, 'invalidTransition');
});

test('whoever adds many items has contributed to the set, and a scheduled set needs a new approval', async () => {
  const [city, other] = [await createCity('CONTA'), await createCity('CONTB')];
  const scheduled = await sets.schedule([updateCityItem(city, { name: 'Later' })]);
  const path = { id: scheduled.id };
  const body = { entity: 'city' as const, action: 'deactivate' as const, items: [target(other)] };
  const { changeSet } = await admin.ok('addChangeSetItems', { path, body });
  expect(changeSet.status).toBe('open');
  const submitted = await sets.transition(editor, changeSet, { event: 'submit' });
  await sets.refuse(admin, submitted, { event: 'approve' }, 'secondPerson');
});

test('500 records are added in one request up to the limit of the set, and the others say that it is full', async () => {
  const ids = await createManyCities(service, 'FULL', 2000);
  const { id } = await sets.create();
  await addManyUpdates(service, id, ids.slice(0, 1600), { name: 'Updated' });
  const { items, changeSet } = await addMany(
    id,
    'deactivate',
    ids.slice(1500, 2000).map((cityId) => ({ id: cityId, version: 1 })),
  );
  const keys = items.map(({ data }) => ('key' in data ? data.key : 'added'));
  expect(keys.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => 'itemExists'));
  expect(keys.slice(100)).toEqual(Array.from({ length: 400 }, () => 'added'));
  expect(changeSet.items).toEqual({ city: 2000 });
  const more = await addMany(id, 'deactivate', [target(await createCity('FULLX'))]);
  expect(more.items).toMatchObject([{ code: 409, data: { key: 'tooManyItems' } }]);
});
