import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import {
  eventIn,
  headOf,
  isSignedBy,
  type PushedSubscriber,
  pushesOf,
  readFeed,
  subscribe,
} from '../../suite/features/pushes.ts';
import type { ReceivedRequest } from '../../suite/features/receiver.ts';
import { versionedTarget } from '../../suite/records/records.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';
import type { RecordData } from '../../suite/requests/response-data.ts';
import { until } from '../../suite/until.ts';

interface Delivery {
  id: number;
  kind: string;
  outcome: string;
  attempt: number;
  status: number | null;
  messageId: string;
  nextTime: string | null;
  position: number | null;
  record: { recordId: number; version: number } | null;
}

/** Tests what a receiver gets: each change once it is committed, signed, in order, and again until it is taken. */
export function deliveryCases([entity]: TestedEntity[]): Case[] {
  if (!entity) return [];
  const base = { entity, needs: { role: 'admin', recordState: 'pending' as const } };
  /** Builds a case that asks for the subscriber at the end, whose pushes `check` has looked at. */
  const pushCase = (
    name: string,
    check: (context: CaseContext) => Promise<PushedSubscriber>,
    operationId = 'getSubscriber',
  ): Case => ({
    ...base,
    operationId,
    name,
    request: async (context) => ({ params: { id: (await check(context)).id } }),
    expect: { status: 200 },
  });
  return [
    pushCase('has its changes pushed as the feed has them, signed with its secret', assertSignedPushes),
    pushCase('has a deletion pushed as a tombstone', assertTombstone),
    pushCase('has the changes of a record pushed in the order of its versions', assertOrder),
    pushCase('gets a refused change again under the same id, after a pause', assertRetry, 'listDeliveries'),
    pushCase('gets a refused change no sooner than its Retry-After says', assertRetryAfter, 'listDeliveries'),
    pushCase('is not followed to another address', assertRedirect, 'listDeliveries'),
    pushCase('is switched off by 410, and goes on where it stopped', assertGone),
    pushCase('gets signatures of both secrets until the earlier one is ended', assertBothSecrets),
    pushCase('gets nothing while it is not active, and everything after that', assertPaused),
    pushCase('gets what passes its filter, and a tombstone of what no longer does', assertFilter),
    testEventCase(entity),
    resendCase(entity),
    ...replayCases(entity),
  ];
}

