import { expect, test } from 'vitest';
import { createImportClient } from '../imports/import-client.ts';
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

const sets = await setUpChangeSets();
const { service, admin, editor, reviewer, createCity, getCity } = sets;
const { db } = service;
const imports = createImportClient(service);
const [approve, submit, revert] = [{ event: 'approve' }, { event: 'submit' }, { event: 'revert' }] as const;
const rights = ['city:read', 'city:create', 'city:update', 'city:delete', 'city:review', 'city:import', 'country:read'];
const [author, other] = [await service.clientWith(...rights), await service.clientWith(...rights)];

const transitionCity = async (
  client: typeof editor,
  id: number,
  body: { event: 'approve' | 'activate' | 'resubmit'; activate?: true },
) => client.ok('transitionCity', { path: { id }, ifMatch: (await getCity(id)).version, body });

async function expectNoApproval(client: typeof author, id: number): Promise<void> {
  const { version, status } = await getCity(id);
  expect(status).toBe('pending');
  await client.expectRefusal('transitionCity', { path: { id }, ifMatch: version, body: approve }, 'secondPerson');
}

const createPending = async (code: string): Promise<City> =>
  (await author.ok('createCity', { body: { code, name: 'Unreviewed', country: 'CN' } }, 201)).record;

/** Creates a city whose first values somebody else has replaced with those that were approved. */
async function createCorrected(code: string): Promise<City> {
  const city = await createPending(code);
  await sets.release([{ ...updateCityItem(city, { name: 'Reviewed' }), event: 'approve' }]);
  return (await reviewer.ok('transitionCity', { path: { id: city.id }, ifMatch: 2, body: { event: 'activate' } }))
    .record;
}

/** Approves a pending city with a set, and reverts that. */
async function approveAndRevert(
  city: City,
  item: ItemBody = { ...updateCityItem(city, { continent: 'AS' }), ...approve },
): Promise<void> {
  await sets.transition(editor, await sets.release([item]), revert);
}

const readQueue = async (client: typeof author): Promise<number[]> =>
  (await client.ok('listChangeSets', { query: { toReview: true, limit: 100 } })).items.map(({ id }) => id);

async function withoutReview<T>(work: () => Promise<T>): Promise<T> {
  const { settings, version } = await admin.ok('getSettings');
  const body = { ...settings, review: { ...settings.review, city: 'none' as const } };
  await admin.ok('updateSettings', { ifMatch: version, body });
  return work().finally(() => admin.ok('updateSettings', { ifMatch: version + 1, body: settings }));
}

const findCity = async (code: string): Promise<City> => {
  const [city] = (await admin.ok('listCities', { query: { code: [code] } })).items;
  if (!city) throw new Error(`There is no city ${code}.`);
  return city;
};

test('after a revert, nobody approves a record who has uploaded or corrected the import that it comes from', async () => {
  const content = 'code,name,country\nEARA,From the file,CN\n';
  const { id } = await imports.uploadAndStage(other, { entity: 'city', content });
  const cells = [{ row: 1, column: 'name', from: 'From the file', to: 'Corrected' }];
  await author.ok('correctImport', { path: { id }, body: { cells } });
  await imports.apply(editor, id);
  const city = await findCity('EARA');
  for (const client of [author, other]) await expectNoApproval(client, city.id);
  await approveAndRevert(city);
  for (const client of [author, other]) await expectNoApproval(client, city.id);
  await transitionCity(reviewer, city.id, approve);
});

test('nor who has contributed to the set that it comes from, while the kind needed no second person', async () => {
  await withoutReview(async () => {
    const { id } = await sets.create(author);
    await sets.add(author, id, { ...createCityItem('EARB'), become: 'pending' });
    await sets.add(other, id, createCityItem('EARC'));
    await sets.transition(other, await sets.transition(other, await sets.get(id), submit), approve);
  });
  const city = await findCity('EARB');
  await expectNoApproval(author, city.id);
  await approveAndRevert(city);
  for (const client of [author, other]) await expectNoApproval(client, city.id);
});

