import { describe, expect, test } from 'vitest';
import { completeBodies } from '../../kit/complete-bodies.ts';
import {
  type ChangeSet,
  createCityItem,
  deleteCityItem,
  type ItemBody,
  setUpChangeSets,
  updateCityItem,
  valuesOf,
} from '../change-set-client.ts';

const sets = await setUpChangeSets();
const { admin, editor, reviewer, createCity } = sets;
const [EARLIER, LATER] = ['2098-04-05', '2098-04-06'];
const submit = { event: 'submit' } as const;
const approve = { event: 'approve' } as const;

const createAirportItem = (code: string, city: string): ItemBody => ({
  entity: 'airport',
  action: 'create',
  values: { ...completeBodies.Airport(code), icaoCode: null, city },
});

async function createAirport(code: string, city: string) {
  const body = { ...completeBodies.Airport(code), icaoCode: null, city };
  const { record } = await editor.ok('createAirport', { body }, 201);
  const event = { event: 'approve', activate: true } as const;
  return (await reviewer.ok('transitionAirport', { path: { id: record.id }, ifMatch: record.version, body: event }))
    .record;
}

/** Creates an open set with a date, and adds the items to it then. */
async function createDated(bodies: ItemBody[], effectiveOn = LATER) {
  const set = await sets.setDate(editor, await sets.create(), effectiveOn);
  const items = [];
  for (const body of bodies) items.push(await sets.add(editor, set.id, body));
  return { set: await sets.get(set.id, editor), items };
}

const approveSet = async (set: ChangeSet) =>
  sets.transition(reviewer, await sets.transition(editor, set, submit), approve);

/** Returns the code and the name of the city of the airport with this code. */
async function cityOf(airport: string, query: object = {}) {
  const { items, labels } = await admin.ok('listAirports', { query: { q: airport, ...query } });
  const [found] = items.filter(({ code }) => code === airport);
  const code = found?.city ?? '';
  return [code, labels.city?.[code]?.name];
}

const problemsOf = async (set: Pick<ChangeSet, 'id'>) =>
  (await sets.items(set)).map(({ problems }) => problems.map(({ pointer, rule }) => [pointer, rule]));

const UNKNOWN_CITY = [['/values/city', 'unknownReference']];

describe('a code in a set with a date', () => {
  test('means the new record to which an earlier set gives it, not the one that gives it up', async () => {
    const old = await createCity('QHHA');
    const earlier = await sets.schedule(
      [updateCityItem(old, { code: 'QHHB', name: 'Old' }), createCityItem('QHHA', { name: 'New' })],
      EARLIER,
    );
    const { set, items } = await createDated([createAirportItem('YHA', 'QHHA'), createAirportItem('YHB', 'QHHB')]);
    expect(items.map(({ after }) => after?.city)).toEqual(['QHHA', 'QHHB']);
    const scheduled = await approveSet(set);
    expect(await sets.get(scheduled.id)).toMatchObject({ unsound: 0 });
    await admin.ok('getChangeSetImpact', { path: { id: set.id } });
    const asOf = '2098-04-10T00:00:00Z';
    const expected = [
      ['QHHA', 'New'],
      ['QHHB', 'Old'],
    ];
    expect([await cityOf('YHA', { asOf }), await cityOf('YHB', { asOf })]).toEqual(expected);
    await sets.releaseDue(earlier, scheduled);
    expect([await cityOf('YHA'), await cityOf('YHB')]).toEqual(expected);
  });

  test('means the existing record to which an earlier set gives it', async () => {
    const [old, next] = [await createCity('QHHC'), await createCity('QHHD')];
    const earlier = await sets.schedule(
      [updateCityItem(old, { code: 'QHHE' }), updateCityItem(next, { code: 'QHHC' })],
      EARLIER,
    );
    const { set, items } = await createDated([createAirportItem('YHC', 'QHHC')]);
    expect(items.map(({ after }) => after?.city)).toEqual(['QHHC']);
    const { labels } = await admin.ok('listChangeSetItems', { path: { id: set.id } });
    expect(labels.city?.QHHC).toMatchObject({ name: 'City QHHD' });
    await sets.releaseDue(earlier, await approveSet(set));
    expect(await cityOf('YHC')).toEqual(['QHHC', 'City QHHD']);
  });

  test('may be one that several earlier sets give and take, and none that they take or delete', async () => {
    const [first, deleted] = [await createCity('QHHF'), await createCity('QHHG')];
    await sets.schedule([updateCityItem(first, { code: 'QHHH' }), deleteCityItem(deleted)], '2098-04-03');
    const { upcoming = [] } = await admin.ok('getCity', { path: { id: first.id } });
    const basedOn = upcoming.map(({ item }) => item);
    await approveSet((await createDated([{ ...updateCityItem(first, { code: 'QHHI' }), basedOn }], EARLIER)).set);
    const refused = async (code: string) => {
      const set = await sets.setDate(editor, await sets.create(), LATER);
      const request = { path: { id: set.id }, body: createAirportItem('YHD', code) };
      const { fields } = await editor.expectRefusal('addChangeSetItem', request, 'validationError');
      return fields?.map(({ pointer, rule }) => [pointer, rule]);
    };
    for (const code of ['QHHF', 'QHHG', 'QHHH']) expect(await refused(code)).toEqual(UNKNOWN_CITY);
    const { items } = await createDated([createAirportItem('YHD', 'QHHI')]);
    expect(items.map(({ after }) => after?.city)).toEqual(['QHHI']);
  });
});

