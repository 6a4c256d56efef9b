import { expect, test } from 'vitest';
import type { Client } from '../../kit/client.ts';
import { completeBodies } from '../../kit/complete-bodies.ts';
import {
  cityTransitionItem,
  createCityItem,
  deleteCityItem,
  type ItemBody,
  setUpChangeSets,
  updateCityItem,
  valuesOf,
} from '../change-set-client.ts';

const sets = await setUpChangeSets();
const { service, admin, editor, reviewer, createCity } = sets;
const [APRIL, MAY] = ['2098-04-10T00:00:00Z', '2098-05-10T00:00:00Z'];

type Listed = Record<string, unknown> & { code: string };

const listCities = async (query: object, client: Client = admin) =>
  (await client.ok('listCities', { query: { pageSize: 100, ...query } })).items;
const codesOf = (items: Listed[]) => items.map(({ code }) => code);

/** Without what only a release gives: ids of new records, and times. */
const comparable = (items: Listed[]) => items.map(({ id: _, createTime: __, updateTime: ___, ...rest }) => rest);

async function createAirport(code: string, city: string) {
  const body = { ...completeBodies.Airport(code), icaoCode: null, city };
  const { record } = await editor.ok('createAirport', { body }, 201);
  const approve = { event: 'approve', activate: true } as const;
  return (await reviewer.ok('transitionAirport', { path: { id: record.id }, ifMatch: record.version, body: approve }))
    .record;
}

const createAirportItem = (code: string, city: string): ItemBody => ({
  entity: 'airport',
  action: 'create',
  values: { ...completeBodies.Airport(code), icaoCode: null, city },
});

test('a future day shows what the sets due by then make of the records, as their release does', async () => {
  const [handedOver, deleted, ended] = [await createCity('FQZA'), await createCity('FQZD'), await createCity('FQZE')];
  await createAirport('FXA', 'FQZA');
  const first = await sets.schedule(
    [
      updateCityItem(handedOver, { code: 'FQZB' }),
      createCityItem('FQZA', { name: 'Successor' }),
      deleteCityItem(deleted),
      cityTransitionItem(ended, 'deactivate'),
      createAirportItem('FXB', 'FQZA'),
    ],
    '2098-04-06',
  );
  const second = await sets.schedule([updateCityItem(handedOver, { name: 'Later' })], '2098-05-06');

  const cities = (asOf: string) => listCities({ q: 'FQZ', sort: 'code', asOf });
  expect(codesOf(await listCities({ q: 'FQZ', sort: 'code' }))).toEqual(['FQZA', 'FQZD', 'FQZE']);
  expect(await cities(APRIL)).toMatchObject([
    { code: 'FQZA', name: 'Successor', status: 'active', version: 1, createdBy: 'editor' },
    { id: handedOver.id, code: 'FQZB', name: 'City FQZA', version: handedOver.version + 1, updatedBy: 'editor' },
    { id: ended.id, status: 'inactive' },
  ]);
  expect((await cities(MAY))[1]).toMatchObject({ code: 'FQZB', name: 'Later', updateTime: second.effectiveTime });
  expect(codesOf(await listCities({ q: 'FQZ', sort: '-updateTime', status: 'active', asOf: MAY }))).toEqual([
    'FQZB',
    'FQZA',
  ]);
  expect(await listCities({ code: 'FQZE', status: 'active', asOf: MAY })).toEqual([]);

  const airports = async (query: object) =>
    (await admin.ok('listAirports', { query: { sort: 'code', ...query } })).items;
  expect(codesOf(await airports({ city: 'FQZB', asOf: APRIL }))).toEqual(['FXA']);
  expect(codesOf(await airports({ city: 'FQZA', asOf: APRIL }))).toEqual(['FXB']);

  const [created] = await cities(APRIL);
  const path = { id: created?.id ?? 0 };
  expect((await admin.ok('getCity', { path, query: { asOf: APRIL } })).record).toEqual(created);
  await admin.expectRefusal('getCity', { path }, 'notFound');
  await admin.expectRefusal('getCity', { path: { id: deleted.id }, query: { asOf: APRIL } }, 'notFound');
  const [newAirport] = await airports({ city: 'FQZA', asOf: APRIL });
  const airport = await admin.ok('getAirport', { path: { id: newAirport?.id ?? 0 }, query: { asOf: APRIL } });
  expect(airport.labels).toMatchObject({ city: { FQZA: { name: 'Successor' } } });

  const { data, headers } = await admin.call('exportCities', { query: { format: 'ndjson', q: 'FQZ', asOf: APRIL } });
  const lines = String(data).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).code)).toEqual(['FQZB', 'FQZE', 'FQZA']);
  const position = headers.get('X-As-Of-Position');
  expect(position).toMatch(/^\d+$/);
  expect(headers.get('Content-Disposition')).toContain(`city-forecast-2098-04-10-position-${position}.ndjson`);
  for (const asOf of ['2098-04-10T16:30:00Z', '2098-04-11']) {
    const file = await admin.call('exportCities', { query: { format: 'ndjson', q: 'FQZ', asOf } });
    // a time is on the day that it is in the zone of the installation
    expect(file.headers.get('Content-Disposition')).toContain('city-forecast-2098-04-11-');
  }

  const query = { code: 'FXA,FXB', sort: 'code' };
  const forecast = [comparable(await cities(MAY)), comparable(await airports({ ...query, asOf: MAY }))];
  await sets.releaseDue(first, second);
  const released = [comparable(await listCities({ q: 'FQZ', sort: 'code' })), comparable(await airports(query))];
  expect(forecast).toEqual(released);
});

