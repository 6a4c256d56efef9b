import { describe, expect, test } from 'vitest';
import { toLocalDay } from '../../../src/change-sets/effective-time.ts';
import { hasDueSets } from '../../../src/change-sets/stored-set.ts';
import { createSettings } from '../../../src/config/settings.ts';
import { queueDueTasks } from '../../../src/tasks/queue.ts';
import { createSchedules } from '../../../src/worker/task-kinds.ts';
import type { Client } from '../../kit/client.ts';
import { sendQueuedEmails } from '../../kit/sent-emails.ts';
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
const { service, admin, editor, reviewer, createCity, getCity } = sets;
const { db } = service;
const submit = { event: 'submit' } as const;
const approve = { event: 'approve' } as const;
const setReview = async (city: 'none' | 'second-person') => {
  const { settings, version } = await admin.ok('getSettings');
  const body = { ...settings, review: { ...settings.review, city } };
  await admin.ok('updateSettings', { ifMatch: version, body });
};

describe('the date of a set', () => {
  test('is a local time of the installation, at midnight by default', async () => {
    const set = await sets.create();
    expect(set).toMatchObject({ effectiveOn: null, effectiveTime: null, zone: null });
    expect(await sets.setDate(editor, set, '2099-04-06')).toMatchObject({
      effectiveOn: '2099-04-06T00:00',
      effectiveTime: '2099-04-05T16:00:00.000Z',
      zone: 'Asia/Shanghai',
    });
    const { settings, version } = await admin.ok('getSettings');
    await admin.ok('updateSettings', { ifMatch: version, body: { ...settings, timeZone: 'Europe/Istanbul' } });
    // the date that it has already is that of the zone before
    expect(await sets.setDate(editor, await sets.get(set.id, editor), '2099-04-06T00:00')).toMatchObject({
      zone: 'Asia/Shanghai',
    });
    expect(await sets.setDate(editor, await sets.get(set.id, editor), '2099-04-06T02:30')).toMatchObject({
      effectiveTime: '2099-04-05T23:30:00.000Z',
      zone: 'Europe/Istanbul',
    });
    expect(await sets.setDate(editor, await sets.get(set.id, editor))).toMatchObject({ effectiveOn: null, zone: null });
    const refused = { ifMatch: version + 1, body: { ...settings, timeZone: 'Europe/Atlantis' } };
    expect(await admin.expectRefusal('updateSettings', refused, 'validationError')).toMatchObject({
      fields: [{ pointer: '/timeZone', rule: 'unknownTimeZone' }],
    });
    await admin.ok('updateSettings', { ifMatch: version + 1, body: settings });
  });

  test.each([
    ['2020-01-01', 'notAhead'],
    ['2099-02-30', 'notDate'],
    ['soon', 'pattern'],
  ])('is not %s', async (effectiveOn, rule) => {
    const body = { title: 'A set', effectiveOn };
    const { fields } = await editor.expectRefusal('createChangeSet', { body }, 'validationError');
    expect(fields).toMatchObject([{ pointer: '/effectiveOn', rule }]);
  });

  test('must be ahead when the set is submitted, though a set keeps one that has passed', async () => {
    const set = await sets.setDate(editor, await sets.createWith(editor, [createCityItem('PASSED')]), '2099-04-06');
    await db('change_set')
      .where('id', set.id)
      .update({ due_time: new Date(0) });
    const kept = await sets.setDate(editor, set, '2099-04-06');
    const { fields } = await sets.refuse(editor, kept, submit, 'validationError');
    expect(fields).toMatchObject([{ pointer: '/effectiveOn', rule: 'notAhead' }]);
    await sets.transition(editor, await sets.setDate(editor, kept, '2099-04-07'), submit);
  });
});

