import { afterAll, beforeAll, expect, test } from 'vitest';
import { transact } from '../../src/database/database.ts';
import { generateSubscriberToken, hashToken } from '../../src/feed/subscriber-token.ts';
import { createClient } from '../kit/client.ts';
import { operations, sendExample } from '../kit/example-requests.ts';
import { type Service, startService } from '../kit/service.ts';
import { createFeedReader, createRecord, range, sequenceAll, setStatus, updateRecord } from './changes.ts';
import { insertSubscriber } from './subscribers.ts';

let service: Service;

beforeAll(async () => {
  // The client already validates the answers.
  service = await startService({ validatesResponses: false });
  await sequenceAll(service.db);
});
afterAll(() => service.stop());

const subscriberClient = (token: string) => createClient(service.url, token);
const readHead = async () => (await service.db('feed_mark').where('name', 'head').first()).position;

test('a user reads all entities or some of them, page by page up to the head', async () => {
  const reader = await service.clientWith('data_log:read');
  const puller = createFeedReader(reader, { limit: 100 });
  for (let page = 0; page < 3; page++) await puller.next();
  expect(puller.items.map(({ position }) => position)).toEqual(range(300));
  const { items, nextCursor, more } = await reader.ok('listChanges', {
    query: { entities: 'cabin,protocol' },
  });
  expect(new Set(items.map(({ entity }) => entity))).toEqual(new Set(['cabin', 'protocol']));
  // The cursor is after all other changes, so it stays valid when they are pruned.
  expect([nextCursor, more]).toEqual([String(await readHead()), false]);
  expect(await reader.ok('listChanges', { query: { cursor: nextCursor } })).toMatchObject({ items: [], nextCursor });
});

