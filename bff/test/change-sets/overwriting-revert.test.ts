import { expect, test } from 'vitest';
import { createCityItem, deleteCityItem, type ItemBody, setUpChangeSets, updateCityItem } from './change-set-client.ts';
import { addManyUpdates, createManyCities, createSetRunner, runAllTasks } from './many-items.ts';

const sets = await setUpChangeSets();
const { service, records, admin, editor, reviewer, createCity, getCity, createChangedCity, submitRevert } = sets;
const { db } = service;
const [approve, withdraw] = [{ event: 'approve' }, { event: 'withdraw' }] as const;

const itemsWithChanges = async (id: number) =>
  (await editor.ok('listChangeSetItems', { path: { id }, query: { changedSince: true, limit: 100 } })).items;

test('a revert that overwrites waits for a second person, who then takes back the other set', async () => {
  const removed = await createCity('OVERC');
  const others = [createCityItem('OVERB'), deleteCityItem(removed)];
  const { city, set, item } = await createChangedCity('OVERA', ...others);
  expect(await itemsWithChanges(set.id)).toMatchObject([
    { changedSince: [{ pointer: '/name', live: 'Since', former: city.name }] },
    {},
    {},
  ]);
  const revert = await submitRevert(set.id, [{ item: item.id, fields: ['/name'] }]);
  expect(revert).toMatchObject({
    title: '撤销“A set”',
    status: 'submitted',
    revertsId: set.id,
    items: { city: 3 },
    ownWork: true,
  });
  expect(await sets.items(revert)).toMatchObject([
    {
      action: 'restore',
      overwrites: ['/name'],
      changes: ['/name', '/continent'],
      before: { name: 'Since' },
      after: { name: city.name },
    },
    { action: 'delete', before: { code: 'OVERB' } },
    { action: 'restore', before: null, after: { code: 'OVERC' } },
  ]);
  expect(await getCity(city.id)).toMatchObject({ name: 'Since', version: 5 });
  const { items: queue } = await reviewer.ok('listChangeSets', { query: { toReview: true } });
  expect(queue.map(({ id }) => id)).toContain(revert.id);
  const { impact } = await reviewer.ok('getChangeSetImpact', { path: { id: revert.id } });
  expect(impact?.referrers.total).toBe(0);

  await sets.refuse(editor, revert, approve, 'forbidden');
  const self = await service.clientWith(
    ...['city:read', 'city:create', 'city:update', 'city:delete', 'city:review', 'country:read'],
  );
  await sets.transition(editor, revert, withdraw);
  const selfRevert = await sets.transition(self, await sets.get(set.id), {
    event: 'revert',
    overwrite: [{ item: item.id, fields: ['/name'] }],
  });
  const own = await sets.get(selfRevert.revertId ?? 0, self);
  await sets.refuse(self, own, approve, 'secondPerson');
  expect(await sets.transition(reviewer, own, { ...approve, reason: 'As announced' })).toMatchObject({
    status: 'released',
    unsound: 0,
    decision: { by: 'reviewer' },
  });
  expect(await getCity(city.id)).toMatchObject({ name: city.name, continent: city.continent, version: 6 });
  expect(own.submittedBy).toBe(self.username);
  expect(await sets.get(set.id)).toMatchObject({ status: 'reverted', unsound: 0, endedBy: self.username });
  expect(await sets.get(set.id)).toMatchObject({ revertId: own.id });
  expect((await sets.items(set)).map(({ outcome }) => outcome)).toEqual(['reverted', 'reverted', 'reverted']);
  expect((await sets.items(own)).map(({ outcome }) => outcome)).toEqual(['released', 'released', 'released']);
  expect(await getCity(removed.id)).toMatchObject({ code: 'OVERC', status: 'active' });
  expect(await records.byCode('city', 'OVERB')).toBeUndefined();
  const [, logged] = (await records.logOf('city', city.id)).slice(-2);
  expect(logged).toMatchObject({
    action: 'restore',
    actor: 'reviewer',
    change_set_id: own.id,
    reason: 'As announced',
    proposer: (await sets.get(own.id)).author,
  });
  await sets.refuse(editor, own, { event: 'revert' }, 'invalidTransition');
});

test('an item of a revert says which status its record gets back', async () => {
  const city = await createCity('STATA');
  const renamed = updateCityItem(city, { name: 'Released' });
  const set = await sets.release([{ ...renamed, event: 'deactivate' }]);
  await sets.release([updateCityItem(await getCity(city.id), { name: 'Since' })]);
  const [item] = await sets.items(set);
  const revert = await submitRevert(set.id, [{ item: item?.id ?? 0, fields: ['/name'] }]);
  expect(await sets.items(revert)).toMatchObject([
    {
      action: 'restore',
      changes: ['/name', '/status'],
      before: { name: 'Since', status: 'inactive' },
      after: { name: city.name, status: 'active' },
    },
  ]);
  await sets.transition(reviewer, revert, approve);
  expect(await getCity(city.id)).toMatchObject({ name: city.name, status: 'active' });
});

