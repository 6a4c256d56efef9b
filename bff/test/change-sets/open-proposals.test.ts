import { expect, test } from 'vitest';
import { createImportClient } from '../imports/import-client.ts';
import { createEntityClient } from '../kit/entity-client.ts';
import { type City, deleteCityItem, setUpChangeSets, updateCityItem, valuesOf } from './change-set-client.ts';

const sets = await setUpChangeSets();
const { service, admin, editor, reviewer, createCity, getCity } = sets;
const { db } = service;
const cityRights = ['city:read', 'city:update', 'country:read'];
const [proposer, otherProposer] = [await service.clientWith(...cityRights), await service.clientWith(...cityRights)];

const propose = (client: typeof proposer, city: City, values: object) => {
  const body = { ...valuesOf(city), ...values };
  return client.ok('updateCity', { path: { id: city.id }, ifMatch: city.version, body }, 202);
};

const readRejections = async (client: typeof proposer) =>
  (await client.ok('listRejections', { query: { pageSize: 100 } })).items;

test('a proposal for other fields stays open, and is merged once it is approved', async () => {
  const city = await createCity('OTHERA');
  await propose(proposer, city, { continent: 'AS' });
  const set = await sets.createWith(editor, [updateCityItem(city, { name: 'From the set' })]);
  const submitted = await sets.transition(editor, set, { event: 'submit' });
  expect((await sets.items(set))[0]).not.toHaveProperty('replaces');
  await sets.transition(reviewer, submitted, { event: 'approve' });
  const { proposal } = await proposer.ok('getCityProposal', { path: { id: city.id } });
  expect(proposal).toMatchObject({ changes: ['/continent'], by: proposer.username });
  expect(await readRejections(proposer)).toEqual([]);
  const decision = { decision: 'approve' } as const;
  await reviewer.ok('decideCityProposal', { path: { id: city.id }, ifMatch: proposal.version, body: decision });
  expect(await getCity(city.id)).toMatchObject({ name: 'From the set', continent: 'AS' });
});

test('a proposal to delete the record stays open', async () => {
  const city = await createCity('OTHERB');
  const deleter = await service.clientWith(...cityRights, 'city:delete');
  await deleter.ok('deleteCity', { path: { id: city.id }, ifMatch: city.version }, 202);
  await sets.release([updateCityItem(city, { name: 'From the set' })]);
  const { proposal } = await deleter.ok('getCityProposal', { path: { id: city.id } });
  expect(proposal).toMatchObject({ action: 'delete' });
});

test('a proposal that changes a field of the set otherwise is replaced, and its author is told', async () => {
  const [first, second] = [await createCity('SAMEA'), await createCity('SAMEB')];
  for (const city of [first, second]) await propose(otherProposer, city, { name: 'Proposed', continent: 'AS' });
  await db('mail_outbox').delete();
  const draft = await sets.createWith(editor, [
    updateCityItem(first, { name: 'From the set' }),
    updateCityItem(second, { name: 'From the set' }),
  ]);
  const submitted = await sets.transition(editor, draft, { event: 'submit' });
  const replaces = { by: otherProposer.username };
  expect(await sets.items(draft, reviewer)).toMatchObject([{ replaces }, { replaces }]);
  const set = await sets.transition(reviewer, submitted, { event: 'approve' });
  for (const item of await sets.items(set)) expect(item).not.toHaveProperty('replaces');
  const reason = `replaced by change set #${set.id}`;
  const rejections = await readRejections(otherProposer);
  expect(rejections).toMatchObject([
    { kind: 'proposal', code: 'SAMEB', by: 'reviewer', reason },
    { kind: 'proposal', code: 'SAMEA', by: 'reviewer', reason },
  ]);
  const { items, proposals } = await admin.ok('getCityHistory', { path: { id: first.id } });
  expect(items[0]).toMatchObject({ action: 'update', changeSetId: set.id });
  expect(proposals).toMatchObject([
    { by: otherProposer.username, after: { name: 'Proposed' }, decision: { outcome: 'rejected', reason } },
  ]);
  await admin.expectRefusal('getCityProposal', { path: { id: first.id } }, 'notFound');
  const emails = await db('mail_outbox').where('kind', 'workRejected').pluck('data');
  expect(emails.map((data) => JSON.parse(data))).toMatchObject([{ replacedBySetId: set.id, amongOthers: true }]);
});

