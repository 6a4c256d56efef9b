import { expect, test } from 'vitest';
import {
  type City,
  cityTransitionItem,
  deleteCityItem,
  type ItemBody,
  setUpChangeSets,
  updateCityItem,
  valuesOf,
} from './change-set-client.ts';

// Whoever approves the deletion of a record, or an item that decides on it, has seen all of the record.

const sets = await setUpChangeSets();
const { admin, editor, reviewer, createCity, getCity } = sets;
const submit = { event: 'submit' } as const;
const approve = { event: 'approve' } as const;
const DAY = '2099-06-01';

/** Changes a record directly; an active one by a proposal that is approved. */
async function change(city: City, values: object): Promise<City> {
  const request = { path: { id: city.id }, ifMatch: city.version, body: { ...valuesOf(city), ...values } };
  if (city.status === 'pending') return (await editor.ok('updateCity', request)).record;
  const { proposal } = await editor.ok('updateCity', request, 202);
  const decision = { path: { id: city.id }, ifMatch: proposal.version, body: { decision: 'approve' as const } };
  return (await reviewer.ok('decideCityProposal', decision)).record as City;
}

const approvingUpdate = (city: City): ItemBody => ({ ...updateCityItem(city, { continent: 'AS' }), event: 'approve' });

const cases: [string, 'pending' | 'active', (city: City) => ItemBody][] = [
  ['an approval', 'pending', (city) => cityTransitionItem(city, 'approve')],
  ['a rejection', 'pending', (city) => ({ ...cityTransitionItem(city, 'reject'), reason: 'Twice' })],
  ['an update with an approval', 'pending', approvingUpdate],
  ['a deletion', 'active', deleteCityItem],
];

test.each(cases)('%s is refused once another field of the record has changed', async (name, status, toItem) => {
  const city = await createCity(`WHOLE${cases.findIndex(([each]) => each === name)}`, status);
  const set = await sets.transition(editor, await sets.createWith(editor, [toItem(city)]), submit);
  await change(city, { name: 'Swapped in' });
  const { fields } = await sets.refuse(reviewer, set, approve, 'changeSetUnsound');
  expect(fields).toMatchObject([{ pointer: expect.stringMatching(/\/values\/name$/), rule: 'changedSince' }]);
  expect(await getCity(city.id)).toMatchObject({ name: 'Swapped in', status });
});

test.each(cases)('%s at a date is held once another field of the record has changed', async (name, status, toItem) => {
  const city = await createCity(`DATED${cases.findIndex(([each]) => each === name)}`, status);
  const set = await sets.schedule([toItem(city)], DAY);
  await change(city, { name: 'Swapped in' });
  expect(await sets.get(set.id)).toMatchObject({ status: 'scheduled', unsound: 1 });
  expect((await sets.releaseDue(set))[0]).toMatchObject({ status: 'held', unsound: 1 });
  expect(await getCity(city.id)).toMatchObject({ name: 'Swapped in', status });
});

const deactivate = { event: 'deactivate' } as const;

test.each([
  [
    'directly',
    (city: City) => reviewer.ok('transitionCity', { path: { id: city.id }, ifMatch: city.version, body: deactivate }),
  ],
  ['by another set', (city: City) => sets.release([cityTransitionItem(city, 'deactivate')])],
] as const)('a deletion is refused once the record was deactivated %s', async (way, act) => {
  const city = await createCity(way === 'directly' ? 'STATUSA' : 'STATUSB');
  const set = await sets.transition(editor, await sets.createWith(editor, [deleteCityItem(city)]), submit);
  const dated = await sets.schedule([deleteCityItem(city)], DAY);
  await act(city);
  const { fields } = await sets.refuse(reviewer, set, approve, 'changeSetUnsound');
  expect(fields).toMatchObject([{ pointer: expect.stringMatching(/\/values\/status$/), rule: 'changedSince' }]);
  expect(await sets.get(dated.id)).toMatchObject({ status: 'scheduled', unsound: 1 });
  expect((await sets.releaseDue(dated))[0]).toMatchObject({ status: 'held', unsound: 1 });
  expect(await getCity(city.id)).toMatchObject({ status: 'inactive' });
});

