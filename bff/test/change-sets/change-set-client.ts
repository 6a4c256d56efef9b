import { afterAll } from 'vitest';
import type { Schemas } from '../../src/http/contract.ts';
import type { TimeLimits } from '../../src/http/time-limits.ts';
import { enqueue } from '../../src/tasks/queue.ts';
import { createRecordReader } from '../imports/import-client.ts';
import type { Client } from '../kit/client.ts';
import { startService } from '../kit/service.ts';
import { createSetRunner, runAllTasks } from './many-items.ts';

export type ChangeSet = Schemas['ChangeSet'];
export type ItemBody = Schemas['ChangeSetItemBody'];
type Transition = Schemas['ChangeSetTransition'];
export type City = Schemas['City'];

/** Starts a service for a test file, with the clients of the demo accounts and helpers for change sets. */
export async function setUpChangeSets(routeUrl?: (url: string) => string, limits: Partial<TimeLimits> = {}) {
  const service = await startService({}, routeUrl, limits);
  afterAll(() => service.stop());
  const [admin, editor, reviewer, viewer] = await Promise.all([
    service.as('admin'),
    service.as('editor'),
    service.as('reviewer'),
    service.as('viewer'),
  ]);

  const get = async (id: number, client: Client = admin): Promise<ChangeSet> =>
    (await client.ok('getChangeSet', { path: { id } })).changeSet;

  const create = async (client: Client = editor, title = 'A set'): Promise<ChangeSet> =>
    (await client.ok('createChangeSet', { body: { title } }, 201)).changeSet;

  const add = async (client: Client, id: number, body: ItemBody) =>
    (await client.ok('addChangeSetItem', { path: { id }, body }, 201)).item;

  const createWith = async (client: Client, bodies: ItemBody[]): Promise<ChangeSet> => {
    const { id } = await create(client);
    for (const body of bodies) await add(client, id, body);
    return get(id);
  };

  const transition = async (client: Client, { id, version }: ChangeSet, body: Transition): Promise<ChangeSet> =>
    (await client.ok('transitionChangeSet', { path: { id }, ifMatch: version, body })).changeSet;

  const setDate = async (client: Client, set: ChangeSet, effectiveOn?: string): Promise<ChangeSet> => {
    const { id, version, title } = set;
    const body = { title, ...(effectiveOn === undefined ? {} : { effectiveOn }) };
    return (await client.ok('updateChangeSet', { path: { id }, ifMatch: version, body })).changeSet;
  };

  /** Creates a set as the editor that the reviewer approves for a date. */
  const schedule = async (bodies: ItemBody[], effectiveOn = '2099-04-06', approver: Client = reviewer) => {
    const dated = await setDate(editor, await createWith(editor, bodies), effectiveOn);
    return transition(approver, await transition(editor, dated, { event: 'submit' }), { event: 'approve' });
  };

  const runner = createSetRunner(service);
  /** Runs the task that releases sets, after the dates of these have passed, one after the other. */
  const releaseDue = async (...due: Pick<ChangeSet, 'id'>[]): Promise<ChangeSet[]> => {
    for (const [at, { id }] of due.entries())
      await service
        .db('change_set')
        .where({ id })
        .update({ due_time: new Date(Date.UTC(2020, 0, 1 + at)) });
    await enqueue(service.db, { kind: 'changeSetRelease', by: 'system' });
    await runAllTasks(service, runner);
    const failed = await service.db('task').where('status', 'failed').pluck('error');
    if (failed.length > 0) throw new Error(failed.join());
    return Promise.all(due.map(({ id }) => get(id)));
  };

  const refuse = async (
    client: Client,
    { id }: Pick<ChangeSet, 'id'>,
    body: Transition,
    key: Schemas['ErrorKey'],
  ): Promise<Schemas['ErrorData']> => {
    const { version } = await get(id);
    return client.expectRefusal('transitionChangeSet', { path: { id }, ifMatch: version, body }, key);
  };

  /** Creates a set as the editor, submits it, and releases it as the reviewer. */
  const release = async (bodies: ItemBody[], author: Client = editor, approver: Client = reviewer) => {
    const submitted = await transition(author, await createWith(author, bodies), { event: 'submit' });
    return transition(approver, submitted, { event: 'approve' });
  };

  const items = async ({ id }: Pick<ChangeSet, 'id'>, client: Client = admin) =>
    (await client.ok('listChangeSetItems', { path: { id }, query: { limit: 100 } })).items;

  /** Reads for each item of a released set why a revert would leave its record as it is. */
  const predictions = async ({ id }: Pick<ChangeSet, 'id'>) =>
    (await admin.ok('listChangeSetItems', { path: { id }, query: { limit: 100, changedSince: true } })).items.map(
      ({ stays }) => stays,
    );

  const createCity = async (code: string, status: 'pending' | 'active' = 'active'): Promise<City> => {
    const body = { code, name: `City ${code}`, country: 'CN' };
    const { record } = await editor.ok('createCity', { body }, 201);
    if (status === 'pending') return record;
    const approve = { event: 'approve', activate: true } as const;
    const approved = { path: { id: record.id }, ifMatch: record.version, body: approve };
    return (await reviewer.ok('transitionCity', approved)).record;
  };

  const getCity = async (id: number): Promise<City> => (await admin.ok('getCity', { path: { id } })).record;

  /** Submits a revert of a released set that overwrites these fields, and returns the set that waits for its approval. */
  const submitRevert = async (id: number, overwrite: NonNullable<Transition['overwrite']>, client: Client = editor) => {
    const { revertId = 0 } = await transition(client, await get(id), { event: 'revert', overwrite });
    return get(revertId, client);
  };

  /** Releases a set that changes a city, of which somebody then changes the name again. */
  const createChangedCity = async (code: string, ...others: ItemBody[]) => {
    const city = await createCity(code);
    const set = await release([updateCityItem(city, { name: 'Released', continent: 'AS' }), ...others]);
    await release([updateCityItem(await getCity(city.id), { name: 'Since' })]);
    const [item] = await items(set);
    if (!item) throw new Error('the set has no item');
    return { city, set, item };
  };

  return {
    service,
    records: createRecordReader(service.db),
    admin,
    editor,
    reviewer,
    viewer,
    get,
    create,
    add,
    createWith,
    transition,
    setDate,
    schedule,
    releaseDue,
    refuse,
    release,
    items,
    predictions,
    createCity,
    getCity,
    submitRevert,
    createChangedCity,
  };
}

type SystemMember = 'id' | 'version' | 'status' | 'createTime' | 'updateTime' | 'createdBy' | 'updatedBy' | 'warnings';

/** Returns the values of a record as its operations take them. */
export function valuesOf<R extends Pick<City, SystemMember>>(record: R): Omit<R, SystemMember> {
  const { id, version, status, createTime, updateTime, createdBy, updatedBy, warnings, ...values } = record;
  return values;
}

export const createCityItem = (code: string, values: object = {}): ItemBody => ({
  entity: 'city',
  action: 'create',
  values: { code, name: `City ${code}`, country: 'CN', ...values },
});

export const updateCityItem = (city: City, values: object): ItemBody => ({
  entity: 'city',
  action: 'update',
  recordId: city.id,
  recordVersion: city.version,
  values: { ...valuesOf(city), ...values },
});

export const deleteCityItem = ({ id, version }: City): ItemBody => ({
  entity: 'city',
  action: 'delete',
  recordId: id,
  recordVersion: version,
});

export const cityTransitionItem = ({ id, version }: City, event: NonNullable<ItemBody['event']>): ItemBody => ({
  entity: 'city',
  action: 'transition',
  recordId: id,
  recordVersion: version,
  event,
});
