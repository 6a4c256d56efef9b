import { expect, test } from 'vitest';
import { createUpcomingReader } from '../../src/change-sets/dates/upcoming.ts';
import { queryVisibleSets } from '../../src/change-sets/query-sets.ts';
import { queryItems, readCodeChanges } from '../../src/change-sets/set-items.ts';
import { city } from '../../src/entities/city.ts';
import { entities } from '../../src/entities/index.ts';
import type { Caller } from '../../src/http/operation-types.ts';
import { sequenceAll } from '../feed/changes.ts';
import { countRowsRead } from '../kit/database/rows-read.ts';
import { createCityItem, setUpChangeSets, updateCityItem } from './change-set-client.ts';
import { addManyUpdates, createManyCities, createSetRunner, runAllTasks } from './many-items.ts';

const sets = await setUpChangeSets();
const { service, admin, editor, reviewer, viewer, createCity, getCity } = sets;
const { db } = service;
const runner = createSetRunner(service);

/** Triggers an event that a task carries out. */
const start = async (client: typeof editor, id: number, event: 'submit' | 'approve' | 'revert') => {
  const { version } = await sets.get(id);
  return (await client.ok('transitionChangeSet', { path: { id }, ifMatch: version, body: { event } }, 202)).changeSet;
};

/** Creates a set that updates new cities, and returns it with their ids. */
const createLargeSet = async (prefix: string, count: number) => {
  const ids = await createManyCities(service, prefix, count);
  const { id } = await sets.create(editor);
  await addManyUpdates(service, id, ids, { name: 'Renamed' });
  return { id, ids };
};

/** Creates a set that updates new cities on a later day, and returns it with their ids. */
async function createScheduledSet(prefix: string, count: number) {
  const { id, ids } = await createLargeSet(prefix, count);
  const dueTime = new Date('2099-04-06T00:00:00Z');
  const date = { effective_on: dueTime, zone: 'UTC', due_time: dueTime };
  await db('change_set')
    .where({ id })
    .update({ status: 'scheduled', ...date });
  return { id, ids };
}

test('more than 100 items are tried, released and reverted by tasks, and logged as what one task did', async () => {
  const { id, ids } = await createLargeSet('BIG', 101);
  const started = await start(editor, id, 'submit');
  const task = { id: expect.any(Number), event: 'submit', status: 'queued', progress: 0, total: 101 };
  expect(started).toMatchObject({ status: 'open', task });
  await sets.refuse(editor, { id }, { event: 'submit' }, 'taskRunning');
  await runAllTasks(service, runner);
  const submitted = await sets.get(id);
  expect(submitted).toMatchObject({ status: 'submitted', unsound: 0 });
  expect(submitted).not.toHaveProperty('task');
  await sets.refuse(editor, { id }, { event: 'approve' }, 'forbidden');
  await start(reviewer, id, 'approve');
  await runAllTasks(service, runner);
  expect(await sets.get(id)).toMatchObject({ status: 'released', decision: { by: 'reviewer' } });
  const released = await getCity(ids[100] ?? 0);
  expect(released).toMatchObject({ name: 'Renamed', version: 2, updatedBy: 'editor' });
  await sequenceAll(db);
  const { items } = await admin.ok('listFoldedDataLogs', { query: { entity: 'city', limit: 1 } });
  expect(items[0]?.task).toMatchObject({ kind: 'changeSet', changes: 101, actor: 'reviewer' });
  const { items: tasks } = await viewer.ok('listTasks', { query: { kind: 'changeSet', limit: 1 } });
  expect(tasks).toMatchObject([
    { status: 'done', params: { changeSetId: id }, progress: 101, result: { records: 101 } },
  ]);
  await start(editor, id, 'revert');
  await runAllTasks(service, runner);
  expect(await sets.get(id)).toMatchObject({ status: 'reverted', unsound: 0 });
  expect(await getCity(ids[0] ?? 0)).toMatchObject({ name: 'City 0', version: 3 });
});

test('what a task cannot do leaves the set as it was and says why: an item, a change meanwhile, a lost permission', async () => {
  const { id, ids } = await createLargeSet('BAD', 101);
  const [first = 0] = ids;
  await db('city').where('id', first).update({ name: 'By somebody else' });
  await start(editor, id, 'submit');
  await runAllTasks(service, runner);
  const refused = await sets.get(id, editor);
  expect(refused).toMatchObject({ status: 'open', unsound: 1, refusal: { key: 'changeSetUnsound' } });
  const [task] = (await viewer.ok('listTasks', { query: { kind: 'changeSet', limit: 1 } })).items;
  expect(task).toMatchObject({ status: 'failed', errorKey: 'changeSetRefused' });
  await reviewer.expectRefusal('retryTask', { path: { id: task?.id ?? 0 } }, 'forbidden');

  await db('city').where('id', first).update({ name: 'City 0' });
  await start(editor, id, 'submit');
  const added = await sets.add(editor, id, createCityItem('BADNEW'));
  await runAllTasks(service, runner);
  expect(await sets.get(id)).toMatchObject({ status: 'open', refusal: { key: 'changeSetChanged' } });
  await editor.ok('removeChangeSetItem', { path: { id, itemId: added.id }, ifMatch: 1 });
  expect(await sets.get(id)).not.toHaveProperty('refusal');

  await start(editor, id, 'submit');
  await runAllTasks(service, runner);
  const approver = await service.clientWith('city:read', 'city:review', 'country:read');
  await start(approver, id, 'approve');
  const { role_id } = await db('user_role').where('user_id', approver.id).first('role_id');
  await db('role_permission').where({ role_id, permission: 'city:review' }).delete();
  await runAllTasks(service, runner);
  expect(await sets.get(id)).toMatchObject({ status: 'submitted', refusal: { key: 'forbidden' } });
  expect(await getCity(first)).toMatchObject({ name: 'City 0', version: 1 });

  await start(reviewer, id, 'approve');
  await sets.transition(editor, await sets.get(id), { event: 'withdraw' });
  await runAllTasks(service, runner);
  const withdrawn = await sets.get(id);
  expect(withdrawn.status).toBe('withdrawn');
  expect(withdrawn).not.toHaveProperty('refusal');
});

