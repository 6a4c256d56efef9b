import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sequenceAll } from '../feed/changes.ts';
import { createCountryClient } from '../kit/countries.ts';
import { type Service, startService } from '../kit/service.ts';
import { writeVersions } from '../push/kit/changes.ts';
import { createSubscriberClient, subscriberBody, updateParts } from './subscribers.ts';

let service: Service;
let subscribers: Awaited<ReturnType<typeof createSubscriberClient>>;

beforeAll(async () => {
  service = await startService();
  subscribers = await createSubscriberClient(service);
});
afterAll(() => service.stop());

const readHead = async () => (await service.db('feed_mark').where('name', 'head').first()).position;
const readLanes = (id: number) => service.db('sync_lane').where('subscriber_id', id).orderBy('entity');

describe('a new subscriber', () => {
  test('has lanes that start at the head of the feed, and is logged', async () => {
    await writeVersions(service.db, 2_000_001, 3);
    const body = subscriberBody({ entities: ['city', 'country'], filter: { statuses: ['inactive', 'active'] } });
    const { record } = await subscribers.manager.ok('createSubscriber', { body }, 201);
    expect(record).toMatchObject({
      name: body.name,
      url: body.url,
      entities: ['country', 'city'],
      filter: { statuses: ['active', 'inactive'] },
      active: true,
      offReason: null,
      state: 'healthy',
      backlog: 0,
      lastSuccess: null,
      version: 1,
      earlierSecretUntil: null,
      earlierTokenUntil: null,
      createdBy: subscribers.manager.username,
    });
    const feedEntity = await service.db('feed_kind').where('entity', 'country').first();
    expect(await readLanes(record.id)).toMatchObject([
      { entity: 'city', position: await readHead(), paused: 0, parked: 0, attempts: 0, claim: null },
      { entity: 'country', position: await readHead(), ordinal: feedEntity.ordinal },
    ]);
    expect(await subscribers.get(record.id)).toEqual(record);
  });

  test('must have a unique name, regardless of case', async () => {
    const { name } = await subscribers.create();
    for (const usedName of [name, name.toUpperCase()]) {
      const refusal = await subscribers.manager.expectRefusal(
        'createSubscriber',
        { body: subscriberBody({ name: usedName }) },
        'validationError',
      );
      expect(refusal.fields).toMatchObject([{ pointer: '/name', rule: 'taken' }]);
    }
    const otherSubscriber = await subscribers.create();
    const refusal = await subscribers.manager.expectRefusal(
      'updateSubscriber',
      updateParts(otherSubscriber, { name }),
      'validationError',
    );
    expect(refusal.fields).toMatchObject([{ pointer: '/name', rule: 'taken' }]);
    expect(await subscribers.get(otherSubscriber.id)).toEqual(otherSubscriber);
  });

  test.each([
    'http://169.254.169.254/latest',
    'http://[fe80::1]/',
    'http://0.0.0.0:9000/',
    'the service itself',
  ])('must not have the URL %s', async (address) => {
    const url = address === 'the service itself' ? `${service.url}/dc/api/v1/auth/logout` : address;
    const parts = { body: subscriberBody({ url }) };
    const refusal = await subscribers.manager.expectRefusal('createSubscriber', parts, 'validationError');
    expect(refusal.fields).toMatchObject([{ pointer: '/url', rule: 'forbiddenAddress' }]);
    const otherSubscriber = await subscribers.create();
    await subscribers.manager.expectRefusal(
      'updateSubscriber',
      updateParts(otherSubscriber, { url }),
      'validationError',
    );
  });

  test.each([
    'ftp://there/',
    'http://user:secret@there/',
    'http://there/#part',
    'javascript:alert(1)',
    'http://[bad/',
  ])('must not have an invalid URL like %s', async (url) => {
    const parts = { body: subscriberBody({ url }) };
    const refusal = await subscribers.manager.expectRefusal('createSubscriber', parts, 'validationError');
    expect(refusal.fields).toMatchObject([{ pointer: '/url' }]);
  });
});