test('pages and snapshots name the sources of their kinds whose licences ask for it', async () => {
  const admin = await service.as('admin');
  const linksOf = async (path: string) => {
    const response = await admin.raw('GET', `/dc/api/v1/${path}`);
    await response.arrayBuffer();
    return response.headers.get('Link');
  };
  for (const path of ['changes?limit=1', 'changes/snapshot'])
    expect(await linksOf(path)).toMatch(/ODbL 1\.0".*CC BY 4\.0".*European Central Bank.*CC BY-SA 4\.0"/);
  for (const path of ['changes', 'changes/snapshot']) {
    const links = (await linksOf(`${path}?entities=airport,city,country`))?.match(/title="[^,]+/g);
    expect(links).toEqual(['title="world-countries', 'title="OpenTravelData']);
    expect(await linksOf(`${path}?entities=cabin`)).toBeNull();
  }
});

test('a page read again from the same cursor is the same', async () => {
  const admin = await service.as('admin');
  const cursor = String(await readHead());
  const { id } = await transact(service.db, (trx) => createRecord(trx, 'city', 'PULL1'));
  await transact(service.db, (trx) => updateRecord(trx, 'city', id, { name: 'b' }));
  expect((await admin.ok('listChanges', { query: { cursor } })).items).toEqual([]);
  await sequenceAll(service.db);
  const firstPage = await admin.ok('listChanges', { query: { cursor, limit: 1 } });
  expect(firstPage).toMatchObject({ items: [{ recordId: id, version: 1 }], more: true });
  const secondPage = await admin.ok('listChanges', { query: { cursor: firstPage.nextCursor, limit: 1 } });
  expect(secondPage).toMatchObject({ items: [{ recordId: id, version: 2 }], more: false });
  expect(await admin.ok('listChanges', { query: { cursor, limit: 1 } })).toEqual(firstPage);
});

test('pages of several entities are ordered by position', async () => {
  const admin = await service.as('admin');
  const start = String(await readHead());
  for (const [index, entity] of (['city', 'protocol', 'city', 'protocol', 'city', 'protocol'] as const).entries())
    await transact(service.db, (trx) => createRecord(trx, entity, `TURN${index}`));
  await sequenceAll(service.db);
  const entityKeys: string[] = [];
  for (let cursor = start, more = true; more; ) {
    const page = await admin.ok('listChanges', { query: { entities: 'protocol,city', limit: 2, cursor } });
    entityKeys.push(...page.items.map(({ entity }) => entity));
    ({ nextCursor: cursor, more } = page);
  }
  expect(entityKeys).toEqual(['city', 'protocol', 'city', 'protocol', 'city', 'protocol']);
});

test('a page takes a fixed number of statements for any number of changes and entities', async () => {
  const admin = await service.as('admin');
  const countStatements = (limit: number) =>
    service.statementsDuring(() => admin.ok('listChanges', { query: { limit, cursor: '0' } }));
  expect(await countStatements(100)).toBe(await countStatements(1));
});

test.each([
  [{ cursor: 'abc' }, 'cursor', 'pattern'],
  [{ cursor: '999999999' }, 'cursor', 'beyondHead'],
  [{ entities: 'country,planet' }, 'entities', 'enum'],
])('%j is refused', async (query, name, rule) => {
  const refusal = await (await service.as('admin')).expectRefusal('listChanges', { query }, 'validationError');
  expect(refusal.fields).toMatchObject([{ pointer: `/query/${name}`, rule }]);
});

test('a cursor before the removed changes is refused, and reading without a cursor begins at the oldest change left', async () => {
  const admin = await service.as('admin');
  const { db } = service;
  await db.transaction(async (trx) => {
    const seqs = await trx('change_feed').where('position', '<=', 40).pluck('seq');
    await trx('change_feed').where('position', '<=', 40).delete();
    await trx('data_log').whereIn('seq', seqs).delete();
    await trx('feed_mark').where('name', 'pruned').update('position', 40);
  });
  for (const cursor of ['0', '39']) {
    const refusal = await admin.expectRefusal('listChanges', { query: { cursor } }, 'validationError');
    expect(refusal.fields).toMatchObject([{ pointer: '/query/cursor', rule: 'expired' }]);
  }
  for (const query of [{}, { cursor: '40' }])
    expect((await admin.ok('listChanges', { query })).items[0]).toMatchObject({ position: 41 });
});

test('a subscriber’s token reads its entities through its filter', async () => {
  const { db } = service;
  const cursor = String(await readHead());
  const { token } = await insertSubscriber(db, { entities: ['city', 'cabin'], filter: { statuses: ['active'] } });
  await transact(db, async (trx) => {
    const { id } = await createRecord(trx, 'city', 'PULL2');
    await createRecord(trx, 'protocol', 'PULL-3');
    await setStatus(trx, 'city', id, 'active');
    await setStatus(trx, 'city', id, 'inactive');
  });
  await sequenceAll(db);
  const { items, nextCursor } = await subscriberClient(token).ok('listChanges', { query: { cursor } });
  expect(items.map(({ entity, version, deleted }) => [entity, version, deleted])).toEqual([
    ['city', 2, false],
    ['city', 3, true],
  ]);
  expect(nextCursor).toBe(String(await readHead()));
  const cabinPage = await subscriberClient(token).ok('listChanges', { query: { cursor, entities: 'cabin' } });
  expect(cabinPage).toMatchObject({ items: [], nextCursor });
  const query = { cursor, entities: 'city,protocol' };
  const refusal = await subscriberClient(token).expectRefusal('listChanges', { query }, 'validationError');
  expect(refusal.fields).toMatchObject([{ pointer: '/query/entities', rule: 'notSubscribed' }]);
});

test('both tokens are accepted during a rotation, afterwards only the new one, and none of an inactive subscriber', async () => {
  const { db } = service;
  const { id, token: oldToken } = await insertSubscriber(db, { entities: ['city'] });
  const token = generateSubscriberToken();
  const updateSubscriber = (columns: object) => db('subscriber').where('id', id).update(columns);
  const readStatuses = async () => {
    const replies = [oldToken, token].map((bearer) =>
      subscriberClient(bearer).call('listChanges', { query: { limit: 1 } }),
    );
    return (await Promise.all(replies)).map(({ status }) => status);
  };
  expect(await readStatuses()).toEqual([200, 401]);
  const earlierTokenEnd = db.raw('NOW(3) + INTERVAL 1 HOUR');
  await updateSubscriber({
    token_hash: hashToken(token),
    earlier_token_hash: hashToken(oldToken),
    earlier_token_until: earlierTokenEnd,
  });
  expect(await readStatuses()).toEqual([200, 200]);
  await updateSubscriber({ earlier_token_until: db.raw('NOW(3) - INTERVAL 1 SECOND') });
  expect(await readStatuses()).toEqual([401, 200]);
  await updateSubscriber({ active: 0 });
  expect(await readStatuses()).toEqual([401, 403]);
  await updateSubscriber({ active: 1 });
  expect(await readStatuses()).toEqual([401, 200]);
  await db('subscriber').where('id', id).delete();
  expect(await readStatuses()).toEqual([401, 401]);
});

test('a subscriber’s token is accepted by the feed only', async () => {
  const { token } = await insertSubscriber(service.db, { entities: ['city'] });
  const protectedOperations = operations.filter(
    ({ operation }) => operation.permission !== 'open' && !operation.acceptsSubscriberToken,
  );
  expect(operations.filter(({ operation }) => operation.acceptsSubscriberToken).map(({ id }) => id)).toEqual([
    'listChanges',
    'getChangesSnapshot',
  ]);
  const replies = await Promise.all(
    protectedOperations.map(({ operation }) => sendExample(subscriberClient(token), operation)),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401]));
  expect(new Set(replies.map(({ headers }) => headers.get('WWW-Authenticate')))).toEqual(new Set(['Bearer']));
});

test('a user without data_log:read is refused', async () => {
  const clientWithoutPermission = await service.clientWith('country:read');
  for (const id of ['listChanges', 'getChangesSnapshot'] as const)
    expect(await clientWithoutPermission.expectRefusal(id, {}, 'forbidden')).toMatchObject({
      permission: 'data_log:read',
    });
});
