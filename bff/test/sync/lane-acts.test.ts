import { describe, expect, test } from 'vitest';
import { fromJson } from '../../src/database/database.ts';
import type { Behaviour } from '../push/kit/receiver.ts';
import {
  createFailingLane,
  getLane,
  lanePath,
  listPositionsAfter,
  pusher,
  readLaneRow,
  receiver,
  recordId,
  service,
  subscriber,
  subscribers,
  updateLaneRow,
  useLane,
  writeNewRecord,
} from './use-lane.ts';

useLane();

describe('a user', () => {
  test('pauses a lane, which then continues at its position', async () => {
    expect((await subscribers.manager.ok('pauseLane', lanePath())).lane).toMatchObject({
      paused: true,
      state: 'paused',
    });
    await subscribers.manager.ok('pauseLane', lanePath());
    await writeNewRecord(2);
    await pusher.drain();
    const countArrivals = () => receiver.arrivals.filter((arrival) => arrival.recordId === recordId).length;
    expect(countArrivals()).toBe(0);
    await subscribers.manager.ok('resumeLane', lanePath());
    await pusher.drain();
    expect(countArrivals()).toBe(2);
    const target = { kind: 'subscriber', id: subscriber.id, name: subscriber.name };
    expect(await subscribers.recentLogEntries(3)).toMatchObject([
      {
        act: 'laneChanged',
        target,
        details: { changes: [{ pointer: '/country/paused', before: true, after: false }] },
      },
      {
        act: 'laneChanged',
        target,
        details: { changes: [{ pointer: '/country/paused', before: false, after: true }] },
      },
      { act: 'subscriberCreated' },
    ]);
  });

  test('pauses a lane during a delivery, which is recorded', async () => {
    await writeNewRecord(1);
    let releaseAnswer = () => {};
    const answerReleased = new Promise<void>((resolve) => {
      releaseAnswer = resolve;
    });
    let notifyArrival = () => {};
    const requestArrived = new Promise<void>((resolve) => {
      notifyArrival = resolve;
    });
    receiver.behave(async (): Promise<Behaviour> => {
      notifyArrival();
      await answerReleased;
      return 'accept';
    });
    const drainEnded = pusher.drain();
    await requestArrived;
    await subscribers.manager.ok('pauseLane', lanePath());
    releaseAnswer();
    await drainEnded;
    expect((await getLane()).lane).toMatchObject({ paused: true, backlog: 0, lastSuccess: expect.any(String) });
  });

  test('retries a waiting change at once', async () => {
    await createFailingLane();
    await pusher.drain();
    expect((await getLane()).lane.backlog).toBe(3);
    await subscribers.manager.ok('retryLane', lanePath());
    await pusher.drain();
    expect((await getLane()).lane).toMatchObject({ backlog: 0, attempts: 0, state: 'healthy', failingSince: null });
    expect((await subscribers.recentLogEntries())[0]).toMatchObject({
      act: 'laneChanged',
      details: { changes: [{ pointer: '/country/nextTime' }] },
    });
  });

  test('retries a parked change with all attempts again', async () => {
    await createFailingLane();
    await updateLaneRow({ parked: 1, attempts: 8 });
    const { lane } = await subscribers.manager.ok('retryLane', lanePath());
    expect(lane).toMatchObject({ parked: false, attempts: 0 });
    await pusher.drain();
    expect((await getLane()).lane.backlog).toBe(0);
    expect((await subscribers.recentLogEntries())[0]).toMatchObject({
      details: { changes: [{ pointer: '/country/parked', before: true, after: false }] },
    });
  });

  test('skips only the current change of the lane', async () => {
    const { position } = await createFailingLane();
    const [, secondPosition = 0, thirdPosition = 0] = await listPositionsAfter(position - 1);
    const skipParts = (position: number) => ({ ...lanePath(), body: { position, reason: 'cannot be processed' } });
    await subscribers.manager.expectRefusal('skipChange', skipParts(secondPosition), 'laneMoved');
    await updateLaneRow({
      ahead: JSON.stringify([secondPosition]),
      parked: 1,
      claim: 'somebody',
      claimed_until: new Date(),
    });
    const positionBefore = (await readLaneRow()).position;
    const { lane } = await subscribers.manager.ok('skipChange', skipParts(position));
    expect(lane).toMatchObject({
      position,
      // the third change; the second was delivered ahead
      backlog: 1,
      attempts: 0,
      parked: false,
      state: 'healthy',
      failingSince: null,
    });
    const laneAfter = await readLaneRow();
    expect(laneAfter).toMatchObject({ claim: null, claimed_until: null });
    expect(fromJson(laneAfter.ahead)).toEqual([secondPosition]);
    const { current, deliveries } = await getLane();
    expect(current?.position).toBe(thirdPosition);
    expect(deliveries[0]).toMatchObject({
      outcome: 'skipped',
      position,
      reason: 'cannot be processed',
      actor: subscribers.manager.username,
    });
    const skippedDelivery = await subscribers.manager.ok('getDelivery', {
      path: { id: subscriber.id, deliveryId: deliveries[0]?.id ?? 0 },
    });
    expect(skippedDelivery.request).toBeNull();
    expect((await subscribers.recentLogEntries())[0]).toMatchObject({
      act: 'changeSkipped',
      details: {
        reason: 'cannot be processed',
        changes: [{ pointer: '/country/position', before: positionBefore, after: position }],
      },
    });
    await subscribers.manager.expectRefusal('skipChange', skipParts(position), 'laneMoved');
    await pusher.drain();
    expect((await getLane()).lane.backlog).toBe(0);
    const versions = receiver.arrivals.filter((arrival) => arrival.recordId === recordId && arrival.accepted);
    expect(versions.map(({ version }) => version)).toEqual([3]);
  });

  test('skips a change once if two users skip it simultaneously', async () => {
    const { position } = await createFailingLane();
    const parts = { ...lanePath(), body: { position, reason: 'again' } };
    const replies = await Promise.all([1, 2].map(() => subscribers.manager.call('skipChange', parts)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await readLaneRow()).position).toBe(position);
  });

  test('skips a change while it is being sent, and the result of the delivery does not move the lane', async () => {
    await writeNewRecord(2);
    let releaseAnswer = () => {};
    const answerReleased = new Promise<void>((resolve) => {
      releaseAnswer = resolve;
    });
    const { current } = await getLane();
    const position = current?.position ?? 0;
    const skipEnded = new Promise<void>((resolve, reject) => {
      receiver.behave(async (): Promise<Behaviour> => {
        await subscribers.manager
          .call('skipChange', { ...lanePath(), body: { position, reason: 'now' } })
          .then(() => resolve(), reject);
        await answerReleased;
        return { status: 500 };
      });
    });
    const drainEnded = pusher.drain();
    await skipEnded;
    receiver.behave(() => 'accept');
    releaseAnswer();
    await drainEnded;
    expect((await getLane()).lane).toMatchObject({ backlog: 0, attempts: 0, state: 'healthy' });
  });
});

