import { expect, test } from 'vitest';
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
const { service, records, admin, editor, createCity, getCity } = sets;
const { db } = service;
const revert = { event: 'revert' } as const;

/** Returns a record without what every write changes. */
const stateOf = ({ status, createTime, createdBy, id, ...city }: City) => ({
  id,
  status,
  createTime,
  createdBy,
  ...valuesOf({ ...city, status, createTime, createdBy, id }),
});

test('a revert leads back to what was before: values, codes, status, deleted and created records', async () => {
  const cities = [];
  for (const code of ['REVA', 'REVB', 'REVC', 'REVD']) cities.push(await createCity(code));
  const [first, second, removed, deactivated] = cities;
  if (!first || !second || !removed || !deactivated) throw new Error('cities are missing');
  const set = await sets.release([
    updateCityItem(first, { code: 'REVB', name: 'Other' }),
    updateCityItem(second, { code: 'REVA' }),
    deleteCityItem(removed),
    createCityItem('REVC', { name: 'New' }),
    cityTransitionItem(deactivated, 'deactivate'),
    {
      entity: 'airport',
      action: 'create',
      become: 'pending',
      values: { code: 'RVA', name: 'Airport', country: 'CN', city: 'REVC', continent: 'AS' },
    },
  ]);
  const { id: newCity } = await records.byCode('city', 'REVC');
  expect(newCity).not.toBe(removed.id);
  expect(await sets.transition(editor, set, revert)).toMatchObject({ status: 'reverted', unsound: 0 });
  for (const city of cities) expect(stateOf(await getCity(city.id))).toEqual(stateOf(city));
  expect(await db('city').where('id', newCity)).toEqual([]);
  expect(await records.byCode('airport', 'RVA')).toBeUndefined();
  expect((await sets.items(set)).map(({ outcome }) => outcome)).toEqual(Array.from({ length: 6 }, () => 'reverted'));
  const log = await records.logOf('city', first.id);
  expect(log.at(-1)).toMatchObject({ action: 'restore', actor: 'editor', change_set_id: set.id });
  for (const { before, after, code } of [...log, ...(await records.logOf('city', newCity))])
    for (const logged of [before?.code, after?.code, code]) expect(logged ?? 'REVA').toMatch(/^REV[ABC]$/);
});

test('a field that somebody has changed since stays, the others go back, and the item says why', async () => {
  const [first, second, third] = [await createCity('KEPTA'), await createCity('KEPTB'), await createCity('KEPTD')];
  const set = await sets.release([
    updateCityItem(first, { code: 'KEPTC', name: 'One' }),
    updateCityItem(second, { name: 'Two' }),
    updateCityItem(third, { name: 'Three' }),
  ]);
  await sets.release([updateCityItem(await getCity(first.id), { name: 'By somebody else', continent: 'AS' })]);
  await sets.release([updateCityItem(await getCity(second.id), { name: 'By somebody else' })]);
  const reverted = await sets.transition(editor, set, revert);
  expect(reverted).toMatchObject({ status: 'reverted', unsound: 2 });
  const changedSince = { pointer: '/values/name', rule: 'changedSinceRelease' };
  expect(await getCity(first.id)).toMatchObject({
    code: 'KEPTA',
    name: 'By somebody else',
    continent: 'AS',
  });
  expect(await getCity(second.id)).toMatchObject({ name: 'By somebody else' });
  expect(await getCity(third.id)).toMatchObject({ name: 'City KEPTD' });
  expect(await sets.items(set)).toMatchObject([
    { outcome: 'reverted', problems: [changedSince] },
    { outcome: 'kept', problems: [changedSince] },
    { outcome: 'reverted', problems: [] },
  ]);
});

test('a reference that somebody has changed since stays, and one beside it goes back', async () => {
  const [before, after, other] = [await createCity('REFA'), await createCity('REFB'), await createCity('REFC')];
  const body = { code: 'RFA', name: 'Airport', country: 'CN', city: before.code, continent: 'AS' } as const;
  const { record } = await editor.ok('createAirport', { body }, 201);
  const update = (values: object, { id, version } = record): ItemBody => ({
    entity: 'airport',
    action: 'update',
    recordId: id,
    recordVersion: version,
    values: { ...body, ...values },
  });
  const set = await sets.release([
    update({ city: after.code, name: 'Changed' }),
    updateCityItem(after, { code: 'REFD' }),
  ]);
  const current = (await admin.ok('getAirport', { path: { id: record.id } })).record;
  await sets.release([update({ city: other.code, name: 'Changed' }, current)]);
  await sets.transition(editor, set, revert);
  const { record: reverted } = await admin.ok('getAirport', { path: { id: record.id } });
  expect(reverted).toMatchObject({ name: 'Airport', city: 'REFC' });
  expect(await getCity(after.id)).toMatchObject({ code: 'REFB' });
  expect((await sets.items(set))[0]).toMatchObject({
    outcome: 'reverted',
    problems: [{ pointer: '/values/city', rule: 'changedSinceRelease' }],
  });
});

