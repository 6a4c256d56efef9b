import { afterEach, describe, expect, test } from 'vitest';
import type { Schemas } from '../../../src/http/contract.ts';
import type { Client } from '../../kit/client.ts';
import { sendQueuedEmails } from '../../kit/sent-emails.ts';
import {
  cityTransitionItem,
  createCityItem,
  deleteCityItem,
  type ItemBody,
  setUpChangeSets,
  updateCityItem,
} from '../change-set-client.ts';

const sets = await setUpChangeSets();
const { service, admin, editor, reviewer, createCity, getCity } = sets;
const { db } = service;
const DAY = '2099-04-06';

const setReview = async (city: 'none' | 'second-person') => {
  const { settings, version } = await admin.ok('getSettings');
  await admin.ok('updateSettings', { ifMatch: version, body: { ...settings, review: { ...settings.review, city } } });
};
afterEach(() => setReview('second-person'));

const toBody = (item: ItemBody, effectiveOn = DAY) => ({ title: 'One change', effectiveOn, item });
const createDated = async (item: ItemBody, client = editor, effectiveOn = DAY) =>
  (await client.ok('createChangeSet', { body: toBody(item, effectiveOn) }, 201)).changeSet;
const upcomingOf = async (id: number, client: Client = admin) =>
  (await client.ok('getCity', { path: { id } })).upcoming;

