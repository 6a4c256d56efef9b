import { expect, test } from 'vitest';
import { createImportClient } from '../imports/import-client.ts';
import {
  cityTransitionItem,
  createCityItem,
  deleteCityItem,
  setUpChangeSets,
  updateCityItem,
  valuesOf,
} from './change-set-client.ts';

const sets = await setUpChangeSets();
const { service, admin, reviewer, createCity, getCity } = sets;
const { db } = service;
const approve = { event: 'approve' } as const;
const submit = { event: 'submit' } as const;
const cityRights = ['city:read', 'city:create', 'city:update', 'city:delete', 'city:review', 'country:read'];
const [first, second, third] = [
  await service.clientWith(...cityRights, 'city:import'),
  await service.clientWith(...cityRights),
  await service.clientWith(...cityRights),
];

const expectNoApproval = async (client: typeof first, set: { id: number }) => {
  await sets.refuse(client, set, approve, 'secondPerson');
  await sets.refuse(client, set, { event: 'reject', reason: 'because' }, 'secondPerson');
};

test('the author does not approve, even as an administrator', async () => {
  for (const [author, code] of [
    [first, 'OWNA'],
    [admin, 'OWNB'],
  ] as const) {
    const set = await sets.transition(author, await sets.createWith(author, [createCityItem(code)]), submit);
    await expectNoApproval(author as typeof first, set);
    expect(await sets.get(set.id, author)).toMatchObject({ status: 'submitted', ownWork: true });
  }
});

test('nobody approves who added an item, even if it was taken out again, or who renamed the set', async () => {
  const { id } = await sets.createWith(first, [createCityItem('CONTRA')]);
  const item = await sets.add(second, id, createCityItem('CONTRB'));
  await second.ok('removeChangeSetItem', { path: { id, itemId: item.id }, ifMatch: item.version });
  const { version } = await sets.get(id);
  await admin.ok('updateChangeSet', { path: { id }, ifMatch: version, body: { title: 'Renamed' } });
  const set = await sets.transition(first, await sets.get(id), submit);
  expect(set.contributors).toEqual(['admin', first.username, second.username].toSorted());
  await expectNoApproval(second, set);
  await expectNoApproval(admin as typeof first, set);
  expect(await sets.transition(third, set, approve)).toMatchObject({ status: 'released' });
});

test('nobody approves who wrote to a record of the set since its approval, or proposed what the set replaces', async () => {
  const pending = (await second.ok('createCity', { body: { code: 'PENDA', name: 'City', country: 'CN' } }, 201)).record;
  const byWriter = await sets.createWith(first, [cityTransitionItem(pending, 'approve')]);
  await expectNoApproval(second, await sets.transition(first, byWriter, submit));

  const active = await createCity('PROPA');
  const body = { ...valuesOf(active), name: 'Proposed' };
  await second.ok('updateCity', { path: { id: active.id }, ifMatch: active.version, body }, 202);
  const replacing = await sets.createWith(first, [updateCityItem(active, { name: 'From the set' })]);
  const submitted = await sets.transition(first, replacing, submit);
  await expectNoApproval(second, submitted);
  await sets.transition(third, submitted, approve);
  await admin.expectRefusal('getCityProposal', { path: { id: active.id } }, 'notFound');
});

/** Lists the submitted sets that a user may decide on, by id. */
const readQueue = async (client: typeof first): Promise<number[]> =>
  (await client.ok('listChangeSets', { query: { toReview: true, limit: 100 } })).items.map(({ id }) => id);