describe('a reference to what an earlier set brings', () => {
  test('leads to the record that it creates or renames, also in a single change, forecast, upcoming and after the release', async () => {
    const renamed = await createCity('QEEA');
    const airport = await createAirport('YEA', 'QEEA');
    const earlier = await sets.schedule(
      [updateCityItem(renamed, { code: 'QEEB' }), createCityItem('QEEC', { name: 'New' })],
      EARLIER,
    );
    const move: ItemBody = {
      entity: 'airport',
      action: 'update',
      recordId: airport.id,
      recordVersion: airport.version,
      values: { ...valuesOf(airport), city: 'QEEC' },
    };
    const { set } = await createDated([move, createAirportItem('YEB', 'QEEB')]);
    const scheduled = await approveSet(set);
    const [moved, created] = await sets.items(set);
    expect([moved?.before?.city, moved?.after?.city, moved?.changes]).toEqual(['QEEB', 'QEEC', ['/city']]);
    expect(created?.after?.city).toBe('QEEB');
    await admin.ok('getChangeSetImpact', { path: { id: set.id } });
    const { upcoming = [] } = await admin.ok('getAirport', { path: { id: airport.id } });
    expect(upcoming.map(({ values }) => values)).toEqual([{ city: 'QEEC' }]);
    const body = { title: 'Single', effectiveOn: LATER, item: createAirportItem('YEC', 'QEEC') };
    const { changeSet } = await editor.ok('createChangeSet', { body }, 201);
    const single = await sets.transition(reviewer, changeSet, approve);
    const asOf = '2098-04-10T00:00:00Z';
    const expected = [
      ['QEEC', 'New'],
      ['QEEB', 'City QEEA'],
      ['QEEC', 'New'],
    ];
    const cities = async (query = {}) => Promise.all(['YEA', 'YEB', 'YEC'].map((code) => cityOf(code, query)));
    expect(await cities({ asOf })).toEqual(expected);
    await sets.releaseDue(earlier);
    expect((await sets.items(set)).map(({ after }) => after?.city)).toEqual(['QEEC', 'QEEB']);
    // the new record is known by its id from now on
    const { items } = await admin.ok('listCities', { query: { q: 'QEEC' } });
    const [city] = items;
    if (!city) throw new Error('The city was not created.');
    await sets.release([updateCityItem(city, { code: 'QEED' }), createCityItem('QEEC', { name: 'Other' })]);
    expect((await sets.items(set)).map(({ after }) => after?.city)).toEqual(['QEED', 'QEEB']);
    const released = await sets.releaseDue(scheduled, single);
    expect(released.map(({ status }) => status)).toEqual(['released', 'released']);
    expect(await cities()).toEqual([
      ['QEED', 'New'],
      ['QEEB', 'City QEEA'],
      ['QEED', 'New'],
    ]);
  });

  test('stays with the new record where an item is edited, or built on', async () => {
    await sets.schedule([createCityItem('QEEE')], EARLIER);
    const airport = await createAirport('YED', (await createCity('QEEF')).code);
    const values = { ...valuesOf(airport), city: 'QEEE' };
    const update = {
      entity: 'airport',
      action: 'update',
      recordId: airport.id,
      recordVersion: airport.version,
    } as const;
    const { set, items } = await createDated([{ ...update, values }]);
    const [item] = items;
    if (!item) throw new Error('The item was not added.');
    const path = { id: set.id, itemId: item.id };
    const body = { values: { ...values, name: 'Edited' } };
    await editor.ok('updateChangeSetItem', { path, ifMatch: item.version, body });
    await approveSet(await sets.get(set.id, editor));
    const { upcoming = [] } = await admin.ok('getAirport', { path: { id: airport.id } });
    const basedOn = upcoming.map((each) => each.item);
    const next = await createDated([{ ...update, values: { ...values, name: 'Next' }, basedOn }], '2098-04-07');
    expect(next.items).toMatchObject([{ before: { city: 'QEEE' }, after: { city: 'QEEE' }, changes: ['/name'] }]);
    const second = await approveSet(next.set);
    expect(await sets.get(second.id)).toMatchObject({ unsound: 0 });
  });

  test('is tried after a set that deletes the record, once that is created', async () => {
    const earlier = await sets.schedule([createCityItem('QETA')], '2098-04-03');
    const { set } = await createDated([createAirportItem('YTA', 'QETA')]);
    await sets.releaseDue(earlier);
    const { items } = await admin.ok('listCities', { query: { q: 'QETA' } });
    await sets.schedule(items.map(deleteCityItem), EARLIER);
    const { fields } = await sets.refuse(editor, set, submit, 'changeSetUnsound');
    expect(fields).toMatchObject([{ rule: 'unknownReference' }]);
  });

  test.each([
    ['withdrawn', (set: ChangeSet) => sets.transition(editor, set, { event: 'withdraw' })],
    ['moved behind it', async (set: ChangeSet) => approveSet(await sets.setDate(editor, set, '2098-04-08'))],
  ])('holds its set if the earlier one is %s, also where another record has the code', async (how, change) => {
    const code = how === 'withdrawn' ? 'QEWA' : 'QEMA';
    const old = await createCity(code);
    const earlier = await sets.schedule(
      [updateCityItem(old, { code: `${code}X` }), createCityItem(code, { name: 'New' })],
      EARLIER,
    );
    const { set } = await createDated([createAirportItem(`Y${code.slice(2)}`, code)]);
    const scheduled = await approveSet(set);
    await change(earlier);
    expect(await sets.get(set.id)).toMatchObject({ unsound: 1 });
    expect(await problemsOf(set)).toEqual([UNKNOWN_CITY]);
    expect(await cityOf(`Y${code.slice(2)}`, { asOf: '2098-04-10T00:00:00Z' })).toEqual(['', undefined]);
    await admin.expectRefusal('getChangeSetImpact', { path: { id: set.id } }, 'changeSetUnsound');
    const [held] = await sets.releaseDue(scheduled);
    expect(held).toMatchObject({ status: 'held', unsound: 1 });
    expect(await problemsOf(set)).toEqual([UNKNOWN_CITY]);
  });

  test.each([
    ['creates', 'QECA', async () => createCityItem('QECA', { name: 'First' })],
    ['renames', 'QERA', async () => updateCityItem(await createCity('QERO'), { code: 'QERA', name: 'First' })],
  ])('holds its set if the record that the earlier one %s gets another code, also where a new item gives that code', async (_, code, toItem) => {
    const { set: earlier, items } = await createDated([await toItem()], EARLIER);
    const [item] = items;
    if (!item) throw new Error('The item was not added.');
    await approveSet(earlier);
    const airport = `Y${code.slice(1)}`;
    const { set } = await createDated([createAirportItem(airport, code)]);
    const later = await approveSet(set);
    expect(await sets.get(set.id)).toMatchObject({ unsound: 0 });
    const values = { ...item.after, code: `${code}X` };
    await editor.ok('updateChangeSetItem', {
      path: { id: earlier.id, itemId: item.id },
      ifMatch: item.version,
      body: { values },
    });
    await sets.add(editor, earlier.id, createCityItem(code, { name: 'Second' }));
    const changed = await approveSet(await sets.get(earlier.id, editor));
    expect(await sets.get(set.id)).toMatchObject({ status: 'scheduled', version: later.version, unsound: 1 });
    expect((await sets.items(set)).map(({ after }) => after?.city)).toEqual([code]);
    expect(await problemsOf(set)).toEqual([UNKNOWN_CITY]);
    expect(await cityOf(airport, { asOf: '2098-04-10T00:00:00Z' })).toEqual(['', undefined]);
    await admin.expectRefusal('getChangeSetImpact', { path: { id: set.id } }, 'changeSetUnsound');
    const released = await sets.releaseDue(changed, later);
    expect(released.map(({ status }) => status)).toEqual(['released', 'held']);
    expect(await problemsOf(set)).toEqual([UNKNOWN_CITY]);
    // saved again, the code means the record that has it by now
    const [held] = await sets.items(set);
    if (!held) throw new Error('The set is empty.');
    const body = { values: { ...held.after } };
    await editor.ok('updateChangeSetItem', { path: { id: set.id, itemId: held.id }, ifMatch: held.version, body });
    await approveSet(await sets.setDate(editor, await sets.get(set.id, editor), undefined));
    expect(await cityOf(airport)).toEqual([code, 'Second']);
  });

  test.each([
    'creates',
    'renames',
  ])('holds its set once the item that %s the record is removed, whoever gets the code', async (how) => {
    const code = how === 'creates' ? 'QEVA' : 'QEVB';
    const bring = how === 'creates' ? createCityItem(code) : updateCityItem(await createCity(`${code}O`), { code });
    const { set: earlier, items } = await createDated([bring], EARLIER);
    const [item] = items;
    if (!item) throw new Error('The item was not added.');
    await approveSet(earlier);
    const airport = `Y${code.slice(1)}`;
    const { set } = await createDated([createAirportItem(airport, code)]);
    const later = await approveSet(set);
    await editor.ok('removeChangeSetItem', { path: { id: earlier.id, itemId: item.id }, ifMatch: item.version });
    await sets.add(editor, earlier.id, createCityItem(code, { name: 'Other' }));
    const changed = await approveSet(await sets.get(earlier.id, editor));
    expect((await sets.items(set)).map(({ after }) => after?.city)).toEqual([code]);
    expect(await sets.get(set.id)).toMatchObject({ status: 'scheduled', version: later.version, unsound: 1 });
    const released = await sets.releaseDue(changed, later);
    expect(released.map(({ status }) => status)).toEqual(['released', 'held']);
    expect(await problemsOf(set)).toEqual([UNKNOWN_CITY]);
    // submitted again, the code means the record that has it by now
    const [held] = await sets.items(set);
    const path = { id: set.id, itemId: held?.id ?? 0 };
    await editor.ok('updateChangeSetItem', {
      path,
      ifMatch: held?.version ?? 0,
      body: { values: { ...held?.after, name: 'Edited' } },
    });
    await approveSet(await sets.setDate(editor, await sets.get(set.id, editor), undefined));
    expect(await cityOf(airport)).toEqual([code, 'Other']);
  });

  test('holds its set if the earlier one is held', async () => {
    const old = await createCity('QEHA');
    const earlier = await sets.schedule(
      [updateCityItem(old, { code: 'QEHB', name: 'Old' }), createCityItem('QEHA', { name: 'New' })],
      EARLIER,
    );
    const { set } = await createDated([createAirportItem('YHH', 'QEHA')]);
    const scheduled = await approveSet(set);
    await sets.release([updateCityItem(old, { name: 'Meanwhile' })]);
    const released = await sets.releaseDue(earlier, scheduled);
    expect(released.map(({ status }) => status)).toEqual(['held', 'held']);
    expect(await problemsOf(set)).toEqual([UNKNOWN_CITY]);
  });

  test.each([
    ['is moved before the earlier one', '2098-04-04'],
    ['is removed', undefined],
  ])('means no other record once the date of its set %s', async (_, date) => {
    const [code, airport] = date ? ['QEDA', 'YDA'] : ['QEDB', 'YDB'];
    const old = await createCity(code);
    await sets.schedule([updateCityItem(old, { code: `${code}X` }), createCityItem(code, { name: 'New' })], EARLIER);
    const { set } = await createDated([createAirportItem(airport, code)]);
    const moved = await sets.setDate(editor, set, date);
    const { fields } = await sets.refuse(editor, moved, submit, 'changeSetUnsound');
    expect(fields).toMatchObject([{ pointer: expect.stringMatching(/\/values\/city$/), rule: 'unknownReference' }]);
    await approveSet(await sets.setDate(editor, await sets.get(set.id, editor), LATER));
  });
});

test('sets that the caller does not see do not count', async () => {
  const old = await createCity('QSEA');
  const cabin: ItemBody = { entity: 'cabin', action: 'create', values: { ...completeBodies.Cabin('QS') } };
  await sets.schedule([updateCityItem(old, { code: 'QSEB' }), createCityItem('QSEC'), cabin], EARLIER);
  const stranger = await sets.service.clientWith('airport:read', 'airport:create', 'city:read');
  const { changeSet } = await stranger.ok('createChangeSet', { body: { title: 'A set', effectiveOn: LATER } }, 201);
  const path = { id: changeSet.id };
  const { item } = await stranger.ok('addChangeSetItem', { path, body: createAirportItem('YSA', 'QSEA') }, 201);
  expect(item.after?.city).toBe('QSEA');
  expect((await sets.items(changeSet)).map(({ after }) => after?.city)).toEqual(['QSEB']);
  const unknown = { path, body: createAirportItem('YSB', 'QSEC') };
  await stranger.expectRefusal('addChangeSetItem', unknown, 'validationError');
});
