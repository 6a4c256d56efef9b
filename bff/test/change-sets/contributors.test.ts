import { expect, test } from 'vitest';
import { createCityItem, setUpChangeSets, updateCityItem } from './change-set-client.ts';

const sets = await setUpChangeSets();
const { service, admin, editor, reviewer, createCity } = sets;
const { db } = service;
const submit = { event: 'submit' } as const;

test('a set takes no kind that would hide it from one of its contributors', async () => {
  const ofCities = await service.clientWith('city:read', 'city:create', 'city:update', 'country:read');
  const { id } = await sets.createWith(ofCities, [createCityItem('HIDEA')]);
  const values = { code: 'HDA', name: 'Airport', country: 'CN' };
  const airport = { entity: 'airport', action: 'create', values } as const;
  const { fields } = await editor.expectRefusal('addChangeSetItem', { path: { id }, body: airport }, 'validationError');
  const message = expect.stringContaining(ofCities.username);
  expect(fields).toMatchObject([{ pointer: '/entity', rule: 'hiddenFromContributor', message }]);
  await sets.add(editor, id, createCityItem('HIDEB'));
  expect(await sets.get(id, ofCities)).toMatchObject({ items: { city: 2 } });
});

test('administrators see and withdraw a set without items', async () => {
  const { id } = await sets.create(editor);
  await reviewer.expectRefusal('getChangeSet', { path: { id } }, 'notFound');
  expect(await sets.transition(admin, await sets.get(id, admin), { event: 'withdraw' })).toMatchObject({
    status: 'withdrawn',
  });
});

test('saving what is there already leaves a scheduled set approved', async () => {
  const city = await createCity('SAMEA');
  const item = updateCityItem(city, { name: 'Scheduled' });
  const set = await sets.schedule([item], '2099-05-01');
  const body = { title: set.title, effectiveOn: '2099-05-01' };
  await editor.ok('updateChangeSet', { path: { id: set.id }, ifMatch: set.version, body });
  const [stored] = await sets.items(set);
  if (!stored) throw new Error('The set has no item.');
  const path = { id: set.id, itemId: stored.id };
  const { values = {} } = item;
  const unchanged = await editor.ok('updateChangeSetItem', { path, ifMatch: stored.version, body: { values } });
  expect(unchanged).toMatchObject({ item: { version: stored.version }, changeSet: { version: set.version } });
  expect(await sets.get(set.id)).toMatchObject({ status: 'scheduled', version: set.version });

  const renaming = { path: { id: set.id }, ifMatch: set.version, body: { ...body, title: 'Another title' } };
  await editor.ok('updateChangeSet', renaming);
  expect(await sets.get(set.id)).toMatchObject({ status: 'open', version: set.version + 1 });
});

test('a held set whose approval does not hold any more is not retried', async () => {
  const approver = await service.clientWith('city:read', 'city:review', 'country:read');
  const city = await createCity('LOSTA');
  const set = await sets.schedule([updateCityItem(city, { name: 'Held' })], '2099-05-01', approver);
  const { role_id } = await db('user_role').where('user_id', approver.id).first('role_id');
  await db('role_permission').where({ role_id, permission: 'city:review' }).delete();
  expect((await sets.releaseDue(set))[0]).toMatchObject({ status: 'held', refusal: { key: 'approvalLost' } });
  await sets.refuse(editor, set, { event: 'retry' }, 'approvalLost');
  const reopened = await sets.transition(editor, await sets.get(set.id), { event: 'reopen' });
  const dated = await sets.setDate(editor, reopened, '2099-05-02');
  const submitted = await sets.transition(editor, dated, submit);
  expect(await sets.transition(reviewer, submitted, { event: 'approve' })).toMatchObject({ status: 'scheduled' });
});