async function assertSignedPushes(context: CaseContext): Promise<PushedSubscriber> {
  const { entity, record, records } = context;
  const head = await headOf(context);
  const subscriber = await subscribe(context);
  const changed = await records.update(entity, record, 'editor');
  const [push] = (await pushesOf(context, subscriber, record.id)) as [ReceivedRequest]; // Cast: one has arrived.
  assert.equal(push.method, 'POST');
  assert.match(push.headers['content-type'] ?? '', /^application\/json/);
  const sentAt = Number(push.headers['webhook-timestamp']) * 1000;
  assert.ok(Math.abs(sentAt - Date.now()) < 300_000, `webhook-timestamp is in seconds: ${sentAt}`);
  assert.ok(isSignedBy(push, subscriber.secret), 'the signature is that of the secret');
  assert.ok(!isSignedBy(push, 'whsec_c29tZXRoaW5nIGVsc2U='), 'a signature of another secret does not fit');
  const { type, timestamp, data } = eventIn(push);
  assert.equal(type, 'record.changed');
  assert.match(timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual(data.record, changed, 'the record is as it was saved');
  const feed = await readFeed(context, head, 1000);
  assert.deepEqual(
    data,
    feed.find(({ position }) => position === data.position),
    'the feed has the same change',
  );
  await until(async () => {
    const { state, backlog, lastSuccess } = await context.backend.subscribers.reload(subscriber.id);
    assert.deepEqual([state, backlog, typeof lastSuccess], ['healthy', 0, 'string']);
  });
  return subscriber;
}

async function assertTombstone(context: CaseContext): Promise<PushedSubscriber> {
  const { entity, record } = context;
  const subscriber = await subscribe(context);
  await context.call('remove', 'editor', versionedTarget(record));
  const [push] = (await pushesOf(context, subscriber, record.id)) as [ReceivedRequest]; // Cast: one has arrived.
  const { type, data } = eventIn(push);
  assert.deepEqual(
    [type, data.action, data.deleted, data.record, data.entity, data.code],
    ['record.deleted', 'delete', true, null, entity.tag, record.code ?? null],
  );
  assert.ok(isSignedBy(push, subscriber.secret), 'the signature is that of the secret');
  return subscriber;
}

async function assertOrder(context: CaseContext): Promise<PushedSubscriber> {
  const { entity, records } = context;
  const subscriber = await subscribe(context);
  let record: RecordData = context.record;
  for (let count = 0; count < 4; count += 1) record = await records.update(entity, record, 'editor');
  const pushes = await pushesOf(context, subscriber, record.id, 4);
  const first = context.record.version + 1;
  assert.deepEqual(
    pushes.map((push) => eventIn(push).data.version),
    [0, 1, 2, 3].map((index) => first + index),
  );
  assert.equal(new Set(pushes.map(({ headers }) => headers['webhook-id'])).size, 4, 'each change has an id of its own');
  return subscriber;
}

async function deliveriesOf({ backend }: CaseContext, { id }: PushedSubscriber, query = {}): Promise<Delivery[]> {
  const { data } = await backend.call(backend.operation('listDeliveries'), 'admin', { params: { id }, query });
  return data.items as Delivery[]; // Cast: validated by its own cases.
}

/** Changes the record of the case while its receiver answers the first push with a status, and waits for the second. */
async function pushTwice(context: CaseContext, status: number, headers: Record<string, string> = {}) {
  const { entity, record, records } = context;
  let count = 0;
  const isOfRecord = (request: ReceivedRequest) => eventIn(request).data?.recordId === record.id;
  const subscriber = await subscribe(context, (request) =>
    isOfRecord(request) && count++ === 0 ? { status, headers } : { status: 200 },
  );
  await records.update(entity, record, 'editor');
  const pushes = await pushesOf(context, subscriber, record.id, 2);
  return { subscriber, pushes: pushes as [ReceivedRequest, ReceivedRequest] }; // Cast: two have arrived.
}

async function assertRetry(context: CaseContext): Promise<PushedSubscriber> {
  const { subscriber, pushes } = await pushTwice(context, 500);
  const [first, second] = pushes;
  assert.equal(second.headers['webhook-id'], first.headers['webhook-id'], 'the id stays');
  assert.equal(second.body.replace(/"timestamp":"[^"]*"/, ''), first.body.replace(/"timestamp":"[^"]*"/, ''));
  assert.ok(second.time - first.time >= 750, `the second try is a second later, not ${second.time - first.time} ms`);
  await until(async () => {
    const all = await deliveriesOf(context, subscriber);
    const deliveries = all.filter(({ messageId }) => messageId === first.headers['webhook-id']);
    assert.deepEqual(
      deliveries.map(({ outcome, attempt, status }) => [outcome, attempt, status]),
      [
        ['delivered', 2, 200],
        ['failed', 1, 500],
      ],
    );
    const [delivered, failed] = deliveries;
    assert.equal(delivered?.nextTime, null);
    assert.ok(failed?.nextTime, 'the failed one says when it was to be tried again');
    const failures = await deliveriesOf(context, subscriber, { outcome: 'failed' });
    assert.ok(
      failures.length > 0 && failures.every(({ outcome }) => outcome === 'failed'),
      'they are found by outcome',
    );
  });
  return subscriber;
}

async function assertRetryAfter(context: CaseContext): Promise<PushedSubscriber> {
  const { subscriber, pushes } = await pushTwice(context, 503, { 'retry-after': '3' });
  const [first, second] = pushes;
  assert.ok(second.time - first.time >= 2900, `it waits for three seconds, not ${second.time - first.time} ms`);
  return subscriber;
}

async function assertRedirect(context: CaseContext): Promise<PushedSubscriber> {
  const elsewhere = `elsewhere-${context.record.id}`;
  const { subscriber } = await pushTwice(context, 302, { location: context.backend.receiver.urlOf(elsewhere) });
  assert.deepEqual(context.backend.receiver.requestsFor(elsewhere), []);
  await until(async () => {
    const [failed] = await deliveriesOf(context, subscriber, { outcome: 'failed' });
    assert.equal(failed?.status, 302);
  });
  return subscriber;
}

async function assertGone(context: CaseContext): Promise<PushedSubscriber> {
  const { backend, entity, record, records } = context;
  let isGone = true;
  const subscriber = await subscribe(context, () => ({ status: isGone ? 410 : 200 }));
  await records.update(entity, record, 'editor');
  const off = await until(async () => {
    const current = await backend.subscribers.reload(subscriber.id);
    assert.deepEqual([current.active, current.offReason], [false, 'gone']);
    return current;
  });
  isGone = false;
  const { name, url, entities } = off;
  const body = { name, url, entities, active: true };
  await backend.call(backend.operation('updateSubscriber'), 'admin', { ...versionedTarget(off), body });
  const pushes = await pushesOf(context, subscriber, record.id, 2);
  assert.equal(
    new Set(pushes.map(({ headers }) => headers['webhook-id'])).size,
    1,
    'it is the change that it stopped at',
  );
  assert.equal((await backend.subscribers.reload(subscriber.id)).offReason, null);
  return subscriber;
}

async function assertBothSecrets(context: CaseContext): Promise<PushedSubscriber> {
  const { backend, entity, record, records } = context;
  const subscriber = await subscribe(context);
  const params = { id: subscriber.id };
  const { data } = await backend.call(backend.operation('exchangeSubscriberSecret'), 'admin', { params });
  const { secret = '' } = data;
  const changed = await records.update(entity, record, 'editor');
  const [push] = (await pushesOf(context, subscriber, record.id)) as [ReceivedRequest]; // Cast: one has arrived.
  assert.ok(isSignedBy(push, secret) && isSignedBy(push, subscriber.secret), 'both secrets fit');
  await backend.call(backend.operation('endEarlierSecret'), 'admin', { params });
  await records.update(entity, changed, 'editor');
  const [, later] = await pushesOf(context, subscriber, record.id, 2);
  assert.ok(later && isSignedBy(later, secret) && !isSignedBy(later, subscriber.secret), 'only the new secret fits');
  return subscriber;
}

async function assertPaused(context: CaseContext): Promise<PushedSubscriber> {
  const { backend, entity, record, records } = context;
  const subscriber = await subscribe(context, undefined, { active: false });
  const changed = await records.update(entity, record, 'editor');
  await records.update(entity, changed, 'editor');
  const current = await until(async () => {
    const reloaded = await backend.subscribers.reload(subscriber.id);
    assert.ok(Number(reloaded.backlog) >= 2, `two changes wait, not ${reloaded.backlog}`);
    assert.equal(reloaded.state, 'paused');
    return reloaded;
  });
  assert.deepEqual(backend.receiver.requestsFor(subscriber.address), [], 'nothing is pushed');
  const { name, url, entities } = current;
  const body = { name, url, entities, active: true };
  await backend.call(backend.operation('updateSubscriber'), 'admin', { ...versionedTarget(current), body });
  await pushesOf(context, subscriber, record.id, 2);
  return subscriber;
}

async function assertFilter(context: CaseContext): Promise<PushedSubscriber> {
  const { entity, record, records } = context;
  const subscriber = await subscribe(context, undefined, { filter: { statuses: ['active'] } });
  const active = await records.transition(entity, await records.transition(entity, record, 'approve'), 'activate');
  await records.transition(entity, active, 'deactivate');
  const isAbout = (push: ReceivedRequest) => eventIn(push).data?.action === 'deactivate';
  await context.backend.receiver.waitFor(subscriber.address, isAbout);
  const events = (await pushesOf(context, subscriber, record.id)).map(eventIn);
  assert.ok(
    events.every(({ data }) => data.record === null || data.record.status === 'active'),
    'only active records and tombstones are delivered',
  );
  const shown = events.filter(({ data }) => data.record !== null);
  assert.deepEqual(
    shown.map(({ data }) => data.action),
    ['activate'],
  );
  const last = events.at(-1);
  assert.deepEqual([last?.type, last?.data.deleted, last?.data.record], ['record.deleted', true, null]);
  return subscriber;
}

function testEventCase(entity: TestedEntity): Case {
  let subscriber: PushedSubscriber | undefined;
  return {
    entity,
    operationId: 'testSubscriber',
    name: 'sends a signed event of type test, and says what came of it',
    needs: { role: 'admin', recordState: 'pending', leavesRecordUnchanged: true },
    request: async (context) => {
      subscriber = await subscribe(context);
      return { params: { id: subscriber.id } };
    },
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        assert.ok(subscriber, 'there is one');
        const { delivery } = data as unknown as { delivery: Delivery & { actor: string } }; // Cast: validated before.
        const push = await context.backend.receiver.waitFor(subscriber.address);
        assert.ok(isSignedBy(push, subscriber.secret), 'the signature is that of the secret');
        const { type, data: content } = eventIn(push);
        assert.deepEqual([type, content], ['test', {}]);
        assert.deepEqual(
          [delivery.kind, delivery.outcome, delivery.status, delivery.messageId, delivery.actor],
          ['test', 'delivered', 204, push.headers['webhook-id'], context.username('admin')],
        );
      },
    },
  };
}

