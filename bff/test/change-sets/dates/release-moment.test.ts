import { expect, test } from 'vitest';
import { transact } from '../../../src/database/database.ts';
import { enqueue } from '../../../src/tasks/queue.ts';
import { sequenceAll, updateRecord } from '../../feed/changes.ts';
import { type ChangeSet, setUpChangeSets, updateCityItem } from '../change-set-client.ts';
import { createSetRunner, runAllTasks } from '../many-items.ts';

const sets = await setUpChangeSets();
const { service, admin, editor, createCity } = sets;
const { db } = service;
const runner = createSetRunner(service);

/** Gives all changes their positions, and returns a time after them and before all later ones. */
async function nextMoment(): Promise<Date> {
  await sequenceAll(db);
  const [[{ now }]] = await db.raw('SELECT NOW(3) AS now, SLEEP(0.002)');
  return now;
}

const releaseDue = async () => {
  await enqueue(db, { kind: 'changeSetRelease', by: 'system' });
  await runAllTasks(service, runner);
};

/** Reads the name of a city at a moment: from the record, from a list, and from an export. */
async function readName(id: number, time: Date): Promise<string> {
  const asOf = time.toISOString();
  const { record } = await admin.ok('getCity', { path: { id }, query: { asOf } });
  const { items } = await admin.ok('listCities', { query: { code: record.code, asOf } });
  const { data } = await admin.call('exportCities', { query: { format: 'ndjson', code: record.code, asOf } });
  const names = [record.name, ...items.map(({ name }) => name), JSON.parse(String(data)).name];
  expect(new Set(names).size, names.join()).toBe(1);
  return record.name;
}

const setTimes = ({ id }: Pick<ChangeSet, 'id'>, times: object) => db('change_set').where({ id }).update(times);
const secondsLater = (count: number) => db.raw('release_time + INTERVAL ? SECOND', [count]);
const justBefore = (time: Date) => new Date(time.getTime() - 1);

test('the moment of its date shows a set before, during and after its release', async () => {
  const [city, other] = [await createCity('DUEA'), await createCity('DUEB')];
  const set = await sets.schedule([updateCityItem(city, { name: 'From the set' })]);
  const effectiveTime = new Date(set.effectiveTime ?? '');
  expect(await readName(city.id, effectiveTime)).toBe('From the set');
  expect(await readName(city.id, justBefore(effectiveTime))).toBe('City DUEA');

  const due = await nextMoment();
  await setTimes(set, { due_time: due });
  expect(await readName(city.id, due)).toBe('From the set');
  await releaseDue();
  expect(await sets.get(set.id)).toMatchObject({ status: 'released' });
  // the feed does not have the release yet
  expect(await readName(city.id, due)).toBe('From the set');
  const later = await nextMoment();
  await transact(db, (trx) => updateRecord(trx, 'city', other.id, { name: 'Later' }));
  await nextMoment();
  for (const time of [due, later]) {
    expect(await readName(city.id, time)).toBe('From the set');
    expect(await readName(other.id, time)).toBe('City DUEB');
  }
  expect(await readName(city.id, justBefore(due))).toBe('City DUEA');

  await setTimes(set, { release_time: secondsLater(-1) });
  await sets.transition(editor, await sets.get(set.id), { event: 'revert' });
  const reverted = await nextMoment();
  expect(await readName(city.id, due)).toBe('From the set');
  expect(await readName(city.id, reverted)).toBe('City DUEA');
});

test('the moment of its date does not show a set that was released long after it', async () => {
  const city = await createCity('DUEC');
  const set = await sets.schedule([updateCityItem(city, { name: 'From the set' })]);
  const due = await nextMoment();
  await setTimes(set, { due_time: due });
  await releaseDue();
  await nextMoment();
  expect(await readName(city.id, due)).toBe('From the set');
  await setTimes(set, { release_time: secondsLater(301) });
  expect(await readName(city.id, due)).toBe('City DUEC');
});

test('a set that is held does not take effect at the moment of its date', async () => {
  const city = await createCity('DUED');
  const set = await sets.schedule([updateCityItem(city, { name: 'From the set' })]);
  await db('city').where({ id: city.id }).update({ name: 'By somebody else' });
  const due = await nextMoment();
  await setTimes(set, { due_time: due });
  await releaseDue();
  expect(await sets.get(set.id)).toMatchObject({ status: 'held' });
  expect(await readName(city.id, due)).toBe('By somebody else');
});
