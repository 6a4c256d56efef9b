import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../src/change-sets/effective-time.ts';
import { entities } from '../../src/entities/index.ts';
import type { Client } from '../kit/client.ts';
import { createCountryClient } from '../kit/countries.ts';
import { insertUser } from '../kit/database/insert-users.ts';
import { type Service, startService } from '../kit/service.ts';
import { createSubscriberClient } from '../sync/subscribers.ts';

let service: Service;
let clients: Record<'admin' | 'editor' | 'viewer', Client>;

const calendarDay = (daysFromNow: number) => new Date(Date.now() + daysFromNow * 86_400_000).toISOString().slice(0, 10);
const today = calendarDay(0);

/** Creates something of everything that the worklist counts. */
beforeAll(async () => {
  service = await startService();
  const [admin, editor, viewer] = [await service.as('admin'), await service.as('editor'), await service.as('viewer')];
  clients = { admin, editor, viewer };
  const { db } = service;
  const countries = createCountryClient(service);
  await countries.createPending();
  await countries.createRejected();
  await admin.ok('createCountry', { body: { code: 'QX', name: 'Incomplete' } }, 201);
  await db('city').orderBy('id').limit(3).update({ country_id: null });
  await db('protocol')
    .where('status', 'active')
    .orderBy('id')
    .limit(2)
    .update({ valid_to: calendarDay(30) });
  await db('rate_board')
    .where('status', 'active')
    .orderBy('quoted_at', 'desc')
    .limit(1)
    .update({ quoted_at: new Date(Date.now() - 8 * 86_400_000) });
  await insertUser(db, [], { status: 'pending' });
  const subscriber = await (await createSubscriberClient(service)).create();
  await db('sync_lane').where('subscriber_id', subscriber.id).update({ attempts: 3 });
  await createSet({ status: 'submitted' });
  await createSet({ status: 'held' });
  await createSet({ status: 'held', decided_by_id: await readId('admin') });
  await createSet({ status: 'rejected' });
  const localDay = await readCalendarDay();
  await createSet({ status: 'scheduled', effective_on: new Date(`${localDay}T23:00:00Z`) });
  await createSet({ status: 'scheduled', effective_on: new Date(`${addDays(localDay, 6)}T23:00:00Z`) });
  await createSet({ status: 'scheduled', effective_on: new Date(`${addDays(localDay, 7)}T00:00:00Z`) });
  await createSet({ status: 'released', effective_on: new Date(`${localDay}T00:00:00Z`) });
  const passed = { effective_on: new Date(`${localDay}T00:00:00Z`), due_time: new Date(Date.now() - 1) };
  await createSet({ status: 'open', ...passed });
  const task = { params: '{}', create_time: new Date(), next_time: new Date(), created_by: 'test' };
  await db('task').insert({ ...task, kind: 'snapshot', status: 'failed' });
}, 60_000);
afterAll(() => service.stop());

/** Returns the day that it is where the service is installed. */
const readCalendarDay = async () => (await clients.viewer.ok('getCalendar')).today;

const readId = async (username: string): Promise<number> =>
  (await service.db('user').where({ username }).first('id')).id;

/** Creates a change set of the editor with an item, in a state that it would take other people or time to reach. */
async function createSet(columns: {
  status: string;
  effective_on?: Date;
  due_time?: Date;
  decided_by_id?: number;
}): Promise<void> {
  const { editor } = clients;
  const { id } = (await editor.ok('createChangeSet', { body: { title: 'A set' } }, 201)).changeSet;
  const body = { entity: 'country', action: 'create', become: 'pending', values: { code: 'QY', name: 'Y' } } as const;
  await editor.ok('addChangeSetItem', { path: { id }, body }, 201);
  const { effective_on: on } = columns;
  // a minute ahead at least, whatever the hour
  const date = on ? { due_time: new Date(Math.max(Date.now() + 60_000, on.getTime())) } : {};
  await service
    .db('change_set')
    .where({ id })
    .update({ ...date, ...columns });
}

const read = (client: Client) => client.ok('getWorklist', { query: { today } });

