import assert from 'node:assert/strict';
import type { Lane } from '../../suite/accounts/subscribers.ts';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { headOf, type PushedSubscriber, pushesOf, readFeed, subscribe } from '../../suite/features/pushes.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';
import { until } from '../../suite/until.ts';

const laneIn = (data: object) => (data as { lane: Lane & { backlog: number } }).lane; // Cast: validated before.

/** Tests what people make of a lane: what is paused waits, what is resumed or tried again comes at once. */
export function laneActionCases(entities: TestedEntity[]): Case[] {
  const [entity] = entities;
  const cabin = entities.find(({ tag }) => tag === 'cabin');
  if (!entity || !cabin) return [];
  const base = { entity, needs: { role: 'admin', recordState: 'pending' as const } };
  const targetOf = ({ id }: PushedSubscriber) => ({ params: { subscriberId: id, entity: entity.tag } });
  const call = ({ backend }: CaseContext, id: string) =>
    backend.call(backend.operation(id), 'admin', targetOf(subscriber));
  let subscriber: PushedSubscriber;
  return [
    {
      ...base,
      operationId: 'resumeLane',
      name: 'has pushed what came while the lane was paused, and nothing before that',
      request: async (context) => {
        subscriber = await subscribe(context);
        await call(context, 'pauseLane');
        await context.records.update(entity, context.record, 'editor');
        await until(async () => {
          const { state, backlog } = laneIn((await call(context, 'getSyncLane')).data);
          assert.deepEqual([state, backlog >= 1], ['paused', true], 'the change waits');
        });
        assert.deepEqual(context.backend.receiver.requestsFor(subscriber.address), [], 'nothing is pushed');
        return targetOf(subscriber);
      },
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          assert.notEqual(laneIn(data).state, 'paused');
          await pushesOf(context, subscriber, context.record.id);
          await until(async () => assert.equal(laneIn((await call(context, 'getSyncLane')).data).backlog, 0));
        },
      },
    },
    {
      ...base,
      operationId: 'retryLane',
      name: 'has tried at once, under its id, what the receiver wanted to have in an hour',
      request: async (context) => {
        let tries = 0;
        subscriber = await subscribe(context, () => {
          tries += 1;
          return tries === 1 ? { status: 503, headers: { 'retry-after': '3600' } } : { status: 204 };
        });
        await context.records.update(entity, context.record, 'editor');
        await pushesOf(context, subscriber, context.record.id);
        await until(async () => assert.equal(laneIn((await call(context, 'getSyncLane')).data).attempts, 1));
        return targetOf(subscriber);
      },
      expect: {
        status: 200,
        check: async (_, context) => {
          const pushes = await pushesOf(context, subscriber, context.record.id, 2);
          assert.equal(new Set(pushes.map(({ headers }) => headers['webhook-id'])).size, 1, 'both have the same id');
          await until(async () => assert.equal(laneIn((await call(context, 'getSyncLane')).data).attempts, 0));
        },
      },
    },
    otherDeliveryCase(),
    unnarrowedKindCase(cabin),
  ];
}

function otherDeliveryCase(): Case {
  return {
    operationId: 'getDelivery',
    name: 'finds no delivery of another subscriber',
    needs: { role: 'admin' },
    request: async ({ backend }) => {
      const { id } = await backend.subscribers.create();
      await backend.call(backend.operation('testSubscriber'), 'admin', { params: { id } });
      const delivery = await backend.subscribers.waitForDelivery(id, ({ kind }) => kind === 'test');
      const other = await backend.subscribers.create();
      return { params: { id: other.id, deliveryId: delivery.id } };
    },
    expect: { status: 404, key: 'notFound' },
  };
}

function unnarrowedKindCase(cabin: TestedEntity): Case {
  let head = 0;
  let token = '';
  return {
    entity: cabin,
    operationId: 'listChanges',
    name: 'narrows no kind without a country by the countries of a subscriber',
    needs: { role: 'admin', recordState: 'pending' },
    request: async (context) => {
      const { backend, records, record } = context;
      head = await headOf(context);
      const country = await backend.referenceTargets.findOrCreateOther('country', undefined, records);
      const filter = { countries: [String(country.code)] };
      ({ token } = await backend.subscribers.create({ url: null, entities: [cabin.tag], filter }));
      await records.update(cabin, record, 'editor');
      return { query: { cursor: String(head) }, headers: { authorization: `Bearer ${token}` } };
    },
    expect: {
      status: 200,
      check: (_, context) =>
        until(async () => {
          const items = await readFeed(context, head, 1000, token);
          const own = items.filter(({ recordId }) => recordId === context.record.id);
          assert.deepEqual(
            own.map(({ action, deleted }) => [action, deleted]),
            [['update', false]],
          );
        }),
    },
  };
}
