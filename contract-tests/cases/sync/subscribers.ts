import assert from 'node:assert/strict';
import { statusWithToken } from '../../suite/accounts/token-status.ts';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { versionedTarget } from '../../suite/records/records.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';
import type { RecordData } from '../../suite/requests/response-data.ts';

const admin = { role: 'admin' };
const createSubscriber = async ({ backend }: CaseContext) => ({
  params: { id: (await backend.subscribers.create()).id },
});
const toWriteBody = ({ name, url, entities, active }: RecordData) => ({ name, url, entities, active });

const listCases: Case[] = [
  ...[{ q: 'sample' }, { state: 'healthy' }, { entity: 'country' }, { sort: '-name' }].map(
    (query): Case => ({
      operationId: 'listSubscribers',
      name: `filters and sorts by ${Object.entries(query).flat().join(' ')}`,
      needs: admin,
      request: async (context) => {
        await createSubscriber(context);
        return { query: query as Record<string, string> }; // Cast: one of several shapes.
      },
      expect: { status: 200, check: ({ data }) => assert.ok((data.items ?? []).length > 0, 'there are subscribers') },
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
    name: 'returns the secret and the token',
    needs: admin,
    request: ({ backend }) => ({ body: backend.subscribers.newSubscriberBody({ filter: { countries: ['cn'] } }) }),
    expect: {
      status: 201,
      check: (response, { backend }) => {
        backend.subscribers.track(response);
        assert.match(response.data.secret ?? '', /^whsec_/);
        assert.match(response.data.token ?? '', /^gzf_/);
        assert.deepEqual(response.data.record?.filter, { countries: ['CN'] });
      },
    },
  },
  {
    operationId: 'createSubscriber',
    name: 'refuses a name that exists',
    needs: admin,
    request: async ({ backend }) => {
      const { name } = await backend.subscribers.create();
      return { body: backend.subscribers.newSubscriberBody({ name }) };
    },
    expect: { status: 422, key: 'validationError', fields: ['/name taken'] },
  },
  {
    operationId: 'createSubscriber',
    name: 'refuses a link-local address',
    needs: admin,
    request: ({ backend }) => ({
      body: backend.subscribers.newSubscriberBody({ url: 'http://169.254.169.254/latest' }),
    }),
    expect: { status: 422, key: 'validationError', fields: ['/url forbiddenAddress'] },
  },
  {
    operationId: 'createSubscriber',
    name: 'refuses a country that does not exist',
    needs: admin,
    request: ({ backend }) => ({
      body: backend.subscribers.newSubscriberBody({ filter: { countries: ['CN', '??'] } }),
    }),
    expect: { status: 422, key: 'validationError', fields: ['/filter/countries/1 unknownReference'] },
  },
  {
    operationId: 'updateSubscriber',
    name: 'adds an entity',
    needs: admin,
    request: async ({ backend }) => {
      const subscriber = await backend.subscribers.create();
      return { ...versionedTarget(subscriber), body: { ...toWriteBody(subscriber), entities: ['country', 'city'] } };
    },
    expect: { status: 200, check: ({ data }) => assert.deepEqual(data.record?.entities, ['country', 'city']) },
  },
  ...versionCases('updateSubscriber', (subscriber) => ({ body: toWriteBody(subscriber) })),
  {
    operationId: 'deleteSubscriber',
    name: 'deletes a subscriber',
    needs: admin,
    request: async ({ backend }) => versionedTarget(await backend.subscribers.create()),
    expect: { status: 200 },
  },
  ...versionCases('deleteSubscriber', () => ({})),
];

/** The token that the request of a case has just replaced or revoked. */
let previousToken = '';
let exchangedId = 0;

const credentialCases: Case[] = [
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
      previousToken = token;
      return { params: { id } };
    },
    expect: {
      status: 200,
      check: async ({ data }, { backend }) => {
        for (const token of [previousToken, data.token])
          assert.equal(await statusWithToken(backend, 'listChanges', token), 200);
      },
    },
  },
  ...['endEarlierSecret', 'endEarlierToken'].map(
    (operationId): Case => ({
      operationId,
      name: 'revokes the previous secret or token',
      needs: admin,
      request: async ({ backend }) => {
        const { id, token } = await backend.subscribers.create();
        previousToken = token;
        for (const exchange of ['exchangeSubscriberSecret', 'exchangeSubscriberToken'])
          await backend.call(backend.operation(exchange), 'admin', { params: { id } });
        exchangedId = id;
        return { params: { id } };
      },
      expect: {
        status: 200,
        check: async (_, { backend }) => {
          const endsToken = operationId === 'endEarlierToken';
          assert.equal(await statusWithToken(backend, 'listChanges', previousToken), endsToken ? 401 : 200);
          const read = backend.operation('getSubscriber');
          const { data } = await backend.call(read, 'admin', { params: { id: exchangedId } });
          assert.equal(data.record?.earlierTokenUntil === null, endsToken);
          assert.equal(data.record?.earlierSecretUntil === null, !endsToken);
        },
      },
    }),
  ),
];

function deliveryCases(entity: TestedEntity): Case[] {
  const base = { entity, needs: { role: 'admin', recordState: 'pending' as const } };
  /** Creates a subscriber, and returns the failed delivery of a change to it. */
  const failedDelivery = async ({ backend, records, record }: CaseContext) => {
    const { id } = await backend.subscribers.create({ entities: [entity.tag] });
    await records.update(entity, record, 'editor');
    // that of another record of the kind may come first
    const delivery = await backend.subscribers.waitForDelivery(id, ({ kind }) => kind === 'change');
    return { params: { id, deliveryId: delivery.id } };
  };
  return [
    {
      operationId: 'testSubscriber',
      name: 'has nowhere to send to if the subscriber only pulls',
      needs: admin,
      request: async ({ backend }) => ({ params: { id: (await backend.subscribers.create({ url: null })).id } }),
      expect: { status: 409, key: 'invalidTransition' },
    },
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
      request: async (context) => {
        const { id } = (await failedDelivery(context)).params;
        return { params: { id }, query: { entity: entity.tag, outcome: 'failed' } };
      },
      expect: { status: 200, check: ({ data }) => assert.ok((data.items ?? []).length > 0, 'there are deliveries') },
    },
    {
      ...base,
      operationId: 'getDelivery',
      name: 'returns the request that was sent',
      request: failedDelivery,
      expect: {
        status: 200,
        check: ({ data }) => {
          // Cast: validated.
          const { delivery, request } = data as unknown as {
            delivery: { record: { recordId: number } };
            request: { body: string };
          };
          assert.equal(JSON.parse(request.body).data.recordId, delivery.record.recordId);
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
        const delivery = await backend.subscribers.waitForDelivery(id, ({ kind }) => kind === 'test');
        return { params: { id, deliveryId: delivery.id } };
      },
      expect: { status: 409, key: 'invalidTransition' },
    },
  ];
}

export function subscriberCases(entities: TestedEntity[]): Case[] {
  return [...listCases, ...writeCases, ...credentialCases, ...entities.slice(0, 1).flatMap(deliveryCases)];
}

/** Tests the version precondition of an operation on subscribers. */
function versionCases(operationId: string, input: (subscriber: RecordData) => object): Case[] {
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
