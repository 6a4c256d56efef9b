import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import type { RecordData } from '../suite/data.ts';
import type { Kind } from '../suite/kind.ts';
import type { Scene } from '../suite/scene.ts';
import { targetOf } from '../suite/staff.ts';
import { statusOf } from '../suite/with-token.ts';

const admin = { as: 'admin' };
const createSubscriber = async ({ backend }: Scene) => ({ params: { id: (await backend.subscribers.create()).id } });
const toWriteBody = ({ name, url, entities, active }: RecordData) => ({ name, url, entities, active });

const listCases: Case[] = [
  ...[{ q: 'sample' }, { state: 'healthy' }, { entity: 'country' }, { sort: '-name' }].map(
    (query): Case => ({
      operationId: 'listSubscribers',
      name: `filters and sorts by ${Object.entries(query).flat().join(' ')}`,
      needs: admin,
      request: async (scene) => {
        await createSubscriber(scene);
        return { query: query as Record<string, string> }; // Cast: one of several shapes.
      },
      expect: { status: 200, check: ({ data }) => assert.ok((data.items ?? []).length > 0) },
    }),
  ),
  {
    operationId: 'getSubscriber',
    name: 'returns a subscriber without its secrets',
    needs: admin,
    request: createSubscriber,
    expect: { status: 200, check: ({ body }) => assert.doesNotMatch(JSON.stringify(body), /whsec_|gzf_/) },
  },
];

const writeCases: Case[] = [
  {
    operationId: 'createSubscriber',
    name: 'shows secret and token once',
    needs: admin,
    request: ({ backend }) => ({ body: backend.subscribers.body({ filter: { countries: ['cn'] } }) }),
    expect: {
      status: 201,
      check: (answer, { backend }) => {
        backend.subscribers.remember(answer);
        assert.match(answer.data.secret ?? '', /^whsec_/);
        assert.match(answer.data.token ?? '', /^gzf_/);
        assert.deepEqual(answer.data.record?.filter, { countries: ['CN'] });
      },
    },
  },
  {
    operationId: 'createSubscriber',
    name: 'refuses a name that exists',
    needs: admin,
    request: async ({ backend }) => {
      const { name } = await backend.subscribers.create();
      return { body: backend.subscribers.body({ name }) };
    },
    expect: { status: 422, key: 'validationError', fields: ['/name taken'] },
  },
  {
    operationId: 'createSubscriber',
    name: 'refuses a link-local address',
    needs: admin,
    request: ({ backend }) => ({ body: backend.subscribers.body({ url: 'http://169.254.169.254/latest' }) }),
    expect: { status: 422, key: 'validationError', fields: ['/url forbiddenAddress'] },
  },
  {
    operationId: 'createSubscriber',
    name: 'refuses a country that does not exist',
    needs: admin,
    request: ({ backend }) => ({ body: backend.subscribers.body({ filter: { countries: ['CN', '??'] } }) }),
    expect: { status: 422, key: 'validationError', fields: ['/filter/countries/1 unknownReference'] },
  },
  {
    operationId: 'updateSubscriber',
    name: 'adds a kind',
    needs: admin,
    request: async ({ backend }) => {
      const subscriber = await backend.subscribers.create();
      return { ...targetOf(subscriber), body: { ...toWriteBody(subscriber), entities: ['country', 'city'] } };
    },
    expect: { status: 200, check: ({ data }) => assert.deepEqual(data.record?.entities, ['country', 'city']) },
  },
  ...withVersion('updateSubscriber', (subscriber) => ({ body: toWriteBody(subscriber) })),
  {
    operationId: 'deleteSubscriber',
    name: 'deletes a subscriber',
    needs: admin,
    request: async ({ backend }) => targetOf(await backend.subscribers.create()),
    expect: { status: 200 },
  },
  ...withVersion('deleteSubscriber', () => ({})),
];

/** The token of the subscriber of the last rotation. */
let rotation = '';