describe('the countries of a filter', () => {
  test('are stored by id, so that a renamed country is shown with its new code and a deleted country with its last code', async () => {
    const countries = createCountryClient(service);
    const [keptCountry, deletedCountry] = [await countries.createPending(), await countries.createPending()];
    const filter = { countries: [keptCountry.code.toLowerCase(), deletedCountry.code] };
    const { id } = await subscribers.create({ filter });
    const storedRow = await service.db('subscriber').where({ id }).first('filter');
    expect(JSON.parse(storedRow.filter)).toEqual({ countries: [keptCountry.id, deletedCountry.id] });

    const code = await countries.freeCode();
    await service.db('country').where('id', keptCountry.id).update({ code });
    await service.db('country').where('id', deletedCountry.id).delete();
    const { record, labels } = await subscribers.manager.ok('getSubscriber', { path: { id } });
    expect(record.filter).toEqual({ countries: [code, deletedCountry.code].sort() });
    expect(labels).toEqual({ country: { [code]: { name: keptCountry.name } } });

    // An update of other fields leaves the filter unchanged.
    const { record: pausedSubscriber } = await subscribers.manager.ok(
      'updateSubscriber',
      updateParts({ ...record, active: false }),
    );
    expect(pausedSubscriber).toMatchObject({ active: false, filter: record.filter });
    expect(await service.db('subscriber').where({ id }).first('filter')).toEqual(storedRow);

    const deletedIndex = record.filter?.countries?.indexOf(deletedCountry.code);
    const narrowedBody = { ...pausedSubscriber, filter: { ...pausedSubscriber.filter, statuses: ['active' as const] } };
    const refusal = await subscribers.manager.expectRefusal(
      'updateSubscriber',
      updateParts(narrowedBody),
      'validationError',
    );
    expect(refusal.fields).toMatchObject([{ pointer: `/filter/countries/${deletedIndex}`, rule: 'unknownReference' }]);
  });

  test('have one label each in a list, which takes five statements for any number of them', async () => {
    await Promise.all(
      Array.from({ length: 6 }, () => subscribers.create({ filter: { countries: ['CN', 'DE'] }, entities: ['cabin'] })),
    );
    const query = { entity: 'cabin' as const };
    let page: Awaited<ReturnType<typeof subscribers.manager.ok<'listSubscribers', 200>>> | undefined;
    const statementsForOne = await service.statementsDuring(async () => {
      page = await subscribers.manager.ok('listSubscribers', { query: { q: 'listener-1' } });
    });
    const statementsForMany = await service.statementsDuring(async () => {
      page = await subscribers.manager.ok('listSubscribers', { query });
    });
    expect(page).toMatchObject({ total: 6, counts: { healthy: 6 } });
    expect(page?.labels).toMatchObject({ country: { CN: { name: 'China' }, DE: { name: 'Germany' } } });
    expect(statementsForMany).toBeLessThanOrEqual(statementsForOne + 1);
  });
});

describe('a list', () => {
  test('is filtered by part of the name or URL, by entity and by state, and counts states under the other filters', async () => {
    const [firstSubscriber, secondSubscriber] = [
      await subscribers.create({ url: 'https://a_b.example/x', entities: ['protocol'] }),
      await subscribers.create({ url: 'https://a-b.example/x', entities: ['protocol', 'city'], active: false }),
    ];
    const list = (query: object) => subscribers.manager.ok('listSubscribers', { query });
    const listNames = async (query: object) => (await list(query)).items.map(({ name }) => name);
    expect(await listNames({ q: 'a_b.EXAMPLE' })).toEqual([firstSubscriber.name]);
    expect(await listNames({ q: firstSubscriber.name.toUpperCase() })).toEqual([firstSubscriber.name]);
    expect(await listNames({ entity: 'protocol' })).toEqual([firstSubscriber.name, secondSubscriber.name].sort());
    expect(await listNames({ entity: 'protocol', sort: '-createTime' })).toEqual([
      secondSubscriber.name,
      firstSubscriber.name,
    ]);
    const pausedPage = await list({ entity: 'protocol', state: 'paused' });
    expect(pausedPage).toMatchObject({
      total: 1,
      counts: { healthy: 1, paused: 1 },
      items: [{ id: secondSubscriber.id }],
    });
    expect(await listNames({ entity: 'protocol', state: 'failed' })).toEqual([]);
    const page = await list({ entity: 'protocol', page: 2, pageSize: 10 });
    expect(page).toMatchObject({ items: [], total: 2, page: 2 });
  });
});