test('a set is scheduled by its approval, and released at its date in the name of who approved it', async () => {
  await sendQueuedEmails(service);
  const city = await createCity('DATED');
  const set = await sets.schedule([updateCityItem(city, { name: 'Renamed' })]);
  expect(set).toMatchObject({ status: 'scheduled', releaseTime: null, decision: { by: 'reviewer' } });
  expect((await getCity(city.id)).name).toBe('City DATED');
  const mails = await sendQueuedEmails(service);
  expect(mails.find(({ kind }) => kind === 'setApproved')?.text).toContain('2099-04-06 00:00 (Asia/Shanghai)');
  // nothing is due
  await sets.releaseDue();
  expect(await sets.get(set.id)).toEqual({ ...set, ownWork: false });
  const [released] = await sets.releaseDue(set);
  expect(released).toMatchObject({ status: 'released', releaseTime: expect.any(String) });
  expect(await getCity(city.id)).toMatchObject({ name: 'Renamed', version: city.version + 1, updatedBy: 'editor' });
  const { items } = await admin.ok('listDataLogs', { query: { changeSetId: set.id } });
  expect(items).toMatchObject([{ action: 'update', actor: 'reviewer', proposer: 'editor' }]);
  await sets.transition(editor, await sets.get(set.id), { event: 'revert' });
});

test('the calendar has what is due in a period, in order, for those who may read every kind in it', async () => {
  const later = await sets.schedule([createCityItem('CALB')], '2098-04-07T08:00');
  const first = await sets.schedule([createCityItem('CALA')], '2098-04-06');
  const withdrawn = await sets.schedule([createCityItem('CALC')], '2098-04-06');
  await sets.transition(editor, withdrawn, { event: 'withdraw' });
  const dueIn = async (from: string, to: string, client: Client = admin) =>
    (await client.ok('getCalendar', { query: { from, to } })).items.map(({ id }) => id);
  expect(await dueIn('2098-04-06', '2098-04-07')).toEqual([first.id, later.id]);
  expect(await dueIn('2098-04-07', '2098-04-07')).toEqual([later.id]);
  const stranger = await service.clientWith('country:read');
  expect(await dueIn('2098-04-01', '2098-04-30', stranger)).toEqual([]);
  const { zone, today } = await admin.ok('getCalendar', { query: { from: '2098-04-06', to: '2098-04-06' } });
  expect({ zone, today }).toEqual({ zone: 'Asia/Shanghai', today: toLocalDay(Date.now(), 'Asia/Shanghai') });
  const reversed = { query: { from: '2098-04-07', to: '2098-04-06' } };
  expect((await admin.expectRefusal('getCalendar', reversed, 'validationError')).fields).toMatchObject([
    { pointer: '/query/to', rule: 'reversedRange' },
  ]);
  const reversedTimes = { query: { effectiveFrom: '2098-04-07T00:00:00Z', effectiveTo: '2098-04-07T00:00:00+08:00' } };
  expect((await admin.expectRefusal('listChangeSets', reversedTimes, 'validationError')).fields).toMatchObject([
    { pointer: '/query/effectiveTo', rule: 'reversedRange' },
  ]);
});

test('the worker queues the task when a set is due', async () => {
  const schedules = createSchedules(createSettings(db), () => hasDueSets(db)).slice(0, 1);
  const queued = () => db('task').where({ kind: 'changeSetRelease', status: 'queued' }).pluck('created_by');
  const set = await sets.schedule([createCityItem('QUEUED')]);
  await queueDueTasks(db, schedules);
  await queueDueTasks(db, schedules);
  expect(await queued()).toEqual([]);
  await db('change_set')
    .where('id', set.id)
    .update({ due_time: new Date(0) });
  await queueDueTasks(db, schedules);
  await queueDueTasks(db, schedules);
  expect(await queued()).toEqual(['system']);
  await db('task').delete();
  await sets.releaseDue(set);
});