test('a record stays as it is where others have taken its former code, and the others go back', async () => {
  const [renamed, deleted, changed] = [
    await createCity('TAKENA'),
    await createCity('TAKENB'),
    await createCity('TAKENC'),
  ];
  const set = await sets.release([
    updateCityItem(renamed, { code: 'TAKEND', name: 'Renamed' }),
    deleteCityItem(deleted),
    updateCityItem(changed, { name: 'Changed' }),
  ]);
  expect(await sets.predictions(set)).toEqual([undefined, undefined, undefined]);
  for (const code of ['TAKENA', 'TAKENB']) await createCity(code);
  const stays = [{ pointer: '/values/code', rule: 'duplicateCode' }];
  expect(await sets.predictions(set)).toMatchObject([stays, stays, undefined]);
  expect(await sets.transition(editor, set, revert)).toMatchObject({ status: 'reverted', unsound: 2 });
  const problems = [{ pointer: '/values/code', rule: 'duplicateCode' }];
  expect(await sets.items(set)).toMatchObject([
    { outcome: 'kept', problems },
    { outcome: 'kept', problems },
    { outcome: 'reverted', problems: [] },
  ]);
  expect(await getCity(renamed.id)).toMatchObject({ code: 'TAKEND', name: 'Renamed' });
  expect(await getCity(changed.id)).toMatchObject({ name: 'City TAKENC' });

  const city = await createCity('TAKENE');
  const alone = await sets.release([updateCityItem(city, { code: 'TAKENF' })]);
  await createCity('TAKENE');
  const { fields } = await sets.refuse(editor, alone, revert, 'changeSetUnsound');
  expect(fields).toMatchObject([{ rule: 'duplicateCode' }]);
});

test('codes that records of the set pass on to each other count as free when what stays is foreseen', async () => {
  const [first, second] = [await createCity('PASSA'), await createCity('PASSB')];
  const set = await sets.release([
    updateCityItem(first, { code: 'PASSB' }),
    updateCityItem(second, { code: 'PASSC' }),
    createCityItem('PASSA'),
  ]);
  expect(await sets.predictions(set)).toEqual([undefined, undefined, undefined]);
  expect(await sets.transition(editor, set, revert)).toMatchObject({ status: 'reverted', unsound: 0 });
});

test('a revert that could take nothing back is refused', async () => {
  const set = await sets.release([createCityItem('USEDA')]);
  const body = { code: 'USD', name: 'Airport', country: 'CN', city: 'USEDA', continent: 'AS' } as const;
  await editor.ok('createAirport', { body }, 201);
  const { fields } = await sets.refuse(editor, set, revert, 'changeSetUnsound');
  expect(fields).toMatchObject([{ rule: 'stillReferred' }]);
  expect(await sets.get(set.id)).toMatchObject({ status: 'released', unsound: 1 });
});

test('records that stay as a whole are announced with the reason, and stay', async () => {
  const [updated, deleted, proposed, other] = [
    await createCity('WHOLEA'),
    await createCity('WHOLEB'),
    await createCity('WHOLEC'),
    await createCity('WHOLED'),
  ];
  const set = await sets.release([
    createCityItem('WHOLEE'),
    updateCityItem(updated, { name: 'Changed' }),
    deleteCityItem(deleted),
    updateCityItem(proposed, { name: 'Changed' }),
    updateCityItem(other, { name: 'Changed' }),
    createCityItem('WHOLEF'),
  ]);
  expect(await sets.predictions(set)).toEqual(Array.from({ length: 6 }, () => undefined));
  const created = await getCity((await records.byCode('city', 'WHOLEE')).id);
  const removed = await getCity((await records.byCode('city', 'WHOLEF')).id);
  const restore = { entity: 'city', action: 'restore', recordId: deleted.id } as const;
  await sets.release([
    updateCityItem(created, { name: 'Since' }),
    deleteCityItem(await getCity(updated.id)),
    deleteCityItem(removed),
    { ...restore, recordVersion: deleted.version + 1, restoredVersion: deleted.version },
  ]);
  const live = await getCity(proposed.id);
  const body = { ...valuesOf(live), name: 'Proposed' };
  await editor.ok('updateCity', { path: { id: live.id }, ifMatch: live.version, body }, 202);
  const reasons = ['changedSinceRelease', 'recordDeleted', 'changedSinceRelease', 'proposalOpen'];
  const problems = reasons.map((rule) => [{ pointer: '', rule }]);
  expect(await sets.predictions(set)).toMatchObject([...problems, undefined, undefined]);
  await sets.transition(editor, set, revert);
  expect(await sets.items(set)).toMatchObject([
    ...problems.map((each) => ({ outcome: 'kept', problems: each })),
    { outcome: 'reverted', problems: [] },
    { outcome: 'reverted', problems: [] },
  ]);
  expect(await sets.predictions(set)).toEqual(Array.from({ length: 6 }, () => undefined));
});

test('a revert needs for each item what adding it needed', async () => {
  const set = await sets.release([createCityItem('NEEDA')]);
  const updater = await service.clientWith('city:read', 'city:update', 'city:delete');
  expect(await sets.refuse(updater, set, revert, 'forbidden')).toMatchObject({ permission: 'city:create' });
});

test('an earlier version and a deleted record are brought back by a set, and go again with it', async () => {
  const city = await createCity('OLDA');
  const [changed] = (await sets.release([updateCityItem(city, { name: 'Newer' })])) ? [await getCity(city.id)] : [];
  const gone = await createCity('OLDB', 'pending');
  await editor.ok('deleteCity', { path: { id: gone.id }, ifMatch: gone.version });
  const restore = { entity: 'city', action: 'restore' } as const;
  const set = await sets.release([
    { ...restore, recordId: city.id, recordVersion: changed?.version ?? 0, restoredVersion: city.version },
    { ...restore, recordId: gone.id, recordVersion: gone.version + 1, restoredVersion: 1 },
  ]);
  expect(await getCity(city.id)).toMatchObject({ name: 'City OLDA' });
  expect((await records.logOf('city', city.id)).at(-1)).toMatchObject({ action: 'restore', change_set_id: set.id });
  expect(await getCity(gone.id)).toMatchObject({ status: 'pending', createdBy: 'editor' });
  await sets.transition(editor, set, revert);
  expect(await getCity(city.id)).toMatchObject({ name: 'Newer' });
  await admin.expectRefusal('getCity', { path: { id: gone.id } }, 'notFound');
});