describe('a change of one record with a date', () => {
  test('is submitted at once, not approved by its author, and in effect on its date', async () => {
    const city = await createCity('ONEA');
    await sendQueuedEmails(service);
    const set = await createDated(updateCityItem(city, { name: 'From April' }));
    expect(set).toMatchObject({ status: 'submitted', items: { city: 1 }, effectiveOn: `${DAY}T00:00`, ownWork: true });
    expect((await sendQueuedEmails(service)).map(({ kind }) => kind)).toContain('setSubmitted');
    await sets.refuse(admin, set, { event: 'retry' }, 'invalidTransition');
    await sets.refuse(editor, set, { event: 'approve' }, 'forbidden');

    expect(await sets.transition(reviewer, set, { event: 'approve' })).toMatchObject({ status: 'scheduled' });
    expect(await getCity(city.id)).toMatchObject({ name: 'City ONEA', version: city.version });
    await sets.releaseDue(set);
    expect(await getCity(city.id)).toMatchObject({ name: 'From April' });
    expect(await upcomingOf(city.id)).toEqual([]);
  });

  test('may be decided on by its author only where no second person is needed, and then needs no other request', async () => {
    const city = await createCity('ONEB');
    const ofAdministrator = await createDated(updateCityItem(city, { name: 'Other' }), admin);
    await sets.refuse(admin, ofAdministrator, { event: 'approve' }, 'secondPerson');
    await setReview('none');
    expect(await createDated(updateCityItem(city, { name: 'Next' }), admin)).toMatchObject({
      status: 'scheduled',
      decision: { by: 'admin' },
    });
    // without the permission to review
    expect(await createDated(updateCityItem(city, { country: 'TR' }))).toMatchObject({ status: 'submitted' });
  });

  test('may be a new record, a deletion or an event, beside which others may propose', async () => {
    const created = await createDated(createCityItem('ONEC'));
    const [deleted, deactivated] = [await createCity('ONED'), await createCity('ONEE')];
    const deletion = await createDated(deleteCityItem(deleted));
    const event = await createDated(cityTransitionItem(deactivated, 'deactivate'));
    const due = [];
    for (const set of [created, deletion, event]) due.push(await sets.transition(reviewer, set, { event: 'approve' }));
    const body = { code: 'ONEE', name: 'Proposed', country: 'CN' };
    const update = { path: { id: deactivated.id }, ifMatch: deactivated.version, body };
    expect((await admin.ok('updateCity', update, 202)).proposal).toMatchObject({ by: 'admin' });
    expect((await upcomingOf(deactivated.id)).map((change) => change.event)).toEqual(['deactivate']);
    await sets.releaseDue(...due);
    const { items } = await admin.ok('listCities', { query: { code: ['ONEC', 'ONED', 'ONEE'] } });
    const statuses = Object.fromEntries(items.map(({ code, status }) => [code, status]));
    expect(statuses).toEqual({ ONEC: 'active', ONEE: 'inactive' });
  });

  test.each<[string, Partial<ItemBody> & { effectiveOn?: string | null }, Schemas['ErrorKey'], object[]]>([
    [
      'a day that has passed',
      { effectiveOn: '2020-01-01' },
      'validationError',
      [{ pointer: '/effectiveOn', rule: 'notAhead' }],
    ],
    ['no day', { effectiveOn: null }, 'validationError', [{ pointer: '/effectiveOn', rule: 'required' }]],
    [
      'no name',
      { values: { code: 'ONEF', country: 'CN' } },
      'validationError',
      [{ pointer: '/item/values/name', rule: 'required' }],
    ],
    [
      'an unknown country',
      { values: { code: 'ONEF', name: 'F', country: 'QQ' } },
      'validationError',
      [{ pointer: '/item/values/country', rule: 'unknownReference' }],
    ],
    [
      'the code of another record',
      { values: { code: 'ONEG', name: 'F', country: 'CN' } },
      'changeSetUnsound',
      [{ pointer: '/item/values/code', rule: 'duplicateCode' }],
    ],
    [
      'a record that is not there',
      { recordId: 999_999 },
      'validationError',
      [{ pointer: '/item/recordId', rule: 'unknownReference' }],
    ],
    [
      'an event of another status',
      { event: 'activate' },
      'invalidTransition',
      [{ pointer: '/item/event', rule: 'notInStatus' }],
    ],
    [
      'a member of another action',
      { restoredVersion: 1 },
      'validationError',
      [{ pointer: '/item/restoredVersion', rule: 'notWithEvent' }],
    ],
  ])('is refused with %s, and leaves nothing', async (_, changes, key, fields) => {
    const find = async (code: string) => (await admin.ok('listCities', { query: { code: [code] } })).items[0];
    const city = (await find('ONEF')) ?? (await createCity('ONEF'));
    if (!(await find('ONEG'))) await createCity('ONEG');
    const { effectiveOn = DAY, ...members } = changes;
    const item = { ...updateCityItem(city, {}), ...members };
    const body = { title: 'Refused', item, ...(effectiveOn !== null && { effectiveOn }) };
    const refusal = await editor.expectRefusal('createChangeSet', { body }, key);
    expect(refusal.fields ?? []).toMatchObject(fields);
    expect(await db('change_set').where('title', 'Refused').pluck('id')).toEqual([]);
  });

  test('is refused for a version that has passed, with the record as it is, and without the permission', async () => {
    const city = await createCity('ONEH');
    const body = toBody(updateCityItem({ ...city, version: city.version - 1 }, { name: 'Stale' }));
    const { current, fields } = await editor.expectRefusal('createChangeSet', { body }, 'versionConflict');
    expect(current).toMatchObject({ id: city.id, version: city.version });
    expect(fields).toMatchObject([{ pointer: '/item/recordVersion', rule: 'changedSince' }]);
    const permitted = toBody(updateCityItem(city, { name: 'Not mine' }));
    const { permission } = await sets.viewer.expectRefusal('createChangeSet', { body: permitted }, 'forbidden');
    expect(permission).toBe('city:update');
  });
});

