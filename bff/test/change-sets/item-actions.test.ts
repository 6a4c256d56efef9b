import { expect, test } from 'vitest';
import {
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

const release = async (set: Awaited<ReturnType<typeof sets.get>>) =>
  sets.transition(reviewer, await sets.transition(editor, set, { event: 'submit' }), { event: 'approve' });

test('an update and an event of one record are one item, one version, and are reverted as one', async () => {
  const city = await createCity('ONEA', 'pending');
  const item = { ...updateCityItem(city, { name: 'Mended' }), event: 'approve' as const };
  const set = await sets.createWith(editor, [item]);
  expect(await sets.items(set)).toMatchObject([{ action: 'update', event: 'approve', changes: ['/name'] }]);
  const released = await release(set);
  expect(await getCity(city.id)).toMatchObject({ name: 'Mended', status: 'approved', version: 2 });
  await sets.transition(editor, released, { event: 'revert' });
  expect(await getCity(city.id)).toMatchObject({ name: 'City ONEA', status: 'pending', version: 3 });
});

test('an event along with an update is for the status of the record, and an approval for complete ones', async () => {
  const [active, pending] = [await createCity('ONEB'), await createCity('ONEC', 'pending')];
  const { id } = await sets.create(editor);
  const add = (body: ItemBody, key: 'invalidTransition' | 'validationError') =>
    editor.expectRefusal('addChangeSetItem', { path: { id }, body }, key);
  const unfit = await add({ ...updateCityItem(active, { name: 'Other' }), event: 'approve' }, 'invalidTransition');
  expect(unfit.fields).toMatchObject([{ pointer: '/event', rule: 'notInStatus' }]);
  const incomplete = { ...updateCityItem(pending, { country: undefined }), event: 'approve' as const };
  const { fields } = await add(incomplete, 'validationError');
  expect(fields).toContainEqual(expect.objectContaining({ pointer: '/values/country', rule: 'requiredToApprove' }));
});

test('an item in a set without a date is based on the record as it is, and on a version that is not outdated', async () => {
  const [city, earlier] = [await createCity('BASEA'), await createCity('BASEB')];
  const { id } = await sets.schedule([updateCityItem(earlier, { name: 'Scheduled' })]);
  const [basis] = await sets.items({ id });
  const basedOn = [{ id: basis?.id ?? 0, version: basis?.version ?? 0 }];
  const open = await sets.create(editor);
  for (const body of [updateCityItem(city, {}), cityTransitionItem(city, 'deactivate')]) {
    const parts = { path: { id: open.id }, body: { ...body, basedOn } };
    const { fields } = await editor.expectRefusal('addChangeSetItem', parts, 'validationError');
    expect(fields).toMatchObject([{ pointer: '/basedOn', rule: 'notWithEvent' }]);
  }
  const outdated = { ...city, version: city.version - 1 };
  for (const body of [updateCityItem(outdated, {}), deleteCityItem(outdated)]) {
    const parts = { path: { id: open.id }, body };
    const { fields, current } = await editor.expectRefusal('addChangeSetItem', parts, 'versionConflict');
    expect(fields).toMatchObject([{ pointer: '/recordVersion', rule: 'changedSince' }]);
    expect(current).toMatchObject({ id: city.id, version: city.version });
  }
});

test('a rejected record is mended and resubmitted by a set, and its author still does not approve it', async () => {
  const author = await service.clientWith('city:read', 'city:create', 'city:review', 'country:read');
  const body = { code: 'AGAINA', name: 'City', country: 'CN' };
  const { record } = await author.ok('createCity', { body }, 201);
  const rejecting = { path: { id: record.id }, ifMatch: record.version };
  await reviewer.ok('transitionCity', { ...rejecting, body: { event: 'reject', reason: 'Which city?' } });
  const rejected = await getCity(record.id);
  await release(
    await sets.createWith(editor, [{ ...updateCityItem(rejected, { name: 'Springfield' }), event: 'resubmit' }]),
  );
  const again = await getCity(record.id);
  expect(again).toMatchObject({ name: 'Springfield', status: 'pending', version: rejected.version + 1 });
  const approving = { path: { id: record.id }, ifMatch: again.version, body: { event: 'approve' } } as const;
  for (const client of [author, await service.as('editor')])
    await client.expectRefusal('transitionCity', approving, client === author ? 'secondPerson' : 'forbidden');
  await reviewer.ok('transitionCity', approving);
});

test('an item becomes another one of its record in one step, which is refused whole', async () => {
  const city = await createCity('BECOMEA');
  const set = await sets.createWith(editor, [updateCityItem(city, { name: 'Changed' })]);
  const [{ id: itemId } = { id: 0 }] = await sets.items(set);
  let ifMatch = 1;
  const become = async (body: object) => {
    const { item } = await editor.ok('updateChangeSetItem', { path: { id: set.id, itemId }, ifMatch, body });
    ifMatch = item.version;
    return item;
  };
  const recordVersion = city.version;
  const refuse = async (body: object, key: Parameters<typeof editor.expectRefusal>[2]) =>
    editor.expectRefusal('updateChangeSetItem', { path: { id: set.id, itemId }, ifMatch, body }, key);
  expect(await become({ action: 'delete', recordVersion })).toMatchObject({ action: 'delete', after: null });
  await refuse({ values: valuesOf(city) }, 'invalidTransition');
  const { fields } = await refuse({ action: 'transition', recordVersion, values: {} }, 'validationError');
  expect(fields).toMatchObject([
    { pointer: '/event', rule: 'required' },
    { pointer: '/values', rule: 'notWithEvent' },
  ]);
  await refuse({ action: 'update', recordVersion: 99, values: valuesOf(city) }, 'versionConflict');
  expect(await become({ action: 'transition', recordVersion, event: 'deactivate' })).toMatchObject({
    action: 'transition',
    event: 'deactivate',
  });
  const update = { action: 'update', recordVersion, values: { ...valuesOf(city), name: 'Last' } };
  expect(await become({ ...update, event: 'deactivate' })).toMatchObject({ action: 'update', event: 'deactivate' });
  expect(await become({ action: 'update', recordVersion, values: update.values })).toMatchObject({ event: null });
  expect(await become({ event: 'deactivate' })).toMatchObject({ event: 'deactivate', changes: ['/name'] });
  await refuse({ event: 'approve' }, 'invalidTransition');
  // values alone leave the event as it is
  expect(await become({ values: { ...valuesOf(city), name: 'Very last' } })).toMatchObject({ event: 'deactivate' });
  expect(await sets.get(set.id)).toMatchObject({ items: { city: 1 } });
  await release(await sets.get(set.id));
  expect(await getCity(city.id)).toMatchObject({ name: 'Very last', status: 'inactive' });
});

test('making another item of one needs the permissions for both, and a new record stays new', async () => {
  const city = await createCity('BECOMEB');
  const set = await sets.createWith(editor, [deleteCityItem(city), createCityItem('BECOMEC')]);
  const [first, second] = await sets.items(set);
  const updater = await service.clientWith('city:read', 'city:update', 'country:read');
  const transition = { action: 'transition', recordVersion: city.version, event: 'deactivate' } as const;
  const path = { id: set.id, itemId: first?.id ?? 0 };
  const { permission } = await updater.expectRefusal(
    'updateChangeSetItem',
    { path, ifMatch: 1, body: transition },
    'forbidden',
  );
  expect(permission).toBe('city:delete');
  const created = { path: { id: set.id, itemId: second?.id ?? 0 }, ifMatch: 1, body: { action: 'delete' } as const };
  await admin.expectRefusal('updateChangeSetItem', created, 'validationError');
  await admin.expectRefusal('updateChangeSetItem', { ...created, body: {} }, 'validationError');
});

test('one set holds an update of one record and an event of another', async () => {
  const [changed, ended] = [await createCity('BOTHA'), await createCity('BOTHB')];
  await release(
    await sets.createWith(editor, [
      updateCityItem(changed, { name: 'Changed' }),
      cityTransitionItem(ended, 'deactivate'),
    ]),
  );
  expect(await getCity(changed.id)).toMatchObject({ name: 'Changed', status: 'active' });
  expect(await getCity(ended.id)).toMatchObject({ name: 'City BOTHB', status: 'inactive' });
});

test('a set rejects a record with its reason, tells the contributors, and a revert lets it wait again', async () => {
  const author = await service.clientWith('city:read', 'city:create', 'city:update', 'city:review', 'country:read');
  const body = { code: 'REJA', name: 'City', country: 'CN' };
  const { record } = await author.ok('createCity', { body }, 201);
  const { id } = await sets.create(editor);
  const rejection = cityTransitionItem(await getCity(record.id), 'reject');
  const refuse = async (item: ItemBody) =>
    (await editor.expectRefusal('addChangeSetItem', { path: { id }, body: item }, 'validationError')).fields;
  expect(await refuse(rejection)).toMatchObject([{ pointer: '/reason', rule: 'reasonRequired' }]);
  expect(await refuse({ ...rejection, event: 'approve', reason: 'Why' })).toMatchObject([
    { pointer: '/reason', rule: 'notWithEvent' },
  ]);
  const update = { ...updateCityItem(await getCity(record.id), { name: 'Other' }), event: 'reject' as const };
  expect(await refuse(update)).toMatchObject([{ pointer: '/event', rule: 'notWithEvent' }]);
  const item = await sets.add(editor, id, { ...rejection, reason: 'Which city?' });
  expect(item).toMatchObject({ action: 'transition', event: 'reject', reason: 'Which city?' });

  const released = await release(await sets.get(id));
  expect(await getCity(record.id)).toMatchObject({ status: 'rejected', version: 2 });
  const [logged] = (await sets.records.logOf('city', record.id)).slice(-1);
  expect(logged).toMatchObject({ action: 'reject', reason: 'Which city?', actor: 'reviewer', proposer: 'editor' });
  const readNotices = () => service.db('review_notice').where({ entity: 'city', record_id: record.id });
  expect(await readNotices()).toMatchObject([{ user_id: author.id, reason: 'Which city?', decided_by: 'reviewer' }]);

  await sets.transition(editor, released, { event: 'revert' });
  const waiting = await getCity(record.id);
  expect(waiting).toMatchObject({ status: 'pending', version: 3 });
  expect(await readNotices()).toEqual([]);
  const approving = { path: { id: record.id }, ifMatch: waiting.version, body: { event: 'approve' } } as const;
  await author.expectRefusal('transitionCity', approving, 'secondPerson');
  await reviewer.ok('transitionCity', approving);
});

test('whoever submits a rejected record again by a set does not approve it', async () => {
  const city = await createCity('REJB', 'pending');
  const rejecting = { path: { id: city.id }, ifMatch: city.version, body: { event: 'reject', reason: 'No' } } as const;
  const { record } = await reviewer.ok('transitionCity', rejecting);
  const resubmitter = await service.clientWith('city:read', 'city:update', 'city:review', 'country:read');
  const set = await sets.createWith(resubmitter, [cityTransitionItem(record, 'resubmit')]);
  await sets.transition(reviewer, await sets.transition(resubmitter, set, { event: 'submit' }), { event: 'approve' });
  expect(await service.db('review_notice').where({ entity: 'city', record_id: city.id })).toEqual([]);
  const approving = { path: { id: city.id }, ifMatch: record.version + 1, body: { event: 'approve' } } as const;
  await resubmitter.expectRefusal('transitionCity', approving, 'secondPerson');
});

test('deleted records that refer to each other are brought back by one set', async () => {
  const city = await createCity('BACKA', 'pending');
  const body = { code: 'BACKB', name: 'Airport', country: 'CN', city: city.code };
  const { record: airport } = await editor.ok('createAirport', { body }, 201);
  await editor.ok('deleteAirport', { path: { id: airport.id }, ifMatch: airport.version });
  await editor.ok('deleteCity', { path: { id: city.id }, ifMatch: city.version });
  const restoration = { action: 'restore', recordVersion: 2, restoredVersion: 1 } as const;
  const withCity: ItemBody = { ...restoration, entity: 'airport', recordId: airport.id };
  const { id } = await sets.create(editor);
  const { fields } = await editor.expectRefusal(
    'addChangeSetItem',
    { path: { id }, body: withCity },
    'validationError',
  );
  expect(fields).toMatchObject([{ pointer: '/values/city', rule: 'unknownReference' }]);
  await sets.add(editor, id, { ...restoration, entity: 'city', recordId: city.id });
  await sets.add(editor, id, withCity);
  const released = await release(await sets.get(id));
  const get = { path: { id: airport.id } };
  expect((await admin.ok('getAirport', get)).record).toMatchObject({ city: 'BACKA', status: 'pending', version: 3 });
  await sets.transition(editor, released, { event: 'revert' });
  await admin.expectRefusal('getAirport', get, 'notFound');
});