function resendCase(entity: TestedEntity): Case {
  let sent: { subscriber: PushedSubscriber; push: ReceivedRequest } | undefined;
  return {
    entity,
    operationId: 'resendDelivery',
    name: 'sends a change again under its id, though it was taken',
    needs: { role: 'admin', recordState: 'pending' },
    request: async (context) => {
      const { record, records } = context;
      const subscriber = await subscribe(context);
      await records.update(entity, record, 'editor');
      const [push] = (await pushesOf(context, subscriber, record.id)) as [ReceivedRequest]; // Cast: one has arrived.
      sent = { subscriber, push };
      const delivery = await until(async () => {
        const [found] = (await deliveriesOf(context, subscriber)).filter(
          ({ messageId }) => messageId === push.headers['webhook-id'],
        );
        assert.ok(found, 'the delivery is listed');
        return found;
      });
      return { params: { id: subscriber.id, deliveryId: delivery.id } };
    },
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        assert.ok(sent, 'there is one');
        const { delivery } = data as unknown as { delivery: Delivery }; // Cast: validated before.
        const [, again] = await pushesOf(context, sent.subscriber, context.record.id, 2);
        assert.equal(again?.headers['webhook-id'], sent.push.headers['webhook-id']);
        assert.deepEqual(again && eventIn(again).data, eventIn(sent.push).data);
        assert.deepEqual([delivery.kind, delivery.outcome], ['resend', 'delivered']);
      },
    },
  };
}

