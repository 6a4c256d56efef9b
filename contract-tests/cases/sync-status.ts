import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import type { Kind } from '../suite/kind.ts';
import type { Scene } from '../suite/scene.ts';
import type { Lane } from '../suite/subscribers.ts';

const admin = { as: 'admin' };
const laneIn = (data: object) => (data as { lane: Lane }).lane; // Cast: validated against the contract before.

async function laneOf({ world }: Scene) {
  return { params: { subscriberId: (await world.subscribers.make()).id, entity: 'country' } };
}

const looking: Case[] = [
  {
    operationId: 'getSyncStatus',
    name: 'tells where each subscriber stands',
    needs: admin,
    request: async ({ world }) => {
      await world.subscribers.make({ entities: ['country', 'city'] });
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
    name: 'sends it at once',
    needs: admin,
    request: () => ({}),
    expect: { status: 200, check: ({ body }) => assert.match(String(body), /data: \{.*"subscribers":/) },
  },
  ...['hour', 'day'].map(
    (span): Case => ({
      operationId: 'getSyncLane',
      name: `tells the last ${span} of a lane`,
      needs: admin,
      request: async (scene) => ({ ...(await laneOf(scene)), query: { span } }),
      expect: { status: 200, check: ({ data }) => assert.equal(laneIn(data).state, 'healthy') },
    }),
  ),
  {
    operationId: 'getSyncLane',
    name: 'knows no lane of a kind that is not subscribed to',
    needs: admin,
    request: async (scene) => ({ params: { ...(await laneOf(scene)).params, entity: 'city' } }),
    expect: { status: 404, key: 'notFound' },
  },
];

const pausing: Case[] = [
  {
    operationId: 'pauseLane',
    name: 'pauses one kind',
    needs: admin,
    request: laneOf,
    expect: { status: 200, check: ({ data }) => assert.equal(laneIn(data).state, 'paused') },
  },
  {
    operationId: 'resumeLane',
    name: 'goes on with it',
    needs: admin,
    request: async (scene) => {
      const lane = await laneOf(scene);
      await scene.world.call(scene.world.operation('pauseLane'), 'admin', lane);
      return lane;
    },
    expect: { status: 200, check: ({ data }) => assert.equal(laneIn(data).state, 'healthy') },
  },
  {
    operationId: 'retryLane',
    name: 'takes a lane that waits for nothing as it is',
    needs: admin,
    request: laneOf,
    expect: { status: 200, check: ({ data }) => assert.equal(laneIn(data).attempts, 0) },
  },
];

function deciding(kind: Kind): Case[] {
  const base = { kind, needs: { as: 'admin', record: 'pending' as const } };
  /** A lane that stands at a change which nobody takes. */
  const failing = async ({ world, records, record }: Scene) => {
    const subscriber = await world.subscribers.make({ entities: [kind.tag] });
    await records.update(kind, record, 'editor');
    const { current } = await world.subscribers.lane(subscriber.id, ({ attempts }, at) => attempts > 0 && at !== null);
    return { params: { subscriberId: subscriber.id, entity: kind.tag }, position: current?.position ?? 0 };
  };
  const skipping = (operation: 'there' | 'elsewhere', expect: Case['expect']): Case => ({
    ...base,
    operationId: 'skipChange',
    name: `leaves out the change that the lane stands at, named ${operation === 'there' ? 'rightly' : 'wrongly'}`,
    request: async (scene) => {
      const { params, position } = await failing(scene);
      const named = operation === 'there' ? position : position + 1;
      return { params, body: { position: named, reason: 'cannot be taken' } };
    },
    expect,
  });
  /** A replay of a paused lane never ends by itself. */
  const replayed = async (scene: Scene) => {
    const { params } = await failing(scene);
    await scene.world.call(scene.world.operation('pauseLane'), 'admin', { params });
    const { data } = await scene.world.call(scene.world.operation('getSyncLane'), 'admin', { params });
    const { oldest } = data as unknown as { oldest: number }; // Cast: validated.
    return { params, body: { from: oldest } };
  };
  return [
    skipping('there', { status: 200, check: ({ data }) => assert.equal(laneIn(data).attempts, 0) }),
    skipping('elsewhere', { status: 409, key: 'laneMoved' }),
    {
      ...base,
      operationId: 'replayLane',
      name: 'goes back, as a task',
      request: replayed,
      expect: { status: 202 },
    },
    {
      ...base,
      operationId: 'replayLane',
      name: 'goes back once at a time',
      request: async (scene) => {
        const replay = await replayed(scene);
        await scene.world.call(scene.world.operation('replayLane'), 'admin', replay);
        return replay;
      },
      expect: { status: 409, key: 'taskRunning' },
    },
    {
      ...base,
      operationId: 'previewReplay',
      name: 'counts what a replay would deliver again',
      request: async (scene) => {
        const { params, position } = await failing(scene);
        return { params, query: { from: position } };
      },
      expect: { status: 200 },
    },
    {
      operationId: 'replayLane',
      name: 'knows no position that is yet to come',
      needs: admin,
      request: async (scene) => ({ ...(await laneOf(scene)), body: { from: 9_007_199_254_740_991 } }),
      expect: { status: 422, key: 'validationError', fields: ['/from beyondHead'] },
    },
  ];
}

export function syncStatusCases(kinds: Kind[]): Case[] {
  return [...looking, ...pausing, ...kinds.filter(({ tag }) => tag === 'country').flatMap(deciding)];
}