test('dated sets may build on each other: a code passes on at one date, and its new holder changes at another', async () => {
  const city = await createCity('CHAINA');
  const passOn = await sets.schedule([updateCityItem(city, { code: 'CHAINB' })], '2099-04-06');
  // tried alone, the code is still taken
  const tooEarly = await sets.setDate(editor, await sets.createWith(editor, [createCityItem('CHAINA')]), '2099-04-05');
  await sets.refuse(editor, tooEarly, submit, 'changeSetUnsound');
  const next = await sets.schedule([createCityItem('CHAINA')], '2099-04-07');
  expect((await sets.releaseDue(passOn, next)).map(({ status }) => status)).toEqual(['released', 'released']);
  expect((await getCity(city.id)).code).toBe('CHAINB');
});

test('a dated set is tried after the sets due before it that touch what it refers to, or refer to what it touches', async () => {
  const [first, second] = [await createCity('REFA'), await createCity('REFB')];
  const body = { code: 'RFA', name: 'Airport', country: 'CN', city: 'REFB' };
  const { record: airport } = await editor.ok('createAirport', { body }, 201);
  const moveInto = (code: string): ItemBody => ({
    entity: 'airport',
    action: 'update',
    recordId: airport.id,
    recordVersion: airport.version,
    values: { ...valuesOf(airport), city: code },
  });
  const refuse = async (item: ItemBody) => {
    const dated = await sets.setDate(editor, await sets.createWith(editor, [item]), '2099-05-02');
    const { fields } = await sets.refuse(editor, dated, { event: 'submit' }, 'changeSetUnsound');
    return fields?.map(({ rule }) => rule);
  };
  const deletion = await sets.schedule([deleteCityItem(first)], '2099-05-01');
  expect(await refuse(moveInto('REFA'))).toEqual(['unknownReference']);
  await sets.transition(editor, deletion, { event: 'withdraw' });
  await sets.schedule([moveInto('REFA')], '2099-05-01');
  expect(await refuse(deleteCityItem(first))).toEqual(['stillReferred']);
  expect(await refuse(updateCityItem(first, { country: 'JP' }))).not.toEqual([]);
  await sets.schedule([updateCityItem(second, { name: 'Unrelated' })], '2099-05-02');
});

test('a scheduled set says which of its items would hold it, as soon as somebody has changed their records', async () => {
  const [renamed, moved] = [await createCity('SOONA'), await createCity('SOONB')];
  const set = await sets.schedule(
    [
      updateCityItem(renamed, { name: 'Scheduled' }),
      updateCityItem(moved, { country: 'TR' }),
      cityTransitionItem(await createCity('SOONC'), 'deactivate'),
    ],
    '2099-05-01',
  );
  const later = await sets.schedule([updateCityItem(renamed, { continent: 'EU' })], '2099-05-02');
  expect(await sets.get(set.id)).toMatchObject({ status: 'scheduled', unsound: 0 });
  await sets.release([updateCityItem(renamed, { name: 'Meanwhile', continent: 'AS' })]);
  expect(await sets.get(set.id)).toMatchObject({ status: 'scheduled', unsound: 1 });
  expect((await sets.items(set)).map(({ problems }) => problems)).toMatchObject([
    [{ pointer: '/values/name', rule: 'changedSince' }],
    [],
    [],
  ]);
  expect(await sets.get(later.id)).toMatchObject({ unsound: 1 });
  const { items } = await admin.ok('getCalendar', { query: { from: '2099-05-01', to: '2099-05-02' } });
  const unsound = items.filter(({ id }) => [set.id, later.id].includes(id)).map((each) => each.unsound);
  expect(unsound).toEqual([1, 1]);
  const [released] = await sets.releaseDue(set);
  expect(released).toMatchObject({ status: 'held', unsound: 1 });
});