test('a deletion that builds on an earlier deactivation is released after it', async () => {
  const city = await createCity('STATUSC');
  const deactivation = await sets.schedule([cityTransitionItem(city, 'deactivate')], '2099-05-01');
  const { upcoming } = await admin.ok('getCity', { path: { id: city.id } });
  const basedOn = upcoming.map(({ item }) => item).slice(0, 1);
  const unaware = await sets.setDate(editor, await sets.createWith(editor, [deleteCityItem(city)]), DAY);
  await sets.refuse(editor, unaware, submit, 'changeSetUnsound');
  const body = { title: 'Closed', effectiveOn: DAY, item: { ...deleteCityItem(city), basedOn } };
  const { changeSet } = await editor.ok('createChangeSet', { body }, 201);
  const deletion = await sets.transition(reviewer, changeSet, approve);
  expect(deletion).toMatchObject({ status: 'scheduled', unsound: 0 });
  const released = await sets.releaseDue(deactivation, deletion);
  expect(released.map(({ status }) => status)).toEqual(['released', 'released']);
});

test('a record that was rejected and resubmitted since is not approved by an earlier approval', async () => {
  const city = await createCity('RESUBA', 'pending');
  const set = await sets.schedule([cityTransitionItem(city, 'approve')], DAY);
  const reject = { event: 'reject', reason: 'Wrong' } as const;
  const rejected = (await admin.ok('transitionCity', { path: { id: city.id }, ifMatch: city.version, body: reject }))
    .record;
  const resubmission = { path: { id: city.id }, ifMatch: rejected.version, body: { event: 'resubmit' } } as const;
  await editor.ok('transitionCity', resubmission);
  expect((await sets.releaseDue(set))[0]).toMatchObject({ status: 'held', unsound: 1 });
  expect(await getCity(city.id)).toMatchObject({ status: 'pending' });
});

test('a new code of a record that it refers to does not stand in the way', async () => {
  const city = await createCity('REFERA');
  const body = { code: 'RFA', name: 'Airport', country: 'CN', city: city.code };
  const { record: airport } = await editor.ok('createAirport', { body }, 201);
  const { id: recordId, version: recordVersion } = airport;
  const rejection = { entity: 'airport', action: 'transition', recordId, recordVersion, event: 'reject' } as const;
  const set = await sets.schedule([{ ...rejection, reason: 'Twice' }], DAY);
  await sets.release([updateCityItem(city, { code: 'REFERB' })]);
  expect(await sets.get(set.id)).toMatchObject({ unsound: 0 });
  expect((await sets.releaseDue(set))[0]).toMatchObject({ status: 'released' });
  const { record } = await admin.ok('getAirport', { path: { id: recordId } });
  expect(record).toMatchObject({ status: 'rejected', city: 'REFERB' });
});

test('a deletion may build on what an earlier set makes of the record', async () => {
  const city = await createCity('BUILDA');
  const renaming = await sets.schedule([updateCityItem(city, { name: 'From May' })], '2099-05-01');
  const unaware = await sets.setDate(editor, await sets.createWith(editor, [deleteCityItem(city)]), DAY);
  await sets.refuse(editor, unaware, submit, 'changeSetUnsound');
  const { upcoming } = await admin.ok('getCity', { path: { id: city.id } });
  const basedOn = upcoming.map(({ item }) => item).slice(0, 1);
  const { changeSet } = await editor.ok(
    'createChangeSet',
    { body: { title: 'Closed', effectiveOn: DAY, item: { ...deleteCityItem(city), basedOn } } },
    201,
  );
  const deletion = await sets.transition(reviewer, changeSet, approve);
  expect(deletion).toMatchObject({ status: 'scheduled', unsound: 0 });
  const released = await sets.releaseDue(renaming, deletion);
  expect(released.map(({ status }) => status)).toEqual(['released', 'released']);
  await admin.expectRefusal('getCity', { path: { id: city.id } }, 'notFound');
});
