import type { Database } from '#database';
import type { OperationId, Schemas } from '#http/contract.ts';
import type { PolledSource } from '#http/event-stream.ts';
import type { Handlers } from '#http/operation-types.ts';
import { previewReplay, retryLane, setPaused, skipChange, startReplay } from './change-lane.ts';
import { readLaneDetail } from './lane-detail.ts';
import { readFeedState, readLanes, type SyncLane, summarizeLanes } from './lanes.ts';

type SyncStatusOperation = Extract<
  OperationId,
  | 'getSyncStatus'
  | 'streamSyncStatus'
  | 'getSyncLane'
  | 'previewReplay'
  | 'replayLane'
  | 'skipChange'
  | 'retryLane'
  | 'pauseLane'
  | 'resumeLane'
>;

const laneAnswer = (lane: SyncLane) => ({ status: 200 as const, data: { lane } });

/** Where subscribers stand, and what a person does about it. */
export function syncStatusHandlers({ db }: { db: Database }): Pick<Handlers, SyncStatusOperation> {
  const read = createSyncStatus(db);
  const events = watchSyncStatus(read);
  return {
    getSyncStatus: async () => ({ status: 200, data: await read() }),
    streamSyncStatus: async () => ({ status: 200, events }),
    getSyncLane: async (request) => ({ status: 200, data: await readLaneDetail(db, request) }),
    previewReplay: async (request) => ({ status: 200, data: await previewReplay(db, request) }),
    replayLane: async (request) => ({ status: 202, data: { task: await startReplay(db, request) } }),
    skipChange: async (request) => laneAnswer(await skipChange(db, request)),
    retryLane: async (request) => laneAnswer(await retryLane(db, request)),
    pauseLane: async (request) => laneAnswer(await setPaused(db, request, true)),
    resumeLane: async (request) => laneAnswer(await setPaused(db, request, false)),
  };
}

type SyncStatus = Schemas['SyncStatusAnswer']['data'];

/** Where every subscriber stands: three statements however many there are, and one for the trend every half minute. */
function createSyncStatus(db: Database): () => Promise<SyncStatus> {
  const readTrend = createTrend(db);
  return async () => {
    const [subscribers, lanes, trend, feed] = await Promise.all([
      db('subscriber').orderBy('name').select('id', 'name', 'active', 'off_reason'),
      readLanes(db),
      readTrend(),
      readFeedState(db),
    ]);
    return {
      time: feed.now.toISOString(),
      head: feed.head,
      unsequenced: feed.unsequenced,
      oldest: feed.pruned + 1,
      subscribers: subscribers.map(({ id, name, active, off_reason }) => {
        const lanesOfSubscriber = lanes.get(id) ?? [];
        const { state, backlog, lagMs } = summarizeLanes(lanesOfSubscriber);
        const subscriberFields = { id, name, active: active === 1, offReason: off_reason };
        return { ...subscriberFields, state, backlog, lagMs, trend: trend(id), lanes: lanesOfSubscriber };
      }),
    };
  };
}

/** Milliseconds after which a lag that only grew is worth an event. */
const GROWTH_MS = 5000;

/** For streams: the clock makes no event of its own, and a growing lag one every five seconds. */
const watchSyncStatus = (read: () => Promise<SyncStatus>): PolledSource<SyncStatus> => ({
  poll: read,
  fingerprint: ({ time, subscribers, ...feed }) => {
    const isWaiting = subscribers.some(({ lagMs }) => lagMs > 0);
    return [feed, subscribers.map(withoutLag), isWaiting && Math.floor(Date.parse(time) / GROWTH_MS)];
  },
});

const withoutLag = ({ lagMs: _, lanes, ...subscriber }: SyncStatus['subscribers'][number]) => ({
  ...subscriber,
  lanes: lanes.map(({ lagMs: _, ...lane }) => lane),
});

/** Seconds of a part of the trend, and how many parts make the last day. */
const PART_SECONDS = 1800;
const PARTS = 48;
/** Milliseconds for which it is not read again: samples come once a minute. */
const CACHE_MS = 30_000;

/** The greatest lag of each subscriber in each half hour of the last day, oldest first; null where nothing was measured. */
type Trend = (subscriberId: number) => (number | null)[];

/** Reads the trend of all subscribers. Half hours that are over are kept, as they do not change any more. */
function createTrend(db: Database): () => Promise<Trend> {
  /** Per half hour since 1970, by subscriber. */
  const maxLagBySlot = new Map<number, Map<number, number>>();
  let readAt = Number.NEGATIVE_INFINITY;
  let currentSlot = 0;

  const read = async () => {
    const [[{ now }]] = await db.raw('SELECT UNIX_TIMESTAMP() AS now');
    currentSlot = Math.floor(now / PART_SECONDS);
    for (const old of [...maxLagBySlot.keys()].filter((each) => each <= currentSlot - PARTS)) maxLagBySlot.delete(old);
    // the one before the present one may have been read before its last samples came
    const from =
      maxLagBySlot.size === 0
        ? currentSlot - PARTS + 1
        : Math.max(currentSlot - PARTS + 1, Math.max(...maxLagBySlot.keys()) - 1);
    const rows = await db('sync_sample')
      .whereRaw('time >= FROM_UNIXTIME(?)', [from * PART_SECONDS])
      .groupBy('subscriber_id', 'part')
      .select(
        'subscriber_id',
        db.raw('UNIX_TIMESTAMP(time) DIV ? AS part', [PART_SECONDS]),
        db.raw('MAX(??) AS ??', ['lag', 'lag']),
      );
    for (const { subscriber_id, part: at, lag } of rows)
      maxLagBySlot.set(at, (maxLagBySlot.get(at) ?? new Map()).set(subscriber_id, Number(lag)));
  };
  return async () => {
    if (performance.now() - readAt > CACHE_MS) {
      await read();
      readAt = performance.now();
    }
    const slots = Array.from({ length: PARTS }, (_, index) => maxLagBySlot.get(currentSlot - PARTS + 1 + index));
    return (subscriberId) => slots.map((slot) => slot?.get(subscriberId) ?? null);
  };
}