test('sets that would be held, those of kinds that the caller may not read, and later ones are left out', async () => {
  const city = await createCity('FLO');
  await sets.schedule([updateCityItem(city, { name: 'First' }), createAirportItem('FLX', 'BJS')], '2098-04-06');
  const names = async (asOf: string, client: Client = admin) =>
    (await listCities({ code: 'FLO', asOf }, client)).map(({ name }) => name);
  expect(await names(APRIL)).toEqual(['First']);
  expect(await names('2098-04-01')).toEqual(['City FLO']);
  const stranger = await service.clientWith('city:read', 'country:read');
  expect(await names(APRIL, stranger)).toEqual(['City FLO']);
  await editor.ok(
    'updateCity',
    {
      path: { id: city.id },
      ifMatch: city.version,
      body: { ...completeBodies.City('FLO'), name: 'Meanwhile' },
    },
    202,
  );
  const { proposal } = await admin.ok('getCityProposal', { path: { id: city.id } });
  const decision = { path: { id: city.id }, ifMatch: proposal.version, body: { decision: 'approve' as const } };
  await reviewer.ok('decideCityProposal', decision);
  expect(await names(APRIL)).toEqual(['Meanwhile']);
});

test('a set that refers to a record which is deleted before its date is left out, and says so', async () => {
  const [live, due] = [await createCity('FMZA'), await createCity('FMZB')];
  const airport = await createAirport('FMX', (await createCity('FMZC')).code);
  const move = (city: string): ItemBody => ({
    entity: 'airport',
    action: 'update',
    recordId: airport.id,
    recordVersion: airport.version,
    values: { ...valuesOf(airport), city },
  });
  const first = await sets.schedule([move('FMZA')]);
  const second = await sets.schedule([createAirportItem('FMY', 'FMZB')]);
  const both = [first, second];
  const unsound = async () => Promise.all(both.map(async ({ id }) => (await sets.get(id)).unsound));
  expect(await unsound()).toEqual([0, 0]);
  await sets.release([deleteCityItem(live)]);
  expect(await unsound()).toEqual([1, 0]);
  await sets.schedule([deleteCityItem(due)], '2098-04-05');
  expect(await unsound()).toEqual([1, 1]);
  for (const set of both)
    expect((await sets.items(set)).map(({ problems }) => problems)).toMatchObject([
      [{ pointer: '/values/city', rule: 'unknownReference' }],
    ]);
  const { items } = await admin.ok('listAirports', { query: { q: 'FM', asOf: '2099-05-10T00:00:00Z' } });
  expect(items.filter(({ code }) => code.startsWith('FM'))).toMatchObject([{ code: 'FMX', city: 'FMZC' }]);
  const released = await sets.releaseDue(first);
  expect(released).toMatchObject([{ status: 'held' }]);
});