/** Reads the totals of the lists to which the worklist of a user leads, in its form; undefined where the user may not read a list. */
async function readLists(name: keyof typeof clients) {
  const client = clients[name];
  const reviewTotal = async (query: { by?: string }) => (await client.ok('listReviews', { query })).total;
  const rateTotal = async (olderThan: 'day' | 'week' | 'month') =>
    (await client.ok('listRates', { query: { olderThan } })).total;
  type SetQuery =
    | { toReview: true }
    | { involved: true; status: ['held'] }
    | { mine: true; status: ['rejected' | 'submitted'] };
  const setTotal = async (query: SetQuery) => (await client.ok('listChangeSets', { query })).total;
  const incomplete = await Promise.all(
    entities.map(async ({ key, plural }) => {
      // the cast: the client's type knows no union of operations
      const { total } = await client.ok(`list${plural}` as 'listCountries', { query: { incomplete: true } });
      return { entity: key, count: total };
    }),
  );
  const agreements = { validity: 'ending', status: 'active', today } as const;
  return {
    reviews: await reviewTotal({}),
    own: await reviewTotal({ by: name }),
    rejections: (await client.ok('listRejections')).total,
    changeSets: {
      toReview: await setTotal({ toReview: true }),
      held: await setTotal({ involved: true, status: ['held'] }),
      // today and on the sixth day after it, but neither passed, released nor later
      due: 2,
      rejected: await setTotal({ mine: true, status: ['rejected'] }),
      inReview: await setTotal({ mine: true, status: ['submitted'] }),
    },
    incomplete: incomplete.filter(({ count }) => count > 0),
    endingAgreements: (await client.ok('listProtocols', { query: agreements })).total,
    oldRates: { day: await rateTotal('day'), week: await rateTotal('week'), month: await rateTotal('month') },
  };
}

describe('each number of the worklist is the total of the list behind it', () => {
  test('for an administrator', async () => {
    const { reviews, own, imports, receivers, failedTasks, people, ...counts } = await read(clients.admin);
    const lists = await readLists('admin');
    expect({ ...counts, reviews: reviews?.total, own: own.total }).toEqual(lists);
    expect(lists).toMatchObject({ reviews: 2, own: 1, changeSets: { toReview: 1, held: 1 } });
    expect(lists.endingAgreements).toBeGreaterThanOrEqual(2);
    expect(lists.incomplete).toEqual(
      expect.arrayContaining([
        { entity: 'country', count: 1 },
        { entity: 'city', count: 3 },
      ]),
    );
    const { month } = lists.oldRates;
    expect(lists.oldRates).toEqual({ day: month + 1, week: month + 1, month });
    expect(imports).toEqual((await clients.admin.ok('listReviews', { query: { kind: 'import' } })).items);
    const { subscribers } = await clients.admin.ok('getSyncStatus');
    const failing = subscribers.filter(({ state }) => state === 'failed');
    expect(failing).toHaveLength(1);
    expect(receivers).toEqual({
      failing: failing.length,
      backlog: failing.reduce((total, { backlog }) => total + backlog, 0),
    });
    expect(failedTasks).toBe((await clients.admin.ok('listTasks', { query: { status: 'failed' } })).total);
    expect(failedTasks).toBe(1);
    expect(people?.pending).toBe((await clients.admin.ok('listUsers', { query: { status: 'pending' } })).total);
    expect(people?.pending).toBe(1);
  });

  test('for an editor, without what only others deal with', async () => {
    const {
      own,
      imports: _imports,
      receivers: _receivers,
      failedTasks: _tasks,
      ...counts
    } = await read(clients.editor);
    const { reviews: _reviews, ...lists } = await readLists('editor');
    expect({ ...counts, own: own.total }).toEqual(lists);
    expect(lists).toMatchObject({
      own: 1,
      rejections: 1,
      changeSets: { toReview: 0, held: 2, rejected: 1, inReview: 1 },
    });
  });

  test('for a viewer, who has nothing to do', async () => {
    const { receivers: _receivers, failedTasks: _tasks, ...worklist } = await read(clients.viewer);
    expect(worklist).toEqual({
      own: { total: 0, oldest: null },
      rejections: 0,
      imports: [],
      incomplete: [],
      changeSets: { toReview: 0, held: 0, due: 2, rejected: 0, inReview: 0 },
    });
  });
});

test('lists are filtered by whether records are incomplete', async () => {
  const total = async (query: { incomplete?: boolean }) => (await clients.viewer.ok('listCities', { query })).total;
  expect((await total({ incomplete: true })) + (await total({ incomplete: false }))).toBe(await total({}));
  const { items } = await clients.viewer.ok('listCities', { query: { incomplete: true } });
  expect(items.map(({ country }) => country)).toEqual([null, null, null]);
});