test('sets with earlier work of a user are marked, and not listed for their review', async () => {
  const pending = (await second.ok('createCity', { body: { code: 'EARLYA', name: 'City', country: 'CN' } }, 201))
    .record;
  const approving = await sets.createWith(first, [cityTransitionItem(pending, 'approve')]);
  const active = await createCity('EARLYB');
  const body = { ...valuesOf(active), name: 'Agreed' };
  await second.ok('updateCity', { path: { id: active.id }, ifMatch: active.version, body }, 202);
  const agreeing = await sets.createWith(first, [updateCityItem(active, { name: 'Agreed', continent: 'AS' })]);
  for (const draft of [approving, agreeing]) {
    const set = await sets.transition(first, draft, submit);
    await expectNoApproval(second, set);
    expect(await sets.get(set.id, second)).toMatchObject({ ownWork: false, earlierWork: true });
    expect(await sets.get(set.id, third)).not.toHaveProperty('earlierWork');
    expect(await readQueue(second)).not.toContain(set.id);
    expect(await readQueue(third)).toContain(set.id);
  }
});

test('whoever has proposed to change other fields may approve', async () => {
  const city = await createCity('OTHERF');
  const body = { ...valuesOf(city), continent: 'AS' as const };
  await second.ok('updateCity', { path: { id: city.id }, ifMatch: city.version, body }, 202);
  const draft = await sets.createWith(first, [updateCityItem(city, { name: 'From the set' })]);
  const set = await sets.transition(first, draft, submit);
  expect(await readQueue(second)).toContain(set.id);
  expect(await sets.transition(second, set, approve)).toMatchObject({ status: 'released' });
  const { proposal } = await second.ok('getCityProposal', { path: { id: city.id } });
  expect(proposal).toMatchObject({ changes: ['/continent'], by: second.username });
});

test('nobody approves the deletion of a record to which they have proposed a change', async () => {
  const city = await createCity('OTHERG');
  const body = { ...valuesOf(city), continent: 'AS' as const };
  await second.ok('updateCity', { path: { id: city.id }, ifMatch: city.version, body }, 202);
  const draft = await sets.createWith(first, [deleteCityItem(city)]);
  await expectNoApproval(second, await sets.transition(first, draft, submit));
});

test('nobody approves who has proposed or written something to a record of the set since it was submitted', async () => {
  const active = await createCity('SINCEA');
  const replacing = await sets.createWith(first, [updateCityItem(active, { name: 'From the set' })]);
  const submitted = await sets.transition(first, replacing, submit);
  const proposal = { ...valuesOf(active), name: 'Proposed' };
  await second.ok('updateCity', { path: { id: active.id }, ifMatch: active.version, body: proposal }, 202);
  await expectNoApproval(second, submitted);

  const pending = await createCity('SINCEB', 'pending');
  const approving = await sets.createWith(first, [
    { ...updateCityItem(pending, { continent: 'AS' }), event: 'approve' as const },
  ]);
  const waiting = await sets.transition(first, approving, submit);
  const written = { ...valuesOf(pending), name: 'Written' };
  await second.ok('updateCity', { path: { id: pending.id }, ifMatch: pending.version, body: written });
  await expectNoApproval(second, waiting);
  // nor may anybody else, who has not seen it
  await sets.refuse(third, waiting, approve, 'changeSetUnsound');
  expect(await getCity(pending.id)).toMatchObject({ name: 'Written', status: 'pending' });
});

test('whoever hands changes to the set of somebody else approves neither that set nor the records that it leaves pending', async () => {
  const { id } = await sets.createWith(second, [createCityItem('HANDA')]);
  const handed = await sets.add(first, id, { ...createCityItem('HANDB'), become: 'pending' });
  // its author takes the item over
  const values = { code: 'HANDB', name: 'Taken over', country: 'CN' };
  await second.ok('updateChangeSetItem', {
    path: { id, itemId: handed.id },
    ifMatch: handed.version,
    body: { values },
  });
  const submitted = await sets.transition(second, await sets.get(id), submit);
  await expectNoApproval(first, submitted);
  await sets.transition(third, submitted, approve);
  const { items } = await admin.ok('listCities', { query: { code: ['HANDB'] } });
  const [record] = items;
  const parts = { path: { id: record?.id ?? 0 }, ifMatch: record?.version ?? 0, body: approve };
  for (const client of [first, second]) await client.expectRefusal('transitionCity', parts, 'secondPerson');
});

