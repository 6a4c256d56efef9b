import { expect, test } from 'vitest';
import { createEntityClient } from '../kit/entity-client.ts';
import {
  type City,
  createCityItem,
  deleteCityItem,
  type ItemBody,
  setUpChangeSets,
  updateCityItem,
  valuesOf,
} from './change-set-client.ts';

const sets = await setUpChangeSets();
const { service, records, admin, editor, reviewer, createCity, getCity } = sets;

const createAirport = async (code: string, city: string) => {
  const body = { code, name: 'Airport', country: 'CN', city, continent: 'AS' } as const;
  return (await editor.ok('createAirport', { body }, 201)).record;
};
const getAirport = async (id: number) => (await admin.ok('getAirport', { path: { id } })).record;

const createCabin = async (code: string) => {
  const { record: airline } = await editor.ok('createAirline', { body: { code, name: 'Airline', country: 'CN' } }, 201);
  const { record: cabin } = await editor.ok('createCabin', { body: { code: 'Y', name: 'Cabin', airline: code } }, 201);
  return { airline, cabin };
};

/** Returns an item that changes nothing but what the record's codes refer to at the end of the set. */
const repoint = <R extends Parameters<typeof valuesOf>[0]>(entity: ItemBody['entity'], record: R): ItemBody => ({
  entity,
  action: 'update',
  recordId: record.id,
  recordVersion: record.version,
  finalCodes: true,
  values: valuesOf(record),
});

const createAirlineItem = (code: string): ItemBody => ({
  entity: 'airline',
  action: 'create',
  become: 'pending',
  values: { code, name: 'Successor' },
});

const revert = async (items: ItemBody[]) => {
  const set = await sets.release(items);
  expect(await sets.transition(editor, set, { event: 'revert' })).toMatchObject({ status: 'reverted', unsound: 0 });
  expect((await sets.items(set)).map(({ outcome }) => outcome)).toEqual(items.map(() => 'reverted'));
};

test('a record that refers to a new one with the code of a renamed one refers to the renamed one again after a revert', async () => {
  const { airline, cabin } = await createCabin('Q4');
  const rename = { ...repoint('airline', airline), values: { ...valuesOf(airline), code: 'Q3' } };
  await revert([rename, createAirlineItem('Q4'), repoint('cabin', cabin)]);
  expect(await records.byCode('airline', 'Q4')).toMatchObject({ id: airline.id });
  expect((await admin.ok('getCabin', { path: { id: cabin.id } })).record).toMatchObject({ airline: 'Q4' });
  expect(await service.db('cabin').where('id', cabin.id).first('airline_id')).toEqual({ airline_id: airline.id });

  const city = await createCity('REPA');
  const airport = await createAirport('RPA', city.code);
  const renameCity = { ...repoint('city', city), values: { ...valuesOf(city), code: 'REPB' } };
  await revert([renameCity, createCityItem('REPA'), repoint('airport', airport)]);
  expect(await records.byCode('city', 'REPA')).toMatchObject({ id: city.id });
  expect(await records.byCode('airport', 'RPA')).toMatchObject({ city_id: city.id });
});

test('a set does not repoint what somebody has repointed since', async () => {
  const city = await createCity('REPD');
  const airport = await createAirport('RPD', city.code);
  const rename = { ...repoint('city', city), values: { ...valuesOf(city), code: 'REPE' } };
  const drafted = await sets.createWith(editor, [rename, createCityItem('REPD'), repoint('airport', airport)]);
  const set = await sets.transition(editor, drafted, { event: 'submit' });
  const { code: third } = await createCity('REPF');
  await editor.ok('updateAirport', {
    path: { id: airport.id },
    ifMatch: airport.version,
    body: { ...valuesOf(airport), city: third },
  });
  const { fields } = await sets.refuse(reviewer, set, { event: 'approve' }, 'changeSetUnsound');
  expect(fields).toMatchObject([{ pointer: expect.stringMatching(/\/values\/city$/), rule: 'changedSince' }]);
  expect(await getAirport(airport.id)).toMatchObject({ city: third });
});

