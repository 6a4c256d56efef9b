import { expect, test } from 'vitest';
import {
  createCityItem,
  deleteCityItem,
  type ItemBody,
  setUpChangeSets,
  updateCityItem,
  valuesOf,
} from './change-set-client.ts';

const sets = await setUpChangeSets();
const { service, records, admin, editor, reviewer, createCity, getCity } = sets;

test('codes that change hands, a new record with what refers to it, and a deletion are released as one', async () => {
  const [first, second, removed] = [await createCity('SWAPA'), await createCity('SWAPB'), await createCity('SWAPC')];
  const set = await sets.release([
    createCityItem('SWAPC', { name: 'New' }),
    {
      entity: 'airport',
      action: 'create',
      become: 'pending',
      values: { code: 'SWP', name: 'Airport', country: 'CN', city: 'SWAPC', continent: 'AS' },
    },
    updateCityItem(first, { code: 'SWAPB' }),
    updateCityItem(second, { code: 'SWAPA' }),
    deleteCityItem(removed),
  ]);
  expect(set).toMatchObject({ status: 'released', items: { city: 4, airport: 1 }, decision: { by: 'reviewer' } });
  expect([(await getCity(first.id)).code, (await getCity(second.id)).code]).toEqual(['SWAPB', 'SWAPA']);
  await admin.expectRefusal('getCity', { path: { id: removed.id } }, 'notFound');
  const newCity = await records.byCode('city', 'SWAPC');
  expect(newCity).toMatchObject({ name: 'New', status: 'active', version: 1, created_by: 'editor' });
  expect(await records.byCode('airport', 'SWP')).toMatchObject({ status: 'pending', city_id: newCity.id });
  const log = await records.logOf('city', first.id);
  expect(log.at(-1)).toMatchObject({
    action: 'update',
    version: first.version + 1,
    actor: 'reviewer',
    proposer: 'editor',
    reason: null,
    change_set_id: set.id,
    before: { code: 'SWAPA' },
    after: { code: 'SWAPB' },
  });
  expect(log).toHaveLength(first.version + 1);
  const { items: changes } = await admin.ok('getCityHistory', { path: { id: first.id } });
  expect(changes[0]).toMatchObject({ changeSetId: set.id });
  expect(changes[1]).not.toHaveProperty('changeSetId');
  const outcomes = (await sets.items(set)).map(({ outcome, problems }) => [outcome, problems]);
  expect(outcomes).toEqual(Array.from({ length: 5 }, () => ['released', []]));
});

test('a reference that an update leaves alone stays with its record, whatever becomes of its code', async () => {
  const [first, second] = [await createCity('STAYA'), await createCity('STAYB')];
  const body = { code: 'STY', name: 'Airport', country: 'CN', city: 'STAYA' };
  const { record: airport } = await editor.ok('createAirport', { body }, 201);
  const item: ItemBody = {
    entity: 'airport',
    action: 'update',
    recordId: airport.id,
    recordVersion: airport.version,
    values: { ...valuesOf(airport), name: 'Renamed' },
  };
  const renamed = await sets.createWith(editor, [updateCityItem(first, { code: 'STAYC' }), item]);
  expect((await sets.items(renamed)).at(-1)).toMatchObject({ after: { city: 'STAYC' } });

  const swap = [updateCityItem(first, { code: 'STAYB' }), updateCityItem(second, { code: 'STAYA' })];
  const set = await sets.createWith(editor, [...swap, item]);
  expect((await sets.items(set)).at(-1)).toMatchObject({ after: { name: 'Renamed', city: 'STAYB' } });
  const submitted = await sets.transition(editor, set, { event: 'submit' });
  await sets.transition(reviewer, submitted, { event: 'approve' });
  expect(await records.byCode('airport', 'STY')).toMatchObject({ name: 'Renamed', city_id: first.id });
});

test('a reference with a code at the end of the set leads to the record that has it then', async () => {
  const [first, second] = [await createCity('FINALA'), await createCity('FINALB')];
  const body = { code: 'FNL', name: 'Airport', country: 'CN', city: 'FINALA' };
  const { record: airport } = await editor.ok('createAirport', { body }, 201);
  await sets.release([
    updateCityItem(first, { code: 'FINALC' }),
    updateCityItem(second, { code: 'FINALA' }),
    {
      entity: 'airport',
      action: 'update',
      recordId: airport.id,
      recordVersion: airport.version,
      finalCodes: true,
      values: valuesOf(airport),
    },
  ]);
  expect(await records.byCode('airport', 'FNL')).toMatchObject({ city_id: second.id });
});