describe('a second dated change of a field', () => {
  const LATER = '2099-10-01';
  const itemsBefore = async (id: number) => (await upcomingOf(id)).map(({ item }) => item);
  const nameOf = async (id: number, asOf: string) =>
    (await admin.ok('getCity', { path: { id }, query: { asOf } })).record.name;

  test('on a later day builds on the first, which may still wait for its approval, and both take effect', async () => {
    const city = await createCity('TWOA');
    const first = await createDated(updateCityItem(city, { name: 'From April' }));
    const inOctober = updateCityItem(city, { name: 'From October' });
    // one who has not seen the first overwrites nothing of it
    const unaware = await createDated(inOctober, editor, LATER);
    const basedOn = (await itemsBefore(city.id)).slice(0, 1);
    const second = await createDated({ ...inOctober, basedOn }, editor, LATER);
    const { fields } = await sets.refuse(reviewer, second, { event: 'approve' }, 'changeSetUnsound');
    expect(fields).toMatchObject([{ rule: 'buildsOnChangeSet', message: expect.stringContaining(`#${first.id}`) }]);

    const overlappingIds = async () => {
      const { impact } = await admin.ok('getChangeSetImpact', { path: { id: second.id } });
      return impact?.changeSets.items.map(({ id }) => id);
    };
    expect(await overlappingIds()).toEqual([first.id, unaware.id]);

    const due = [await sets.transition(reviewer, first, { event: 'approve' })];
    expect(await overlappingIds()).toEqual([first.id, unaware.id]);
    const refused = await sets.refuse(reviewer, unaware, { event: 'approve' }, 'changeSetUnsound');
    const message = expect.stringContaining(`#${first.id}`);
    expect(refused.fields).toMatchObject([{ rule: 'changedByEarlierSet', message }]);
    due.push(await sets.transition(reviewer, await sets.get(second.id), { event: 'approve' }));
    expect(await sets.get(second.id)).toMatchObject({ status: 'scheduled', unsound: 0 });
    expect([await nameOf(city.id, '2099-04-30'), await nameOf(city.id, '2099-10-31')]).toEqual([
      'From April',
      'From October',
    ]);
    expect((await sets.releaseDue(...due)).map(({ status }) => status)).toEqual(['released', 'released']);
    expect(await getCity(city.id)).toMatchObject({ name: 'From October', version: city.version + 2 });
  });

  test('keeps what only the first changes, and is held where the first has been withdrawn', async () => {
    const city = await createCity('TWOB');
    const first = await createDated(updateCityItem(city, { name: 'From April', country: 'TR' }));
    const basedOn = await itemsBefore(city.id);
    const later = { ...updateCityItem(city, { name: 'From October', country: 'TR' }), basedOn };
    const second = await createDated(later, editor, LATER);
    expect((await upcomingOf(city.id)).at(-1)?.changes).toEqual(['/name']);
    await sets.transition(editor, first, { event: 'withdraw' });
    const { fields } = await sets.refuse(reviewer, second, { event: 'approve' }, 'changeSetUnsound');
    expect(fields).toMatchObject([{ rule: 'buildsOnWithdrawnSet', pointer: expect.stringMatching(/\/name$/) }]);
    const readImpact = () => admin.expectRefusal('getChangeSetImpact', { path: { id: second.id } }, 'changeSetUnsound');
    expect((await readImpact()).fields).toEqual(fields);
  });

  test('may trigger the event that the status of then allows', async () => {
    const city = await createCity('TWOC');
    const first = await createDated(cityTransitionItem(city, 'deactivate'));
    const activate = cityTransitionItem(city, 'activate');
    await editor.expectRefusal('createChangeSet', { body: toBody(activate, LATER) }, 'invalidTransition');
    const second = await createDated({ ...activate, basedOn: await itemsBefore(city.id) }, editor, LATER);
    const { fields } = await sets.refuse(reviewer, second, { event: 'approve' }, 'changeSetUnsound');
    expect(fields).toMatchObject([{ rule: 'buildsOnChangeSet', message: expect.stringContaining(`#${first.id}`) }]);
    const due = [];
    for (const set of [first, await sets.get(second.id)])
      due.push(await sets.transition(reviewer, set, { event: 'approve' }));
    await sets.releaseDue(...due);
    expect(await getCity(city.id)).toMatchObject({ status: 'active', version: city.version + 2 });
  });

  test('is edited again on what the first makes of the record', async () => {
    const city = await createCity('TWOF');
    const first = await createDated(updateCityItem(city, { name: 'From April' }));
    await sets.transition(reviewer, first, { event: 'approve' });
    const basedOn = await itemsBefore(city.id);
    const inOctober = updateCityItem(city, { name: 'From October' });
    const second = await createDated({ ...inOctober, basedOn }, editor, LATER);
    await sets.transition(reviewer, second, { event: 'approve' });
    const [item] = await sets.items(second);
    const path = { id: second.id, itemId: item?.id ?? 0 };
    const edit = (body: Schemas['ChangeSetItemValues']) =>
      editor.call('updateChangeSetItem', { path, ifMatch: '*', body });
    const [values, recordVersion] = [{ ...inOctober.values, name: 'From autumn' }, city.version];
    const refusals: [Schemas['ChangeSetItemValues'], object][] = [
      [
        { values, basedOn },
        { pointer: '/recordVersion', rule: 'required' },
      ],
      [
        { event: 'deactivate', recordVersion },
        { pointer: '/recordVersion', rule: 'notWithEvent' },
      ],
      [
        { values, recordVersion, basedOn: await itemsBefore(city.id) },
        { pointer: '/basedOn/1', rule: 'changedSince' },
      ],
    ];
    for (const [body, field] of refusals) expect((await edit(body)).data).toMatchObject({ fields: [field] });

    const reapprove = async (name: string) => {
      const submitted = await sets.transition(editor, await sets.get(second.id), { event: 'submit' });
      expect(await sets.transition(reviewer, submitted, { event: 'approve' })).toMatchObject({ status: 'scheduled' });
      expect(await nameOf(city.id, '2099-10-31')).toBe(name);
    };
    expect(await edit({ values, recordVersion, basedOn })).toMatchObject({
      status: 200,
      data: { item: { changes: ['/name'], before: { name: 'From April' } } },
    });
    await reapprove('From autumn');
    const lateValues = { ...values, name: 'From late autumn' };
    const becoming = { action: 'update' as const, values: lateValues, recordVersion, basedOn };
    expect((await edit(becoming)).data).toMatchObject({ item: { before: { name: 'From April' } } });
    await reapprove('From late autumn');
    // without a version it stays based on the same
    expect((await edit({ values })).data).toMatchObject({ item: { before: { name: 'From April' } } });
    await reapprove('From autumn');
  });

  test.each<[string, (item: { id: number; version: number }) => object, string]>([
    ['that has changed since', ({ id, version }) => ({ id, version: version + 1 }), LATER],
    ['that takes effect later', (item) => item, '2099-04-05'],
  ])('is refused where it is based on an item %s', async (_, change, day) => {
    const city = await createCity(day === LATER ? 'TWOD' : 'TWOE');
    await createDated(updateCityItem(city, { name: 'From April' }));
    const basedOn = (await itemsBefore(city.id)).map(change) as NonNullable<ItemBody['basedOn']>;
    const body = toBody({ ...updateCityItem(city, { name: 'Then' }), basedOn }, day);
    const { fields } = await editor.expectRefusal('createChangeSet', { body }, 'validationError');
    expect(fields).toMatchObject([{ pointer: '/item/basedOn/0', rule: 'changedSince' }]);
  });
});

