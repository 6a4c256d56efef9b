import { expect, test } from 'vitest';
import { createEntityClient } from '../kit/entity-client.ts';
import {
  type ChangeSet,
  createCityItem,
  deleteCityItem,
  setUpChangeSets,
  updateCityItem,
} from './change-set-client.ts';

const sets = await setUpChangeSets();
const { service, records, admin, editor, reviewer, createCity, getCity, createChangedCity, submitRevert } = sets;
const approve = { event: 'approve' } as const;

test('an approved revert takes back nothing that it has not shown', async () => {
  const deleted = await createCity('SHOWA');
  const others = [updateCityItem(deleted, { name: 'Released' }), createCityItem('SHOWB')];
  const { city, set, item } = await createChangedCity('SHOWC', ...others);
  const created = await records.byCode('city', 'SHOWB');
  const removal = await sets.release([
    deleteCityItem(await getCity(deleted.id)),
    deleteCityItem(await getCity(created.id)),
  ]);
  const revert = await submitRevert(set.id, [{ item: item.id, fields: ['/name'] }]);
  expect(revert.items).toEqual({ city: 1 });
  await sets.transition(editor, removal, { event: 'revert' });
  await reviewer.ok('getChangeSetImpact', { path: { id: revert.id } });
  await sets.transition(reviewer, revert, approve);
  expect(await getCity(city.id)).toMatchObject({ name: city.name });
  expect(await getCity(deleted.id)).toMatchObject({ name: 'Released' });
  expect(await getCity(created.id)).toMatchObject({ code: 'SHOWB' });
  const kept = { outcome: 'kept', problems: [{ rule: 'notInRevert' }] };
  expect(await sets.items(set)).toMatchObject([{ outcome: 'reverted' }, kept, kept]);
});

test('a revert is refused where a field would go back that its item shows to stay', async () => {
  const { city, set, item } = await createChangedCity('SHOWD');
  await sets.release([updateCityItem(await getCity(city.id), { continent: 'AF' })]);
  const revert = await submitRevert(set.id, [{ item: item.id, fields: ['/name'] }]);
  expect(await sets.items(revert)).toMatchObject([{ changes: ['/name'] }]);
  await sets.release([updateCityItem(await getCity(city.id), { continent: 'AS' })]);
  const { fields } = await sets.refuse(reviewer, revert, approve, 'changeSetUnsound');
  expect(fields).toMatchObject([{ pointer: expect.stringMatching(/\/values\/continent$/), rule: 'changedSince' }]);
  expect(await getCity(city.id)).toMatchObject({ name: 'Since', continent: 'AS' });
  // what has changed the other way stays, as without an approval
  await sets.release([updateCityItem(await getCity(city.id), { continent: 'EU' })]);
  await sets.transition(reviewer, await sets.get(revert.id), approve);
  expect(await getCity(city.id)).toMatchObject({ name: city.name, continent: 'EU' });
});

test('a record that has to stay as it is gets no item, and stays when the revert is approved', async () => {
  const created = ['STAYA', 'STAYB', 'STAYC'];
  const { set, item } = await createChangedCity('STAYD', ...created.map((code) => createCityItem(code)));
  const readCity = async (code: string) => getCity((await records.byCode('city', code)).id);
  const free = await readCity('STAYC');
  await sets.release([updateCityItem(await readCity('STAYA'), { name: 'Renamed since' })]);
  const airports = createEntityClient(service, 'Airport');
  const airport = await airports.createActive({ city: 'STAYB' });
  const revert = await submitRevert(set.id, [{ item: item.id, fields: ['/name'] }]);
  expect((await sets.items(revert)).map(({ recordId }) => recordId)).toEqual([item.recordId, free.id]);

  // what kept it is gone, but nobody has approved its deletion
  const target = { recordId: airport.id, recordVersion: airport.version };
  await sets.release([{ entity: 'airport', action: 'delete', ...target }], admin);
  expect(await sets.transition(reviewer, revert, approve)).toMatchObject({ status: 'released', unsound: 0 });
  const kept = { outcome: 'kept', problems: [{ rule: 'notInRevert' }] };
  expect(await sets.items(set)).toMatchObject([{ outcome: 'reverted' }, kept, kept, { outcome: 'reverted' }]);
  for (const code of ['STAYA', 'STAYB']) expect(await readCity(code)).toMatchObject({ code });
});

test('a revert that would overwrite a field of a record that has to stay is refused with the reason', async () => {
  const city = await createCity('TAKENA');
  const set = await sets.release([updateCityItem(city, { code: 'TAKENB', name: 'Released' })]);
  await sets.release([updateCityItem(await getCity(city.id), { name: 'Since' }), createCityItem('TAKENA')]);
  const [item] = await sets.items(set);
  const overwrite = [{ item: item?.id ?? 0, fields: ['/name'] }];
  const { fields } = await sets.refuse(editor, set, { event: 'revert', overwrite }, 'changeSetUnsound');
  expect(fields).toMatchObject([{ pointer: `/items/${item?.id}/values/code`, rule: 'duplicateCode' }]);
  expect(await sets.get(set.id)).toMatchObject({ status: 'released' });
});

