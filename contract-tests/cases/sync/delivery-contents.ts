import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { assertPushed, eventIn, type PushedSubscriber, pushesOf, subscribe } from '../../suite/features/pushes.ts';
import type { ReceivedRequest } from '../../suite/features/receiver.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';
import { readAllByCursor, reader } from '../../suite/requests/pages.ts';
import { until } from '../../suite/until.ts';

interface Delivery {
  id: number;
  time: string;
  kind: string;
  outcome: string;
  entity: string | null;
  position: number | null;
  record: object | null;
  messageId: string;
  attempt: number;
  duration: number;
  status: number | null;
  error: string | null;
  reason: string | null;
  actor: string | null;
  nextTime: string | null;
}

interface Found {
  delivery: Delivery;
  request: { url: string; headers: Record<string, string>; body: string } | null;
  answer: string | null;
}

const foundIn = (data: object) => data as Found; // Cast: validated before.
const isNow = (time: string | undefined) => Math.abs(Date.parse(String(time)) - Date.now()) < 300_000;
/** Longer than what is kept of it, and not the same everywhere. */
const longAnswer = Array.from({ length: 400 }, (_, index) => `taken ${index}`).join('; ');

interface Sent {
  subscriber: PushedSubscriber;
  push: ReceivedRequest;
  deliveryId: number;
}

/** Pushes a change of the record of the case to a receiver with a long answer, and finds the delivery. */
async function deliver(context: CaseContext, status = 200, body = longAnswer): Promise<Sent> {
  const { entity, record, records } = context;
  const subscriber = await subscribe(context, () => ({ status, body, headers: { 'content-type': 'text/plain' } }));
  await records.update(entity, record, 'editor');
  const [push] = (await pushesOf(context, subscriber, record.id)) as [ReceivedRequest]; // Cast: one has arrived.
  return { subscriber, push, deliveryId: (await deliveryOf(context, subscriber, push)).id };
}

function deliveryOf(
  { backend }: CaseContext,
  { id }: PushedSubscriber,
  push: ReceivedRequest,
  query = {},
): Promise<Delivery> {
  return until(async () => {
    const { data } = await backend.call(backend.operation('listDeliveries'), 'admin', { params: { id }, query });
    const found = (data.items as Delivery[]).find(({ messageId }) => messageId === push.headers['webhook-id']); // Cast: validated by its own cases.
    assert.ok(found, 'the delivery is listed');
    return found;
  }, 30_000);
}

