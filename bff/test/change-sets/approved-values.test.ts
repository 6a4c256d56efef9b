import { expect, test } from 'vitest';
import { readUnreviewedContributors } from '../../src/crud/review/earlier-contributors.ts';
import { city } from '../../src/entities/city.ts';
import type { Client } from '../kit/client.ts';
import { countRowsRead } from '../kit/database/rows-read.ts';
import { type City, setUpChangeSets, updateCityItem, valuesOf } from './change-set-client.ts';

const sets = await setUpChangeSets();
const { service, admin, editor, reviewer, createCity, getCity, submitRevert } = sets;
const [approve, submit] = [{ event: 'approve' }, { event: 'submit' }] as const;
const rights = ['city:read', 'city:create', 'city:update', 'city:review', 'country:read'];
const [author, other] = [await service.clientWith(...rights), await service.clientWith(...rights)];

async function withoutReview<T>(work: () => Promise<T>): Promise<T> {
  const { settings, version } = await admin.ok('getSettings');
  const body = { ...settings, review: { ...settings.review, city: 'none' as const } };
  await admin.ok('updateSettings', { ifMatch: version, body });
  return work().finally(() => admin.ok('updateSettings', { ifMatch: version + 1, body: settings }));
}

const changeCity = async (client: Client, id: number, values: Partial<City>): Promise<City> => {
  const city = await getCity(id);
  const body = { ...valuesOf(city), ...values };
  return (await client.ok('updateCity', { path: { id }, ifMatch: city.version, body })).record;
};

/** Changes a city by a set of this author that the reviewer approves. */
const release = async (client: Client, id: number, values: Partial<City>) =>
  sets.release([updateCityItem(await getCity(id), values)], client);

/** Submits a set of the editor that gives a city the values of a version back. */
async function submitRestoration(id: number, restoredVersion: number) {
  const { version: recordVersion } = await getCity(id);
  const item = { entity: 'city', action: 'restore', recordId: id, recordVersion, restoredVersion } as const;
  return sets.transition(editor, await sets.createWith(editor, [item]), submit);
}

async function expectApproval(set: { id: number }, client: Client): Promise<void> {
  expect((await sets.get(set.id, client)).earlierWork).toBeUndefined();
  await sets.transition(client, await sets.get(set.id), approve);
}

test('whoever changed values that had been approved may approve that these come back', async () => {
  const { id } = await createCity('APVA');
  await release(editor, id, { name: 'Approved' });
  await release(author, id, { name: 'Since' });
  await expectApproval(await submitRestoration(id, 4), author);
  expect(await getCity(id)).toMatchObject({ name: 'Approved' });
});

test('also values that were approved before the record was activated, or that a proposal has brought', async () => {
  const { id } = await createCity('APVB');
  const proposed = { ...valuesOf(await getCity(id)), name: 'Proposed' };
  const { proposal } = await editor.ok('updateCity', { path: { id }, ifMatch: 3, body: proposed }, 202);
  const decision = { path: { id }, ifMatch: proposal?.version ?? 0, body: { decision: 'approve' as const } };
  await reviewer.ok('decideCityProposal', decision);
  await release(author, id, { name: 'Since' });
  await expectApproval(await submitRestoration(id, 4), author);
  await release(author, id, { name: 'Since' });
  await expectApproval(await submitRestoration(id, 3), author);
  expect(await getCity(id)).toMatchObject({ name: 'City APVB' });
});

test('also values that have been approved with another code of a record to which they refer', async () => {
  const { record: country } = await editor.ok('createCountry', { body: { code: 'XJ', name: 'Country' } }, 201);
  const { id } = await createCity('APVX');
  await release(editor, id, { country: 'XJ' });
  await withoutReview(() => changeCity(author, id, { name: 'Since' }));
  const values = { ...valuesOf(country), code: 'XL' };
  await admin.ok('updateCountry', { path: { id: country.id }, ifMatch: country.version, body: values });
  const restored = await withoutReview(() => changeCity(author, id, { name: 'City APVX' }));
  await release(other, id, { name: 'Later' });
  await expectApproval(await submitRestoration(id, restored.version), author);
  expect(await getCity(id)).toMatchObject({ name: 'City APVX', country: 'XL' });
});

test('also values to which a set was reverted', async () => {
  const { id } = await createCity('APVC');
  await sets.transition(other, await release(other, id, { name: 'Reverted' }), { event: 'revert' });
  await release(author, id, { name: 'Since' });
  await expectApproval(await submitRestoration(id, 5), author);
});

test('also values that the service has written', async () => {
  const [city] = (await admin.ok('listCities', { query: { status: 'active', pageSize: 10 } })).items;
  if (!city) throw new Error('The starter set has no city.');
  expect(city).toMatchObject({ version: 1, createdBy: 'system' });
  await release(author, city.id, { name: 'Since' });
  await expectApproval(await submitRestoration(city.id, 1), author);
});

test('whoever reverted a set to values of the service has not contributed to them when others revert to them again', async () => {
  const [, starterCity] = (await admin.ok('listCities', { query: { status: 'active', pageSize: 10 } })).items;
  if (!starterCity) throw new Error('The starter set has no second city.');
  const { id } = starterCity;
  for (const client of [author, other])
    await sets.transition(client, await release(editor, id, { name: 'Released' }), { event: 'revert' });
  const next = await sets.createWith(editor, [updateCityItem(await getCity(id), { name: 'Next' })]);
  const submitted = await sets.transition(editor, next, submit);
  await sets.refuse(other, submitted, approve, 'secondPerson');
  await expectApproval(submitted, author);
});