test('a set takes 2,000 items and no more', async () => {
  const { id } = await createLargeSet('MAX', 2000);
  const body = createCityItem('MAXNEW');
  const { message } = await editor.expectRefusal('addChangeSetItem', { path: { id }, body }, 'tooManyItems');
  expect(message).toContain('2000');
});

test('a page of a set reads little more than its items, also beside large sets', async () => {
  const { id } = await createLargeSet('PAGE', 200);
  await db.raw('ANALYZE TABLE proposal');
  await db.transaction(async (trx) => {
    const readPage = () => queryItems(trx, id).orderBy('id').limit(21);
    expect(await countRowsRead(trx, readPage)).toBeLessThan(50);
    expect(await countRowsRead(trx, () => readCodeChanges(trx, id))).toBeLessThan(250);
  });
});

test('which sets somebody sees, and what these will do to records, is read without the other items of sets', async () => {
  const { id, ids } = await createScheduledSet('MARK', 200);
  const may = (permission: string) => permission !== 'cabin:read';
  const { id: userId } = await db('user').where('username', 'viewer').first('id');
  // the cast: only these members are used
  const caller = { id: userId, administrator: false, may } as Caller;
  await db.transaction(async (trx) => {
    const readUpcoming = createUpcomingReader({ entities }, trx);
    const readMarks = () => readUpcoming(city, ids.slice(0, 20), caller);
    expect((await readMarks()).upcoming).toHaveLength(20);
    expect(await countRowsRead(trx, readMarks)).toBeLessThan(150);
    const readSets = () => queryVisibleSets({ entities }, trx, caller).select('change_set.id');
    expect(await readSets()).toContainEqual({ id });
    expect(await countRowsRead(trx, readSets)).toBeLessThan(100);
  });
});

test('pages that are read at the same time get the marks of their own records that their readers may see', async () => {
  const { ids } = await createScheduledSet('SAME', 3);
  const readUpcoming = createUpcomingReader({ entities }, db);
  const readIds = async (recordIds: number[], mayRead: boolean) => {
    // the cast: only these members are used
    const caller = { id: 0, administrator: false, may: () => mayRead } as Partial<Caller> as Caller;
    return (await readUpcoming(city, recordIds, caller)).upcoming.map(({ recordId }) => recordId);
  };
  const pages = [readIds(ids.slice(0, 2), true), readIds(ids.slice(1), true), readIds(ids, false)];
  expect(await Promise.all(pages)).toEqual([ids.slice(0, 2), ids.slice(1), []]);
});

test('lists show what an earlier release has made of an item', async () => {
  const { id, ids } = await createScheduledSet('OLD', 1);
  const after = db.raw("JSON_SET(`after`, '$.name', 'By an earlier release')");
  await db('proposal').where({ change_set_id: id }).update({ version: 2, after });
  const { record } = await viewer.ok('getCity', { path: { id: ids[0] ?? 0 } });
  const { upcoming } = await viewer.ok('listCities', { query: { code: record.code } });
  expect(upcoming).toMatchObject([{ changes: ['/name'], values: { name: 'By an earlier release' } }]);
});

test('2,000 updates are released within ten seconds', { tags: ['slow'], timeout: 180_000 }, async () => {
  const { id, ids } = await createLargeSet('TIME', 2000);
  const measure = async (client: typeof editor, event: 'submit' | 'approve' | 'revert') => {
    await start(client, id, event);
    const startedAt = performance.now();
    await runAllTasks(service, runner);
    return Math.round(performance.now() - startedAt);
  };
  const times = {
    submit: await measure(editor, 'submit'),
    approve: await measure(reviewer, 'approve'),
    revert: await measure(editor, 'revert'),
  };
  console.info(`2,000 updates: ${JSON.stringify(times)} ms`);
  expect(await getCity(ids[1999] ?? 0)).toMatchObject({ version: 3 });
  expect(times.approve).toBeLessThan(10_000);
});

test('saving into a set of 500 takes at most twice as long as a plain save', { tags: ['slow'] }, async () => {
  const { id } = await createLargeSet('SAVE', 500);
  const rounds = 40;
  const cities = [];
  for (let n = 0; n < rounds * 2; n++) cities.push(await createCity(`SPEED${n}`, 'pending'));
  const medianOf = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  const timed = async (work: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  };
  const [plain, intoSet]: [number[], number[]] = [[], []];
  for (let n = 0; n < rounds; n++) {
    const [first, second] = cities.slice(n * 2, n * 2 + 2);
    if (!first || !second) throw new Error('cities are missing');
    const { code, country } = first;
    const body = { code, country, name: 'Plain' };
    plain.push(await timed(() => editor.ok('updateCity', { path: { id: first.id }, ifMatch: first.version, body })));
    intoSet.push(await timed(() => sets.add(editor, id, updateCityItem(second, { name: 'Set' }))));
  }
  const medians = { plain: medianOf(plain), intoSet: medianOf(intoSet) };
  console.info(`a save: ${medians.plain.toFixed(1)} ms, into a set of 500: ${medians.intoSet.toFixed(1)} ms`);
  expect(medians.intoSet).toBeLessThan(2 * medians.plain);
});
