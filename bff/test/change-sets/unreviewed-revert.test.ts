import { expect, test } from 'vitest';
import { createImportClient } from '../imports/import-client.ts';
import { type City, cityTransitionItem, setUpChangeSets, updateCityItem, valuesOf } from './change-set-client.ts';

const sets = await setUpChangeSets();
const { service, admin, editor, reviewer, createCity, getCity } = sets;
const revert = { event: 'revert' } as const;
const neverReviewed = [{ pointer: '', rule: 'neverReviewed' }];

const transitionCity = async (
  client: typeof editor,
  id: number,
  body: { event: 'approve' | 'activate' | 'resubmit' },
) => client.ok('transitionCity', { path: { id }, ifMatch: (await getCity(id)).version, body });

const approveAndActivate = async ({ id }: City) => {
  await transitionCity(reviewer, id, { event: 'approve' });
  await transitionCity(reviewer, id, { event: 'activate' });
};

/** Creates a city whose values somebody has rejected. */
async function createRejectedCity(code: string): Promise<City> {
  const { id, version } = await createCity(code, 'pending');
  const body = { event: 'reject', reason: 'Wrong name' } as const;
  return (await reviewer.ok('transitionCity', { path: { id }, ifMatch: version, body })).record;
}

async function expectKept(set: { id: number }, { id }: City): Promise<void> {
  const { fields } = await sets.refuse(editor, set, revert, 'changeSetUnsound');
  expect(fields).toMatchObject([{ rule: 'neverReviewed' }]);
  expect(await sets.get(set.id)).toMatchObject({ status: 'released' });
  expect(await getCity(id)).toMatchObject({ name: 'Right', status: 'active' });
}

test('values that were rejected do not come back onto a record that was approved with others', async () => {
  const city = await createRejectedCity('UNRVA');
  const set = await sets.release([updateCityItem(city, { name: 'Right' })]);
  await transitionCity(editor, city.id, { event: 'resubmit' });
  await approveAndActivate(city);
  await expectKept(set, city);
});

test('nor do values of a pending record that a set corrected before the approval', async () => {
  const city = await createCity('UNRVB', 'pending');
  const other = await createCity('UNRVC');
  const changes = [updateCityItem(city, { name: 'Right' }), updateCityItem(other, { name: 'Changed' })];
  const set = await sets.release(changes);
  expect(await sets.predictions(set)).toEqual([undefined, undefined]);
  await approveAndActivate(city);
  expect(await sets.predictions(set)).toMatchObject([neverReviewed, undefined]);
  expect(await sets.transition(editor, set, revert)).toMatchObject({ status: 'reverted', unsound: 1 });
  expect(await sets.items(set)).toMatchObject([
    { outcome: 'kept', problems: neverReviewed },
    { outcome: 'reverted', problems: [] },
  ]);
  expect(await getCity(city.id)).toMatchObject({ name: 'Right', status: 'active' });
  expect(await getCity(other.id)).toMatchObject({ name: 'City UNRVC' });
});

test('nor where the set approved the record along with the change, and it is active by now', async () => {
  const city = await createCity('UNRVD', 'pending');
  const set = await sets.release([{ ...updateCityItem(city, { name: 'Right' }), event: 'approve' }]);
  await transitionCity(reviewer, city.id, { event: 'activate' });
  await expectKept(set, city);
});

test('the former values come back with the former status, where they wait for a review again', async () => {
  const city = await createCity('UNRVE', 'pending');
  const set = await sets.release([{ ...updateCityItem(city, { name: 'Right' }), event: 'approve' }]);
  await sets.transition(editor, set, revert);
  expect(await getCity(city.id)).toMatchObject({ name: 'City UNRVE', status: 'pending' });
});

test('a revert that a second person approves brings them back', async () => {
  const city = await createCity('UNRVF', 'pending');
  const other = await createCity('UNRVG');
  const changes = [updateCityItem(city, { name: 'Right' }), updateCityItem(other, { name: 'Changed' })];
  const set = await sets.release(changes);
  await approveAndActivate(city);
  await sets.release([updateCityItem(await getCity(other.id), { name: 'Since' })]);
  const [, item] = await sets.items(set);
  const overwrite = [{ item: item?.id ?? 0, fields: ['/name'] }];
  const { revertId = 0 } = await sets.transition(editor, await sets.get(set.id), { ...revert, overwrite });
  await sets.transition(reviewer, await sets.get(revertId), { event: 'approve' });
  expect(await getCity(city.id)).toMatchObject({ name: 'City UNRVF', status: 'active' });
});

test('the revert of an import does not bring them back either', async () => {
  const imports = createImportClient(service);
  const city = await createCity('UNRVH', 'pending');
  const content = 'code,name,country\nUNRVH,Right,CN\n';
  const { id } = await imports.apply(editor, (await imports.uploadAndStage(editor, { entity: 'city', content })).id);
  await approveAndActivate(city);
  expect(await imports.revert(editor, id)).toMatchObject({ status: 'reverted', outcomes: { kept: 1 } });
  expect(await imports.rows(admin, id)).toMatchObject([{ outcome: 'kept', problems: [{ rule: 'neverReviewed' }] }]);
  expect(await getCity(city.id)).toMatchObject({ name: 'Right', status: 'active' });
});

test('where no second person is needed, they come back at once', async () => {
  const { settings, version } = await admin.ok('getSettings');
  const body = { ...settings, review: { ...settings.review, city: 'none' as const } };
  const city = await createCity('UNRVI', 'pending');
  const set = await sets.release([updateCityItem(city, { name: 'Right' })]);
  await approveAndActivate(city);
  await admin.ok('updateSettings', { ifMatch: version, body });
  try {
    await sets.transition(editor, set, revert);
  } finally {
    await admin.ok('updateSettings', { ifMatch: version + 1, body: settings });
  }
  expect(valuesOf(await getCity(city.id))).toEqual(valuesOf(city));
});

test('a status that somebody has changed since stays, and the item says so', async () => {
  const [approved, changed, other] = [
    await createCity('UNRVJ', 'pending'),
    await createCity('UNRVK'),
    await createCity('UNRVL'),
  ];
  const set = await sets.release([
    cityTransitionItem(approved, 'approve'),
    { ...updateCityItem(changed, { name: 'Changed' }), event: 'deactivate' },
    cityTransitionItem(other, 'deactivate'),
  ]);
  for (const { id } of [approved, other]) await transitionCity(reviewer, id, { event: 'activate' });
  await sets.release([cityTransitionItem(await getCity(changed.id), 'activate')]);
  const problems = [{ pointer: '/values/status', rule: 'changedSinceRelease' }];
  expect(await sets.predictions(set)).toMatchObject([problems, undefined, undefined]);
  expect(await sets.transition(editor, set, revert)).toMatchObject({ status: 'reverted', unsound: 1 });
  expect(await sets.items(set)).toMatchObject([
    { outcome: 'kept', problems },
    { outcome: 'reverted', problems: [] },
    { outcome: 'reverted', problems: [] },
  ]);
  expect(await getCity(approved.id)).toMatchObject({ status: 'active' });
  expect(await getCity(changed.id)).toMatchObject({ name: 'City UNRVK', status: 'active' });
});