test('a field that has changed again after the choice refuses the approval, and nothing is written', async () => {
  const { city, set, item } = await createChangedCity('AGAINA');
  const revert = await submitRevert(set.id, [{ item: item.id, fields: ['/name'] }]);
  await sets.release([updateCityItem(await getCity(city.id), { name: 'Once more' })]);
  const { fields } = await sets.refuse(reviewer, revert, approve, 'changeSetUnsound');
  expect(fields).toMatchObject([
    { pointer: expect.stringMatching(/^\/items\/\d+\/values\/name$/), rule: 'changedSince' },
  ]);
  expect(await getCity(city.id)).toMatchObject({ name: 'Once more', continent: 'AS', version: 6 });
  expect(await sets.get(revert.id)).toMatchObject({ status: 'submitted', unsound: 1 });
  expect(await sets.get(set.id)).toMatchObject({ status: 'released', unsound: 0, revertId: revert.id });
  await reviewer.expectRefusal('getChangeSetImpact', { path: { id: revert.id } }, 'changeSetUnsound');

  await sets.refuse(editor, set, { event: 'revert' }, 'revertInReview');
  await sets.refuse(editor, revert, { event: 'reopen' }, 'invalidTransition');
  const body = createCityItem('AGAINB');
  await editor.expectRefusal('addChangeSetItem', { path: { id: revert.id }, body }, 'invalidTransition');
  await sets.transition(reviewer, await sets.get(revert.id), { event: 'reject', reason: 'Outdated' });
  await sets.refuse(editor, revert, { event: 'reopen' }, 'invalidTransition');
  expect(await sets.transition(editor, await sets.get(set.id), { event: 'revert' })).toMatchObject({
    status: 'reverted',
  });
  expect(await getCity(city.id)).toMatchObject({ name: 'Once more', continent: city.continent });
});

test('the impact of a revert that is no longer possible names its own items', async () => {
  const city = await createCity('IMPACTA');
  const set = await sets.release([updateCityItem(city, { code: 'IMPACTB', name: 'Released' })]);
  await sets.release([updateCityItem(await getCity(city.id), { name: 'Since' })]);
  const [item] = await sets.items(set);
  const revert = await submitRevert(set.id, [{ item: item?.id ?? 0, fields: ['/name'] }]);
  await createCity('IMPACTA');
  const [ownItem] = await sets.items(revert);
  const path = { id: revert.id };
  const { fields } = await reviewer.expectRefusal('getChangeSetImpact', { path }, 'changeSetUnsound');
  expect(fields).toMatchObject([{ pointer: `/items/${ownItem?.id}/values/code`, rule: 'duplicateCode' }]);
  expect((await sets.refuse(reviewer, revert, approve, 'changeSetUnsound')).fields).toEqual(fields);
});

test('only what somebody has changed since can be overwritten, and only with the rights of a revert', async () => {
  const { set, item } = await createChangedCity('ONLYA');
  const { version } = await sets.get(set.id);
  const refusedFields = async (overwrite: { item: number; fields: string[] }[]) => {
    const body = { event: 'revert', overwrite } as const;
    const request = { path: { id: set.id }, ifMatch: version, body };
    const { fields = [] } = await editor.expectRefusal('transitionChangeSet', request, 'validationError');
    return fields.map(({ pointer, rule }) => `${pointer} ${rule}`);
  };
  expect(await refusedFields([{ item: item.id, fields: ['/name', '/continent'] }])).toEqual([
    '/overwrite/0/fields/1 notChangedSince',
  ]);
  expect(await refusedFields([{ item: item.id + 1000, fields: ['/name'] }])).toEqual([
    '/overwrite/0/item unknownReference',
  ]);
  const overwrite = [{ item: item.id, fields: ['/name'] }];
  const { fields } = await sets.refuse(editor, set, { event: 'reject', reason: 'No', overwrite }, 'validationError');
  expect(fields).toMatchObject([{ pointer: '/overwrite', rule: 'notWithEvent' }]);
  const reader = await service.clientWith('city:read', 'country:read');
  expect(await sets.refuse(reader, set, { event: 'revert', overwrite }, 'forbidden')).toMatchObject({
    permission: 'city:update',
  });
  await db('user').whereNot('username', 'editor').update({ status: 'inactive' });
  try {
    await editor.expectRefusal(
      'transitionChangeSet',
      { path: { id: set.id }, ifMatch: version, body: { event: 'revert', overwrite } },
      'nobodyToApprove',
    );
  } finally {
    await db('user').update({ status: 'active' });
  }
  expect(await db('change_set').where('reverts_id', set.id)).toEqual([]);
});