describe('a change', () => {
  test('adds lanes at the head of the feed for new entities, and removes the lanes of removed entities', async () => {
    await sequenceAll(service.db);
    const createdSubscriber = await subscribers.create({ entities: ['country', 'city'] });
    await writeVersions(service.db, 2_000_002, 2);
    const [{ position: head }] = await service.db('feed_mark').where('name', 'head');
    const [, unchangedLane] = await readLanes(createdSubscriber.id);
    await service.db('sync_sample').insert({
      subscriber_id: createdSubscriber.id,
      entity: 'city',
      time: new Date(),
      backlog: 0,
      lag: 0,
      delivered: 0,
      failing: 0,
    });
    const updatedSubscriber = await subscribers.update(createdSubscriber, { entities: ['airport', 'country'] });
    expect(updatedSubscriber).toMatchObject({ entities: ['country', 'airport'], version: 2, backlog: 2 });
    expect(await readLanes(createdSubscriber.id)).toMatchObject([
      { entity: 'airport', position: head },
      { entity: 'country', position: unchangedLane.position, ordinal: unchangedLane.ordinal },
    ]);
    expect(await service.db('sync_sample').where('subscriber_id', createdSubscriber.id)).toEqual([]);
    const [{ act, target, details } = expect.fail()] = await subscribers.recentLogEntries();
    expect({ act, target, details }).toEqual({
      act: 'subscriberChanged',
      target: { kind: 'subscriber', id: createdSubscriber.id, name: createdSubscriber.name },
      details: { changes: [{ pointer: '/entities', before: ['country', 'city'], after: ['country', 'airport'] }] },
    });
  });

  test('without differences writes nothing', async () => {
    const createdSubscriber = await subscribers.create({
      entities: ['city', 'country'],
      filter: { countries: ['CN', 'DE'] },
    });
    const updatedSubscriber = await subscribers.update(createdSubscriber, {
      entities: ['country', 'city'],
      filter: { countries: ['de', 'CN', 'DE'] },
    });
    expect(updatedSubscriber).toEqual(createdSubscriber);
    expect((await subscribers.recentLogEntries())[0]).toMatchObject({ act: 'subscriberCreated' });
  });

  test('of the URL, filter or state ends the claims on its lanes, but a change of the name does not', async () => {
    const createdSubscriber = await subscribers.create();
    const claimColumns = { claim: 'somebody', claimed_until: new Date(Date.now() + 60_000) };
    const claimLanes = () => service.db('sync_lane').where('subscriber_id', createdSubscriber.id).update(claimColumns);
    await claimLanes();
    let updatedSubscriber = await subscribers.update(createdSubscriber, { name: `${createdSubscriber.name}-renamed` });
    expect(await subscribers.readLaneRow(createdSubscriber.id)).toMatchObject({ claim: 'somebody' });
    for (const part of [{ url: 'http://127.0.0.1:9/other' }, { filter: { countries: ['CN'] } }, { active: false }]) {
      await claimLanes();
      updatedSubscriber = await subscribers.update(updatedSubscriber, part);
      expect(await subscribers.readLaneRow(createdSubscriber.id)).toMatchObject({ claim: null, claimed_until: null });
    }
    expect(updatedSubscriber).toMatchObject({ active: false, state: 'paused', version: 5 });
  });

  test('that makes it active again resets its failures', async () => {
    const { id } = await subscribers.create();
    await service.db('subscriber').where({ id }).update({ active: 0, off_reason: 'gone', version: 2 });
    const inAnHour = new Date(Date.now() + 3_600_000);
    const failedColumns = { parked: 1, attempts: 8, failing_since: new Date(), next_time: inAnHour };
    await service.db('sync_lane').where('subscriber_id', id).update(failedColumns);
    const inactiveSubscriber = await subscribers.get(id);
    expect(inactiveSubscriber).toMatchObject({ active: false, offReason: 'gone', state: 'paused' });
    expect(await subscribers.update(inactiveSubscriber, { active: true })).toMatchObject({
      offReason: null,
      state: 'healthy',
    });
    const lane = await subscribers.readLaneRow(id);
    expect(lane).toMatchObject({ parked: 0, attempts: 0, failing_since: null });
    expect(lane.next_time.getTime()).toBeLessThan(inAnHour.getTime());
  });

  test('requires the current version, and succeeds once if two requests are simultaneous', async () => {
    const createdSubscriber = await subscribers.create();
    const { ifMatch: _, ...partsWithoutVersion } = updateParts(createdSubscriber);
    await subscribers.manager.expectRefusal('updateSubscriber', partsWithoutVersion, 'preconditionRequired');
    await subscribers.manager.expectRefusal(
      'deleteSubscriber',
      { path: { id: createdSubscriber.id } },
      'preconditionRequired',
    );
    const urls = ['http://127.0.0.1:9/one', 'http://127.0.0.1:9/two'];
    const replies = await Promise.all(
      urls.map((url) => subscribers.manager.call('updateSubscriber', updateParts(createdSubscriber, { url }))),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 412]);
    const updatedSubscriber = await subscribers.get(createdSubscriber.id);
    expect(updatedSubscriber.url).toBe(urls[replies.findIndex(({ status }) => status === 200)]);
    expect(replies.find(({ status }) => status === 412)?.data).toMatchObject({
      key: 'versionConflict',
      current: updatedSubscriber,
    });
    await subscribers.manager.expectRefusal(
      'deleteSubscriber',
      { path: { id: createdSubscriber.id }, ifMatch: 1 },
      'versionConflict',
    );
  });
});

test('deleting a subscriber deletes its lanes and invalidates its token', async () => {
  const { record, token } = await subscribers.manager.ok('createSubscriber', { body: subscriberBody() }, 201);
  const { id } = record;
  const fetchChanges = () =>
    service.anonymous.raw('GET', '/dc/api/v1/changes', { headers: { Authorization: `Bearer ${token}` } });
  expect((await fetchChanges()).status).toBe(200);
  await subscribers.manager.ok('deleteSubscriber', { path: { id }, ifMatch: 1 });
  expect((await fetchChanges()).status).toBe(401);
  await subscribers.manager.expectRefusal('getSubscriber', { path: { id } }, 'notFound');
  await subscribers.manager.expectRefusal('listDeliveries', { path: { id } }, 'notFound');
  expect(await readLanes(id)).toEqual([]);
  expect((await subscribers.recentLogEntries())[0]).toMatchObject({
    act: 'subscriberDeleted',
    target: { id, name: record.name },
  });
});