test('an item that refers to another record by the same code says so', async () => {
  const [first, second] = [await createCity('SAMEA'), await createCity('SAMEB')];
  const body = { code: 'SME', name: 'Airport', country: 'CN', city: 'SAMEA' };
  const { record: airport } = await editor.ok('createAirport', { body }, 201);
  const { id } = await sets.create();
  const values = { ...valuesOf(airport), name: 'Renamed' };
  const common = { entity: 'airport', recordId: airport.id, recordVersion: airport.version } as const;
  const item = await sets.add(editor, id, { ...common, action: 'update', values });
  expect(item).toMatchObject({ changes: ['/name'] });
  await sets.add(editor, id, updateCityItem(first, { code: 'SAMEB' }));
  await sets.add(editor, id, updateCityItem(second, { code: 'SAMEA' }));
  const path = { id, itemId: item.id };
  const changed = await editor.ok('updateChangeSetItem', { path, ifMatch: item.version, body: { values } });
  expect(changed.item).toMatchObject({ changes: ['/name', '/city'], after: { city: 'SAMEA' } });
});

test('a new record refers by its code to one that the set renames, and its log has no other code', async () => {
  const city = await createCity('RENAMEA');
  await sets.release([
    updateCityItem(city, { code: 'RENAMEB' }),
    {
      entity: 'airport',
      action: 'create',
      become: 'pending',
      values: { code: 'RNM', name: 'Airport', country: 'CN', city: 'RENAMEB', continent: 'AS' },
    },
  ]);
  const airport = await records.byCode('airport', 'RNM');
  expect(airport).toMatchObject({ city_id: city.id, version: 1 });
  expect(await records.logOf('airport', airport.id)).toMatchObject([{ after: { city: 'RENAMEB' } }]);
});

test('a new record that is removed and added again, or exists by now, is found by its code', async () => {
  const { id } = await sets.create();
  const airport = (code: string, city: string): ItemBody => ({
    entity: 'airport',
    action: 'create',
    become: 'pending',
    values: { code, name: 'Airport', country: 'CN', city, continent: 'AS' },
  });
  const removed = [
    await sets.add(editor, id, createCityItem('AGAINA')),
    await sets.add(editor, id, createCityItem('AGAINB')),
  ];
  await sets.add(editor, id, airport('AGA', 'AGAINA'));
  await sets.add(editor, id, airport('AGB', 'AGAINB'));
  for (const item of removed)
    await editor.ok('removeChangeSetItem', { path: { id, itemId: item.id }, ifMatch: item.version });
  const { fields } = await sets.refuse(editor, { id }, { event: 'submit' }, 'changeSetUnsound');
  expect(fields?.map(({ pointer, rule }) => [pointer.split('/').at(-1), rule])).toEqual([
    ['city', 'unknownReference'],
    ['city', 'unknownReference'],
  ]);

  await sets.add(editor, id, createCityItem('AGAINA'));
  await createCity('AGAINB');
  const submitted = await sets.transition(editor, await sets.get(id), { event: 'submit' });
  await sets.transition(reviewer, submitted, { event: 'approve' });
  for (const [code, city] of [
    ['AGA', 'AGAINA'],
    ['AGB', 'AGAINB'],
  ] as const)
    expect(await records.byCode('airport', code)).toMatchObject({ city_id: (await records.byCode('city', city)).id });
});

test('a set of which one item meets a later change of its field is not written at all, and says why', async () => {
  const [first, second] = [await createCity('HELDA'), await createCity('HELDB')];
  const set = await sets.createWith(editor, [
    updateCityItem(first, { name: 'One' }),
    updateCityItem(second, { name: 'Two' }),
  ]);
  const submitted = await sets.transition(editor, set, { event: 'submit' });
  await service.db('city').where({ id: second.id }).update({ name: 'By somebody else' });
  const { fields } = await sets.refuse(reviewer, set, { event: 'approve' }, 'changeSetUnsound');
  const [, heldItem] = await sets.items(set);
  expect(fields).toMatchObject([{ pointer: `/items/${heldItem?.id}/values/name`, rule: 'changedSince' }]);
  expect(await sets.get(set.id)).toMatchObject({ status: 'submitted', version: submitted.version, unsound: 1 });
  expect((await getCity(first.id)).name).toBe('City HELDA');
  expect(heldItem?.problems).toMatchObject([{ pointer: '/values/name', rule: 'changedSince' }]);
});

test('a field that somebody else has changed meanwhile keeps their value beside the change of the set', async () => {
  const city = await createCity('MERGED');
  const set = await sets.createWith(editor, [updateCityItem(city, { name: 'From the set' })]);
  await service.db('city').where({ id: city.id }).update({ iata_code: 'QQM' });
  await sets.transition(reviewer, await sets.transition(editor, set, { event: 'submit' }), { event: 'approve' });
  expect(await getCity(city.id)).toMatchObject({ name: 'From the set', iataCode: 'QQM' });
});