test('a set that deletes a record to which others refer by its date is left out, and says so', async () => {
  const [old, successor] = [await createCity('FRZA'), await createCity('FRZB')];
  const deletion = await sets.schedule([deleteCityItem(old)], '2098-04-08');
  const unsound = async () => (await sets.get(deletion.id)).unsound;
  expect(await unsound()).toBe(0);
  const airport = await createAirport('FRX', 'FRZA');
  expect(await unsound()).toBe(1);
  expect(await sets.items(deletion)).toMatchObject([{ problems: [{ pointer: '', rule: 'stillReferred' }] }]);
  expect(codesOf(await listCities({ q: 'FRZ', sort: 'code', asOf: APRIL }))).toEqual(['FRZA', 'FRZB']);

  const move: ItemBody = {
    entity: 'airport',
    action: 'update',
    recordId: airport.id,
    recordVersion: airport.version,
    values: { ...valuesOf(airport), city: successor.code },
  };
  const late = await sets.schedule([move], '2098-04-09');
  expect(await unsound()).toBe(1);
  await sets.transition(editor, late, { event: 'withdraw' });
  const early = await sets.schedule([move, createAirportItem('FRY', 'FRZB')], '2098-04-07');
  expect(await unsound()).toBe(0);
  expect(codesOf(await listCities({ q: 'FRZ', asOf: APRIL }))).toEqual(['FRZB']);
  await sets.transition(editor, early, { event: 'withdraw' });
  expect(await sets.releaseDue(deletion)).toMatchObject([{ status: 'held' }]);
});

test('a set that gives a code which another record has then is left out, and says so', async () => {
  const [renamed, passing] = [await createCity('FTZA'), await createCity('FTZB')];
  const freeing = await sets.schedule([updateCityItem(passing, { code: 'FTZE' })], '2098-04-06');
  const created = await sets.schedule([createCityItem('FTZC'), createCityItem('FTZB')], '2098-04-07');
  const taking = await sets.schedule([updateCityItem(renamed, { code: 'FTZD' })], '2098-04-08');
  const unsound = async () => Promise.all([created, taking].map(async ({ id }) => (await sets.get(id)).unsound));
  expect(await unsound()).toEqual([0, 0]);
  await sets.schedule([createCityItem('FTZD')], '2098-04-05');
  expect(await unsound()).toEqual([0, 1]);
  await createCity('FTZC');
  expect(await unsound()).toEqual([1, 1]);
  const cities = await listCities({ q: 'FTZ', sort: 'code', asOf: APRIL });
  expect(codesOf(cities)).toEqual(['FTZA', 'FTZC', 'FTZD', 'FTZE']);
  await sets.transition(editor, freeing, { event: 'withdraw' });
  expect(await unsound()).toEqual([2, 1]);
  const DUPLICATE = [{ pointer: '/values/code', rule: 'duplicateCode' }];
  expect((await sets.items(created)).map(({ problems }) => problems)).toMatchObject([DUPLICATE, DUPLICATE]);
  expect(await sets.releaseDue(created)).toMatchObject([{ status: 'held' }]);
});

