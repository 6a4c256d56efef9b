import { expect, test } from 'vitest';
import { createEntityClient } from '../kit/entity-client.ts';
import { type ItemBody, setUpChangeSets, updateCityItem } from './change-set-client.ts';

// What a set changes, and what others change meanwhile, may say something about each other.

const sets = await setUpChangeSets();
const { editor, reviewer } = sets;
const stations = createEntityClient(sets.service, 'TrainStation');
const airports = createEntityClient(sets.service, 'Airport');

const verification = { state: 'verified', note: null, evidence: 'https://a.example/board.jpg' } as const;

type Station = Awaited<ReturnType<typeof stations.createPending>>;

const updateStation = (station: Station, changes: object): ItemBody => ({
  entity: 'train_station',
  action: 'update',
  recordId: station.id,
  recordVersion: station.version,
  values: stations.bodyFrom(station, changes),
});

/** Submits a set with one change, lets somebody change the record, and approves the set. */
async function releaseAfter(item: ItemBody, meanwhile: () => Promise<unknown>) {
  const submitted = await sets.transition(editor, await sets.createWith(editor, [item]), { event: 'submit' });
  await meanwhile();
  return sets.transition(reviewer, submitted, { event: 'approve' });
}

const readStation = async ({ id }: Station) => {
  const { name, verification } = (await stations.get(id)).record;
  return [name, verification.state, verification.by];
};

test('a station that is verified while a set renames it is not verified under its new name', async () => {
  const station = await stations.createPending();
  await releaseAfter(updateStation(station, { name: 'New name' }), () => stations.update(station, { verification }));
  expect(await readStation(station)).toEqual(['New name', 'unverified', null]);
});

test('a set that verifies a station does not verify the name that it has got meanwhile', async () => {
  const station = await stations.createPending();
  await releaseAfter(updateStation(station, { verification }), () => stations.update(station, { name: 'Renamed' }));
  expect(await readStation(station)).toEqual(['Renamed', 'unverified', null]);
});

test('a set that verifies a station of which something else changes meanwhile does verify it', async () => {
  const station = await stations.createPending();
  await releaseAfter(updateStation(station, { verification }), () => stations.update(station, { openingHours: [] }));
  expect(await readStation(station)).toEqual([station.name, 'verified', 'editor']);
});

test('a former name that a revert brings back is not verified', async () => {
  const station = await stations.createPending();
  const set = await sets.release([updateStation(station, { name: 'New name' })]);
  await stations.update((await stations.get(station.id)).record, { verification });
  await sets.transition(editor, set, { event: 'revert' });
  expect(await readStation(station)).toEqual([station.name, 'unverified', null]);
});

test('a latitude is not combined with a longitude that somebody else has changed', async () => {
  const airport = await airports.createPending({ latitude: 40, longitude: 116 });
  const item: ItemBody = {
    entity: 'airport',
    action: 'update',
    recordId: airport.id,
    recordVersion: airport.version,
    values: airports.bodyFrom(airport, { latitude: 40.5 }),
  };
  const submitted = await sets.transition(editor, await sets.createWith(editor, [item]), { event: 'submit' });
  await airports.update(airport, { longitude: 117.5 });
  const { fields } = await sets.refuse(reviewer, submitted, { event: 'approve' }, 'changeSetUnsound');
  expect(fields).toMatchObject([{ pointer: expect.stringMatching(/\/values\/latitude$/), rule: 'changedSince' }]);
});

test('a record moves away from another one that has been renamed meanwhile', async () => {
  const [before, after] = [await sets.createCity('MOVEDA'), await sets.createCity('MOVEDB')];
  const airport = await airports.createPending({ country: 'CN', city: 'MOVEDA' });
  const item: ItemBody = {
    entity: 'airport',
    action: 'update',
    recordId: airport.id,
    recordVersion: airport.version,
    values: airports.bodyFrom(airport, { city: 'MOVEDB' }),
  };
  const rename = () =>
    sets.release([updateCityItem(before, { code: 'MOVEDC' }), updateCityItem(after, { code: 'MOVEDA' })]);
  await releaseAfter(item, rename);
  expect((await airports.get(airport.id)).record).toMatchObject({ city: 'MOVEDA' });
  expect(await sets.getCity(after.id)).toMatchObject({ code: 'MOVEDA' });
});