describe('a replay', () => {
  test('is a task, of which each lane has at most one at a time', async () => {
    await writeNewRecord(3);
    await pusher.drain();
    const [firstPosition = 0] = await listPositionsAfter((await readLaneRow()).position - 3);
    const { task } = await subscribers.manager.ok('replayLane', { ...lanePath(), body: { from: firstPosition } }, 202);
    expect(task).toMatchObject({
      kind: 'replay',
      status: 'queued',
      createdBy: subscribers.manager.username,
      params: { subscriber: { id: subscriber.id, name: subscriber.name }, entity: 'country', from: firstPosition },
    });
    expect((await getLane()).lane.replay).toBe(task.id);
    await subscribers.manager.expectRefusal(
      'replayLane',
      { ...lanePath(), body: { from: firstPosition } },
      'taskRunning',
    );
    const otherSubscriber = await subscribers.create();
    await subscribers.manager.ok(
      'replayLane',
      { path: { ...lanePath().path, subscriberId: otherSubscriber.id }, body: { from: firstPosition } },
      202,
    );
    const [, secondEntry] = await subscribers.recentLogEntries(3);
    expect(secondEntry).toMatchObject({ act: 'subscriberCreated' });
    expect((await subscribers.recentLogEntries(3))[2]).toMatchObject({
      act: 'changesReplayed',
      details: { changes: [{ pointer: '/country/position', after: firstPosition - 1 }] },
    });
  });

  test('starts at a position of the feed, and its preview counts the changes from there', async () => {
    await writeNewRecord(4);
    const allPositions: number[] = await listPositionsAfter(0);
    const { head } = await getLane();
    const preview = async (query: object) => subscribers.manager.ok('previewReplay', { ...lanePath(), query });
    expect(await preview({})).toEqual({ from: allPositions[0], changes: allPositions.length });
    expect(await preview({ from: allPositions.at(-3) })).toEqual({ from: allPositions.at(-3), changes: 3 });
    expect(await preview({ from: head + 1 })).toEqual({ from: head + 1, changes: 0 });
    const secondLastPosition = allPositions.at(-2) ?? 0;
    await service
      .db('change_feed')
      .where('position', '>=', secondLastPosition)
      .update({ time: new Date('2100-01-01') });
    expect(await preview({ time: '2099-12-31T00:00:00.000Z' })).toEqual({ from: secondLastPosition, changes: 2 });
    expect(await preview({ time: '2100-12-31T00:00:00.000Z' })).toEqual({ from: head + 1, changes: 0 });

    await service
      .db('feed_mark')
      .where('name', 'pruned')
      .update({ position: secondLastPosition - 1 });
    const expectReplayRefused = (from: number) =>
      subscribers.manager.expectRefusal('replayLane', { ...lanePath(), body: { from } }, 'validationError');
    expect((await expectReplayRefused(secondLastPosition - 1)).fields).toMatchObject([
      { pointer: '/from', rule: 'expired' },
    ]);
    expect((await expectReplayRefused(head + 1)).fields).toMatchObject([{ pointer: '/from', rule: 'beyondHead' }]);
    const refusal = await subscribers.manager.expectRefusal(
      'previewReplay',
      { ...lanePath(), query: { from: secondLastPosition - 1 } },
      'validationError',
    );
    expect(refusal.fields).toMatchObject([{ pointer: '/query/from', rule: 'expired' }]);
    expect((await getLane()).oldest).toBe(secondLastPosition);
    await service.db('feed_mark').where('name', 'pruned').update({ position: 0 });
  });
});

