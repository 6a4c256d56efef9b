import assert from 'node:assert/strict';
import type { Lane } from '../../suite/accounts/subscribers.ts';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';

const admin = { role: 'admin' };
const laneIn = (data: object) => (data as { lane: Lane }).lane; // Cast: validated against the contract before.

async function createLane({ backend }: CaseContext, changes: object = {}) {
  return { params: { subscriberId: (await backend.subscribers.create(changes)).id, entity: 'country' } };
}

const readCases: Case[] = [
  {
    operationId: 'getSyncStatus',
    name: 'returns the lanes of each subscriber',
    needs: admin,
    request: async ({ backend }) => {
      await backend.subscribers.create({ entities: ['country', 'city'] });
      return {};
    },
    expect: {
      status: 200,
      check: ({ data }) => {
        const { subscribers } = data as unknown as { subscribers: { lanes: Lane[] }[] }; // Cast: validated.
        assert.ok(
          subscribers.some(({ lanes }) => lanes.map(({ entity }) => entity).join() === 'country,city'),
          'a subscriber has the lanes country and city',
        );
      },
    },
  },
  {
    operationId: 'streamSyncStatus',
    name: 'sends the status at once',
    needs: admin,
    request: () => ({}),
    expect: { status: 200, check: ({ body }) => assert.match(String(body), /data: \{.*"subscribers":/) },
  },
  ...['hour', 'day'].map(
    (span): Case => ({
      operationId: 'getSyncLane',
      name: `returns the last ${span} of a lane`,
      needs: admin,
      request: async (context) => ({ ...(await createLane(context)), query: { span } }),
      expect: { status: 200, check: ({ data }) => assert.equal(laneIn(data).state, 'healthy') },
    }),
  ),
  {
    operationId: 'getSyncLane',
    name: 'returns 404 for an entity that is not subscribed to',
    needs: admin,
    request: async (context) => ({ params: { ...(await createLane(context)).params, entity: 'city' } }),
    expect: { status: 404, key: 'notFound' },
  },
];

const pauseCases: Case[] = [
  {
    operationId: 'pauseLane',
    name: 'pauses a lane',
    needs: admin,
    request: (context) => createLane(context),
    expect: { status: 200, check: ({ data }) => assert.equal(laneIn(data).state, 'paused') },
  },
  {
    operationId: 'resumeLane',
    name: 'resumes a lane',
    needs: admin,
    request: async (context) => {
      const lane = await createLane(context);
      await context.backend.call(context.backend.operation('pauseLane'), 'admin', lane);
      return lane;
    },
    expect: { status: 200, check: ({ data }) => assert.equal(laneIn(data).state, 'healthy') },
  },
  {
    operationId: 'retryLane',
    name: 'accepts a lane without a pending retry',
    needs: admin,
    request: (context) => createLane(context),
    expect: { status: 200, check: ({ data }) => assert.equal(laneIn(data).attempts, 0) },
  },
  ...['pauseLane', 'resumeLane', 'retryLane'].flatMap((operationId) =>
    Object.entries({ 'is switched off': { active: false }, 'only pulls': { url: null } }).map(
      ([subscriber, changes]): Case => ({
        operationId,
        name: `is refused for a subscriber that ${subscriber}`,
        needs: admin,
        request: (context) => createLane(context, changes),
        expect: { status: 409, key: 'invalidTransition' },
      }),
    ),
  ),
  {
    operationId: 'skipChange',
    name: 'is refused for a subscriber that only pulls',
    needs: admin,
    request: async (context) => ({
      ...(await createLane(context, { url: null })),
      body: { position: 1, reason: 'cannot be processed' },
    }),
    expect: { status: 409, key: 'invalidTransition' },
  },
];

function decisionCases(entity: TestedEntity): Case[] {
  const base = { entity, needs: { role: 'admin', recordState: 'pending' as const } };
  /** Creates a lane that is blocked by a change whose delivery fails. */
  const blockedLane = async ({ backend, records, record }: CaseContext) => {
    const subscriber = await backend.subscribers.create({ entities: [entity.tag] });
    await records.update(entity, record, 'editor');
    const { current } = await backend.subscribers.waitForLane(
      subscriber.id,
      ({ attempts }, position) => attempts > 0 && position !== null,
    );
    return { params: { subscriberId: subscriber.id, entity: entity.tag }, position: current?.position ?? 0 };
  };
  let blockingPosition = 0;
  /** The change is not pushed any more, but stays in the feed. */
  const assertStillInFeed = async ({ backend }: CaseContext) => {
    const query = { cursor: String(blockingPosition - 1), entities: entity.tag, limit: 1 };
    const { data } = await backend.call(backend.operation('listChanges'), 'admin', { query });
    const items = data.items as { position: number }[]; // Cast: validated.
    assert.equal(items[0]?.position, blockingPosition, 'the skipped change is in the feed');
  };
  const skipCase = (target: 'blockingChange' | 'otherChange', expect: Case['expect']): Case => ({
    ...base,
    operationId: 'skipChange',
    name: target === 'blockingChange' ? 'skips the change that blocks the lane' : 'refuses to skip another change',
    request: async (context) => {
      const { params, position } = await blockedLane(context);
      blockingPosition = position;
      const sentPosition = target === 'blockingChange' ? position : position + 1;
      return { params, body: { position: sentPosition, reason: 'cannot be processed' } };
    },
    expect,
  });
  /** Builds a replay of a paused lane, which never ends by itself. */
  const replayRequest = async (context: CaseContext) => {
    const { params } = await blockedLane(context);
    await context.backend.call(context.backend.operation('pauseLane'), 'admin', { params });
    const { data } = await context.backend.call(context.backend.operation('getSyncLane'), 'admin', { params });
    const { oldest } = data as unknown as { oldest: number }; // Cast: validated.
    return { params, body: { from: oldest } };
  };
  return [
    skipCase('blockingChange', {
      status: 200,
      check: async ({ data }, context) => {
        assert.equal(laneIn(data).attempts, 0);
        await assertStillInFeed(context);
      },
    }),
    skipCase('otherChange', { status: 409, key: 'laneMoved' }),
    {
      ...base,
      operationId: 'replayLane',
      name: 'queues a replay',
      request: replayRequest,
      expect: { status: 202 },
    },
    {
      ...base,
      operationId: 'replayLane',
      name: 'refuses a second replay at the same time',
      request: async (context) => {
        const replay = await replayRequest(context);
        await context.backend.call(context.backend.operation('replayLane'), 'admin', replay);
        return replay;
      },
      expect: { status: 409, key: 'taskRunning' },
    },
    {
      ...base,
      operationId: 'previewReplay',
      name: 'counts the changes that a replay would deliver',
      request: async (context) => {
        const { params, position } = await blockedLane(context);
        return { params, query: { from: position } };
      },
      expect: { status: 200 },
    },
    {
      operationId: 'replayLane',
      name: 'refuses a position in the future',
      needs: admin,
      request: async (context) => ({ ...(await createLane(context)), body: { from: 9_007_199_254_740_991 } }),
      expect: { status: 422, key: 'validationError', fields: ['/from beyondHead'] },
    },
  ];
}

export function syncStatusCases(entities: TestedEntity[]): Case[] {
  return [...readCases, ...pauseCases, ...entities.filter(({ tag }) => tag === 'country').flatMap(decisionCases)];
}
