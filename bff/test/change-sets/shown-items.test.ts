import { expect, test } from 'vitest';
import { completeBodies } from '../kit/complete-bodies.ts';
import { createCityItem, type ItemBody, setUpChangeSets, updateCityItem } from './change-set-client.ts';

const sets = await setUpChangeSets();
const { admin, editor, reviewer, createCity, getCity } = sets;

const submit = async (items: ItemBody[]) =>
  sets.transition(editor, await sets.createWith(editor, items), { event: 'submit' });

test('an item shows what its record has by now at the fields that conflict', async () => {
  const city = await createCity('SHWA');
  const set = await submit([updateCityItem(city, { name: 'From the set', continent: 'EU' })]);
  await sets.release([updateCityItem(city, { name: 'Live' })]);
  expect((await sets.items(set))[0]).not.toHaveProperty('changedSince');
  await sets.refuse(reviewer, set, { event: 'approve' }, 'changeSetUnsound');
  expect((await sets.items(set))[0]?.changedSince).toEqual([{ pointer: '/name', live: 'Live', former: 'City SHWA' }]);
});

test('an item of a scheduled set shows what its record has by now at the fields for which the set would be held', async () => {
  const city = await createCity('SHWB');
  const set = await sets.schedule([updateCityItem(city, { country: 'TR', name: 'From the set' })]);
  await sets.release([updateCityItem(city, { country: 'US' })]);
  const { items, labels } = await admin.ok('listChangeSetItems', { path: { id: set.id } });
  expect(items[0]?.changedSince).toEqual([{ pointer: '/country', live: 'US', former: 'CN' }]);
  expect(labels.country).toMatchObject({ US: {}, TR: {}, CN: {} });
  expect(await getCity(city.id)).toMatchObject({ country: 'US' });
});

test('items name the records to which they refer and which the set creates', async () => {
  const names = { name: 'Sabiha', locales: { en: { name: 'Sabiha City' } } };
  const airport = { ...completeBodies.Airport('SHX'), icaoCode: null, city: 'SHWC' };
  const set = await submit([createCityItem('SHWC', names), { entity: 'airport', action: 'create', values: airport }]);
  const labels = async () => (await admin.ok('listChangeSetItems', { path: { id: set.id } })).labels;
  expect((await labels()).city).toMatchObject({ SHWC: { name: 'Sabiha', en: 'Sabiha City' } });
  await sets.transition(reviewer, set, { event: 'approve' });
  expect((await labels()).city).toMatchObject({ SHWC: { name: 'Sabiha', en: 'Sabiha City' } });
});