describe('what is upcoming', () => {
  test('is in the list and the record, the earliest first, with names of what it refers to', async () => {
    const city = await createCity('UPCA');
    const later = (await editor.ok('createChangeSet', { body: toBody(deleteCityItem(city), '2099-05-01T08:30') }, 201))
      .changeSet;
    const first = await createDated(updateCityItem(city, { country: 'TR', locales: { en: { name: 'Upca' } } }));
    await sets.transition(reviewer, first, { event: 'approve' });
    const expected = [
      {
        recordId: city.id,
        changeSet: { id: first.id, title: 'One change', status: 'scheduled' },
        item: { id: expect.any(Number), version: 1 },
        effectiveOn: `${DAY}T00:00`,
        effectiveTime: first.effectiveTime,
        action: 'update',
        event: null,
        changes: ['/country', '/locales/en'],
        values: { country: 'TR', locales: { en: { name: 'Upca' } } },
      },
      {
        recordId: city.id,
        changeSet: { id: later.id, title: 'One change', status: 'submitted' },
        item: { id: expect.any(Number), version: 1 },
        effectiveOn: '2099-05-01T08:30',
        effectiveTime: later.effectiveTime,
        action: 'delete',
        event: null,
        changes: [],
        values: null,
      },
    ];
    const list = await admin.ok('listCities', { query: { code: ['UPCA'] } });
    expect(list.upcoming).toEqual(expected);
    expect(list.labels.country).toMatchObject({ CN: {}, TR: {} });
    const { upcoming, labels } = await admin.ok('getCity', { path: { id: city.id } });
    expect(upcoming).toEqual(expected);
    expect(labels.country).toMatchObject({ TR: {} });
    await sets.transition(editor, later, { event: 'withdraw' });
    expect(await upcomingOf(city.id)).toHaveLength(1);
  });

  test('names a record that the same set creates, and leaves out sets without a date', async () => {
    const city = await createCity('UPCB');
    await sets.transition(editor, await sets.createWith(editor, [deleteCityItem(city)]), { event: 'submit' });
    expect(await upcomingOf(city.id)).toEqual([]);
    const country: ItemBody = {
      entity: 'country',
      action: 'create',
      values: { code: 'QY', name: 'New', alpha3Code: 'QYY', continent: 'AS' },
    };
    const set = await sets.setDate(editor, await sets.createWith(editor, [country]), DAY);
    await sets.add(editor, set.id, updateCityItem(city, { country: 'QY' }));
    await sets.transition(editor, await sets.get(set.id), { event: 'submit' });
    const { upcoming, labels } = await admin.ok('getCity', { path: { id: city.id } });
    expect(upcoming).toMatchObject([{ values: { country: 'QY' } }]);
    expect(labels.country).toMatchObject({ QY: { name: 'New' } });
  });

  test('is hidden from who may not read every kind in the set', async () => {
    const city = await createCity('UPCC');
    const country: ItemBody = {
      entity: 'country',
      action: 'create',
      values: { code: 'QX', name: 'Hidden', alpha3Code: 'QXX', continent: 'AS' },
    };
    const set = await sets.setDate(editor, await sets.createWith(editor, [country, deleteCityItem(city)]), DAY);
    await sets.transition(editor, set, { event: 'submit' });
    expect(await upcomingOf(city.id)).toHaveLength(1);
    const stranger = await service.clientWith('city:read');
    expect(await upcomingOf(city.id, stranger)).toEqual([]);
    expect((await stranger.ok('listCities', { query: { code: ['UPCC'] } })).upcoming).toEqual([]);
  });
});