/** Tests what is kept of each delivery: what was sent, what came back, and for whom. */
export function deliveryContentCases([entity, other]: TestedEntity[]): Case[] {
  if (!entity || !other) return [];
  const base = { entity, needs: { role: 'admin', recordState: 'pending' as const } };
  let sent: Sent;
  const targetOf = async (context: CaseContext, status?: number, body?: string) => {
    sent = await deliver(context, status, body);
    return { params: { id: sent.subscriber.id, deliveryId: sent.deliveryId } };
  };
  return [
    {
      ...base,
      operationId: 'getDelivery',
      name: 'has the request as it was sent, the first 2 KiB of the answer, and all about the change',
      request: (context) => targetOf(context),
      expect: {
        status: 200,
        check: ({ data }, context) => {
          const { delivery, request, answer } = foundIn(data);
          const { push, subscriber } = sent;
          assert.deepEqual([request?.url, request?.body], [subscriber.url, push.body]);
          for (const name of ['content-type', 'webhook-id', 'webhook-timestamp'])
            assert.equal(request?.headers[name], push.headers[name], `the header ${name}`);
          assert.equal(answer, longAnswer.slice(0, 2048));
          const { position, recordId, code, action, version } = eventIn(push).data;
          const { id: _id, time, duration, ...others } = delivery;
          assert.ok(isNow(time) && duration >= 0 && duration < 60_000, `it took ${duration} ms at ${time}`);
          assert.deepEqual(others, {
            kind: 'change',
            outcome: 'delivered',
            entity: entity.tag,
            position,
            attempt: 1,
            status: 200,
            record: { position, entity: entity.tag, recordId, code, action, version },
            messageId: push.headers['webhook-id'],
            error: null,
            reason: null,
            actor: null,
            nextTime: null,
          });
          assert.deepEqual([code, action], [context.record.code, 'update']);
        },
      },
    },
    {
      ...base,
      operationId: 'getDelivery',
      name: 'has what a receiver answered that refused, and when it is to be tried again',
      request: (context) => targetOf(context, 500, 'not today: 北京'),
      expect: {
        status: 200,
        check: ({ data }) => {
          const { delivery, answer } = foundIn(data);
          assert.deepEqual([delivery.outcome, delivery.status, answer], ['failed', 500, 'not today: 北京']);
          const pause = Date.parse(delivery.nextTime ?? '') - Date.parse(delivery.time);
          const expected = [1000, 5000, 30_000, 120_000][delivery.attempt - 1] ?? 0;
          // a fifth more or less, and what passes between the answer and the note of it
          const isAsExpected = pause >= expected * 0.75 - 200 && pause <= expected * 1.25 + 1000;
          assert.ok(isAsExpected, `after try ${delivery.attempt} the next one is ${pause} ms later`);
        },
      },
    },
    {
      ...base,
      operationId: 'getDelivery',
      name: 'hides the request and the answer from whoever may not read the kind',
      request: async (context) => {
        const input = await targetOf(context);
        const token = await context.backend.spareMember.previewToken('data_subscriber:read', `${other.tag}:read`);
        return { ...input, headers: { authorization: `Bearer ${token}` } };
      },
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          assert.deepEqual([foundIn(data).request, foundIn(data).answer], [null, null]);
          const { backend } = context;
          const token = await backend.spareMember.previewToken('data_subscriber:read', `${entity.tag}:read`);
          const params = { id: sent.subscriber.id, deliveryId: sent.deliveryId };
          const shown = await backend.callWith(token, backend.operation('getDelivery'), { params });
          assert.equal(foundIn(shown.data).request?.body, sent.push.body, 'it is shown to whoever may read the kind');
        },
      },
    },
    {
      ...base,
      operationId: 'listDeliveries',
      name: 'has the newest first, on pages without gaps, and finds them by kind and outcome',
      request: async (context) => {
        const { entity: kind, record, records } = context;
        sent = await deliver(context);
        await records.update(kind, await records.update(kind, await reload(context), 'editor'), 'editor');
        const pushes = await pushesOf(context, sent.subscriber, record.id, 3);
        for (const push of pushes) await deliveryOf(context, sent.subscriber, push);
        return { params: { id: sent.subscriber.id } };
      },
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          const { backend } = context;
          const items = data.items as Delivery[]; // Cast: validated before.
          const ids = (list: Delivery[]) => list.map(({ id }) => id);
          assert.ok(items.length >= 3 && data.total === items.length, `the total ${data.total} counts them`);
          assert.deepEqual(
            ids(items),
            ids(items).toSorted((a, b) => b - a),
          );
          const read = reader(backend, backend.operation('listDeliveries'), 'admin', { id: sent.subscriber.id });
          const found = async (query: Record<string, string>) =>
            ids((await readAllByCursor<Delivery>(read, query, 1)).items);
          assert.deepEqual(await found({}), ids(items), 'pages of one');
          assert.deepEqual(await found({ entity: entity.tag }), ids(items));
          assert.deepEqual(await found({ entity: other.tag }), []);
          assert.deepEqual(await found({ outcome: 'delivered' }), ids(items));
          assert.deepEqual(await found({ outcome: 'failed' }), []);
        },
      },
    },
    {
      ...base,
      operationId: 'getSubscriber',
      name: 'gets no change of a kind that it has not asked for',
      request: async (context) => {
        const { records, record } = context;
        const subscriber = await subscribe(context, undefined, { entities: [other.tag] });
        const asking = await subscribe(context);
        await records.update(entity, record, 'editor');
        // once the change has reached who asked for it, it would have reached the other too
        await pushesOf(context, asking, record.id);
        const created = await records.create(other, 'pending', 'editor');
        await pushesOf(context, subscriber, created.id);
        const kinds = context.backend.receiver.requestsFor(subscriber.address).map((push) => eventIn(push).data.entity);
        assert.deepEqual([...new Set(kinds)], [other.tag]);
        return { params: { id: subscriber.id } };
      },
      expect: { status: 200 },
    },
    {
      ...base,
      operationId: 'testSubscriber',
      name: 'keeps what was sent and what the receiver answered to a test',
      request: async (context) => {
        const subscriber = await subscribe(context, () => ({ status: 202, body: longAnswer }));
        sent = { subscriber, push: { method: '', name: '', headers: {}, body: '', time: 0 }, deliveryId: 0 };
        return { params: { id: subscriber.id } };
      },
      expect: {
        status: 200,
        check: async ({ data }, { backend }) => {
          const { delivery, request, answer } = foundIn(data);
          const push = await backend.receiver.waitFor(sent.subscriber.address);
          assertPushed(backend, push);
          assert.deepEqual([request?.body, answer], [push.body, longAnswer.slice(0, 2048)]);
          assert.deepEqual(
            [delivery.status, delivery.outcome, delivery.record, delivery.position, delivery.entity],
            [202, 'delivered', null, null, null],
          );
          const params = { id: sent.subscriber.id, deliveryId: delivery.id };
          const read = await backend.call(backend.operation('getDelivery'), 'admin', { params });
          assert.deepEqual(read.data, data, 'it is read as it was answered');
        },
      },
    },
    unreachableCase(entity),
  ];
}

async function reload(context: CaseContext) {
  const { data } = await context.call('get', 'admin', { params: { id: context.record.id } });
  assert.ok(data.record, 'there is one');
  return data.record;
}

/** Tests that a receiver that does not answer is told apart from one that refuses. */
function unreachableCase(entity: TestedEntity): Case {
  return {
    entity,
    operationId: 'testSubscriber',
    name: 'has no status of a receiver that cannot be reached, but says what went wrong',
    needs: { role: 'admin' },
    request: async ({ backend }) => ({ params: { id: (await backend.subscribers.create()).id } }),
    expect: {
      status: 200,
      check: ({ data }) => {
        const { delivery, answer } = foundIn(data);
        assert.deepEqual([delivery.status, answer, delivery.outcome === 'delivered'], [null, null, false]);
        assert.ok(delivery.error, 'there is an error');
      },
    },
  };
}