test('a set cannot be changed while it is submitted, and an approval is that of one version', async () => {
  const set = await sets.createWith(first, [createCityItem('LATEA')]);
  const submitted = await sets.transition(first, set, submit);
  const [item] = await sets.items(set);
  const path = { id: set.id, itemId: item?.id ?? 0 };
  const ifMatch = item?.version ?? 0;
  const values = { code: 'LATEA', name: 'Other', country: 'CN' };
  const body = createCityItem('LATEB');
  await first.expectRefusal('addChangeSetItem', { path: { id: set.id }, body }, 'invalidTransition');
  await first.expectRefusal('updateChangeSetItem', { path, ifMatch, body: { values } }, 'invalidTransition');
  await first.expectRefusal('removeChangeSetItem', { path, ifMatch }, 'invalidTransition');
  const renaming = { path: { id: set.id }, ifMatch: submitted.version, body: { title: 'Other' } };
  await first.expectRefusal('updateChangeSet', renaming, 'invalidTransition');

  await sets.transition(first, submitted, { event: 'reopen' });
  await first.ok('updateChangeSetItem', { path, ifMatch, body: { values } });
  await sets.transition(first, await sets.get(set.id), submit);
  const approving = { path: { id: set.id }, body: approve };
  await second.expectRefusal('transitionChangeSet', { ...approving, ifMatch: submitted.version }, 'versionConflict');
  await second.expectRefusal('transitionChangeSet', { ...approving, ifMatch: '*' }, 'validationError');
});

test('a released set that is reverted gives nobody the approval of their own record', async () => {
  const { record } = await first.ok('createCity', { body: { code: 'BACKA', name: 'City', country: 'CN' } }, 201);
  const set = await sets.createWith(second, [cityTransitionItem(record, 'approve')]);
  const released = await sets.transition(third, await sets.transition(second, set, submit), approve);
  expect(await getCity(record.id)).toMatchObject({ status: 'approved' });
  await sets.transition(second, released, { event: 'revert' });
  const { version, status } = await getCity(record.id);
  expect(status).toBe('pending');
  const path = { id: record.id };
  for (const client of [first, second])
    await client.expectRefusal('transitionCity', { path, ifMatch: version, body: approve }, 'secondPerson');
  await third.ok('transitionCity', { path, ifMatch: version, body: approve });
});

test('a record that a set creates or changes as pending is not approved by those who contributed to the set', async () => {
  const { record } = await first.ok('createCity', { body: { code: 'STAYA', name: 'City', country: 'CN' } }, 201);
  const created = { ...createCityItem('STAYB'), become: 'pending' as const };
  await sets.release([created, updateCityItem(record, { name: 'Changed' })], second, third);
  const { items } = await admin.ok('listCities', { query: { code: ['STAYA', 'STAYB'] } });
  expect(items.map(({ status }) => status)).toEqual(['pending', 'pending']);
  for (const { id, version, code } of items) {
    const parts = { path: { id }, ifMatch: version, body: approve };
    await second.expectRefusal('transitionCity', parts, 'secondPerson');
    if (code === 'STAYA') await first.expectRefusal('transitionCity', parts, 'secondPerson');
  }
});

test('an import neither approves a set nor is approved as one', async () => {
  const imports = createImportClient(service);
  const city = await createCity('IMPA');
  const set = await sets.createWith(first, [updateCityItem(city, { name: 'From the set' })]);
  const submitted = await sets.transition(first, set, submit);
  const content = 'code,name,country\nIMPA,From the file,CN\n';
  const staged = await imports.uploadAndStage(first, { entity: 'city', content });
  await imports.apply(first, staged.id);
  const { id: setOfImport } = await db('change_set').where('import_id', staged.id).first('id');
  for (const event of ['approve', 'reopen', 'withdraw'] as const)
    await second.expectRefusal(
      'transitionChangeSet',
      { path: { id: setOfImport }, ifMatch: 1, body: { event } },
      'notFound',
    );
  await imports.decide(second, staged.id, approve);
  expect(await getCity(city.id)).toMatchObject({ name: 'From the file' });
  expect(await sets.get(set.id)).toMatchObject({ status: 'submitted', version: submitted.version });
  await sets.refuse(third, set, approve, 'changeSetUnsound');
});