test('actions on a lane are refused to which nothing is pushed', async () => {
  const off = await subscribers.create({ active: false });
  const pulling = await subscribers.create({ url: null });
  for (const { id: subscriberId } of [off, pulling])
    for (const id of ['pauseLane', 'resumeLane', 'retryLane'] as const)
      await subscribers.manager.expectRefusal(id, { path: { subscriberId, entity: 'country' } }, 'invalidTransition');
  const path = { subscriberId: pulling.id, entity: 'country' as const };
  const body = { position: 1, reason: 'no' };
  await subscribers.manager.expectRefusal('skipChange', { path, body }, 'invalidTransition');
});

test('actions on a lane require the permission, and entities without a subscription have no lane', async () => {
  const reader = await service.clientWith('sync_status:read', 'data_subscriber:read');
  await reader.ok('getSyncLane', lanePath());
  const body = { position: 1, reason: 'no' };
  for (const id of ['pauseLane', 'resumeLane'] as const)
    expect(await reader.expectRefusal(id, lanePath(), 'forbidden')).toMatchObject({
      permission: 'data_subscriber:update',
    });
  expect(await reader.expectRefusal('retryLane', lanePath(), 'forbidden')).toMatchObject({
    permission: 'sync_status:replay',
  });
  expect(await reader.expectRefusal('skipChange', { ...lanePath(), body }, 'forbidden')).toMatchObject({
    permission: 'sync_status:replay',
  });
  const otherLanePath = { path: { ...lanePath().path, entity: 'cabin' as const } };
  for (const id of ['pauseLane', 'resumeLane', 'retryLane', 'getSyncLane', 'previewReplay'] as const)
    await subscribers.manager.expectRefusal(id, otherLanePath, 'notFound');
  await subscribers.manager.expectRefusal('skipChange', { ...otherLanePath, body }, 'notFound');
  await subscribers.manager.expectRefusal('replayLane', { ...otherLanePath, body: { from: 1 } }, 'notFound');
});