function replayCases(entity: TestedEntity): Case[] {
  let subscriber: PushedSubscriber | undefined;
  const base = { entity, needs: { role: 'admin', recordState: 'pending' as const } };
  return [
    {
      ...base,
      operationId: 'previewReplay',
      name: 'counts the changes of the kind from a position on, like the feed',
      request: async (context) => {
        const from = (await headOf(context)) + 1;
        const changed = await context.records.update(entity, context.record, 'editor');
        await context.records.update(entity, changed, 'editor');
        await until(async () => assert.ok((await headOf(context)) >= from + 1, 'the change has not come yet'));
        const { id: subscriberId } = await context.backend.subscribers.create({ entities: [entity.tag] });
        return { params: { subscriberId, entity: entity.tag }, query: { from } };
      },
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          const { from, changes } = data as unknown as { from: number; changes: number }; // Cast: validated before.
          const items = await readFeed(context, from - 1, 1000, undefined, { entities: entity.tag });
          const own = items.filter(({ recordId }) => recordId === context.record.id);
          assert.equal(own.length, 2);
          assert.ok(changes >= 2 && changes <= items.length, `${changes} of ${items.length} changes`);
        },
      },
    },
    {
      ...base,
      operationId: 'replayLane',
      name: 'pushes the changes from a position on again, under their ids',
      request: async (context) => {
        const { records, record } = context;
        subscriber = await subscribe(context);
        await records.update(entity, record, 'editor');
        const [push] = (await pushesOf(context, subscriber, record.id)) as [ReceivedRequest]; // Cast: one has arrived.
        const { position } = eventIn(push).data;
        return { params: { subscriberId: subscriber.id, entity: entity.tag }, body: { from: position } };
      },
      expect: {
        status: 202,
        check: async (_, context) => {
          assert.ok(subscriber, 'there is one');
          const [first, second] = await pushesOf(context, subscriber, context.record.id, 2);
          assert.ok(first && second, 'there is one');
          assert.equal(second.headers['webhook-id'], first.headers['webhook-id']);
          assert.deepEqual(eventIn(second).data, eventIn(first).data);
        },
      },
    },
  ];
}