test('a record that refers to a new one with the code of a deleted one refers to the deleted one again after a revert', async () => {
  const { airline, cabin } = await createCabin('Q5');
  const remove: ItemBody = {
    entity: 'airline',
    action: 'delete',
    recordId: airline.id,
    recordVersion: airline.version,
  };
  await revert([remove, createAirlineItem('Q5'), repoint('cabin', cabin)]);
  expect(await records.byCode('airline', 'Q5')).toMatchObject({ id: airline.id });
  expect(await service.db('cabin').where('id', cabin.id).first('airline_id')).toEqual({ airline_id: airline.id });

  const city = await createCity('REPC');
  const airport = await createAirport('RPC', city.code);
  await revert([deleteCityItem(city), createCityItem('REPC'), repoint('airport', airport)]);
  expect(await records.byCode('city', 'REPC')).toMatchObject({ id: city.id });
  expect(await getAirport(airport.id)).toMatchObject({ city: 'REPC' });
  expect(await records.byCode('airport', 'RPC')).toMatchObject({ city_id: city.id });
});

test('what refers to a deleted record moves to the one that gets its code, in whatever order the items are added', async () => {
  const orders = [
    ['refer', 'delete', 'take'],
    ['refer', 'take', 'delete'],
    ['delete', 'refer', 'take'],
    ['delete', 'take', 'refer'],
    ['take', 'refer', 'delete'],
    ['take', 'delete', 'refer'],
  ] as const;
  const bodies: ItemBody[] = [];
  const moved: { airport: Awaited<ReturnType<typeof createAirport>>; city: City }[] = [];
  for (const [at, order] of orders.entries())
    for (const taker of ['C', 'R']) {
      const code = `MOV${taker}${at}`;
      const city = await createCity(code);
      const airport = await createAirport(`M${taker}${at}`, code);
      const values = { ...valuesOf(airport), name: 'Renamed' };
      const items = {
        refer: { ...repoint('airport', airport), finalCodes: false, values },
        delete: deleteCityItem(city),
        take: taker === 'C' ? createCityItem(code) : updateCityItem(await createCity(`${code}O`), { code }),
      };
      const created = { ...valuesOf(airport), code: `N${taker}${at}` };
      bodies.push({ entity: 'airport', action: 'create', become: 'pending', values: created });
      bodies.push(...order.map((name) => items[name]));
      moved.push({ airport, city });
    }
  const set = await sets.createWith(editor, bodies);
  const expectShown = async () => {
    const shown = (await sets.items(set)).filter(({ action, entity }) => entity === 'airport' && action === 'update');
    const codes = moved.map(({ city }) => city.code);
    expect(shown.map(({ after }) => after?.city)).toEqual(codes);
    expect(shown.map(({ changes }) => changes)).toEqual(codes.map(() => ['/name', '/city']));
  };
  await expectShown();
  const submitted = await sets.transition(editor, set, { event: 'submit' });
  const released = await sets.transition(reviewer, submitted, { event: 'approve' });
  await expectShown();
  for (const { airport, city } of moved) {
    const { id } = await records.byCode('city', city.code);
    expect(id).not.toBe(city.id);
    for (const code of [airport.code, airport.code.replace('M', 'N')])
      expect(await records.byCode('airport', code)).toMatchObject({ city_id: id });
  }
  expect(await sets.transition(editor, released, { event: 'revert' })).toMatchObject({ unsound: 0 });
  for (const { airport, city } of moved)
    expect(await records.byCode('airport', airport.code)).toMatchObject({ city_id: city.id, name: 'Airport' });
});