test('roles that are given and taken after the submission: review of every kind counts at the approval', async () => {
  const author = await service.clientWith('city:read', 'city:create', 'country:read');
  const set = await sets.transition(author, await sets.createWith(author, [createCityItem('ROLEA')]), submit);
  await sets.refuse(author, set, approve, 'forbidden');
  const { role_id } = await db('user_role').where('user_id', author.id).first('role_id');
  await db('role_permission').insert({ role_id, permission: 'city:review' });
  await db('role').where('id', role_id).increment('version', 1);
  await sets.refuse(author, set, approve, 'secondPerson');

  const both = await sets.createWith(admin, [
    createCityItem('ROLEB'),
    { entity: 'country', action: 'create', become: 'pending', values: { code: 'QX', name: 'Country' } },
  ]);
  const { permission } = await sets.refuse(second, await sets.transition(admin, both, submit), approve, 'forbidden');
  expect(permission).toBe('country:review');
});

test('where no kind of the set needs a second person the author approves, unless that has changed meanwhile', async () => {
  const { settings, version } = await admin.ok('getSettings');
  const withReview = (city: 'none' | 'second-person') => ({ ...settings, review: { ...settings.review, city } });
  await admin.ok('updateSettings', { ifMatch: version, body: withReview('none') });
  const [alone, late] = [
    await sets.createWith(first, [createCityItem('NONEA')]),
    await sets.createWith(first, [createCityItem('NONEB')]),
  ];
  const isToReview = async (id: number) =>
    (await first.ok('listChangeSets', { query: { toReview: true } })).items.some((set) => set.id === id);
  const waiting = await sets.transition(first, alone, submit);
  expect(waiting).toMatchObject({ ownWork: true, secondPerson: false });
  expect(await isToReview(alone.id)).toBe(true);
  await sets.transition(first, waiting, approve);
  const submitted = await sets.transition(first, late, submit);
  await admin.ok('updateSettings', { ifMatch: version + 1, body: withReview('second-person') });
  expect(await isToReview(late.id)).toBe(false);
  expect(await sets.get(late.id, first)).toMatchObject({ ownWork: true, secondPerson: true });
  await expectNoApproval(first, submitted);
});

test('a set that nobody else could approve is not submitted', async () => {
  const { id, version } = await sets.create(reviewer);
  await reviewer.expectRefusal(
    'transitionChangeSet',
    { path: { id }, ifMatch: version, body: submit },
    'changeSetEmpty',
  );
  const lonely = await sets.createWith(first, [createCityItem('LONELY')]);
  const pending = (await second.ok('createCity', { body: { code: 'LONELYB', name: 'City', country: 'CN' } }, 201))
    .record;
  const ofSecond = await sets.createWith(first, [cityTransitionItem(pending, 'approve')]);
  const expectNobody = ({ id: setId, version: ifMatch }: typeof lonely) =>
    first.expectRefusal('transitionChangeSet', { path: { id: setId }, ifMatch, body: submit }, 'nobodyToApprove');
  try {
    await db('user').whereNotIn('id', [first.id, second.id]).update({ status: 'inactive' });
    await expectNobody(ofSecond);
    await db('user').where('id', second.id).update({ status: 'inactive' });
    await expectNobody(lonely);
  } finally {
    await db('user').update({ status: 'active' });
  }
  await sets.transition(first, await sets.get(lonely.id, first), submit);
});