test('a reference is overwritten, with the record that it referred to, and a language beside one that stays', async () => {
  const [before, after, since] = [await createCity('TARGA'), await createCity('TARGB'), await createCity('TARGC')];
  const body = {
    code: 'TGA',
    name: 'Airport',
    country: 'CN',
    city: before.code,
    continent: 'AS' as const,
    locales: { en: { name: 'One' }, fr: { name: 'Un' } },
  };
  const { record } = await editor.ok('createAirport', { body }, 201);
  const update = async (values: object): Promise<ItemBody> => {
    const { version } = (await admin.ok('getAirport', { path: { id: record.id } })).record;
    return {
      entity: 'airport',
      action: 'update',
      recordId: record.id,
      recordVersion: version,
      values: { ...body, ...values },
    };
  };
  const locales = (en: string, fr: string) => ({ locales: { en: { name: en }, fr: { name: fr } } });
  const set = await sets.release([await update({ city: after.code, ...locales('Two', 'Deux') })]);
  await sets.release([await update({ city: since.code, ...locales('Three', 'Trois') })]);
  const [item] = await itemsWithChanges(set.id);
  expect(item?.changedSince?.map(({ pointer }) => pointer).toSorted()).toEqual(['/city', '/locales/en', '/locales/fr']);
  const revert = await submitRevert(set.id, [{ item: item?.id ?? 0, fields: ['/city', '/locales/en'] }]);
  await sets.release([updateCityItem(await getCity(before.id), { code: 'TARGZ' })]);
  await sets.transition(reviewer, revert, approve);
  expect((await admin.ok('getAirport', { path: { id: record.id } })).record).toMatchObject({
    city: 'TARGZ',
    locales: { en: { name: 'One' }, fr: { name: 'Trois' } },
  });
  expect((await sets.items(set))[0]).toMatchObject({
    outcome: 'reverted',
    problems: [{ pointer: '/values/locales/fr', rule: 'changedSinceRelease' }],
  });
});

test('tasks submit and approve the revert of more than 100 items', async () => {
  const runner = createSetRunner(service);
  const ids = await createManyCities(service, 'MANY', 101);
  const { id } = await sets.create(editor);
  await addManyUpdates(service, id, ids, { name: 'Renamed' });
  const run = async (client: typeof editor, setId: number, body: object) => {
    const { version } = await sets.get(setId);
    const request = { path: { id: setId }, ifMatch: version, body: body as { event: 'submit' } };
    await client.ok('transitionChangeSet', request, 202);
    await runAllTasks(service, runner);
    return sets.get(setId);
  };
  await run(editor, id, { event: 'submit' });
  await run(reviewer, id, { event: 'approve' });
  await sets.release([updateCityItem(await getCity(ids[0] ?? 0), { name: 'Since' })]);
  const [item] = (await itemsWithChanges(id)).filter(({ changedSince }) => changedSince);
  const wrong = [
    { item: item?.id ?? 0, fields: ['/continent'] },
    { item: 999_999, fields: ['/name'] },
  ];
  const { fields } = await sets.refuse(editor, { id }, { event: 'revert', overwrite: wrong }, 'validationError');
  expect(fields).toMatchObject([
    { pointer: '/overwrite/0/fields/0', rule: 'notChangedSince' },
    { pointer: '/overwrite/1/item', rule: 'unknownReference' },
  ]);
  const overwrite = [{ item: item?.id ?? 0, fields: ['/name'] }];
  const { version } = await sets.get(id);
  const request = { path: { id }, ifMatch: version, body: { event: 'revert' as const, overwrite } };
  await editor.ok('transitionChangeSet', request, 202);
  await sets.release([updateCityItem(await getCity(ids[0] ?? 0), { name: 'Renamed' })]);
  await runAllTasks(service, runner);
  expect((await sets.get(id, editor)).refusal).toEqual({ key: 'validationError', message: fields?.[0]?.message });
  await sets.release([updateCityItem(await getCity(ids[0] ?? 0), { name: 'Since' })]);
  const { revertId = 0, refusal } = await run(editor, id, { event: 'revert', overwrite });
  expect(refusal).toBeUndefined();
  expect(await run(reviewer, revertId, approve)).toMatchObject({ status: 'released', unsound: 0 });
  expect(await sets.get(id)).toMatchObject({ status: 'reverted', unsound: 0 });
  expect(await getCity(ids[0] ?? 0)).toMatchObject({ name: 'City 0' });
  expect(await getCity(ids[100] ?? 0)).toMatchObject({ name: 'City 100' });
});