test('the author of an approved set may approve its revert that overwrites, and whoever asked for it decides again', async () => {
  const city = await createCity('APVD');
  const set = await release(author, city.id, { name: 'Released' });
  await release(editor, city.id, { name: 'Since' });
  const [item] = await sets.items(set);
  const revert = await submitRevert(set.id, [{ item: item?.id ?? 0, fields: ['/name'] }], other);
  await expectApproval(revert, author);
  expect(await getCity(city.id)).toMatchObject({ name: city.name });
  const next = await sets.createWith(editor, [updateCityItem(await getCity(city.id), { name: 'Next' })]);
  await expectApproval(await sets.transition(editor, next, submit), other);
});

test('values that two people changed one after the other without a review are those of the first one, too', async () => {
  const { id } = await createCity('APVE');
  await withoutReview(async () => {
    await changeCity(author, id, { name: 'Unreviewed' });
    await changeCity(other, id, { name: 'Unreviewed, too' });
  });
  await release(editor, id, { name: 'Since' });
  await sets.refuse(author, await submitRestoration(id, 4), approve, 'secondPerson');
});

test('values that nobody but their author has approved count as those of the author', async () => {
  const body = { code: 'APVF', name: 'By one person', country: 'CN' };
  const { id } = await withoutReview(async () => {
    const { record } = await author.ok('createCity', { body }, 201);
    const activation = { event: 'approve', activate: true } as const;
    return (await author.ok('transitionCity', { path: { id: record.id }, ifMatch: 1, body: activation })).record;
  });
  await release(editor, id, { name: 'Since' });
  for (const version of [1, 3]) {
    const set = await submitRestoration(id, version);
    await sets.refuse(author, set, approve, 'secondPerson');
    await sets.transition(editor, set, { event: 'withdraw' });
  }
});

test('values that nobody has approved stay so where a second person approves the rename of a referenced record', async () => {
  const { record: country } = await editor.ok('createCountry', { body: { code: 'XM', name: 'Country' } }, 201);
  const { id } = await createCity('APVY');
  await release(editor, id, { country: 'XM' });
  await withoutReview(() => changeCity(author, id, { name: 'Of the author' }));
  const target = { entity: 'country', recordId: country.id, recordVersion: country.version } as const;
  await sets.release([{ ...target, action: 'update', values: { ...valuesOf(country), code: 'XN' } }]);
  const { version } = await getCity(id);
  await release(editor, id, { name: 'Approved' });
  const set = await submitRestoration(id, version);
  expect((await sets.get(set.id, author)).earlierWork).toBe(true);
  await sets.refuse(author, set, approve, 'secondPerson');
});

test('values of a set that its author released alone count as those of the author', async () => {
  const { id } = await createCity('APVG');
  await withoutReview(async () => {
    await sets.release([updateCityItem(await getCity(id), { name: 'By one person' })], author, author);
  });
  await release(editor, id, { name: 'Since' });
  await sets.refuse(author, await submitRestoration(id, 4), approve, 'secondPerson');
});

test('values that their author let somebody else bring back count as those of the author', async () => {
  const { id } = await createCity('APVH');
  const reverted = await withoutReview(async () => {
    await changeCity(author, id, { name: 'By one person' });
    const set = await release(editor, id, { name: 'Released' });
    await changeCity(other, id, { name: 'Since' });
    const [item] = await sets.items(set);
    const revert = await submitRevert(set.id, [{ item: item?.id ?? 0, fields: ['/name'] }], other);
    await sets.transition(author, revert, approve);
    return getCity(id);
  });
  expect(reverted).toMatchObject({ name: 'By one person' });
  await release(editor, id, { name: 'Since then' });
  await sets.refuse(author, await submitRestoration(id, reverted.version), approve, 'secondPerson');
});

test('values are compared with all approved ones without reading the whole log for each', async () => {
  const { id } = await createCity('APVI');
  const { db } = service;
  const last = await db('data_log').where({ entity: 'city', record_id: id }).orderBy('seq', 'desc').first();
  const { seq: _seq, ...row } = last;
  const versions = 1200;
  const changes = Array.from({ length: versions }, (_, n) => ({
    ...row,
    version: last.version + 1 + n,
    action: 'update',
    proposer: 'editor',
    after: JSON.stringify({ ...JSON.parse(last.after), name: `Approved ${n}` }),
  }));
  const ofNobody = { ...changes[0], version: last.version + 1 + versions, actor_id: author.id, proposer: null };
  await db('data_log').insert([...changes, ofNobody, { ...ofNobody, version: ofNobody.version + 1, after: row.after }]);
  await db.transaction(async (trx) => {
    const read = (version: number) => readUnreviewedContributors(trx, city, [{ recordId: id, version }]);
    expect(await read(ofNobody.version)).toEqual(new Map());
    expect(await read(ofNobody.version + 1)).toEqual(new Map());
    expect(await countRowsRead(trx, () => read(ofNobody.version))).toBeLessThan(versions * 20);
    const unapproved = { name: 'Approved by nobody' };
    await trx('data_log')
      .where({ entity: 'city', record_id: id, version: ofNobody.version })
      .update('after', JSON.stringify({ ...JSON.parse(last.after), ...unapproved }));
    expect(await read(ofNobody.version)).toEqual(new Map([[id, [author.id]]]));
  });
});