test('nor who has submitted it again after its rejection', async () => {
  const { id, version } = await createCity('EARD', 'pending');
  const reject = { event: 'reject', reason: 'Wrong' } as const;
  await reviewer.ok('transitionCity', { path: { id }, ifMatch: version, body: reject });
  await transitionCity(author, id, { event: 'resubmit' });
  await expectNoApproval(author, id);
  const city = await getCity(id);
  await approveAndRevert(city, cityTransitionItem(city, 'approve'));
  await expectNoApproval(author, id);
});

test('nor where the record was approved by an earlier release, which has kept no contributors', async () => {
  const city = await createPending('EARE');
  const set = await sets.release([{ ...updateCityItem(city, { continent: 'AS' }), event: 'approve' }]);
  await db('approved_contributor').where({ entity: 'city', record_id: city.id }).delete();
  await sets.transition(editor, set, revert);
  await expectNoApproval(author, city.id);
});

test('an active record that goes back to values which nobody has approved has their contributors again', async () => {
  const { id } = await createCity('EARF');
  await withoutReview(async () => {
    const city = await getCity(id);
    const body = { ...valuesOf(city), name: 'Unreviewed' };
    await author.ok('updateCity', { path: { id }, ifMatch: city.version, body });
  });
  const set = await sets.release([updateCityItem(await getCity(id), { continent: 'AS' })]);
  await sets.transition(editor, set, revert);
  const city = await getCity(id);
  const body = { ...valuesOf(city), continent: 'EU' as const };
  const { proposal } = await editor.ok('updateCity', { path: { id }, ifMatch: city.version, body }, 202);
  const decision = { path: { id }, ifMatch: proposal?.version ?? 0, body: { decision: 'approve' as const } };
  await author.expectRefusal('decideCityProposal', decision, 'secondPerson');
});

test('a pending record that comes back after its deletion has its contributors', async () => {
  const [bySet, bySelf] = [await createPending('EARG'), await createPending('EARH')];
  await sets.transition(editor, await sets.release([deleteCityItem(bySet)]), revert);
  await expectNoApproval(author, bySet.id);
  await editor.ok('deleteCity', { path: { id: bySelf.id }, ifMatch: bySelf.version });
  await editor.ok('restoreCity', { path: { id: bySelf.id }, body: { version: 1 } });
  await expectNoApproval(author, bySelf.id);
});

test('whoever wrote values that nobody approved does not approve a record that comes back with them', async () => {
  const city = await createCorrected('EARI');
  const { proposal } = await editor.ok('deleteCity', { path: { id: city.id }, ifMatch: city.version }, 202);
  const decision = { decision: 'approve' as const };
  await reviewer.ok('decideCityProposal', { path: { id: city.id }, ifMatch: proposal?.version ?? 0, body: decision });
  await editor.ok('restoreCity', { path: { id: city.id }, body: { version: 1 } });
  expect(await getCity(city.id)).toMatchObject({ name: 'Unreviewed' });
  await expectNoApproval(author, city.id);
});

test('nor a proposal that restores them', async () => {
  const { id, version } = await createCorrected('EARJ');
  const { proposal } = await editor.ok('restoreCity', { path: { id }, ifMatch: version, body: { version: 1 } }, 202);
  const decision = { path: { id }, ifMatch: proposal?.version ?? 0, body: { decision: 'approve' as const } };
  await author.expectRefusal('decideCityProposal', decision, 'secondPerson');
  await other.ok('decideCityProposal', decision);
});