test('records that refer to a renamed one have the versions that its releases give them', async () => {
  const renamed = await createCity('FRNA');
  await createCity('FRNX');
  const [untouched, changed, ended, moved, followed] = [
    await createAirport('XZA', 'FRNA'),
    await createAirport('XZB', 'FRNA'),
    await createAirport('XZC', 'FRNA'),
    await createAirport('XZD', 'FRNA'),
    await createAirport('XZE', 'FRNX'),
  ];
  const update = (airport: typeof untouched, values: object): ItemBody => ({
    entity: 'airport',
    action: 'update',
    recordId: airport.id,
    recordVersion: airport.version,
    values: { ...valuesOf(airport), ...values },
  });
  const first = await sets.schedule(
    [
      updateCityItem(renamed, { code: 'FRNB' }),
      update(changed, { name: 'Changed' }),
      createAirportItem('XZF', 'FRNB'),
      {
        entity: 'airport',
        action: 'transition',
        recordId: ended.id,
        recordVersion: ended.version,
        event: 'deactivate',
      },
    ],
    '2098-04-06',
  );
  const second = await sets.schedule(
    [update(followed, { city: 'FRNA' }), update(moved, { name: 'Moved', city: 'FRNX' })],
    '2098-04-07',
  );
  const renameAgain = async (code: string, effectiveOn: string) => {
    const { upcoming } = await admin.ok('getCity', { path: { id: renamed.id } });
    const item = { ...updateCityItem(renamed, { code }), basedOn: upcoming.map((each) => each.item) };
    const body = { title: `To ${code}`, effectiveOn, item };
    const { changeSet } = await editor.ok('createChangeSet', { body }, 201);
    return sets.transition(reviewer, changeSet, { event: 'approve' });
  };
  const third = await renameAgain('FRNC', '2098-04-08');
  const fourth = await renameAgain('FRND', '2098-05-06');

  const airports = async (query: object) =>
    (await admin.ok('listAirports', { query: { q: 'XZ', sort: 'code', ...query } })).items;
  const queries = [{}, { city: 'FRND' }, { city: 'FRNX' }, { updatedBy: 'editor' }];
  const listAll = async (query: object) => {
    const lists: object[][] = [];
    for (const each of queries) lists.push(comparable(await airports({ ...each, ...query })));
    return lists;
  };
  const dates = ['2098-04-06T12:00:00Z', '2098-04-07T12:00:00Z', '2098-04-08T12:00:00Z', MAY];
  const forecasts: object[] = [];
  for (const asOf of dates) forecasts.push(await listAll({ asOf }));
  const forecast = await airports({ code: 'XZA', asOf: MAY });
  expect(forecast).toMatchObject([{ city: 'FRND', version: untouched.version + 3, updatedBy: 'editor' }]);
  expect(forecast[0]?.updateTime).toBe(fourth.effectiveTime);
  const path = { id: untouched.id };
  expect((await admin.ok('getAirport', { path, query: { asOf: MAY } })).record).toEqual(forecast[0]);
  const released: object[] = [];
  for (const set of [first, second, third, fourth]) {
    await sets.releaseDue(set);
    released.push(await listAll({}));
  }
  expect(forecasts).toEqual(released);
});

test('a reference to a new record that was removed from the set leads to the one that has its code when the set is submitted', async () => {
  const set = await sets.create();
  const removed = [
    await sets.add(editor, set.id, createCityItem('FAGA')),
    await sets.add(editor, set.id, createCityItem('FAGB')),
  ];
  await sets.add(editor, set.id, createAirportItem('XYA', 'FAGA'));
  await sets.add(editor, set.id, createAirportItem('XYB', 'FAGB'));
  for (const { id, version } of removed)
    await editor.ok('removeChangeSetItem', { path: { id: set.id, itemId: id }, ifMatch: version });
  await sets.add(editor, set.id, createCityItem('FAGA', { name: 'Again' }));
  const existing = await createCity('FAGB');
  const dated = await sets.setDate(editor, await sets.get(set.id), '2098-04-06');
  const submitted = await sets.transition(editor, dated, { event: 'submit' });
  const scheduled = await sets.transition(reviewer, submitted, { event: 'approve' });

  const listAll = async (query: object) => {
    const { items, labels } = await admin.ok('listAirports', { query: { q: 'XY', sort: 'code', ...query } });
    return { items: comparable(items), labels };
  };
  const citiesOf = ({ labels }: Awaited<ReturnType<typeof listAll>>) => labels.city;
  expect(citiesOf(await listAll({ asOf: APRIL }))).toMatchObject({
    FAGA: { name: 'Again' },
    FAGB: { name: 'City FAGB' },
  });
  // it has been reviewed, so that it stays with its record when that gives up the code
  const passed = [updateCityItem(existing, { code: 'FAGC' }), createCityItem('FAGB', { name: 'Successor' })];
  const earlier = await sets.schedule(passed, '2098-04-05');
  const forecast = await listAll({ asOf: APRIL });
  expect(citiesOf(forecast)).toMatchObject({ FAGA: { name: 'Again' }, FAGC: { name: 'City FAGB' } });
  await sets.releaseDue(earlier, scheduled);
  expect(await listAll({})).toEqual(forecast);
});