test('of two sets over one field the second is held whole, told to author and approver, and retried', async () => {
  const city = await createCity('HELD');
  const second = await sets.schedule(
    [updateCityItem(city, { name: 'Second' }), createCityItem('HELDNEW')],
    '2099-04-07',
  );
  const first = await sets.schedule([updateCityItem(city, { name: 'First' })], '2099-04-06');
  // one that is submitted now is tried on what both leave
  const third = await sets.setDate(
    editor,
    await sets.createWith(editor, [updateCityItem(city, { name: 'Third' })]),
    '2099-04-08',
  );
  await sets.refuse(editor, third, submit, 'changeSetUnsound');
  await sendQueuedEmails(service);
  const [released, held] = await sets.releaseDue(first, second);
  expect(released?.status).toBe('released');
  expect(held).toMatchObject({
    status: 'held',
    unsound: 1,
    releaseTime: null,
    decision: { by: 'reviewer' },
    refusal: { key: 'changeSetUnsound' },
  });
  const { items: tasks } = await admin.ok('listTasks', { query: { kind: 'changeSetRelease' } });
  expect(tasks[0]?.result).toEqual({ records: 1, left: 1 });
  expect((await sets.items(second))[0]?.problems).toMatchObject([{ pointer: '/values/name', rule: 'changedSince' }]);
  expect((await admin.ok('listCities', { query: { code: ['HELDNEW'] } })).items).toEqual([]);
  const mails = await sendQueuedEmails(service);
  expect(mails.map(({ kind, to }) => `${kind} ${to.split('@')[0]}`).toSorted()).toEqual([
    'setHeld editor',
    'setHeld reviewer',
  ]);
  const [toAuthor = '', toReviewer = ''] = ['editor', 'reviewer'].map(
    (name) => mails.find(({ to }) => to.startsWith(`${name}@`))?.text,
  );
  expect(toAuthor).toContain('你的变更集');
  expect(toReviewer).toContain('editor 的变更集');
  expect(toAuthor).toMatch(/城市 HELD .*：name：/);
  // unchanged, it is held again
  const stranger = await service.clientWith('city:read', 'country:read');
  await sets.refuse(stranger, second, { event: 'retry' }, 'forbidden');
  const retried = await sets.transition(editor, await sets.get(second.id), { event: 'retry' });
  expect(retried).toMatchObject({ status: 'scheduled' });
  expect(retried.refusal).toBeUndefined();
  expect((await sets.releaseDue(second))[0]?.status).toBe('held');
  // once what was in its way has gone, the retry releases it
  await sets.transition(editor, await sets.get(first.id), { event: 'revert' });
  await sets.transition(reviewer, await sets.get(second.id), { event: 'retry' });
  expect((await sets.releaseDue(second))[0]?.status).toBe('released');
  expect((await getCity(city.id)).name).toBe('Second');
});

test('an approval outlives the account of its approver', async () => {
  const approver = await service.clientWith('city:read', 'city:review', 'country:read');
  const city = await createCity('OUTLIVE');
  const set = await sets.schedule([updateCityItem(city, { name: 'Later' })], '2099-04-06', approver);
  const id = await db('user').where('username', approver.username).first('id');
  const { record } = await admin.ok('getUser', { path: { id: id?.id ?? 0 } });
  await admin.ok('deleteUser', { path: { id: record.id }, ifMatch: record.version });
  expect((await sets.releaseDue(set))[0]).toMatchObject({ status: 'released', decision: { by: approver.username } });
});

test('a set is held whose approver may not review its kinds any more', async () => {
  const approver = await service.clientWith('city:read', 'city:review', 'country:read');
  const set = await sets.schedule([createCityItem('DEMOTED')], '2099-04-06', approver);
  const user = await db('user').where('username', approver.username).first('id');
  await db('role_permission')
    .whereIn('role_id', db('user_role').where('user_id', user?.id).select('role_id'))
    .where('permission', 'city:review')
    .delete();
  expect((await sets.releaseDue(set))[0]).toMatchObject({ status: 'held', refusal: { key: 'approvalLost' } });
});

test('a set that its author approved is held once its kind needs a second person', async () => {
  await setReview('none');
  const author = await service.clientWith('city:read', 'city:create', 'city:review', 'country:read');
  const open = await sets.setDate(author, await sets.createWith(author, [createCityItem('ALONE')]), '2099-04-06');
  const set = await sets.transition(author, await sets.transition(author, open, submit), approve);
  expect(set.status).toBe('scheduled');
  await setReview('second-person');
  expect((await sets.releaseDue(set))[0]).toMatchObject({ status: 'held', refusal: { key: 'secondPerson' } });
  await sets.refuse(author, set, { event: 'retry' }, 'secondPerson');
});