test('what is wrong with a change that builds on a set in review is said at the field at fault', async () => {
  const [city, other, holder] = [await createCity('FAULTA'), await createCity('FAULTB'), await createCity('FAULTC')];
  const dated = await sets.setDate(
    editor,
    await sets.createWith(editor, [updateCityItem(city, { name: 'First' })]),
    DAY,
  );
  const { id } = await sets.transition(editor, dated, { event: 'submit' });
  const [basis] = await sets.items({ id });
  const basedOn = [{ id: basis?.id ?? 0, version: basis?.version ?? 0 }];
  const builds = { ...updateCityItem(city, { name: 'Second' }), basedOn };
  const taken = { code: holder.code };

  const { fields: ofChange } = await editor.expectRefusal(
    'createChangeSet',
    { body: toBody({ ...builds, values: { ...builds.values, ...taken } }, '2099-05-06') },
    'changeSetUnsound',
  );
  expect(ofChange).toMatchObject([{ pointer: '/item/values/code', rule: 'duplicateCode' }]);

  const set = await sets.create();
  await sets.setDate(editor, set, '2099-05-06');
  await sets.add(editor, set.id, builds);
  const faulty = await sets.add(editor, set.id, updateCityItem(other, taken));
  const { fields } = await sets.refuse(editor, set, { event: 'submit' }, 'changeSetUnsound');
  expect(fields).toMatchObject([{ pointer: `/items/${faulty.id}/values/code`, rule: 'duplicateCode' }]);
  expect((await sets.items(set)).map(({ problems }) => problems.length)).toEqual([0, 1]);
});
