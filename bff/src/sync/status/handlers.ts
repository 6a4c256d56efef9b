import type { Database } from '#database';
import type { OperationId, Schemas } from '#http/contract.ts';
import type { PolledSource } from '#http/event-stream.ts';
import type { Handlers } from '#http/operation-types.ts';
import { NO_URL } from '../push/messages.ts';
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

const toLaneResponse = (lane: SyncLane) => ({ status: 200 as const, data: { lane } });

/** Creates the handlers for the status of subscribers and changes of their lanes. */
export function syncStatusHandlers({ db }: { db: Database }): Pick<Handlers, SyncStatusOperation> {
  const read = createSyncStatusReader(db);
  const events = watchSyncStatus(read);
  return {
    getSyncStatus: async () => ({ status: 200, data: await read() }),
    streamSyncStatus: async () => ({ status: 200, events }),
    getSyncLane: async (request) => ({ status: 200, data: await readLaneDetail(db, request) }),
    previewReplay: async (request) => ({ status: 200, data: await previewReplay(db, request) }),
    replayLane: async (request) => ({ status: 202, data: { task: await startReplay(db, request) } }),
    skipChange: async (request) => toLaneResponse(await skipChange(db, request)),
    retryLane: async (request) => toLaneResponse(await retryLane(db, request)),
    pauseLane: async (request) => toLaneResponse(await setPaused(db, request, true)),
    resumeLane: async (request) => toLaneResponse(await setPaused(db, request, false)),
  };
}

type SyncStatus = Schemas['SyncStatusAnswer']['data'];

/** Creates a function that reads the status of all subscribers with three statements, plus two for the trend every half minute. */
function createSyncStatusReader(db: Database): () => Promise<SyncStatus> {
  const readTrend = createTrendReader(db);
  return async () => {
    const [subscribers, lanes, trend, feed] = await Promise.all([
      db('subscriber').orderBy('name').select('id', 'name', 'url', 'active', 'off_reason'),
      readLanes(db),
      readTrend(),
      readFeedState(db),
    ]);
    return {
      time: feed.now.toISOString(),
      head: feed.head,
      unsequenced: feed.unsequenced,
      oldest: feed.pruned + 1,
      subscribers: subscribers.map(({ id, name, url, active, off_reason }) => {
        const lanesOfSubscriber = lanes.get(id) ?? [];
        const { state, backlog, lagMs } = summarizeLanes(lanesOfSubscriber);
        const subscriberFields = { id, name, pullsOnly: url === NO_URL, active: active === 1, offReason: off_reason };
        return { ...subscriberFields, state, backlog, lagMs, trend: trend(id), lanes: lanesOfSubscriber };
      }),
    };
  };
}

/** The interval of events while a lag only grows. */
const GROWTH_MS = 5000;

/** Creates the source of streams: the time alone causes no event, and a growing lag one every five seconds. */
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

/** The length of the trend's slots, and their number for one day. */
const SLOT_SECONDS = 1800;
const SLOT_COUNT = 48;
/** Samples are taken once a minute, so more frequent reads are of no use. */
const CACHE_MS = 30_000;

/** Returns a subscriber's maximum lag in each half hour of the last day, oldest first; null without samples. */
type Trend = (subscriberId: number) => (number | null)[];

/** Creates a function that reads the trend of all subscribers. Past half hours are cached, as they no longer change. */
function createTrendReader(db: Database): () => Promise<Trend> {
  /** The maximum lags by half hour since 1970 and by subscriber. */
  const maxLagBySlot = new Map<number, Map<number, number>>();
  let readTime = Number.NEGATIVE_INFINITY;
  let currentSlot = 0;

  const read = async () => {
    const [[{ now }]] = await db.raw('SELECT UNIX_TIMESTAMP() AS now');
    currentSlot = Math.floor(now / SLOT_SECONDS);
    for (const oldSlot of [...maxLagBySlot.keys()].filter((each) => each <= currentSlot - SLOT_COUNT))
      maxLagBySlot.delete(oldSlot);
    // the previous slot may have been read before its last samples were taken
    const firstSlot =
      maxLagBySlot.size === 0
        ? currentSlot - SLOT_COUNT + 1
        : Math.max(currentSlot - SLOT_COUNT + 1, Math.max(...maxLagBySlot.keys()) - 1);
    const rows = await db('sync_sample')
      .whereRaw('time >= FROM_UNIXTIME(?)', [firstSlot * SLOT_SECONDS])
      .groupBy('subscriber_id', 'part')
      .select(
        'subscriber_id',
        db.raw('UNIX_TIMESTAMP(time) DIV ? AS part', [SLOT_SECONDS]),
        db.raw('MAX(??) AS ??', ['lag', 'lag']),
      );
    for (const { subscriber_id, part: slot, lag } of rows)
      maxLagBySlot.set(slot, (maxLagBySlot.get(slot) ?? new Map()).set(subscriber_id, Number(lag)));
  };
  return async () => {
    if (performance.now() - readTime > CACHE_MS) {
      await read();
      readTime = performance.now();
    }
    const slots = Array.from({ length: SLOT_COUNT }, (_, index) =>
      maxLagBySlot.get(currentSlot - SLOT_COUNT + 1 + index),
    );
    return (subscriberId) => slots.map((slot) => slot?.get(subscriberId) ?? null);
  };
}