test('a set is held that would approve what its approver has written since', async () => {
  const approver = await service.clientWith('city:read', 'city:update', 'city:review', 'country:read');
  const pending = await createCity('SINCE', 'pending');
  const set = await sets.schedule([cityTransitionItem(pending, 'approve')], '2099-04-06', approver);
  const body = { ...valuesOf(pending), name: 'Written alone' };
  await approver.ok('updateCity', { path: { id: pending.id }, ifMatch: pending.version, body });
  expect((await sets.releaseDue(set))[0]).toMatchObject({ status: 'held', refusal: { key: 'secondPerson' } });
});

describe('a scheduled set', () => {
  const schedule = async (code: string) => {
    const set = await sets.schedule([createCityItem(code)]);
    const [item] = await sets.items(set);
    return { set, path: { id: set.id, itemId: item?.id ?? 0 }, ifMatch: item?.version ?? 0 };
  };
  const expectReopened = async (id: number) => {
    expect(await sets.get(id)).toMatchObject({ status: 'open' });
    const [unreleased] = await sets.releaseDue({ id });
    expect(unreleased?.status).toBe('open');
    await db('change_set')
      .where({ id })
      .update({ due_time: new Date('2099-01-01') });
    const submitted = await sets.transition(editor, await sets.get(id), submit);
    await sets.refuse(editor, submitted, approve, 'forbidden');
  };

  test('needs a new approval after a change of its date', async () => {
    const { set } = await schedule('REDATE');
    await sets.setDate(editor, set, '2099-04-05');
    await expectReopened(set.id);
  });

  test('needs a new approval after a change of a value', async () => {
    const { set, path, ifMatch } = await schedule('REVALUE');
    const body = { values: { code: 'REVALUE', name: 'Other', country: 'CN' } };
    await editor.ok('updateChangeSetItem', { path, ifMatch, body });
    await expectReopened(set.id);
  });

  test('needs a new approval after an item is added', async () => {
    const { set } = await schedule('READD');
    await sets.add(editor, set.id, createCityItem('READDB'));
    await expectReopened(set.id);
  });

  test('needs a new approval after an item is removed', async () => {
    const { set, path, ifMatch } = await schedule('REMOVE');
    await sets.add(editor, set.id, createCityItem('REMOVEB'));
    await sets.transition(reviewer, await sets.transition(editor, await sets.get(set.id), submit), approve);
    await editor.ok('removeChangeSetItem', { path, ifMatch });
    await expectReopened(set.id);
  });

  test('is not opened by who did not contribute to it', async () => {
    const { set } = await schedule('STRANGE');
    const other = await service.clientWith('city:read', 'city:create', 'city:review', 'country:read');
    const adding = { path: { id: set.id }, body: createCityItem('STRANGEB') };
    await other.expectRefusal('addChangeSetItem', adding, 'notOwner');
    await sets.refuse(other, set, { event: 'reopen' }, 'notOwner');
    await sets.transition(editor, set, { event: 'withdraw' });
    expect((await sets.releaseDue(set))[0]?.status).toBe('withdrawn');
  });

  test('leaves others free to propose, and their later proposals open', async () => {
    const city = await createCity('FREE');
    const set = await sets.schedule([updateCityItem(city, { name: 'From the set' })]);
    const path = { id: city.id };
    const body = { ...valuesOf(city), locales: { en: { name: 'Proposed' } } };
    await editor.ok('updateCity', { path, ifMatch: city.version, body }, 202);
    expect((await sets.releaseDue(set))[0]?.status).toBe('released');
    const { proposal } = await admin.ok('getCityProposal', { path });
    await reviewer.ok('decideCityProposal', { path, ifMatch: proposal.version, body: { decision: 'approve' } });
    expect(await getCity(city.id)).toMatchObject({ name: 'From the set', locales: { en: { name: 'Proposed' } } });
  });
});