test('before its approval, the items of a revert say what would stay by now, as the approval does then', async () => {
  const { city, set, item } = await createChangedCity('FORESA', createCityItem('FORESB'), createCityItem('FORESC'));
  const revert = await submitRevert(set.id, [{ item: item.id, fields: ['/name'] }]);
  const stays = async () =>
    (await sets.items(revert)).map(({ stays: each }) => each?.map(({ pointer, rule }) => [pointer, rule]));
  expect(await stays()).toEqual([undefined, undefined, undefined]);

  await sets.release([updateCityItem(await getCity(city.id), { continent: 'AF' })]);
  await createEntityClient(service, 'Airport').createActive({ city: 'FORESB' });
  const changed = await getCity((await records.byCode('city', 'FORESC')).id);
  await sets.release([updateCityItem(changed, { name: 'Changed since' })]);
  expect(await stays()).toEqual([
    [['/values/continent', 'changedSinceRelease']],
    [['', 'stillReferred']],
    [['', 'changedSinceRelease']],
  ]);
  await sets.transition(reviewer, await sets.get(revert.id), approve);
  expect(
    (await sets.items(revert)).map(({ problems }) => problems.map(({ pointer, rule }) => [pointer, rule])),
  ).toEqual([[['/values/continent', 'changedSinceRelease']], [['', 'stillReferred']], [['', 'changedSinceRelease']]]);
  expect(await stays()).toEqual([undefined, undefined, undefined]);
});

/** Releases changes of an airport's coordinates one after the other, and returns the set of the first. */
async function createMovedAirport(...moves: Partial<Record<'latitude' | 'longitude', number>>[]) {
  const airports = createEntityClient(service, 'Airport');
  const { id } = await airports.createActive({ latitude: 39.9, longitude: 116.4 });
  const get = async () => (await admin.ok('getAirport', { path: { id } })).record;
  const move = async (values: object) => {
    const record = await get();
    const target = { recordId: id, recordVersion: record.version };
    return sets.release(
      [{ entity: 'airport', action: 'update', ...target, values: airports.bodyFrom(record, values) }],
      admin,
    );
  };
  const released: ChangeSet[] = [];
  for (const values of moves) released.push(await move(values));
  const [set] = released;
  if (!set) throw new Error('No move was given.');
  const [item] = (await admin.ok('listChangeSetItems', { path: { id: set.id }, query: { changedSince: true } })).items;
  if (!item) throw new Error('The set has no item.');
  return { get, move, set, item };
}

test.each([
  {
    chosen: '/latitude',
    moves: [
      { latitude: 10.5, longitude: 20.5 },
      { latitude: 11.5, longitude: 21.5 },
    ],
  },
  { chosen: '/longitude', moves: [{ latitude: 10.5, longitude: 20.5 }, { latitude: 11.5 }] },
  { chosen: '/latitude', moves: [{ latitude: 10.5 }, { longitude: 21.5 }] },
])('a revert that overwrites $chosen brings both coordinates back: $moves', async ({ chosen, moves }) => {
  const { get, set, item } = await createMovedAirport(...moves);
  expect(item.changedSince?.map(({ pointer }) => pointer).toSorted()).toEqual(['/latitude', '/longitude']);
  const revert = await submitRevert(set.id, [{ item: item.id, fields: [chosen] }], admin);
  const former = { latitude: 39.9, longitude: 116.4 };
  const [shown] = await sets.items(revert);
  expect(shown?.overwrites?.toSorted()).toEqual(['/latitude', '/longitude']);
  expect(shown?.after).toMatchObject(former);
  await sets.transition(reviewer, revert, approve);
  expect(await get()).toMatchObject(former);
});

test('the approval of such a revert is refused once the coordinate beside the chosen one has changed again', async () => {
  const { move, set, item } = await createMovedAirport({ latitude: 10.5, longitude: 20.5 }, { latitude: 11.5 });
  const revert = await submitRevert(set.id, [{ item: item.id, fields: ['/latitude'] }], admin);
  await move({ longitude: 25 });
  const { fields } = await sets.refuse(reviewer, revert, approve, 'changeSetUnsound');
  expect(fields).toMatchObject([{ pointer: expect.stringMatching(/\/values\/longitude$/), rule: 'changedSince' }]);
});

test('a coordinate that nobody has changed is neither listed nor overwritten with the other one', async () => {
  const { set, item } = await createMovedAirport({ latitude: 10.5 }, { latitude: 11.5 });
  expect(item.changedSince).toEqual([{ pointer: '/latitude', live: 11.5, former: 39.9 }]);
  const revert = await submitRevert(set.id, [{ item: item.id, fields: ['/latitude'] }], admin);
  expect(await sets.items(revert)).toMatchObject([{ overwrites: ['/latitude'], changes: ['/latitude'] }]);
});