const secrets: Case[] = [
  {
    operationId: 'exchangeSubscriberSecret',
    name: 'returns a new secret while the previous one stays valid',
    needs: admin,
    request: createSubscriber,
    expect: { status: 200, check: ({ data }) => assert.match(data.secret ?? '', /^whsec_/) },
  },
  {
    operationId: 'exchangeSubscriberToken',
    name: 'returns a new token while the previous one stays valid',
    needs: admin,
    request: async ({ backend }) => {
      const { id, token } = await backend.subscribers.create();
      rotation = token;
      return { params: { id } };
    },
    expect: {
      status: 200,
      check: async ({ data }, { backend }) => {
        for (const token of [rotation, data.token]) assert.equal(await statusOf(backend, 'listChanges', token), 200);
      },
    },
  },
  ...['endEarlierSecret', 'endEarlierToken'].map(
    (operationId): Case => ({
      operationId,
      name: 'revokes the previous one',
      needs: admin,
      request: async ({ backend }) => {
        const { id, token } = await backend.subscribers.create();
        rotation = token;
        await backend.call(backend.operation('exchangeSubscriberToken'), 'admin', { params: { id } });
        return { params: { id } };
      },
      expect: {
        status: 200,
        check: async (_, { backend }) => {
          const expectedRequest = operationId === 'endEarlierToken' ? 401 : 200;
          assert.equal(await statusOf(backend, 'listChanges', rotation), expectedRequest);
        },
      },
    }),
  ),
];

function deliveries(kind: Kind): Case[] {
  const base = { kind, needs: { as: 'admin', record: 'pending' as const } };
  /** The failed delivery of a change. */
  const failedDelivery = async ({ backend, records, record }: Scene) => {
    const { id } = await backend.subscribers.create({ entities: [kind.tag] });
    await records.update(kind, record, 'editor');
    const delivery = await backend.subscribers.waitForDelivery(id, (found) => found.kind === 'change');
    return { params: { id, deliveryId: delivery.id } };
  };
  return [
    {
      operationId: 'testSubscriber',
      name: 'returns the result of the test',
      needs: admin,
      request: createSubscriber,
      expect: {
        status: 200,
        check: ({ data }) => {
          const { delivery } = data as unknown as { delivery: { kind: string; outcome: string } }; // Cast: validated.
          assert.deepEqual([delivery.kind, delivery.outcome], ['test', 'failed']);
        },
      },
    },
    {
      ...base,
      operationId: 'listDeliveries',
      name: 'lists deliveries',
      request: async (scene) => {
        const { id } = (await failedDelivery(scene)).params;
        return { params: { id }, query: { entity: kind.tag, outcome: 'failed' } };
      },
      expect: { status: 200, check: ({ data }) => assert.ok((data.items ?? []).length > 0) },
    },
    {
      ...base,
      operationId: 'getDelivery',
      name: 'returns what was sent',
      request: failedDelivery,
      expect: {
        status: 200,
        check: ({ data }, { record }) => {
          const { request } = data as unknown as { request: { body: string } }; // Cast: validated.
          assert.equal(JSON.parse(request.body).data.recordId, record.id);
        },
      },
    },
    {
      ...base,
      operationId: 'resendDelivery',
      name: 'resends a change',
      request: failedDelivery,
      expect: {
        status: 200,
        check: ({ data }) => {
          const { delivery } = data as unknown as { delivery: { kind: string } }; // Cast: validated.
          assert.equal(delivery.kind, 'resend');
        },
      },
    },
    {
      operationId: 'resendDelivery',
      name: 'refuses to resend a test event',
      needs: admin,
      request: async ({ backend }) => {
        const { id } = await backend.subscribers.create();
        await backend.call(backend.operation('testSubscriber'), 'admin', { params: { id } });
        const delivery = await backend.subscribers.waitForDelivery(id, () => true);
        return { params: { id, deliveryId: delivery.id } };
      },
      expect: { status: 409, key: 'invalidTransition' },
    },
  ];
}

export function subscriberCases(kinds: Kind[]): Case[] {
  return [...listCases, ...writeCases, ...secrets, ...kinds.slice(0, 1).flatMap(deliveries)];
}

/** Preconditions of every change of a subscriber. */
function withVersion(operationId: string, input: (subscriber: RecordData) => object): Case[] {
  const request =
    (version?: number): Case['request'] =>
    async ({ backend }) => {
      const subscriber = await backend.subscribers.create();
      return { params: { id: subscriber.id }, ...input(subscriber), ...(version === undefined ? {} : { version }) };
    };
  return [
    {
      operationId,
      name: 'refuses a stale version',
      needs: admin,
      request: request(99),
      expect: { status: 412, key: 'versionConflict' },
    },
    {
      operationId,
      name: 'requires a version',
      needs: admin,
      request: request(),
      expect: { status: 428, key: 'preconditionRequired' },
    },
  ];
}