test('a proposal for a record that the set deletes is replaced, even if it was made after the approval, and its author is told', async () => {
  const [deleted, later] = [await createCity('SAMEF'), await createCity('SAMEG')];
  await propose(proposer, deleted, { name: 'Proposed' });
  const scheduled = await sets.schedule([deleteCityItem(deleted), deleteCityItem(later)]);
  await propose(otherProposer, later, { name: 'Proposed' });
  const [byProposer, byOther] = [proposer, otherProposer].map(({ username }) => ({ replaces: { by: username } }));
  expect(await sets.items(scheduled)).toMatchObject([byProposer, byOther]);
  await db('mail_outbox').delete();
  const [set] = await sets.releaseDue(scheduled);
  const emails = await db('mail_outbox').where('kind', 'workRejected').orderBy('id').pluck('data');
  expect(emails.map((data) => JSON.parse(data))).toMatchObject([
    { what: 'proposal', code: 'SAMEF', name: 'City SAMEF', replacedBySetId: scheduled.id, isRecordDeleted: true },
    { what: 'proposal', code: 'SAMEG', name: 'City SAMEG', replacedBySetId: scheduled.id, isRecordDeleted: true },
  ]);
  if (set) await sets.transition(editor, set, { event: 'revert' });
  // once the record is back, its author finds the proposal again
  expect(await readRejections(proposer)).toMatchObject([
    { kind: 'proposal', code: 'SAMEF', reason: `replaced by change set #${scheduled.id}` },
  ]);
});

test('a proposal to delete a record that the set deletes ends without a word, and its author does not approve the set', async () => {
  const city = await createCity('SAMEH');
  const deleter = await service.clientWith(...cityRights, 'city:delete', 'city:review');
  await deleter.ok('deleteCity', { path: { id: city.id }, ifMatch: city.version }, 202);
  const set = await sets.transition(editor, await sets.createWith(editor, [deleteCityItem(city)]), { event: 'submit' });
  expect((await sets.items(set))[0]).not.toHaveProperty('replaces');
  await sets.refuse(deleter, set, { event: 'approve' }, 'secondPerson');
  await db('mail_outbox').delete();
  await sets.transition(reviewer, set, { event: 'approve' });
  expect(await db('proposal').where({ record_id: city.id, change_set_id: null }).pluck('outcome')).toEqual(['closed']);
  expect(await db('mail_outbox').where('kind', 'workRejected').pluck('data')).toEqual([]);
});

test('a proposal for a field that belongs with one of the set is replaced, too', async () => {
  const airports = createEntityClient(service, 'Airport');
  const airport = await airports.createActive({ latitude: 40, longitude: 116 });
  const { id, version } = airport;
  await airports.update(airport, { latitude: 40.5 }, 202);
  const values = airports.bodyFrom(airport, { longitude: 116.5 });
  await sets.release([{ entity: 'airport', action: 'update', recordId: id, recordVersion: version, values }], admin);
  await admin.expectRefusal('getAirportProposal', { path: { id } }, 'notFound');
});

test('a proposal that the set makes true ends without a word', async () => {
  const city = await createCity('SAMEC');
  const earlierRejections = await readRejections(proposer);
  await propose(proposer, city, { name: 'Agreed' });
  await sets.release([updateCityItem(city, { name: 'Agreed', continent: 'AS' })]);
  await admin.expectRefusal('getCityProposal', { path: { id: city.id } }, 'notFound');
  expect(await readRejections(proposer)).toEqual(earlierRejections);
});

test('what an import proposed is decided on as if it had been rejected by itself', async () => {
  const imports = createImportClient(service);
  const [replaced, other] = [await createCity('SAMED'), await createCity('SAMEE')];
  const content = 'code,name,country\nSAMED,From the file,CN\nSAMEE,From the file,CN\n';
  const { id } = await imports.apply(editor, (await imports.uploadAndStage(editor, { entity: 'city', content })).id);
  const author = await service.clientWith('city:read', 'city:update', 'city:review', 'country:read');
  await sets.release([updateCityItem(replaced, { name: 'From the set' })], author);
  await imports.decide(reviewer, id, { event: 'approve' });
  expect(await imports.get(admin, id)).toMatchObject({ decision: { done: 1, left: 1, causes: { decided: 1 } } });
  expect(await db('change_set').where('import_id', id).first('status')).toEqual({ status: 'released' });
  expect(await getCity(replaced.id)).toMatchObject({ name: 'From the set' });
  expect(await getCity(other.id)).toMatchObject({ name: 'From the file' });
});