test('submitting names the items that cannot be released: a taken code, a circle, a record that others refer to', async () => {
  const country = await records.byCode('country', 'CN');
  const set = await sets.createWith(editor, [
    createCityItem('TAKENA'),
    createCityItem('TAKENA', { name: 'Again' }),
    { entity: 'country', action: 'delete', recordId: country.id, recordVersion: country.version },
  ]);
  const { fields, key } = await sets.refuse(editor, set, { event: 'submit' }, 'changeSetUnsound');
  const [, second, third] = await sets.items(set);
  expect({ key, fields }).toMatchObject({
    fields: [{ pointer: `/items/${second?.id}/values/code`, rule: 'duplicateCode' }],
  });
  await editor.ok('removeChangeSetItem', { path: { id: set.id, itemId: second?.id ?? 0 }, ifMatch: 1 });
  const again = await sets.refuse(editor, set, { event: 'submit' }, 'changeSetUnsound');
  expect(again.fields).toMatchObject([{ pointer: `/items/${third?.id}`, rule: 'stillReferred' }]);
  expect(await sets.get(set.id)).toMatchObject({ status: 'open', unsound: 1 });
});

test('new records that refer to each other in a circle are refused', async () => {
  const station = (code: string, name: string, parent: string | null) => ({ code, name, country: 'FR', parent });
  const { id } = await sets.create(editor);
  const add = (values: object) =>
    sets.add(editor, id, { entity: 'eurail_station', action: 'create', become: 'pending', values: { ...values } });
  const first = await add({ ...station('CIRCLE1', 'One', null) });
  await add({ ...station('CIRCLE2', 'Two', 'CIRCLE1') });
  await editor.ok('updateChangeSetItem', {
    path: { id, itemId: first.id },
    ifMatch: 1,
    body: { values: { ...station('CIRCLE1', 'One', 'CIRCLE2') } },
  });
  const { fields = [] } = await sets.refuse(editor, { id }, { event: 'submit' }, 'changeSetUnsound');
  expect(fields.map(({ rule }) => rule)).toEqual(['createdInCircle', 'createdInCircle']);
});

test('a trial leaves no trace: neither in records and log nor in the full-text index', async () => {
  const city = await createCity('TRIALA');
  const before = await service.db('data_log').count({ n: '*' });
  const set = await sets.createWith(editor, [updateCityItem(city, { name: 'Zzyzx' }), createCityItem('TRIALB')]);
  await sets.transition(editor, set, { event: 'submit' });
  expect(await service.db('data_log').count({ n: '*' })).toEqual(before);
  expect(await getCity(city.id)).toMatchObject({ version: city.version, name: 'City TRIALA' });
  const { total } = await admin.ok('listCities', { query: { q: 'TRIALA' } });
  expect(total).toBe(1);
  expect(await records.byCode('city', 'TRIALB')).toBeUndefined();
});

test('rules between records are checked on the end of the set', async () => {
  const city = await createCity('MOVEDA');
  const airportBody = { code: 'QQV', name: 'Airport', country: 'CN', city: 'MOVEDA', continent: 'AS' } as const;
  const { record: airport } = await editor.ok('createAirport', { body: airportBody }, 201);
  const moved = { ...updateCityItem(city, { country: 'JP' }) };
  const alone = await sets.createWith(editor, [moved]);
  const refusal = await sets.refuse(editor, alone, { event: 'submit' }, 'changeSetUnsound');
  expect(refusal.fields).toMatchObject([{ rule: 'placesElsewhere' }]);
  const { id, version, status, createTime, updateTime, createdBy, updatedBy, warnings, ...values } = airport;
  await sets.release([
    moved,
    {
      entity: 'airport',
      action: 'update',
      recordId: id,
      recordVersion: version,
      values: { ...values, country: 'JP' },
    },
  ]);
  expect(await getCity(city.id)).toMatchObject({ country: 'JP' });
});

test('rates take keys of several fields from each other and from deleted ones, and give them back', async () => {
  const quote = { base: 'USD', quote: 'CNY', source: 'Bank', unit: 1, middle: '7.1' } as const;
  const createRate = async (day: number) => {
    const body = { ...quote, quotedAt: `2026-02-0${day}T00:00:00.000Z` };
    return (await editor.ok('createRate', { body }, 201)).record;
  };
  const [first, second, removed] = [await createRate(1), await createRate(2), await createRate(3)];
  const update = ({ id, version }: typeof first, quotedAt: string): ItemBody => ({
    entity: 'rate_board',
    action: 'update',
    recordId: id,
    recordVersion: version,
    values: { ...quote, quotedAt },
  });
  const set = await sets.release([
    update(first, second.quotedAt),
    update(second, first.quotedAt),
    { entity: 'rate_board', action: 'delete', recordId: removed.id, recordVersion: removed.version },
    { entity: 'rate_board', action: 'create', values: { ...quote, quotedAt: removed.quotedAt, middle: '7.2' } },
  ]);
  const read = async ({ id }: typeof first) => (await admin.ok('getRate', { path: { id } })).record;
  expect(await read(first)).toMatchObject({ base: 'USD', quotedAt: second.quotedAt });
  expect(await read(second)).toMatchObject({ base: 'USD', quotedAt: first.quotedAt });
  expect(await sets.transition(editor, set, { event: 'revert' })).toMatchObject({ status: 'reverted', unsound: 0 });
  for (const rate of [first, second, removed])
    expect(await read(rate)).toMatchObject({ base: 'USD', quotedAt: rate.quotedAt, middle: '7.1' });
});