test('a reference stays with a record once the set no longer deletes it', async () => {
  const [city, other] = [await createCity('STAYA'), await createCity('STAYB')];
  const airport = await createAirport('STA', city.code);
  const { id } = await sets.create();
  const deletion = await sets.add(editor, id, deleteCityItem(city));
  const rename = await sets.add(editor, id, updateCityItem(other, { code: 'STAYA' }));
  const values = { ...valuesOf(airport), name: 'Renamed' };
  const refer = { ...repoint('airport', airport), finalCodes: false, values };
  expect(await sets.add(editor, id, refer)).toMatchObject({ changes: ['/name', '/city'] });
  for (const { id: itemId, version } of [deletion, rename])
    await editor.ok('removeChangeSetItem', { path: { id, itemId }, ifMatch: version });
  expect(await sets.items({ id })).toMatchObject([{ changes: ['/name'], after: { city: 'STAYA' } }]);
});

test('what a dated set would do shows the new references, too', async () => {
  const city = await createCity('DATEA');
  const airport = await createAirport('DTA', city.code);
  const refer = { ...repoint('airport', airport), finalCodes: false };
  await sets.schedule([refer, deleteCityItem(city), createCityItem('DATEA')]);
  const path = { id: airport.id };
  const { record } = await admin.ok('getAirport', { path, query: { asOf: '2099-05-01T00:00:00.000Z' } });
  expect(record).toMatchObject({ city: 'DATEA', version: airport.version + 1 });
});

test('what refers to a removed creation looks for its last code, not for an earlier one', async () => {
  const { id } = await sets.create();
  const alpha = await sets.add(editor, id, createCityItem('QPA', { name: 'Alpha' }));
  const airport = await sets.add(editor, id, {
    entity: 'airport',
    action: 'create',
    become: 'pending',
    values: { code: 'QPT', name: 'Airport', country: 'CN', city: 'QPA', continent: 'AS' },
  });
  const values = { code: 'QPB', name: 'Alpha', country: 'CN' };
  const path = { id, itemId: alpha.id };
  const { item } = await editor.ok('updateChangeSetItem', { path, ifMatch: alpha.version, body: { values } });
  const beta = await sets.add(editor, id, createCityItem('QPA', { name: 'Beta' }));
  const cityOfAirport = async () =>
    (await sets.items({ id })).flatMap((each) => (each.id === airport.id ? each.after?.city : []));
  expect(await cityOfAirport()).toEqual(['QPB']);
  await editor.ok('removeChangeSetItem', { path, ifMatch: item.version });
  expect(await cityOfAirport()).toEqual(['QPB']);
  const { fields } = await sets.refuse(editor, { id }, { event: 'submit' }, 'changeSetUnsound');
  expect(fields).toMatchObject([{ pointer: `/items/${airport.id}/values/city`, rule: 'unknownReference' }]);

  await sets.add(editor, id, createCityItem('QPB', { name: 'Gamma' }));
  const submitted = await sets.transition(editor, await sets.get(id), { event: 'submit' });
  await sets.transition(reviewer, submitted, { event: 'approve' });
  const { city_id: cityId } = await records.byCode('airport', 'QPT');
  expect(await getCity(cityId)).toMatchObject({ code: 'QPB', name: 'Gamma' });
  expect(await records.byCode('city', 'QPA')).toMatchObject({ name: beta.name });
});

test('an update that triggers an event has the codes at the end of the set in its log', async () => {
  const city = await createCity('EVENTA');
  const airports = createEntityClient(service, 'Airport');
  const airport = await airports.createActive({ city: city.code });
  const { id, version } = airport;
  const values = airports.bodyFrom(airport, { name: 'Renamed' });
  await sets.release([
    { entity: 'airport', action: 'update', recordId: id, recordVersion: version, event: 'deactivate', values },
    updateCityItem(city, { code: 'EVENTB' }),
  ]);
  expect((await records.logOf('airport', id)).at(-1)).toMatchObject({
    action: 'update',
    after: { city: 'EVENTB', name: 'Renamed', status: 'inactive', version: version + 1 },
  });
});
