import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import type { Kind } from '../suite/kind.ts';
import type { Scene } from '../suite/scene.ts';
import type { Lane } from '../suite/subscribers.ts';

const admin = { as: 'admin' };
const laneIn = (data: object) => (data as { lane: Lane }).lane; // Cast: validated against the contract before.

async function laneOf({ backend }: Scene) {
  return { params: { subscriberId: (await backend.subscribers.create()).id, entity: 'country' } };
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
        assert.ok(subscribers.some(({ lanes }) => lanes.map(({ entity }) => entity).join() === 'country,city'));
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
      request: async (scene) => ({ ...(await laneOf(scene)), query: { span } }),
      expect: { status: 200, check: ({ data }) => assert.equal(laneIn(data).state, 'healthy') },
    }),
  ),
  {
    operationId: 'getSyncLane',
    name: 'answers 404 for a kind that is not subscribed to',
    needs: admin,
    request: async (scene) => ({ params: { ...(await laneOf(scene)).params, entity: 'city' } }),
    expect: { status: 404, key: 'notFound' },
  },
];

const pauseCases: Case[] = [
  {
    operationId: 'pauseLane',
    name: 'pauses one kind',
    needs: admin,
    request: laneOf,
    expect: { status: 200, check: ({ data }) => assert.equal(laneIn(data).state, 'paused') },
  },
  {
    operationId: 'resumeLane',
    name: 'resumes it',
    needs: admin,
    request: async (scene) => {
      const lane = await laneOf(scene);
      await scene.backend.call(scene.backend.operation('pauseLane'), 'admin', lane);
      return lane;
    },
    expect: { status: 200, check: ({ data }) => assert.equal(laneIn(data).state, 'healthy') },
  },
  {
    operationId: 'retryLane',
    name: 'accepts a lane without a pending retry',
    needs: admin,
    request: laneOf,
    expect: { status: 200, check: ({ data }) => assert.equal(laneIn(data).attempts, 0) },
  },
];

function decisionCases(kind: Kind): Case[] {
  const base = { kind, needs: { as: 'admin', record: 'pending' as const } };
  /** A lane that stands at a change which nobody takes. */
  const blockedLane = async ({ backend, records, record }: Scene) => {
    const subscriber = await backend.subscribers.create({ entities: [kind.tag] });
    await records.update(kind, record, 'editor');
    const { current } = await backend.subscribers.waitForLane(
      subscriber.id,
      ({ attempts }, position) => attempts > 0 && position !== null,
    );
    return { params: { subscriberId: subscriber.id, entity: kind.tag }, position: current?.position ?? 0 };
  };
  const skipCase = (operation: 'there' | 'elsewhere', expect: Case['expect']): Case => ({
    ...base,
    operationId: 'skipChange',
    name: `skips the change that the lane is blocked by, with the ${operation === 'there' ? 'right' : 'wrong'} position`,
    request: async (scene) => {
      const { params, position } = await blockedLane(scene);
      const positionGiven = operation === 'there' ? position : position + 1;
      return { params, body: { position: positionGiven, reason: 'cannot be taken' } };
    },
    expect,
  });
  /** A replay of a paused lane never ends by itself. */
  const replayCase = async (scene: Scene) => {
    const { params } = await blockedLane(scene);
    await scene.backend.call(scene.backend.operation('pauseLane'), 'admin', { params });
    const { data } = await scene.backend.call(scene.backend.operation('getSyncLane'), 'admin', { params });
    const { oldest } = data as unknown as { oldest: number }; // Cast: validated.
    return { params, body: { from: oldest } };
  };
  return [
    skipCase('there', { status: 200, check: ({ data }) => assert.equal(laneIn(data).attempts, 0) }),
    skipCase('elsewhere', { status: 409, key: 'laneMoved' }),
    {
      ...base,
      operationId: 'replayLane',
      name: 'replays as a task',
      request: replayCase,
      expect: { status: 202 },
    },
    {
      ...base,
      operationId: 'replayLane',
      name: 'runs one replay at a time',
      request: async (scene) => {
        const replay = await replayCase(scene);
        await scene.backend.call(scene.backend.operation('replayLane'), 'admin', replay);
        return replay;
      },
      expect: { status: 409, key: 'taskRunning' },
    },
    {
      ...base,
      operationId: 'previewReplay',
      name: 'counts the changes that a replay would deliver',
      request: async (scene) => {
        const { params, position } = await blockedLane(scene);
        return { params, query: { from: position } };
      },
      expect: { status: 200 },
    },
    {
      operationId: 'replayLane',
      name: 'refuses a position in the future',
      needs: admin,
      request: async (scene) => ({ ...(await laneOf(scene)), body: { from: 9_007_199_254_740_991 } }),
      expect: { status: 422, key: 'validationError', fields: ['/from beyondHead'] },
    },
  ];
}

export function syncStatusCases(kinds: Kind[]): Case[] {
  return [...readCases, ...pauseCases, ...kinds.filter(({ tag }) => tag === 'country').flatMap(decisionCases)];
}