test('nor a set that restores them, which is not listed for their review', async () => {
  const { id, version } = await createCorrected('EARK');
  const item: ItemBody = {
    entity: 'city',
    action: 'restore',
    recordId: id,
    recordVersion: version,
    restoredVersion: 1,
  };
  const draft = await sets.createWith(editor, [item]);
  const submitting = { path: { id: draft.id }, ifMatch: draft.version, body: submit };
  try {
    await db('user').whereNot('username', 'editor').whereNot('id', author.id).update({ status: 'inactive' });
    await editor.expectRefusal('transitionChangeSet', submitting, 'nobodyToApprove');
  } finally {
    await db('user').update({ status: 'active' });
  }
  const set = await sets.transition(editor, await sets.get(draft.id), submit);
  await sets.refuse(author, set, approve, 'secondPerson');
  expect(await sets.get(set.id, author)).toMatchObject({ ownWork: false, earlierWork: true });
  expect(await readQueue(author)).not.toContain(set.id);
  expect(await readQueue(other)).toContain(set.id);
  await sets.transition(other, set, approve);
  expect(await getCity(id)).toMatchObject({ name: 'Unreviewed', status: 'active' });
});

test('nor a record that such a set brings back with them', async () => {
  const city = await createCorrected('EARL');
  const { proposal } = await editor.ok('deleteCity', { path: { id: city.id }, ifMatch: city.version }, 202);
  const decision = { decision: 'approve' as const };
  await reviewer.ok('decideCityProposal', { path: { id: city.id }, ifMatch: proposal?.version ?? 0, body: decision });
  const restored = {
    entity: 'city',
    action: 'restore',
    recordId: city.id,
    recordVersion: 4,
    restoredVersion: 1,
  } as const;
  await sets.release([restored]);
  await expectNoApproval(author, city.id);
});

test('nor a revert that overwrites what somebody has changed since with them', async () => {
  const city = await createPending('EARM');
  const set = await sets.release([{ ...updateCityItem(city, { name: 'Reviewed' }), event: 'approve' }]);
  await transitionCity(reviewer, city.id, { event: 'activate' });
  await sets.release([updateCityItem(await getCity(city.id), { name: 'Since' })]);
  const [item] = await sets.items(set);
  const overwrite = [{ item: item?.id ?? 0, fields: ['/name'] }];
  const { revertId = 0 } = await sets.transition(editor, await sets.get(set.id), { ...revert, overwrite });
  const waiting = await sets.get(revertId);
  await sets.refuse(author, waiting, approve, 'secondPerson');
  expect(await sets.get(revertId, author)).toMatchObject({ earlierWork: true });
  expect(await readQueue(author)).not.toContain(revertId);
  await sets.transition(other, waiting, approve);
  expect(await getCity(city.id)).toMatchObject({ name: 'Unreviewed', status: 'active' });
});

test('values that were approved as they are do not count as those of their author', async () => {
  const city = await createPending('EARN');
  await transitionCity(reviewer, city.id, { event: 'approve', activate: true });
  const { id } = city;
  await sets.release([updateCityItem(await getCity(id), { name: 'Changed' })]);
  const { version } = await getCity(id);
  const { proposal } = await editor.ok('restoreCity', { path: { id }, ifMatch: version, body: { version: 1 } }, 202);
  const decision = { path: { id }, ifMatch: proposal?.version ?? 0, body: { decision: 'approve' as const } };
  await author.ok('decideCityProposal', decision);
});

test('restored values keep their contributors when they are edited', async () => {
  const city = await createCorrected('EARZ');
  const set = await sets.createWith(editor, [
    { entity: 'city', action: 'restore', recordId: city.id, recordVersion: city.version, restoredVersion: 1 },
  ]);
  const [item] = await sets.items(set);
  if (!item) throw new Error('The set is empty.');
  const values = { ...valuesOf(city), name: 'Unreviewed', continent: 'AS' };
  const path = { id: set.id, itemId: item.id };
  const body = { action: 'update', recordVersion: city.version, values } as const;
  await editor.ok('updateChangeSetItem', { path, ifMatch: item.version, body });
  const submitted = await sets.transition(editor, await sets.get(set.id), submit);
  await sets.refuse(author, submitted, approve, 'secondPerson');
  await sets.transition(reviewer, submitted, approve);
  expect(await getCity(city.id)).toMatchObject({ name: 'Unreviewed', continent: 'AS' });
});
