import { expect, test } from 'vitest';
import { createEntityClient } from '../kit/entity-client.ts';
import { type City, createCityItem, setUpChangeSets, updateCityItem, valuesOf } from './change-set-client.ts';

const sets = await setUpChangeSets();
const { service, records, admin, editor, reviewer, createCity, getCity } = sets;
const { db } = service;
const revert = { event: 'revert' } as const;
const proposer = await service.clientWith('city:read', 'city:update', 'city:delete', 'country:read');

const propose = async (id: number, values: object) => {
  const city = await getCity(id);
  const body = { ...valuesOf(city), ...values };
  await proposer.ok('updateCity', { path: { id }, ifMatch: city.version, body }, 202);
};
const outcomesOf = (cities: Pick<City, 'id'>[]) =>
  Promise.all(
    cities.map(({ id }) =>
      db('proposal').where({ entity: 'city', record_id: id, change_set_id: null }).first('outcome', 'reason'),
    ),
  );
const proposalOpen = { rule: 'proposalOpen' };

test('a revert leaves proposals for other fields open, and records as they are whose proposals change what goes back', async () => {
  const cities: City[] = [];
  for (const code of ['PROPA', 'PROPB', 'PROPC', 'PROPD']) cities.push(await createCity(code));
  const [other, same, deleted, agreed] = cities;
  if (!other || !same || !deleted || !agreed) throw new Error('cities are missing');
  const set = await sets.release([
    ...cities.map((city) => updateCityItem(city, { name: 'Released' })),
    createCityItem('PROPE'),
  ]);
  const created = await getCity((await records.byCode('city', 'PROPE')).id);
  await propose(other.id, { continent: 'AS' });
  await propose(same.id, { name: 'Proposed' });
  await proposer.ok('deleteCity', { path: { id: deleted.id }, ifMatch: deleted.version + 1 }, 202);
  await propose(agreed.id, { name: agreed.name });
  await propose(created.id, { continent: 'AS' });

  const kept = [undefined, [proposalOpen], undefined, undefined, [proposalOpen]];
  expect(await sets.predictions(set)).toMatchObject(kept);
  expect(await sets.transition(editor, set, revert)).toMatchObject({ status: 'reverted', unsound: 2 });
  expect((await sets.items(set)).map(({ problems }) => problems)).toMatchObject(kept.map((each) => each ?? []));
  const names = await Promise.all([...cities, created].map(async ({ id }) => (await getCity(id)).name));
  expect(names).toEqual(['City PROPA', 'Released', 'City PROPC', 'City PROPD', 'City PROPE']);
  const open = { outcome: null, reason: null };
  const closed = { outcome: 'closed', reason: null };
  expect(await outcomesOf([...cities, created])).toEqual([open, open, open, closed, open]);

  const path = { id: other.id };
  const { proposal } = await reviewer.ok('getCityProposal', { path });
  const body = { decision: 'approve' } as const;
  await reviewer.ok('decideCityProposal', { path, ifMatch: proposal.version, body });
  expect(await getCity(other.id)).toMatchObject({ name: 'City PROPA', continent: 'AS' });
});

test('a proposal for a field that belongs with one that goes back keeps the record as it is', async () => {
  const airports = createEntityClient(service, 'Airport');
  const airport = await airports.createActive({ latitude: 40, longitude: 116 });
  const { id, version } = airport;
  const values = airports.bodyFrom(airport, { longitude: 116.5 });
  const set = await sets.release(
    [{ entity: 'airport', action: 'update', recordId: id, recordVersion: version, values }],
    admin,
  );
  await airports.update((await admin.ok('getAirport', { path: { id } })).record, { latitude: 40.5 }, 202);
  expect(await sets.predictions(set)).toMatchObject([[proposalOpen]]);
  const { fields } = await sets.refuse(admin, set, revert, 'changeSetUnsound');
  expect(fields).toMatchObject([proposalOpen]);
});

test('the approval of a revert that overwrites replaces the proposals that change what goes back, and tells their author', async () => {
  const [changed, other] = [await createCity('PROVA'), await createCity('PROVB')];
  const set = await sets.release([
    updateCityItem(changed, { name: 'Released' }),
    updateCityItem(other, { name: 'Released' }),
    createCityItem('PROVC'),
  ]);
  const created = await getCity((await records.byCode('city', 'PROVC')).id);
  await sets.release([updateCityItem(await getCity(changed.id), { name: 'Since' })]);
  const [item] = await sets.items(set);
  await propose(changed.id, { name: 'Proposed' });
  await propose(other.id, { continent: 'AS' });
  await propose(created.id, { continent: 'AS' });
  const overwrite = [{ item: item?.id ?? 0, fields: ['/name'] }];
  const { revertId = 0 } = await sets.transition(editor, await sets.get(set.id), { ...revert, overwrite });
  const replaces = { by: proposer.username };
  const shown = await sets.items({ id: revertId });
  expect(shown.map((each) => each.replaces)).toEqual([replaces, undefined, replaces]);

  await db('mail_outbox').delete();
  const approve = { event: 'approve' } as const;
  expect(await sets.transition(reviewer, await sets.get(revertId), approve)).toMatchObject({ unsound: 0 });
  expect(await sets.get(set.id)).toMatchObject({ status: 'reverted', unsound: 0 });
  expect((await Promise.all([changed, other].map(({ id }) => getCity(id)))).map(({ name }) => name)).toEqual([
    'City PROVA',
    'City PROVB',
  ]);
  await admin.expectRefusal('getCity', { path: { id: created.id } }, 'notFound');
  const rejected = { outcome: 'rejected', reason: `replaced by change set #${revertId}` };
  expect(await outcomesOf([changed, other, created])).toEqual([rejected, { outcome: null, reason: null }, rejected]);
  const emails = await db('mail_outbox').where('kind', 'workRejected').pluck('data');
  expect(emails.map((data) => JSON.parse(data))).toMatchObject([{ what: 'proposal', replacedBySetId: revertId }]);
  const { items: notices } = await proposer.ok('listRejections', { query: { pageSize: 100 } });
  expect(notices).toMatchObject([{ kind: 'proposal', code: 'PROVA', by: 'reviewer', reason: rejected.reason }]);
});
